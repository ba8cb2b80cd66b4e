package transcript

import (
	"unicode"
	"unicode/utf8"
)

// appendFolded appends text so that texts which differ only in case (simple folding
// of Unicode) or in white space are equal.
func appendFolded(dst, text []byte) []byte {
	blank := false
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		i += size
		if r == ' ' || r < ' ' && unicode.IsSpace(r) {
			if !blank {
				dst = append(dst, ' ')
			}
			blank = true
			continue
		}
		blank = false
		dst = utf8.AppendRune(dst, Fold(r))
	}
	return dst
}

// Fold maps all runes that differ only in case to the same rune.
func Fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if caseless(r) {
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if 'A' <= least && least <= 'Z' {
		return least + 'a' - 'A' // as ASCII is folded above
	}
	return least
}

// caseless reports whether a script has no case, by range: the tables of SimpleFold
// are too slow for a transcript full of Chinese.
func caseless(r rune) bool {
	return 0x0590 <= r && r < 0x10a0 || 0x2e80 <= r && r < 0xa640 || 0xac00 <= r && r < 0xfb00 || 0x1f000 <= r
}
