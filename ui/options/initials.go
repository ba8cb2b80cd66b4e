package options

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/ui/text"
)

// initials abbreviates names for the heads of columns to two cells: the first letter
// and a later one, or one Chinese character, no two alike as far as possible.
func initials(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		candidates := initialsOf(name)
		short[i] = candidates[0]
		for _, c := range candidates {
			if !slices.Contains(short[:i], c) {
				short[i] = c
				break
			}
		}
	}
	return short
}

// initialsOf returns the abbreviations of a name, the best one first.
func initialsOf(name string) []string {
	letters := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	name = text.Clean(strings.Join(letters, ""))
	var candidates []string
	first := ""
	for _, r := range name {
		switch letter := string(r); {
		case text.Width(letter) == 2:
			candidates = append(candidates, letter)
		case first == "":
			first = letter
		default:
			candidates = append(candidates, first+letter)
		}
	}
	if len(candidates) == 0 {
		candidates = append(candidates, text.Cut(first+"?", 2))
	}
	if first != "" && len(name) == len(first) {
		candidates[0] = first
	}
	return candidates
}
