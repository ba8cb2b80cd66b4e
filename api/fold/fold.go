// Package fold brings texts into the form in which they are compared and searched.
package fold

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// table has a line for all characters that become the same text: the text, a tab, the characters.
// It has traditional Chinese characters, and Latin letters and quotes that Unicode does not decompose.
//
//go:generate go test -run TestTableIsThatOfTheLibraries . -update
//go:embed table.txt
var table string

// String returns s in the form in which texts are compared and searched: in lower
// case, without diacritics and joiners, with plain characters for full-width and other
// compatibility ones, simplified characters for traditional ones, and plain letters and quotes for
// small capitals, ligatures and typographic quotes. "Việt" becomes "viet", "１号" becomes "1号", "臺灣"
// becomes "台湾".
func String(s string) string {
	if isFolded(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	foldRunes(s, func(r rune, _ int) { b.WriteRune(r) })
	return b.String()
}

// WithOffsets is String that also returns, for each byte of the folded text, the byte of s at which its
// character begins.
func WithOffsets(s string) (folded string, at []int) {
	var b strings.Builder
	foldRunes(s, func(r rune, from int) {
		b.WriteRune(r)
		for len(at) < b.Len() {
			at = append(at, from)
		}
	})
	return b.String(), at
}

// isFolded reports whether s has only ASCII and Han characters that String keeps. It is
// false for other folded texts.
func isFolded(s string) bool {
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && (r < 'A' || r > 'Z'):
		case isHan(r) && !changedHan()[r-firstHan]:
		default:
			return false
		}
	}
	return true
}

// The Han characters that only the table changes. In UTF-8 they have three bytes, the first of which is 0xe4 to 0xe9.
const (
	firstHan = 0x4000
	lastHan  = 0x9fff
)

// isHan reports whether r is a Han character that only the table changes.
func isHan(r rune) bool { return r >= firstHan && r <= lastHan }

// changedHan reports for each of these characters whether the table changes it, in a tenth of the time that the table
// takes.
var changedHan = sync.OnceValue(func() *[lastHan - firstHan + 1]bool {
	var changed [lastHan - firstHan + 1]bool
	for r := range plainOf() {
		if isHan(r) {
			changed[r-firstHan] = true
		}
	}
	return &changed
})

// PlainHan returns where a run of Han characters ends that begins at an index of s and that [String] keeps.
func PlainHan[S string | []byte](s S, from int) (end int) {
	changed := changedHan()
	for end = from; end+2 < len(s); end += 3 {
		first := s[end]
		second := s[end+1]
		third := s[end+2]
		if first < 0xe4 || first > 0xe9 || second&0xc0 != 0x80 || third&0xc0 != 0x80 {
			return end
		}
		r := rune(first&0x0f)<<12 | rune(second&0x3f)<<6 | rune(third&0x3f)
		if changed[r-firstHan] {
			return end
		}
	}
	return end
}

// foldRunes calls write with each folded character and the byte of s it comes from.
func foldRunes(s string, write func(r rune, from int)) {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			write(rune(c), i)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isHan(r) {
			writePlain(r, i, write)
			i += size
			continue
		}
		whole := norm.NFKD.PropertiesString(s[i:]).Decomposition()
		if whole == nil {
			foldRune(r, i, write)
		}
		for len(whole) > 0 {
			part, n := utf8.DecodeRune(whole)
			foldRune(part, i, write)
			whole = whole[n:]
		}
		i += size
	}
}

func foldRune(r rune, from int, write func(r rune, from int)) {
	if unicode.Is(unicode.Mn, r) || r == '\u200c' || r == '\u200d' { // zero-width joiners
		return
	}
	least := r // of the characters that differ in case only: σ and ς have the same
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f != '\u0345' { // a mark, in upper case an iota
			least = min(least, f)
		}
	}
	writePlain(unicode.ToLower(least), from, write)
}

// writePlain writes what the table has for r, or r.
func writePlain(r rune, from int, write func(r rune, from int)) {
	plain, ok := plainOf()[r]
	if !ok {
		write(r, from)
	}
	for _, letter := range plain {
		write(letter, from)
	}
}

// plainOf returns the table as a map from each character to what it becomes.
var plainOf = sync.OnceValue(func() map[rune]string {
	of := map[rune]string{}
	for line := range strings.Lines(table) {
		plain, characters, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		for _, r := range characters {
			of[r] = plain
		}
	}
	return of
})
