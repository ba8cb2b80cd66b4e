package table

import (
	"context"
	"slices"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Kind is the kind of a row.
type Kind uint8

// The kinds of rows.
const (
	Item    Kind = iota
	SubRow       // belongs to the item above it: it is not counted
	Heading      // of the rows below it: the cursor skips it, and nothing counts, yields or selects it
	Section      // a heading that the cursor does not skip, so that a key can fold its rows
)

// belowHeadings returns columns that search no heading, and sort the rows below each by themselves.
func belowHeadings[R any](columns []resource.Column[R], kind func(R) Kind) []resource.Column[R] {
	columns = slices.Clone(columns)
	for i := range columns {
		col := &columns[i]
		if value := col.Of; value != nil {
			col.Of = func(r R) resource.Value {
				if kind(r) == Heading {
					return resource.Value{}
				}
				return value(r)
			}
		}
		if sorted := *col; sorted.IsSorted() {
			col.Order = func(ctx context.Context, rows []R, desc bool) (all []int32) {
				for from, i := 0, 0; i <= len(rows); i++ {
					if i < len(rows) && kind(rows[i]) != Heading {
						continue
					}
					for _, at := range sorted.Sort(ctx, rows[from:i], desc) {
						all = append(all, int32(from)+at)
					}
					if from = i + 1; i < len(rows) {
						all = append(all, int32(i))
					}
				}
				return all
			}
		}
	}
	return columns
}

func (s *rowSet[R]) is(r R, kind Kind) bool {
	return s.kind != nil && s.kind(r) == kind
}

// isTitle reports whether a row is no row of the list, but the title of some.
func (s *rowSet[R]) isTitle(r R) bool {
	return s.is(r, Heading) || s.is(r, Section)
}

// CurrentSection returns the section under the cursor, false if there is another row.
func (t *Table[R]) CurrentSection() (R, bool) {
	if t.shown.Len() > 0 {
		r := t.shown.row(t.cursor)
		if t.is(r, Section) {
			return r, true
		}
	}
	var none R
	return none, false
}

// number numbers the items shown, and counts those of the snapshot.
func (s *rowSet[R]) number() {
	if s.kind == nil {
		return
	}
	s.numbers = make([]int, s.shown.Len())
	n := 0
	for i := range s.numbers {
		if s.kind(s.shown.row(i)) == Item {
			n++
		}
		s.numbers[i] = n
	}
	s.total = 0
	for _, r := range s.shown.query.snap.rows {
		if s.kind(r) == Item {
			s.total++
		}
	}
}

// skipHeadings returns the nearest row to an index that is not a heading, in the
// direction of a move if there is one.
func (s *rowSet[R]) skipHeadings(to int, up bool) int {
	step := 1
	if up {
		step = -1
	}
	for _, step := range []int{step, -step} {
		for i := to; i >= 0 && i < s.shown.Len(); i += step {
			if !s.is(s.shown.row(i), Heading) {
				return i
			}
		}
	}
	return to
}

// freeColumn is the distance between a wide column and the free text behind it.
const freeColumn = 26

// minFree is the minimum width of a free text that is cut for the name before it.
const minFree = 8

// freeText returns the text that a row shows in place of some columns, where it
// begins, and the columns before it. The last of these and the text take the room
// that they need from each other.
func (g *grid[R]) freeText(r R) (cell resource.Cell, x int, columns []place) {
	columns = g.lay.columns
	id, cell, ok := g.free(r)
	if !ok {
		return resource.Cell{}, 0, columns
	}
	cell.Text = text.Line(cell.Text)
	n := slices.IndexFunc(columns, func(p place) bool {
		c := &g.columns[p.column]
		return c.ID == id || !c.Pinned
	})
	if n < 0 {
		n = len(columns)
		x = g.width
	} else {
		x = columns[n].x
	}
	columns = slices.Clone(columns[:n])
	if n > 0 {
		last := &columns[n-1]
		width := text.Width(cell.Text)
		need := text.Width(text.Line(g.columns[last.column].CellOf(r).Text))
		room := g.width - last.x - 3
		least := min(need, last.width)
		isCut := least+width > room && !wraps(g)
		if isCut && need+minFree <= room { // either way, so the name is not
			least = need
		}
		last.width = max(min(need, room-width), least)
		if g.is(r, Heading) {
			x = min(x, last.x+freeColumn)
		} else {
			x = g.freeStart(id, *last, x)
		}
		if !wraps(g) || g.width-1-x < minWrapped { // or the text is cut where another place has room
			x = min(x, g.width-1-width)
		}
		x = max(x, last.x+last.width+2)
	}
	return cell, x, columns
}

// freeStart returns where the free texts in place of a column begin, which is at x: all of them behind the widest
// name, and as far left as that allows where one of them needs the room.
func (g *grid[R]) freeStart(id string, last place, x int) int {
	widest := g.freeWidthsOf(id, last.column)
	name := widest.name
	if last.x+name+minFree+3 > g.width {
		name = min(name, last.width)
	}
	return max(last.x+name+2, min(x, last.x+freeColumn, g.width-1-widest.text))
}

// freeWidths are the widths of the widest free text in place of a column, and of the widest name before one.
type freeWidths struct{ name, text int }

// freeColumns are a column and the one before it.
type freeColumns struct {
	id   string
	last int // of grid.columns
}

// freeWidthsOf measures the rows of a snapshot once, unless the list is long.
func (g *grid[R]) freeWidthsOf(id string, last int) freeWidths {
	at := freeColumns{id: id, last: last}
	widest, known := g.freeTexts[at]
	rows := g.shown.query.snap.rows
	if known || len(rows) > maxSync {
		return widest
	}
	for _, r := range rows {
		column, cell, ok := g.free(r)
		if !ok || column != id || g.is(r, Heading) {
			continue
		}
		widest.text = max(widest.text, text.Width(text.Line(cell.Text)))
		widest.name = max(widest.name, text.Width(text.Line(g.columns[last].CellOf(r).Text)))
	}
	g.freeTexts[at] = widest
	return widest
}
