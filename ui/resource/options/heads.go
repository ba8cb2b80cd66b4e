package options

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Heads shortens names until they and a cell between them take at most room cells: the widest first,
// to a common short name and then to two cells. No name is cut.
func Heads(names []string, room int) []string {
	heads := slices.Clone(names)
	common := commonNames(names)
	last := initials(common)
	width := 0
	for _, name := range names {
		width += text.Width(name) + 1
	}
	for len(names) > 0 && width > room {
		widest := 0
		for i, head := range heads {
			if text.Width(head) > text.Width(heads[widest]) {
				widest = i
			}
		}
		before := text.Width(heads[widest])
		if heads[widest] == names[widest] && text.Width(common[widest]) < before {
			heads[widest] = common[widest]
		} else if text.Width(last[widest]) < before {
			heads[widest] = last[widest]
		} else {
			return heads
		}
		width -= before - text.Width(heads[widest])
	}
	return heads
}

// commonNames are the short names that people use: without the part that other names begin with, or
// that in parentheses where it is shorter. Without one it is the name itself.
func commonNames(names []string) []string {
	common := slices.Clone(names)
	for i, name := range names {
		short := resource.Abbreviated(text.Clean(name), 2)
		rest := withoutShared(name, slices.Delete(slices.Clone(names), i, i+1))
		if rest != "" {
			common[i] = rest
		} else if !strings.HasSuffix(short, ".") && !slices.Contains(common, short) {
			common[i] = short
		}
	}
	return common
}

// withoutShared returns a name without its first word or its first two Chinese characters if another
// name begins with them too, else "".
func withoutShared(name string, others []string) string {
	letters := []rune(name)
	begin, rest, _ := strings.Cut(name, " ")
	isChinese := len(letters) > 3 && unicode.Is(unicode.Han, letters[0]) &&
		unicode.Is(unicode.Han, letters[1])
	if isChinese {
		begin = string(letters[:2])
		rest = string(letters[2:])
	}
	isShared := slices.ContainsFunc(others, func(other string) bool {
		return strings.HasPrefix(other, begin)
	})
	if !isShared {
		return ""
	}
	return rest
}

// initials abbreviates names to two cells for the heads of columns: to the first letter
// and another one, or to a Chinese character. Where possible, no two are equal.
func initials(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		first := ""
		for _, r := range text.Clean(name) {
			pick := string(r)
			switch {
			case !unicode.IsLetter(r) && !unicode.IsNumber(r):
				continue
			case text.Width(pick) == 2:
			case first == "":
				first = pick
				continue
			default:
				pick = first + pick
			}
			taken := slices.Contains(short[:i], short[i])
			if short[i] == "" ||
				taken && !slices.Contains(short[:i], pick) {
				short[i] = pick
			}
		}
		short[i] = cmp.Or(short[i], first, "?")
	}
	return short
}
