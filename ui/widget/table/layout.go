package table

import (
	"cmp"
	"slices"

	"channeldeck/ui/text"
)

// gutter is the cells at the left: the cursor, the mark of selected rows, a blank.
const gutter = 3

// gap is the cells before a column. Numbers stand at the right of theirs, with
// room before most of them already.
func (c *Column[R]) gap() int {
	if c.Right {
		return 1
	}
	return 2
}

// layout says which columns are in sight and where.
type layout struct {
	columns []place
	more    bool // chosen columns are out of sight at the right
}

// place is a column in sight.
type place struct {
	column   int // of Table.columns
	x, width int
}

func (t *Table[R]) find(id string) int {
	return slices.IndexFunc(t.columns, func(c Column[R]) bool { return c.ID == id })
}

// ColumnState is a column as a person can choose it.
type ColumnState struct {
	ID, Title string
	Chosen    bool
}

// Columns are all columns: those chosen in their order, then the others.
func (t *Table[R]) Columns() []ColumnState {
	var states []ColumnState
	for _, i := range t.chosen {
		states = append(states, ColumnState{t.columns[i].ID, t.columns[i].Title, true})
	}
	for i, c := range t.columns {
		if !slices.Contains(t.chosen, i) {
			states = append(states, ColumnState{c.ID, c.Title, false})
		}
	}
	return states
}

// ShowColumns shows these columns in this order, those that fit. Unknown ids are left
// out; without any that is known nothing changes.
func (t *Table[R]) ShowColumns(ids []string) {
	var chosen []int
	for _, id := range ids {
		if i := t.find(id); i >= 0 && !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) == 0 {
		return
	}
	t.chosen, t.scrolled = chosen, 0
	t.measure()
}

// Column is the id of the column under the cursor.
func (t *Table[R]) Column() string { return t.column }

// MoveColumn moves the cursor to another column, and at the edge scrolls to
// columns out of sight.
func (t *Table[R]) MoveColumn(by int) {
	at := slices.IndexFunc(t.lay.columns, func(p place) bool { return t.columns[p.column].ID == t.column })
	for ; by > 0; by-- {
		if at < len(t.lay.columns)-1 {
			at++
		} else if t.lay.more {
			t.scrolled++
			t.relayout()
			at = len(t.lay.columns) - 1
		}
	}
	for ; by < 0; by++ {
		if at > 0 && (t.scrolled == 0 || !t.columns[t.lay.columns[at-1].column].Pinned) {
			at--
		} else if t.scrolled > 0 {
			t.scrolled--
			t.relayout()
			at = t.firstUnpinned()
		} else {
			at = max(at-1, 0)
		}
	}
	if at >= 0 && at < len(t.lay.columns) {
		t.column = t.columns[t.lay.columns[at].column].ID
	}
	t.relayout()
}

func (t *Table[R]) firstUnpinned() int {
	return max(0, slices.IndexFunc(t.lay.columns, func(p place) bool { return !t.columns[p.column].Pinned }))
}

// ResetWidths lets the columns take their widths anew. Call it before SetRows where
// the texts of all rows may have changed.
func (t *Table[R]) ResetWidths() { clear(t.widths) }

// measure widens the columns to the visible cells, up to their limits. They do not
// narrow while the user scrolls, because every line would change.
func (t *Table[R]) measure() {
	end := min(t.top+t.body(), t.shown.Len())
	for _, i := range t.chosen {
		c := &t.columns[i]
		most := c.Max
		if most == 0 {
			most = MaxWidth
		}
		for at := t.top; at < end && t.widths[i] < most; at++ {
			s := c.Cell(t.shown.row(at)).Text
			t.widths[i] = min(max(t.widths[i], text.Width(text.Clean(s))), most)
		}
	}
	t.relayout()
}

// wide is the width that a column would take: its cells and its title, with the
// sort mark.
func (t *Table[R]) wide(i int) int {
	c := &t.columns[i]
	title := text.Width(c.Title)
	if c.Order != nil {
		title++
	}
	return max(t.widths[i], title, 1)
}

// least is down to where a column may be cut.
func (t *Table[R]) least(i int) int {
	if c := &t.columns[i]; c.Min > 0 {
		return min(c.Min, t.wide(i))
	}
	return t.wide(i)
}

// relayout places the columns.
func (t *Table[R]) relayout() {
	room := t.width - gutter
	fit := t.fit(room)
	t.lay = layout{more: t.outAtRight(fit)}
	x := gutter
	widths, left := t.share(fit, room)
	for i, w := range widths {
		if i > 0 {
			x += t.columns[fit[i]].gap()
		}
		if i > 0 && left > 0 && t.columns[fit[i]].Right && t.widths[fit[i]] >= w {
			x++ // numbers that fill their column would touch those before
			left--
		}
		t.lay.columns = append(t.lay.columns, place{fit[i], x, w})
		x += w
	}
	if !slices.ContainsFunc(t.lay.columns, func(p place) bool { return t.columns[p.column].ID == t.column }) && len(fit) > 0 {
		t.column = t.columns[fit[0]].ID
	}
}

// fit chooses the columns for which there is room at their least widths: by
// priority, or once scrolled, the pinned ones and those that come next.
func (t *Table[R]) fit(room int) []int {
	var candidates []int
	if t.scrolled == 0 {
		candidates = slices.Clone(t.chosen)
		slices.SortStableFunc(candidates, func(a, b int) int { return cmp.Compare(t.columns[b].Priority, t.columns[a].Priority) })
	} else {
		var rest []int
		for _, i := range t.chosen {
			if t.columns[i].Pinned {
				candidates = append(candidates, i)
			} else {
				rest = append(rest, i)
			}
		}
		t.scrolled = min(t.scrolled, max(0, len(rest)-1))
		candidates = append(candidates, rest[t.scrolled:]...)
	}
	var fit []int
	for _, i := range candidates {
		room -= t.columns[i].gap() + t.least(i)
		if room < -2 && len(fit) > 0 { // the first column needs no gap
			break
		}
		fit = append(fit, i)
	}
	slices.SortFunc(fit, func(a, b int) int { return cmp.Compare(slices.Index(t.chosen, a), slices.Index(t.chosen, b)) })
	return fit
}

// outAtRight reports whether scrolling on would show more.
func (t *Table[R]) outAtRight(fit []int) bool {
	if t.scrolled == 0 {
		return len(fit) < len(t.chosen)
	}
	return len(fit) > 0 && !slices.Contains(fit, t.chosen[len(t.chosen)-1])
}

// share gives columns their least widths, and what is left to the columns of
// highest priority first; left is what none of them has a use for.
func (t *Table[R]) share(fit []int, room int) (widths []int, left int) {
	widths, left = make([]int, len(fit)), room
	for i, c := range fit {
		if i > 0 {
			left -= t.columns[c].gap()
		}
		widths[i] = min(t.least(c), max(left, 0))
		left -= widths[i]
	}
	byPriority := make([]int, len(fit))
	for i := range fit {
		byPriority[i] = i
	}
	slices.SortStableFunc(byPriority, func(a, b int) int {
		return cmp.Compare(t.columns[fit[b]].Priority, t.columns[fit[a]].Priority)
	})
	for _, i := range byPriority {
		more := min(t.wide(fit[i])-widths[i], left)
		if more > 0 {
			widths[i] += more
			left -= more
		}
	}
	return widths, left
}
