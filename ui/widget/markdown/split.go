package markdown

import (
	"cmp"
	"regexp"
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
	var pieces []Piece
	var piece, gap, line Piece       // the current one, and those that could begin after a paragraph and at a line
	fence, head, above := "", "", "" // the open fence, the head of the open table, the previous line
	at := 0
	for text := range strings.Lines(source) {
		next := tableAfter(head, above, text, size)
		if fence != "" || head != "" || next == "" { // not between the lines of a head
			line = Piece{Start: at, Context: cmp.Or(fence, next)}
		}
		at += len(text)
		for at-piece.Start > size {
			following := Piece{Start: piece.Start + wordEnd(source[piece.Start:at], size), Context: fence} // of a single line
			if line.Start > piece.Start {
				following = line
			}
			if gap.Start > piece.Start {
				following = gap
			}
			piece.End = following.Start
			pieces = append(pieces, piece)
			piece = following
		}
		if fence = fenceAfter(fence, text); fence != "" {
			next = ""
		}
		above, head = text, next
		if fence == "" && strings.TrimSpace(text) == "" {
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

// fenceLine is a line that opens or closes a fence.
var fenceLine = regexp.MustCompile("^\\s*(`{3,}|~{3,})(.*)")

// fenceAfter returns the opening line of the fence that is open after a line.
func fenceAfter(fence, line string) string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return fence // the usual case
	}
	m := fenceLine.FindStringSubmatch(line)
	switch {
	case fence == "" && m[1][0] == '`' && strings.Contains(m[2], "`"):
		return fence
	case fence == "":
		return line
	case m[2] == "" && strings.HasPrefix(m[1], fenceLine.FindStringSubmatch(fence)[1]):
		return ""
	}
	return fence
}
