package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Terminals disagree on letters of several characters: กำ, कि and ខ្មែ have one cell where a cluster of
// characters counts, as in kitty, and two or more where each character does, as in tmux, xterm and the
// console. The wider count leaves a blank in the former; the narrower one would lose letters in the latter.
// So a cluster has the cells of all of its characters here, and ui/terminal positions the cursor after it.

// widened reports whether s may have a cluster that has more cells than package ansi says. It is true for some
// other texts too.
func widened(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case 0xe0, 0xe1, 0xea, 0xf0: // with which the characters of these blocks begin; a rune at a time is slower
			r, _ := utf8.DecodeRuneInString(s[i:])
			if isBeside(r) {
				return true
			}
		}
	}
	return false
}

// isBeside reports whether r may stand beside the letter before it in a cluster: whether it is of a script with
// spacing marks, from Devanagari to the Philippine ones, and in later blocks.
func isBeside(r rune) bool {
	if r < 0x900 {
		return false
	}
	isOfBlock := r < 0x1d00 || 0xa800 <= r && r < 0xac00 || 0x11000 <= r && r < 0x12000
	return isOfBlock && !unicode.Is(unicode.Hangul, r)
}

// ClusterCells returns the cells of a cluster of characters, of which package ansi says cols.
func ClusterCells(cluster string, cols int) int {
	own := 0
	for i, r := range cluster {
		if i == 0 && !isBeside(r) {
			return cols
		}
		own += runeCells(r)
	}
	return max(own, cols)
}

// runeCells returns the cells of a character of a cluster by the rules of wcwidth.
func runeCells(r rune) int {
	if unicode.Is(unicode.Mc, r) {
		return 1
	}
	if unicode.In(r, unicode.M, unicode.Cf) {
		return 0
	}
	return ansi.StringWidth(string(r))
}

// more returns how many cells s has beside those that package ansi counts.
func more(s string) (cells int) {
	if !widened(s) {
		return 0
	}
	for s != "" {
		part, cols, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
		if cols > 0 {
			cells += ClusterCells(part, cols) - cols
		}
		s = s[n:]
	}
	return cells
}

// Before returns what a line has before a column, and all of its escape sequences. A wide letter across the
// column is left out.
func Before(line string, column int) string { return truncate(line, column, "") }

// After returns what a line has from a column on, and all of its escape sequences.
func After(line string, column int) string {
	if !widened(line) {
		return ansi.TruncateLeft(line, column, "")
	}
	var b strings.Builder
	at := 0
	for line != "" {
		part, cols, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		line = line[n:]
		if cols > 0 {
			at += ClusterCells(part, cols)
		}
		isControl := part != "" && part[0] < ' '
		if at > column || isControl {
			b.WriteString(part)
		}
	}
	return b.String()
}

// truncate cuts a line that is wider than a width, and ends it with a tail. It keeps escape sequences.
func truncate(line string, width int, tail string) string {
	if !widened(line) {
		return ansi.Truncate(line, width, tail)
	}
	if Width(line) <= width {
		return line
	}
	room := width - Width(tail)
	if room < 0 {
		return ""
	}
	var b strings.Builder
	isCut := false
	for line != "" {
		part, cols, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		line = line[n:]
		isControl := part != "" && part[0] < ' '
		if isControl {
			b.WriteString(part)
			continue
		}
		if cols > 0 {
			room -= ClusterCells(part, cols)
		}
		if room < 0 && !isCut {
			isCut = true
			b.WriteString(tail)
		}
		if !isCut {
			b.WriteString(part)
		}
	}
	return b.String()
}
