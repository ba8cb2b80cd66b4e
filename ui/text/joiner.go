package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// Bounds of one letter or sign. Hundreds of marks would cover other lines, and terminals
// differ on what they do with long sequences.
const (
	maxMarks     = 4  // combining marks of a letter; real scripts need about four
	maxExtenders = 12 // in a cluster; emoji need seven, letters that are joined eight
)

const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// joiningScripts are the scripts in which joiners change the form of letters.
var joiningScripts = []*unicode.RangeTable{
	unicode.Arabic,
	unicode.Syriac,
	unicode.Nko,
	unicode.Mongolian,
	unicode.Devanagari,
	unicode.Bengali,
	unicode.Gurmukhi,
	unicode.Gujarati,
	unicode.Oriya,
	unicode.Tamil,
	unicode.Telugu,
	unicode.Kannada,
	unicode.Malayalam,
	unicode.Sinhala,
	unicode.Khmer,
	unicode.Myanmar,
}

// cluster is the cluster of characters at the end of a text: a letter or an emoji with all
// that is joined to it.
type cluster struct {
	end        int  // of the text when it was last looked at
	base, last rune // its last letter or sign, and its last character
	marks      int  // of base
	extenders  int  // its characters that are no letters or signs
	joins      bool // the next letter or sign belongs to it
}

// follow updates c after letters and signs were appended to the text.
func (c *cluster) follow(text string) {
	if len(text) == c.end {
		return
	}
	r, size := utf8.DecodeLastRuneInString(text)
	if !c.joins || len(text)-size != c.end {
		c.extenders = 0
	}
	c.end = len(text)
	c.base = r
	c.last = r
	c.marks = 0
	c.joins = false
}

// IsExtender reports whether r is a joiner, a variation selector or a skin tone. Terminals
// differ on the width of what they belong to.
func IsExtender(r rune) bool {
	return r == joiner || r == nonJoiner || r == 0xfe0e || r == 0xfe0f ||
		0x1f3fb <= r && r <= 0x1f3ff
}

// extend reports whether a joiner, a variation selector or a skin tone has a use after a
// text: after an emoji, or between two letters or emoji.
func (c *cluster) extend(text string, r, next rune) bool {
	c.follow(text)
	isJoiner := r == joiner || r == nonJoiner
	if c.extenders >= maxExtenders-1 { // a joiner needs room for a mark
		return false
	}
	if isJoiner && (c.last == joiner || c.last == nonJoiner || !joined(r, c.base, next)) {
		return false
	}
	if !isJoiner && !isPictograph(c.last) {
		return false
	}
	if c.joins = isJoiner; isJoiner {
		c.marks = 0
	}
	c.keep(r)
	return true
}

// mark reports whether a text has room for a combining mark, which s begins with.
func (c *cluster) mark(text string, r rune, s string) bool {
	c.follow(text)
	spacing := unicode.Is(unicode.Mc, r) // beside the letter
	if c.extenders >= maxExtenders || !spacing && c.marks >= maxMarks {
		return false
	}
	if !spacing {
		c.marks++
	}
	const virama = 9
	c.joins = c.joins || norm.NFC.PropertiesString(s).CCC() == virama
	c.keep(r)
	return true
}

func (c *cluster) keep(r rune) {
	c.end += utf8.RuneLen(r)
	c.last = r
	c.extenders++
}

// joined reports whether a joiner has a use between two characters.
func joined(r, before, after rune) bool {
	for _, script := range joiningScripts {
		if unicode.Is(script, before) {
			return unicode.Is(script, after) && unicode.In(after, unicode.L, unicode.M)
		}
	}
	return r == joiner && isPictograph(before) && isPictograph(after)
}

// isPictograph reports whether r can be part of an emoji sequence: whether r, a joiner and a
// heart are one cluster for uniseg.
func isPictograph(r rune) bool {
	const heart = "\u200d❤"
	_, rest, _, _ := uniseg.FirstGraphemeClusterInString(string(r)+heart, -1)
	return rest == ""
}
