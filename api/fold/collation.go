package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collation returns a function that returns the sort key of a text in the Chinese
// collation: Han characters by pinyin, other scripts as in English, case and diacritics
// only if the letters are equal. Of a long text it compares the ends. It serves one
// goroutine.
func Collation() (key func(s string) string) {
	const end = 4096
	// The Chinese collation sorts é before E, so it only orders the letters.
	chinese := collate.New(language.Chinese, collate.Loose)
	root := collate.New(language.Und)
	var buffer collate.Buffer
	return func(s string) string {
		defer buffer.Reset()
		if len(s) > 2*end {
			s = strings.ToValidUTF8(s[:end], "") + strings.ToValidUTF8(s[len(s)-end:], "")
		}
		key := string(root.KeyFromString(&buffer, s))
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			key = string(chinese.KeyFromString(&buffer, s)) + "\x00\x00" + key
		}
		return key
	}
}
