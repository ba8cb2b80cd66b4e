package markdown

import (
	"strings"

	"channeldeck/ui/text"
)

// Piece is a part of a source that can be rendered by itself.
type Piece struct {
	Start, End int
	Fence      string // the opening line of the fence that it continues, or ""
}

// Source is the piece's own Markdown.
func (p Piece) Source(source string) string {
	if p.Fence == "" {
		return source[p.Start:p.End]
	}
	return p.Fence + "\n" + source[p.Start:p.End]
}

// Split cuts a source into pieces, so that only the visible ones need to be rendered:
// after size bytes between paragraphs or lines of code or, where there are none for
// another size, between lines or words. The pieces joined are the source. Longer pieces
// would take too long: goldmark parses some texts in quadratic time.
func Split(source string, size int) []Piece {
	var pieces []Piece
	var piece Piece
	at := 0
	fence := ""
	blank := false
	end := func() {
		piece.End = at
		pieces = append(pieces, piece)
		piece = Piece{Start: at, Fence: fence}
	}
	for line := range strings.Lines(source) {
		if n := at - piece.Start; n > 0 && (n+len(line) > 2*size ||
			n >= size && (blank || fence != "")) {
			end()
		}
		rest := line
		for ; len(rest) > 2*size; end() {
			n := wordEnd(rest, size)
			at += n
			rest = rest[n:]
		}
		fence = text.FenceAfter(fence, line)
		at += len(rest)
		blank = strings.TrimSpace(line) == ""
	}
	end()
	return pieces
}

// wordEnd returns where to cut a line within size bytes: after a blank, else between letters.
func wordEnd(s string, size int) int {
	i := strings.LastIndexByte(s[:size], ' ')
	if i > size/2 {
		return i + 1
	}
	n := size
	for n > 1 && s[n]&0xc0 == 0x80 {
		n--
	}
	return n
}
