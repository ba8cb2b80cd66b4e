package plain

import (
	"bufio"
	"context"
	"slices"
	"strings"

	"channeldeck/ui/text"
)

// gap is between the columns of a printed table.
const gap = "  "

// Widths below which columns are not narrowed.
const (
	leastCut  = 8  // of one that is cut
	leastWrap = 12 // of one that continues on further lines: for most words
)

// printed is a table as it is printed: its header and its rows, and the widths of its columns.
type printed struct {
	columns []Column
	lines   [][]string
	widths  []int
	bodies  []int // without the header
	screen  Screen
}

// writeTable aligns columns by cells, numbers at their decimal points, and fits the width of the terminal.
func (s *Sheet) writeTable(ctx context.Context, w *bufio.Writer, screen Screen) error {
	if len(s.Rows) == 0 { // the caller says so in words
		return nil
	}
	if s.Dense {
		s.dropUnknown(func(Column) bool { return true })
		s.Columns = slices.DeleteFunc(s.Columns, func(c Column) bool { return c.BySign })
	}
	t := &printed{columns: slices.Clone(s.Columns), screen: screen}
	err := s.lines(ctx, screen, true, func(cells []string) error {
		for i, cell := range cells {
			cells[i] = text.Clean(cell)
		}
		t.lines = append(t.lines, cells)
		return nil
	})
	if err != nil {
		return err
	}
	t.alignNumbers()
	t.measure()
	for s.Dense && t.leaveOut() {
		t.measure()
	}
	t.narrow()
	for n, cells := range t.lines {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, line := range t.rows(n, cells) {
			line = strings.TrimRight(line, " ")
			if n == 0 && screen.Head != nil {
				line = screen.Head(line)
			}
			if _, err := w.WriteString(line + "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// alignNumbers adds blanks to the numbers of each column below the header, so that their decimal points
// are below each other. Missing values end at the right.
func (t *printed) alignNumbers() {
	isNumber := func(cell string) bool { return strings.ContainsAny(cell, "0123456789") }
	for i := range t.columns {
		if !t.columns[i].Right {
			continue
		}
		fraction := 0
		for _, cells := range t.lines {
			fraction = max(fraction, text.Fraction(cells[i]))
		}
		for _, cells := range t.lines[1:] {
			if isNumber(cells[i]) {
				cells[i] += text.Blank(fraction - text.Fraction(cells[i]))
			}
		}
	}
}

// measure sets the widths that the columns have without a limit.
func (t *printed) measure() {
	t.widths = make([]int, len(t.columns))
	t.bodies = make([]int, len(t.columns))
	for n, cells := range t.lines {
		for i, cell := range cells {
			width := text.Width(cell)
			t.widths[i] = max(t.widths[i], width)
			if n > 0 {
				t.bodies[i] = max(t.bodies[i], width)
			}
		}
	}
}

// room is the number of cells for the columns; 0 is unlimited.
func (t *printed) room() int {
	if t.screen.Width == 0 {
		return 0
	}
	return max(t.screen.Width-len(gap)*(len(t.widths)-1), 1)
}

// headed is the least width of a column that cuts neither its values nor a word of its title.
func (t *printed) headed(i int) int {
	return max(t.bodies[i], longestWord(t.lines[0][i]))
}

// longestWord is the width of the longest word of a title.
func longestWord(title string) (width int) {
	for word := range strings.FieldsSeq(title) {
		width = max(width, text.Width(word))
	}
	return width
}

// least is the width to which a column may become narrower before whole ones are cut.
func (t *printed) least(i int) int {
	c := &t.columns[i]
	headed := t.headed(i)
	if c.Wraps {
		return min(headed, leastWrap)
	}
	if c.Whole || c.Right {
		return headed
	}
	return min(headed, leastCut)
}

// leaveOut leaves out the last spare column if whole columns would be cut else. It reports whether
// there was one.
func (t *printed) leaveOut() bool {
	sum := 0
	last := -1
	for i := range t.columns {
		sum += t.least(i)
		if t.columns[i].Spare {
			last = i
		}
	}
	if room := t.room(); last < 0 || room == 0 || sum <= room {
		return false
	}
	t.columns = slices.Delete(t.columns, last, last+1)
	for n := range t.lines {
		t.lines[n] = slices.Delete(t.lines[n], last, last+1)
	}
	return true
}

// narrow makes the widest columns narrower until all fit. First titles and the columns that wrap continue
// on further lines, which loses nothing; then texts are cut, then numbers, and in the end whole columns.
func (t *printed) narrow() {
	room := t.room()
	if room == 0 {
		return
	}
	only := func(of func(*Column) bool) func(i int) int {
		return func(i int) int {
			if of(&t.columns[i]) {
				return leastCut
			}
			return t.widths[i]
		}
	}
	shrink(t.widths, room, t.headed)
	shrink(t.widths, room, func(i int) int {
		if t.columns[i].Wraps {
			return leastWrap
		}
		return t.widths[i]
	})
	shrink(t.widths, room, t.least)
	shrink(t.widths, room, only(func(c *Column) bool { return c.Wraps }))
	shrink(t.widths, room, only(func(c *Column) bool { return !c.Whole }))
	shrink(t.widths, room, only(func(*Column) bool { return true }))
}

// shrink takes cells from the widest column until all fit into room, of those that are wider than their
// least.
func shrink(widths []int, room int, least func(i int) int) {
	sum := 0
	for _, w := range widths {
		sum += w
	}
	for ; sum > room; sum-- {
		widest := -1
		for i, w := range widths {
			if w > least(i) && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// rows are the lines of the header, the first, or of a row. The others are below its first line; the
// last of a title is at the values.
func (t *printed) rows(n int, cells []string) []string {
	parts := make([][]string, len(cells))
	height := 1
	for i, cell := range cells {
		parts[i] = []string{cell}
		wraps := t.columns[i].Wraps
		if n == 0 {
			wraps = t.widths[i] >= longestWord(cell) // else it is cut
		}
		if wraps && text.Width(cell) > t.widths[i] {
			parts[i] = text.Wrap(cell, t.widths[i])
		}
		height = max(height, len(parts[i]))
	}
	rows := make([]string, height)
	for y := range rows {
		line := make([]string, len(cells))
		for i, part := range parts {
			at := y
			if n == 0 {
				at -= height - len(part)
			}
			if at >= 0 && at < len(part) {
				line[i] = part[at]
			}
			line[i] = t.aligned(line[i], i)
		}
		rows[y] = strings.Join(line, gap)
	}
	return rows
}

// aligned is a part of a cell in the width of its column.
func (t *printed) aligned(cell string, i int) string {
	cell = text.Cut(cell, t.widths[i])
	if t.columns[i].Right {
		return text.Right(cell, t.widths[i])
	}
	return text.Left(cell, t.widths[i])
}
