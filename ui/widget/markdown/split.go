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

// Split cuts a source into pieces of about size bytes, so that only the visible
// ones need to be rendered: between paragraphs if possible, else between lines,
// else between words. Tables stay whole up to 16 times that size. The pieces joined
// are the source.
func Split(source string, size int) []Piece {
	var pieces []Piece
	var piece, gap, line Piece // the current one, and those that could begin after a paragraph and at a line
	at, fence, inTable := 0, "", false
	for l := range strings.Lines(source) {
		row := fence == "" && strings.HasPrefix(strings.TrimSpace(l), "|")
		whole := row && at+len(l)-piece.Start <= 16*size
		if !whole || !inTable {
			line = Piece{Start: at, Fence: fence}
		}
		at, inTable = at+len(l), row
		for at-piece.Start > size {
			following := Piece{Start: piece.Start + wordEnd(source[piece.Start:at], size), Fence: fence} // of a single line
			switch {
			case gap.Start > piece.Start:
				following = gap
			case line.Start > piece.Start:
				following = line
			}
			if following.Start > line.Start && whole {
				break
			}
			piece.End = following.Start
			pieces = append(pieces, piece)
			piece = following
		}
		if fence = text.FenceAfter(fence, l); fence == "" && strings.TrimSpace(l) == "" {
			gap = Piece{Start: at}
		}
	}
	piece.End = at
	if piece.Start < at || pieces == nil {
		pieces = append(pieces, piece)
	}
	return pieces
}

// wordEnd returns where to cut a line within size bytes: after a blank, else between letters.
func wordEnd(s string, size int) int {
	if i := strings.LastIndexByte(s[:size], ' '); i > size/2 {
		return i + 1
	}
	n := size
	for n > 1 && s[n]&0xc0 == 0x80 {
		n--
	}
	return n
}
