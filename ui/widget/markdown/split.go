package markdown

import (
	"regexp"
	"strings"
	"sync"
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
	for text := range strings.Lines(source) {
		row := fence == "" && strings.HasPrefix(strings.TrimSpace(text), "|")
		whole := row && at+len(text)-piece.Start <= 16*size
		if !whole || !inTable {
			line = Piece{Start: at, Fence: fence}
		}
		at, inTable = at+len(text), row
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
		if fence = fenceAfter(fence, text); fence == "" && strings.TrimSpace(text) == "" {
			gap = Piece{Start: at}
		}
	}
	piece.End = at
	if piece.Start < at || pieces == nil {
		pieces = append(pieces, piece)
	}
	return pieces
}

// wordEnd returns where to cut a line within its first size bytes: after a blank,
// else between two letters.
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

// fenceLine is a line that opens or closes a fence.
var fenceLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^\\s*(`{3,}|~{3,})(.*)")
})

// fenceAfter returns the opening line of the fence that is open after a line.
func fenceAfter(fence, line string) string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return fence // the usual case
	}
	m := fenceLine().FindStringSubmatch(line)
	switch {
	case fence == "" && m[1][0] == '`' && strings.Contains(m[2], "`"):
		return fence
	case fence == "":
		return line
	case m[2] == "" && strings.HasPrefix(m[1], fenceLine().FindStringSubmatch(fence)[1]):
		return ""
	}
	return fence
}
