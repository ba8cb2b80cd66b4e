package api

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// maxForeign is how many invalid sequences a response may have that no cut of a text explains. With
// more it is in another charset.
const maxForeign = 1

// repair replaces invalid UTF-8 in p by U+FFFD, and counts the replacements. ahead is p and
// what follows it, at most the first bytes of a rune.
func (b *body) repair(p, ahead []byte) []byte {
	out := make([]byte, 0, len(p)+utf8.UTFMax)
	for at := 0; at < len(p); {
		_, size := utf8.DecodeRune(p[at:])
		length, isBeginning := invalid(p[at:])
		if length == 0 {
			out = append(out, p[at:at+size]...)
			at += size
			continue
		}
		b.repaired++
		isCut := isBeginning && endsText(ahead[at+length:])
		if !isCut {
			b.foreign++
		}
		out = append(out, "\uFFFD"...)
		at += length
	}
	return out
}

// invalid returns the length of the invalid sequence that p begins with: of the beginning of a rune or else
// of one byte; 0 if p begins with a rune.
func invalid(p []byte) (length int, isBeginning bool) {
	r, size := utf8.DecodeRune(p)
	if r != utf8.RuneError || size != 1 {
		return 0, false
	}
	if utf8.FullRune(p[:1]) { // no rune begins so
		return 1, false
	}
	length = 1
	for length < len(p) && !utf8.FullRune(p[:length+1]) {
		length++
	}
	return length, true
}

// endsText reports whether a text that was cut ends before p: at a quotation mark, an escape sequence or an
// ellipsis.
func endsText(p []byte) bool {
	const ellipsis = "…"
	if len(p) == 0 {
		return true
	}
	switch p[0] {
	case '"', '\\', '.':
		return true
	}
	return bytes.HasPrefix(p, []byte(ellipsis)) || bytes.HasPrefix([]byte(ellipsis), p)
}

// wideCharset returns the charset of a body whose characters take two or four bytes each, which its mark or the
// zeros of its first two characters show; "" for another one.
func wideCharset(p []byte) string {
	isMarked := func(marks ...string) bool {
		return slices.ContainsFunc(marks, func(mark string) bool {
			return bytes.HasPrefix(p, []byte(mark))
		})
	}
	zeros := bytes.Count(p[:min(len(p), 4)], []byte{0})
	if isMarked("\xff\xfe\x00\x00", "\x00\x00\xfe\xff") || zeros == 3 {
		return "UTF-32"
	}
	if isMarked("\xff\xfe", "\xfe\xff") || zeros == 2 {
		return "UTF-16"
	}
	return ""
}

// likelyCharset guesses the charset of text that is not UTF-8: in GBK, bytes outside ASCII mostly come in
// pairs, in Windows-1252 alone.
func likelyCharset(p []byte) string {
	pairs := 0
	single := 0
	run := 0
	for _, c := range append(bytes.Clone(p), ' ') {
		if c >= utf8.RuneSelf {
			run++
		} else if run == 1 {
			single++
			run = 0
		} else {
			pairs += run / 2
			run = 0
		}
	}
	if pairs >= single {
		return "GBK"
	}
	return "Windows-1252"
}

// Repair is a response in which texts were cut within a character, shown as U+FFFD.
type Repair struct {
	Op     Op
	Places int
}

// Repairs has the first response that was repaired and was not received from it before.
func (c *Client) Repairs() <-chan *Repair { return c.repaired }

// noteRepair keeps that a response was repaired, until it is received from [Client.Repairs].
func (c *Client) noteRepair(op Op, places int) {
	if places == 0 {
		return
	}
	select {
	case c.repaired <- &Repair{Op: op, Places: places}:
	default: // one is kept
	}
}
