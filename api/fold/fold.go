// Package fold brings texts into the form in which they are compared and searched.
package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// String returns s in the form in which texts are compared and searched: in lower
// case, without diacritics and joiners, with plain characters for full-width and other
// compatibility ones. "Việt" becomes "viet", "１号" becomes "1号".
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
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c < utf8.RuneSelf && (c < 'A' || c > 'Z'):
			i++
		case c >= 0xe4 && c <= 0xe9: // U+4000 to U+9FFF
			i += 3
		default:
			return false
		}
	}
	return true
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
		if r >= 0x4000 && r <= 0x9fff { // Han
			write(r, i)
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
	for _, letter := range plainLetters.Replace(string(unicode.ToLower(least))) {
		write(letter, from)
	}
}

// plainLetters replaces letters that Unicode does not decompose by those that people
// type for them.
var plainLetters = strings.NewReplacer("đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ł", "l", "ø", "o", "ŧ", "t", "æ", "ae", "œ", "oe", "ß", "ss", "þ", "th")
