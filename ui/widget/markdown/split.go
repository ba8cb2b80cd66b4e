package markdown

import (
	"cmp"
	"strings"
)

// Piece is a stretch of a source that can be drawn by itself.
type Piece struct {
	Start, End int
	Open       string // what it goes on with: the line that opens a fence, the head of a table, "" for neither
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
// else between words. Joined they are the source. Each piece of a table has its
// head again.
func Split(source string, size int) []Piece {
	if len(source) <= size {
		return []Piece{{End: len(source)}}
	}
	var pieces []Piece
	fence, opened := "", "" // the fence that is open now, and what the piece goes on with
	above, head := "", ""   // the line before, and the head of the table that goes on
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
		next := tableAfter(head, above, line, size)
		if at > start && end-start > size {
			if gap > start {
				cut(gap, "")
			}
			switch {
			case at == start || end-start <= size:
			case fence == "" && head == "" && next != "": // between the lines of a head
				cut(at-len(above), "")
			default:
				cut(at, cmp.Or(fence, next))
			}
		}
		for end-start > size { // one line alone is too long
			cut(start+wordEnd(source[start:end], size), fence)
		}
		if fence = fenceAfter(fence, line); fence != "" {
			next = ""
		}
		above, head = line, next
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

// tableAfter is the head of the table that is open behind a line, without its
// last end of line: the line of its names and the one below, "" where none is.
// Heads of more than a quarter of a piece are not repeated.
func tableAfter(head, above, line string, size int) string {
	line = strings.TrimSuffix(line, "\n")
	switch said := strings.TrimSpace(line); {
	case head != "" && said != "" && (strings.Contains(line, "|") || !strings.ContainsAny(said[:1], "#>-*+~`<")):
		return head // also where a row has one cell and no bar
	case head != "":
		return ""
	case strings.Contains(line, "|") && len(above)+len(line) < size/4 && delimits(line) && cells(line) == cells(above):
		return above + line
	}
	return ""
}

// delimits reports whether a line can be the one below the names of a table.
func delimits(line string) bool {
	return strings.Contains(line, "-") && strings.Trim(line, "|:- \t\r") == ""
}

// cells counts the cells of a table's row.
func cells(row string) int {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	return 1 + strings.Count(row, "|") - strings.Count(row, `\|`)
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
