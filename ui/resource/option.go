package resource

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// OptionLabel names an option: as the catalog does, as the service does, or by the words of its name.
func OptionLabel(w *words.Words, platform, name, sent string) string {
	return cmp.Or(
		w.Optional("options.field."+platform+"."+name),
		w.Optional("options.field."+name),
		text.Line(sent),
		Spelled(name),
	)
}

// sentLabel names an option whose label, which may be its name too, is known.
func sentLabel(w *words.Words, platform, name, label string) string {
	if label == name {
		label = ""
	}
	return OptionLabel(w, platform, name, label)
}

// MemberLabel names a member of the schema of an option by the last name of its path, such as
// board.name or tags[*].
func MemberLabel(w *words.Words, path string) string {
	name := path[strings.LastIndex(path, ".")+1:]
	return OptionLabel(w, "", strings.TrimSuffix(name, "[*]"), "")
}

// Spelled returns the words that a name on the wire is made of: displayName and DISPLAY_NAME are
// "Display name".
func Spelled(name string) string {
	var b strings.Builder
	var last rune
	for _, r := range text.Clean(name) {
		if r == '_' || r == '-' || r == '.' {
			r = ' '
		} else if unicode.IsUpper(r) && unicode.IsLower(last) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		last = r
	}
	return UpperFirst(strings.TrimSpace(b.String()))
}

// UpperFirst returns a text with a capital as its first letter.
func UpperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
