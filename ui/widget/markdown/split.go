package markdown

import "strings"

// Piece is a stretch of a source that can be drawn by itself.
type Piece struct {
	Start, End int
	Open       string // the line that opens the fence it stands in, "" outside of any
}

// Source is the piece's own Markdown.
func (p Piece) Source(source string) string {
	if p.Open == "" {
		return source[p.Start:p.End]
	}
	return p.Open + "\n" + source[p.Start:p.End]
}

// Split cuts a source into pieces of about size bytes, so that only those in
// sight need to be drawn: between paragraphs where it can, else between lines,
// else between words. Joined they are the source.
func Split(source string, size int) []Piece {
	if len(source) <= size {
		return []Piece{{End: len(source)}}
	}
	var pieces []Piece
	fence, opened := "", "" // the fence that is open now, and where the piece begins
	start, gap := 0, -1     // gap is where a paragraph last ended
	cut := func(at int, within string) {
		pieces = append(pieces, Piece{Start: start, End: at, Open: opened})
		start, gap, opened = at, -1, within
	}
	for at := 0; at < len(source); {
		end := len(source)
		if i := strings.IndexByte(source[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := source[at:end]
		if at > start && end-start > size {
			if gap > start {
				cut(gap, "")
			}
			if at > start && end-start > size {
				cut(at, fence)
			}
		}
		for end-start > size { // one line alone is too long
			cut(start+wordEnd(source[start:end], size), fence)
		}
		fence = fenceAfter(fence, line)
		if fence == "" && strings.TrimSpace(line) == "" {
			gap = end
		}
		at = end
	}
	if start < len(source) {
		cut(len(source), "")
	}
	return pieces
}

// wordEnd is where a line may be cut within its first size bytes: behind a
// blank, else between two letters.
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

// fenceAfter is the line of the fence that is open behind a line.
func fenceAfter(fence, line string) string {
	line = strings.TrimSpace(line)
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return fence
	}
	run := line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
	switch {
	case len(run) < 3:
		return fence
	case fence == "":
		if run[0] == '`' && strings.Contains(line[len(run):], "`") {
			return ""
		}
		return line
	case strings.HasPrefix(fence, run[:1]) && run == line && strings.HasPrefix(run, fence[:len(fence)-len(strings.TrimLeft(fence, fence[:1]))]):
		return ""
	}
	return fence
}
