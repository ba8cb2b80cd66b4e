package fleet

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/api/fold"
)

// Complete returns lines for ParseQuery or ParseList in which the last word of a line is
// completed: one of the names with an operator, or one of their values. There are none where
// that word can only be text.
func Complete(line string, names []string, values func(name string) []string) []string {
	words := fields(line, unicode.IsSpace)
	if len(words) == 0 || !strings.HasSuffix(line, words[len(words)-1]) {
		return nil
	}
	word := words[len(words)-1]
	name, op, value := cutOperator(word)
	var lines []string
	add := func(typed, known string) {
		if known != typed && strings.HasPrefix(
			fold.String(known),
			fold.String(strings.TrimPrefix(typed, `"`)),
		) {
			lines = append(
				lines,
				strings.TrimSuffix(line, typed)+inQuotes(
					known,
					strings.ContainsFunc(known, unicode.IsSpace),
				),
			)
		}
	}
	if op == "" && len(word) > 1 {
		for _, known := range names {
			for _, op := range operatorsOf(known) {
				if op == ">" || op == ":" || fold.String(word) == fold.String(known) {
					add(word, known+op)
				}
			}
		}
	} else if op == ":" && slices.Contains(names, name) {
		last := value[strings.LastIndexAny(value, ",-")+1:]
		for _, known := range values(name) {
			add(last, known)
		}
	}
	return lines
}

// operatorsOf returns the operators that can follow a name of TermNames.
func operatorsOf(name string) []string {
	c, ok := columnOf(name)
	if ok && c.text == nil {
		return []string{">", "<", ">=", "<=", "="}
	}
	return []string{":"}
}
