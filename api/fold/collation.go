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
	var keys room
	return func(s string) string {
		defer buffer.Reset()
		if len(s) > 2*end {
			s = strings.ToValidUTF8(s[:end], "") + strings.ToValidUTF8(s[len(s)-end:], "")
		}
		key := root.KeyFromString(&buffer, s)
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			return keys.put(chinese.KeyFromString(&buffer, s), []byte("\x00\x00"), key)
		}
		return keys.put(key)
	}
}

// room has texts side by side, so that those of a long list need few allocations.
type room struct{ last strings.Builder }

// put returns a text of some parts.
func (r *room) put(parts ...[]byte) string {
	const least, most = 512, 32 << 10
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	if r.last.Cap()-r.last.Len() < size {
		next := min(max(2*r.last.Cap(), least), most)
		r.last = strings.Builder{}
		r.last.Grow(max(next, size))
	}
	start := r.last.Len()
	for _, part := range parts {
		r.last.Write(part)
	}
	return r.last.String()[start:]
}
