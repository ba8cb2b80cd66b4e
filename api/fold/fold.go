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

// At is String that also returns, for each byte of the folded text, the byte of s at which its
// character begins.
func At(s string) (folded string, at []int) {
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
		case isHan(r) && plainOf()[r] == "":
		default:
			return false
		}
	}
	return true
}

// isHan reports whether r is a Han character that only the table changes.
func isHan(r rune) bool { return r >= 0x4000 && r <= 0x9fff }

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
