package table

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// freeColumn is the distance between a heading and the text behind it.
const freeColumn = 26

// freeGap is the number of blanks before a free text.
const freeGap = 2

// minFree is the minimum width of free texts that are cut for the names before them.
const minFree = 8

// nameWeight is how much worse it is to cut a cell of a name than one of a free text.
const nameWeight = 4

// freeText returns the text that a row shows in place of some columns, where it
// begins, and the columns before it. The last of these has the room that the text leaves.
func (l *layout[R]) freeText(r R) (cell resource.Cell, x int, columns []place) {
	columns = l.placed
	id, cell, ok := l.free(r)
	if !ok {
		return resource.Cell{}, 0, columns
	}
	cell.Text = text.Line(cell.Text)
	n := slices.IndexFunc(columns, func(p place) bool {
		c := &l.columns[p.column]
		return c.ID == id || !c.Pinned
	})
	if n < 0 {
		n = len(columns)
		x = l.width
	} else {
		x = columns[n].x
	}
	columns = slices.Clone(columns[:n])
	if n == 0 {
		return cell, x, columns
	}
	last := &columns[n-1]
	need := text.Width(text.Line(l.columns[last.column].CellOf(r).Text))
	if l.rows.is(r, Heading) {
		x = l.afterHeading(*last, need, text.Width(cell.Text), x)
	} else {
		x = l.freeStart(id, *last, x)
	}
	last.width = max(min(need, x-last.x-freeGap), 0)
	return cell, x, columns
}

// afterHeading returns where the text behind a heading of a width begins: at a column or near the heading, which is
// cut only for the text.
func (l *layout[R]) afterHeading(last place, heading, width, x int) int {
	end := l.width - 1 - width
	room := end - last.x - freeGap
	x = min(x, last.x+freeColumn, end)
	return max(x, last.x+min(heading, max(last.width, room))+freeGap)
}

// freeStart returns where all free texts in place of a column begin: at it, which is at x, or as near to it as the
// rows allow without cutting more of their names and texts.
func (l *layout[R]) freeStart(id string, last place, x int) int {
	at := freePlace{
		id:    id,
		last:  last.column,
		x:     x,
		from:  last.x,
		width: l.width,
		wraps: l.wraps(),
	}
	if start, known := l.freeStarts[at]; known {
		return start
	}
	rows := l.freeRows(id, last.column)
	end := l.width - 1
	least := minFree
	if at.wraps {
		least = minWrapped
	}
	least = min(least, rows.text)
	first := last.x + freeGap
	best := max(end-least, first)
	weight := nameWeight
	if first+rows.name > best { // no place shows all names
		weight = 1
	}
	fewest := rows.lost(best-first, end-best, weight)
	for start := best - 1; start >= first; start-- {
		lost := rows.lost(start-first, end-start, weight)
		isNearer := lost == fewest && distance(start, x) < distance(best, x)
		if lost < fewest || isNearer {
			best = start
			fewest = lost
		}
	}
	l.freeStarts[at] = best
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// freePlace is what determines where free texts begin.
type freePlace struct {
	id      string
	last    int // of layout.columns, the one before the texts
	x, from int // where the columns begin
	width   int
	wraps   bool
}

// freeRows are the numbers of rows with a free text in place of a column, by the widths of the names before these
// texts and by those of the texts, and the greatest widths.
type freeRows struct {
	names, texts map[int]int
	name, text   int
}

// lost is the number of cells that are cut where names and texts have so many, one of a name counted weight times.
func (f *freeRows) lost(name, free, weight int) int {
	cells := 0
	for width, n := range f.names {
		cells += weight * n * max(width-name, 0)
	}
	for width, n := range f.texts {
		cells += n * max(width-free, 0)
	}
	return cells
}

// freeRows measures the rows of a snapshot, of a long list the first ones.
func (l *layout[R]) freeRows(id string, last int) freeRows {
	all := freeRows{names: map[int]int{}, texts: map[int]int{}}
	rows := l.rows.shown.query.snap.rows
	for _, r := range rows[:min(len(rows), maxSync)] {
		column, cell, ok := l.free(r)
		if !ok || column != id || l.rows.is(r, Heading) {
			continue
		}
		free := min(text.Width(text.Line(cell.Text)), maxCell)
		name := min(text.Width(text.Line(l.columns[last].CellOf(r).Text)), maxCell)
		all.texts[free]++
		all.names[name]++
		all.text = max(all.text, free)
		all.name = max(all.name, name)
	}
	return all
}

// cut returns what a row shows of a cell in the first of some places: a short text, the first line of one
// that continues, or a dash for none. It also returns the place as wide as its text may be, and the number of
// columns behind it that the text covers.
func (l *layout[R]) cut(
	r R,
	cell resource.Cell,
	columns []place,
	long wrapped,
) (shown resource.Cell, p place, covered int) {
	p = columns[0]
	c := &l.columns[p.column]
	isAbbreviated := c.Short != nil && c.Min == 0 // in all rows alike
	if !c.Right && p.bar == 0 && !isAbbreviated {
		p.width, covered = l.spill(r, columns, text.Width(cell.Text))
	}
	if c.Short != nil {
		cell.Text = c.Shortened(r, cell.Text, p.width)
	}
	if c.Wraps && len(long.lines) > 0 && long.x == p.x {
		cell.Text = long.lines[0]
	}
	if cell.Text == "" {
		cell.Text = l.theme.Glyphs.Dash
		cell.Tone = theme.Faint
		p.fraction = 0
	}
	return cell, p, covered
}

// spill returns the width of the first of some places, with as many blank cells behind it as a text
// of a width needs that would be cut, and the number of columns of those.
func (l *layout[R]) spill(r R, columns []place, need int) (width, covered int) {
	first := &columns[0]
	width = first.width
	for _, next := range columns[1:] {
		if need <= width || next.bar > 0 {
			break
		}
		cell := l.columns[next.column].CellOf(r)
		isBlank := cell.Text != "" && strings.TrimSpace(cell.Text) == ""
		if !isBlank {
			const gap = 2
			width = max(width, next.x+l.leading(next, cell.Text)-gap-first.x)
			break
		}
		width = next.x + next.width - first.x
		covered++
	}
	return width, covered
}

// leading returns the number of blank cells in front of a text in a place.
func (l *layout[R]) leading(p place, s string) int {
	c := &l.columns[p.column]
	if !c.Right || c.Short != nil {
		return 0
	}
	s = text.Line(s)
	if s == "" {
		s = l.theme.Glyphs.Dash
		p.fraction = 0
	}
	return max(p.width-text.Width(s)-max(p.fraction-text.Fraction(s), 0), 0)
}
