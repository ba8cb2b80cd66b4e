package markdown

import (
	"cmp"
	"strings"
)

// Piece is a part of a source that can be rendered by itself.
type Piece struct {
	Start, End int
	Context    string // the opening line of the fence or the head of the table that it continues, or ""
}

// Source is the piece's own Markdown.
func (p Piece) Source(source string) string {
	if p.Context == "" {
		return source[p.Start:p.End]
	}
	return p.Context + "\n" + source[p.Start:p.End]
}

// Split cuts a source into pieces of about size bytes, so that only the visible
// ones need to be rendered: between paragraphs if possible, else between lines,
// else between words. The pieces joined are the source. Each piece of a table
// repeats its head.
func Split(source string, size int) []Piece {
	if len(source) <= size {
		return []Piece{{End: len(source)}}
	}
	var pieces []Piece
	fence, context := "", "" // the open fence, and the context of the current piece
	above, head := "", ""    // the previous line, and the head of the open table
	start, gap := 0, -1      // gap is the end of the last paragraph
	cut := func(at int, within string) {
		pieces = append(pieces, Piece{Start: start, End: at, Context: context})
		start, gap, context = at, -1, within
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
		for end-start > size { // a single line is too long
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

// tableAfter returns the head of the table that is open after a line, "" if none
// is: its two lines without the last line end. A head larger than a quarter of a
// piece is not repeated.
func tableAfter(head, above, line string, size int) string {
	line = strings.TrimSuffix(line, "\n")
	switch row := strings.TrimSpace(line); {
	case head != "" && row != "" && (strings.Contains(line, "|") || !strings.ContainsAny(row[:1], "#>-*+~`<")):
		return head // a row of one cell needs no bar
	case head != "":
		return ""
	case strings.Contains(line, "|") && len(above)+len(line) < size/4 && isDelimiter(line) && cellCount(line) == cellCount(above):
		return above + line
	}
	return ""
}

// isDelimiter reports whether a line can be the delimiter row of a table.
func isDelimiter(line string) bool {
	return strings.Contains(line, "-") && strings.Trim(line, "|:- \t\r") == ""
}

// cellCount counts the cells of a table row.
func cellCount(row string) int {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	return 1 + strings.Count(row, "|") - strings.Count(row, `\|`)
}

// fenceAfter returns the opening line of the fence that is open after a line.
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
