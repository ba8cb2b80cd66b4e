package table

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// freeColumn is the distance between a wide column and the free text behind it.
const freeColumn = 26

// minFree is the minimum width of a free text that is cut for the name before it.
const minFree = 8

// freeText returns the text that a row shows in place of some columns, where it
// begins, and the columns before it. The last of these and the text take the room
// that they need from each other.
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
	if n > 0 {
		last := &columns[n-1]
		width := text.Width(cell.Text)
		need := text.Width(text.Line(l.columns[last.column].CellOf(r).Text))
		room := l.width - last.x - 3
		least := min(need, last.width)
		isCut := least+width > room && !l.wraps()
		if isCut && need+minFree <= room { // either way, so the name is not
			least = need
		}
		last.width = max(min(need, room-width), least)
		if l.rows.is(r, Heading) {
			x = min(x, last.x+freeColumn)
		} else {
			x = l.freeStart(id, *last, x)
		}
		if !l.wraps() || l.width-1-x < minWrapped { // or the text is cut where another place has room
			x = min(x, l.width-1-width)
		}
		x = max(x, last.x+last.width+2)
	}
	return cell, x, columns
}

// freeStart returns where the free texts in place of a column begin, which is at x: all of them behind the widest
// name, and as far left as that allows where one of them needs the room.
func (l *layout[R]) freeStart(id string, last place, x int) int {
	widest := l.freeWidthsOf(id, last.column)
	name := widest.name
	if last.x+name+minFree+3 > l.width {
		name = min(name, last.width)
	}
	return max(last.x+name+2, min(x, last.x+freeColumn, l.width-1-widest.text))
}

// freeWidths are the widths of the widest free text in place of a column, and of the widest name before one.
type freeWidths struct{ name, text int }

// freeColumns are a column and the one before it.
type freeColumns struct {
	id   string
	last int // of layout.columns
}

// freeWidthsOf measures the rows of a snapshot once, unless the list is long.
func (l *layout[R]) freeWidthsOf(id string, last int) freeWidths {
	at := freeColumns{id: id, last: last}
	widest, known := l.freeTexts[at]
	rows := l.rows.shown.query.snap.rows
	if known || len(rows) > maxSync {
		return widest
	}
	for _, r := range rows {
		column, cell, ok := l.free(r)
		if !ok || column != id || l.rows.is(r, Heading) {
			continue
		}
		widest.text = max(widest.text, text.Width(text.Line(cell.Text)))
		widest.name = max(widest.name, text.Width(text.Line(l.columns[last].CellOf(r).Text)))
	}
	l.freeTexts[at] = widest
	return widest
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
	if c.Short != nil {
		cell.Text = c.Shortened(r, cell.Text, p.width)
	} else if !c.Right && p.bar == 0 {
		p.width, covered = l.spill(r, columns, text.Width(cell.Text))
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
