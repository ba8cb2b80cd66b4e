package table

import (
	"cmp"
	"slices"

	"channeldeck/ui/text"
)

// gutter is the width of the left margin: the cursor, the sign of selected rows, a
// blank.
const gutter = 3

// gap returns the blanks before a column. Numbers are aligned right, so most have
// room before them already.
func (c *Column[R]) gap() int {
	if c.Right {
		return 1
	}
	return 2
}

// layout holds the visible columns.
type layout struct {
	columns []place
	more    bool // there are chosen columns further right
}

// place is the position of a visible column.
type place struct {
	column   int // of Table.columns
	x, width int
}

func (t *Table[R]) find(id string) int {
	return slices.IndexFunc(t.columns, func(c Column[R]) bool { return c.ID == id })
}

// ColumnState is a column that the user can choose.
type ColumnState struct {
	ID, Title string
	Chosen    bool
}

// Columns returns all columns: the chosen ones in their order, then the others.
func (t *Table[R]) Columns() []ColumnState {
	var chosen, others []ColumnState
	for _, i := range t.chosen {
		chosen = append(chosen, ColumnState{t.columns[i].ID, t.columns[i].Title, true})
	}
	for i, c := range t.columns {
		if !slices.Contains(t.chosen, i) {
			others = append(others, ColumnState{c.ID, c.Title, false})
		}
	}
	return append(chosen, others...)
}

// ShowColumns chooses the columns and their order; those that fit are shown.
// Unknown ids are ignored, and the call is if none is known.
func (t *Table[R]) ShowColumns(ids []string) {
	var chosen []int
	for _, id := range ids {
		if i := t.find(id); i >= 0 && !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) > 0 {
		t.chosen, t.scrolled = chosen, 0
		t.measure()
	}
}

// visible returns the index of the cursor's column among the visible ones, -1 for
// none.
func (t *Table[R]) visible() int {
	return slices.IndexFunc(t.lay.columns, func(p place) bool { return t.columns[p.column].ID == t.column })
}

// moveRight moves the cursor to the next column, and scrolls at the edge.
func (t *Table[R]) moveRight() {
	at := t.visible() + 1
	if at == len(t.lay.columns) {
		if t.lay.more {
			t.scrolled++
			t.relayout()
		}
		at = len(t.lay.columns) - 1
	}
	t.moveToColumn(at)
}

// moveLeft moves the cursor to the previous column. In a scrolled table it scrolls
// back before it moves into the pinned columns.
func (t *Table[R]) moveLeft() {
	at := t.visible() - 1
	if t.scrolled > 0 && (at < 0 || t.columns[t.lay.columns[at].column].Pinned) {
		t.scrolled--
		t.relayout()
		at = slices.IndexFunc(t.lay.columns, func(p place) bool { return !t.columns[p.column].Pinned })
	}
	t.moveToColumn(max(at, 0))
}

func (t *Table[R]) moveToColumn(at int) {
	if at >= 0 && at < len(t.lay.columns) {
		t.column = t.columns[t.lay.columns[at].column].ID
	}
}

// ResetWidths forgets the widths of the columns. Call it before SetRows where the
// texts of all rows may have changed.
func (t *Table[R]) ResetWidths() { clear(t.widths) }

// measure widens the columns to the visible cells, up to their limits. They do not
// narrow while the user scrolls, because every line would change.
func (t *Table[R]) measure() {
	end := min(t.top+t.body(), t.shown.Len())
	for _, i := range t.chosen {
		c := &t.columns[i]
		limit := cmp.Or(c.Max, MaxWidth)
		for row := t.top; row < end && t.widths[i] < limit; row++ {
			s := c.Cell(t.shown.row(row)).Text
			t.widths[i] = min(max(t.widths[i], text.Width(text.Clean(s))), limit)
		}
	}
	t.relayout()
}

// fullWidth returns the width of a column that shows its cells and its title, with
// the sort arrow, uncut.
func (t *Table[R]) fullWidth(i int) int {
	c := &t.columns[i]
	title := text.Width(c.Title)
	if c.Order != nil {
		title += text.Width(t.theme.Glyphs.SortUp)
	}
	return max(t.widths[i], title, 1)
}

// minWidth returns the width to which a column may be cut.
func (t *Table[R]) minWidth(i int) int {
	full := t.fullWidth(i)
	if c := &t.columns[i]; c.Min > 0 {
		return min(c.Min, full)
	}
	return full
}

// relayout places the columns.
func (t *Table[R]) relayout() {
	room := t.width - gutter
	fit := t.fit(room)
	if t.lay.more = t.outAtRight(fit); t.lay.more {
		room-- // for the sign of more columns
		fit = t.fit(room)
	}
	t.lay.columns = t.lay.columns[:0:0]
	widths, left := t.share(fit, room)
	x := gutter
	for i, w := range widths {
		c := &t.columns[fit[i]]
		if i > 0 {
			x += c.gap()
		}
		if i > 0 && left > 0 && c.Right && t.widths[fit[i]] >= w {
			x++ // numbers that fill their column would touch those before
			left--
		}
		t.lay.columns = append(t.lay.columns, place{fit[i], x, w})
		x += w
	}
	if t.visible() < 0 {
		t.moveToColumn(0)
	}
}

func (t *Table[R]) byPriority(a, b int) int {
	return cmp.Compare(t.columns[b].Priority, t.columns[a].Priority)
}

// fit returns the columns that have room at their minimum widths: by priority or,
// in a scrolled table, the pinned ones and the next ones.
func (t *Table[R]) fit(room int) []int {
	candidates := slices.Clone(t.chosen)
	if t.scrolled == 0 {
		slices.SortStableFunc(candidates, t.byPriority)
	} else {
		pinned := func(i int) bool { return t.columns[i].Pinned }
		rest := slices.DeleteFunc(slices.Clone(t.chosen), pinned)
		t.scrolled = min(t.scrolled, max(0, len(rest)-1))
		candidates = append(slices.DeleteFunc(candidates, func(i int) bool { return !pinned(i) }), rest[t.scrolled:]...)
	}
	var fit []int
	for _, i := range candidates {
		room -= t.columns[i].gap() + t.minWidth(i)
		if room < -2 && len(fit) > 0 { // the first column has no gap
			break
		}
		fit = append(fit, i)
	}
	slices.SortFunc(fit, func(a, b int) int { return cmp.Compare(slices.Index(t.chosen, a), slices.Index(t.chosen, b)) })
	return fit
}

// outAtRight reports whether there are columns to scroll to.
func (t *Table[R]) outAtRight(fit []int) bool {
	if t.scrolled == 0 {
		return len(fit) < len(t.chosen)
	}
	return len(fit) > 0 && !slices.Contains(fit, t.chosen[len(t.chosen)-1])
}

// share gives columns their minimum widths, and the rest of the room to those of
// highest priority first; left is the room that no column needs.
func (t *Table[R]) share(fit []int, room int) (widths []int, left int) {
	widths, left = make([]int, len(fit)), room
	order := make([]int, len(fit))
	for i, c := range fit {
		if i > 0 {
			left -= t.columns[c].gap()
		}
		widths[i] = min(t.minWidth(c), max(left, 0))
		left -= widths[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.byPriority(fit[a], fit[b]) })
	for _, i := range order {
		more := max(min(t.fullWidth(fit[i])-widths[i], left), 0)
		widths[i] += more
		left -= more
	}
	return widths, left
}
