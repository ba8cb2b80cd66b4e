package transcript

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/rivo/uniseg"
)

// printed returns what a terminal shows of the output of a command: carriage returns,
// backspaces and the sequences that move within a line or erase it overwrite what is there,
// as progress bars do, and tabs go to the next multiple of eight. It drops other sequences.
func printed(output string) string {
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

// printedLine is one line of [printed].
func printedLine(s string) string {
	var cells []string // the second cell of a wide letter is ""
	at := 0
	for s != "" {
		if sequence := sequences().FindStringSubmatch(s); sequence != nil {
			s = s[len(sequence[0]):]
			cells, at = obey(cells, at, sequence[1], sequence[2])
			continue
		}
		letter, rest, width, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		s = rest
		if width > 0 {
			cells = write(cells, at, letter, width)
			at += width
			continue
		}
		switch letter {
		case "\r":
			at = 0
		case "\b":
			at = max(at-1, 0)
		case "\t":
			at = at/8*8 + 8
		}
	}
	return strings.TrimRight(strings.Join(cells, ""), " ")
}

// write writes a letter over what a line has in some cells. The second cell of a wide letter is empty.
func write(cells []string, at int, letter string, width int) []string {
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
	return cells
}

// sequences matches an escape sequence at the start of a text: one that controls the cursor,
// with its parameters and its command, or another.
var sequences = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^\x1b(?:\[([0-?]*)[ -/]*([@-~])|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)`,
	)
})

// obey moves the cursor within a line or erases a part of it.
func obey(cells []string, at int, parameters, command string) ([]string, int) {
	const maxColumn = 4096 // sequences can name any column
	first, _, _ := strings.Cut(parameters, ";")
	n, err := strconv.Atoi(cmp.Or(first, "0"))
	if err != nil {
		n = maxColumn
	}
	by := min(max(n, 1), maxColumn)
	switch command {
	case "C":
		at = min(at+by, maxColumn)
	case "D":
		at = max(at-by, 0)
	case "G":
		at = by - 1
	case "K":
		cells = erase(cells, at, n)
	}
	return cells, at
}

// erase erases a line to its beginning (1), all of it (2), or to its end.
func erase(cells []string, at, what int) []string {
	switch what {
	case 1:
		for i := range cells[:min(at+1, len(cells))] {
			cells[i] = " "
		}
		return cells
	case 2:
		return nil
	default:
		return cells[:min(at, len(cells))]
	}
}
