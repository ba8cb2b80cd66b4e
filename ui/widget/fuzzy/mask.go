package fuzzy

import (
	"runtime"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// maskOf has a bit for every kind of character in s: one each for the letters
// a to z and the digits, and shared ones for all else. A text can only match a
// word when it has all the bits of the word.
func maskOf(s string) uint64 {
	var mask uint64
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			mask |= asciiBits[c]
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		mask |= bitOf(r)
		i += size
	}
	return mask
}

const (
	digitBits = 26
	asciiRest = 36 // 8 bits
	otherBits = 44 // 20 bits
)

// asciiBits is the table of bitOf for ASCII; nothing writes to it.
var asciiBits = func() (bits [utf8.RuneSelf]uint64) {
	for c := range rune(utf8.RuneSelf) {
		switch {
		case 'a' <= c && c <= 'z':
			bits[c] = 1 << (c - 'a')
		case 'A' <= c && c <= 'Z':
			bits[c] = 1 << (c - 'A')
		case '0' <= c && c <= '9':
			bits[c] = 1 << (digitBits + c - '0')
		default:
			bits[c] = 1 << (asciiRest + c%8)
		}
	}
	return bits
}()

// bitOf gives characters that differ in case alone the same bit, as the matcher
// takes them for equal.
func bitOf(r rune) uint64 {
	if r >= utf8.RuneSelf && !hasNoCase(r) {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if f < utf8.RuneSelf {
				return asciiBits[f] // the Kelvin sign is a k
			}
		}
		r = leastFold(r)
	}
	if r < utf8.RuneSelf {
		return asciiBits[r]
	}
	return 1 << (otherBits + uint32(r)*2654435761>>16%20)
}

// leastFold is the smallest of the characters that differ from r in case alone.
func leastFold(r rune) rune {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// hasNoCase knows the large scripts without case, which spares them the search
// in the tables of unicode.
func hasNoCase(r rune) bool {
	return r >= 0x2e80 && r < 0xa640 || r >= 0xac00 && r < 0xd800 || r >= 0x1f000
}

// counter hands out numbers from 0 to several goroutines.
type counter struct{ n atomic.Int64 }

func (c *counter) take() int { return int(c.n.Add(1) - 1) }

func cores() int { return runtime.GOMAXPROCS(0) }
