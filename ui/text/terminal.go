package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Printed returns what a terminal shows of the output of a command: carriage returns,
// backspaces and the sequences that move within a line or erase it overwrite what is there,
// as progress bars do, and tabs go to the next multiple of eight. It drops other sequences.
func Printed(output string) string {
	if !strings.ContainsAny(output, "\r\b\t\x1b") {
		return output
	}
	var b strings.Builder
	b.Grow(len(output))
	for line := range strings.Lines(output) {
		row := strings.TrimRight(line, "\r\n")
		if strings.ContainsAny(row, "\r\b\t\x1b") {
			row = printedLine(row)
		}
		b.WriteString(row)
		if strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// printedLine is one line of [Printed].
func printedLine(s string) string {
	const maxColumn = 4096 // sequences can name any column
	var cells []string     // the second cell of a wide letter is ""
	at, state, p := 0, byte(0), ansi.NewParser()
	for s != "" {
		letter, width, n, next := ansi.DecodeSequence(s, state, p)
		s, state = s[n:], next
		switch {
		case width > 0:
			for len(cells) < at+width {
				cells = append(cells, " ")
			}
			if cells[at] == "" { // the letter covers half of a wide one
				cells[at-1] = " "
			}
			if at+width < len(cells) && cells[at+width] == "" {
				cells[at+width] = " "
			}
			cells[at] = letter
			clear(cells[at+1 : at+width])
			at += width
		case letter == "\r":
			at = 0
		case letter == "\b":
			at = max(at-1, 0)
		case letter == "\t":
			at = at/8*8 + 8
		case ansi.HasCsiPrefix(letter):
			count, _ := p.Param(0, 1)
			count = min(max(count, 1), maxColumn)
			switch p.Command() {
			case 'C':
				at = min(at+count, maxColumn)
			case 'D':
				at = max(at-count, 0)
			case 'G':
				at = count - 1
			case 'K':
				cells = erased(cells, at, p)
			}
		}
	}
	return strings.TrimRight(strings.Join(cells, ""), " ")
}

// erased erases the end of a line, its beginning with 1, and all of it with 2.
func erased(cells []string, at int, p *ansi.Parser) []string {
	switch mode, _ := p.Param(0, 0); mode {
	case 1:
		for i := range cells[:min(at+1, len(cells))] {
			cells[i] = " "
		}
		return cells
	case 2:
		return nil
	}
	return cells[:min(at, len(cells))]
}
