package fleet

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/api/fold"
)

// Complete returns lines for ParseQuery in which the last word of a line is completed: a name
// with its operator, or a value. There are none where that word can only be text.
func Complete(line string) []string {
	words := fields(line, unicode.IsSpace)
	if len(words) == 0 || !strings.HasSuffix(line, words[len(words)-1]) {
		return nil
	}
	word := words[len(words)-1]
	name, op, value := cutOperator(word)
	var all, lines []string
	values := map[string][]string{"status": {"normal", "abnormal", "unknown"}, "is": {"changed"}}[name]
	switch {
	case op == "" && len(word) > 1:
		for _, known := range TermNames() {
			all = append(all, known+operatorOf(known))
		}
	case op == ":" && !slices.Contains(values, value):
		for _, known := range values {
			all = append(all, name+op+known)
		}
	}
	for _, s := range all {
		if strings.HasPrefix(s, fold.String(word)) {
			lines = append(lines, strings.TrimSuffix(line, word)+s)
		}
	}
	return lines
}

// operatorOf returns the operator that is used most with a name of TermNames.
func operatorOf(name string) string {
	if c, ok := columnOf(name); ok && c.text == nil {
		return ">"
	}
	return ":"
}
