package transcript

import (
	"unicode"
	"unicode/utf8"
)

// appendFolded appends text in the form in which letters that differ only in
// case are equal (simple folding of Unicode: one rune for one). resized reports
// whether a rune changed its length, so that offsets differ from the text's.
func appendFolded(dst, text []byte) (_ []byte, resized bool) {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		folded := foldRune(r)
		before := len(dst)
		dst = utf8.AppendRune(dst, folded)
		resized = resized || len(dst)-before != size
		i += size
	}
	return dst, resized
}

// Fold is the same for all runes that differ only in case, as a search takes
// them.
func Fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return foldRune(r)
}

func foldRune(r rune) rune {
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

// caseless knows the scripts without case by range: the tables that SimpleFold
// asks cost too much for a transcript full of Chinese.
func caseless(r rune) bool {
	return 0x0590 <= r && r < 0x10a0 || 0x2e80 <= r && r < 0xa640 || 0xac00 <= r && r < 0xfb00 || 0x1f000 <= r
}
