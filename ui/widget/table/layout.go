package table

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// gutter is the width of the left margin: the cursor, and the sign of selected rows.
const gutter = 2

// The widths of the bars of a column, and the minimum width of a column that grows,
// where its cells need as much.
const (
	minBar  = 5
	maxBar  = 12
	minGrow = 20
)

// gap returns the number of blanks before the column fit[i], which is 1 after a sign.
func (t *Table[R]) gap(fit []int, i int) int {
	if t.columns[fit[i-1]].Sign {
		return 1
	}
	return gapBefore(&t.columns[fit[i]])
}

// gapBefore returns the blanks before a column. Numbers are aligned right, so most
// have room before them already.
func gapBefore[R any](c *resource.Column[R]) int {
	if c.Right || c.Sign {
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
	bar      int // cells at the right end of width, after a blank; 0 for none
}

func (t *Table[R]) find(id string) int {
	return slices.IndexFunc(t.columns, func(c resource.Column[R]) bool { return c.ID == id })
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

// SetTitle changes the title of a column.
func (t *Table[R]) SetTitle(id, title string) {
	if i := t.find(id); i >= 0 {
		t.columns[i].Title = title
	}
}

// ShowColumns chooses the columns and their order; those that fit are shown. It ignores
// unknown IDs, and does nothing if all are unknown. Unless the user chose the columns,
// those without any value are left out.
func (t *Table[R]) ShowColumns(ids []string, byUser bool) {
	var chosen []int
	for _, id := range ids {
		if i := t.find(id); i >= 0 && !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) > 0 {
		t.chosen, t.explicit, t.scrolled, t.measured = chosen, byUser, 0, measured[R]{}
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
		for range t.chosen { // until another column appears
			if !t.lay.more || t.columns[t.lay.columns[at-1].column].ID != t.column {
				break
			}
			t.scrolled++
			t.relayout()
			at = len(t.lay.columns)
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
func (t *Table[R]) ResetWidths() {
	clear(t.widths)
	t.measured = measured[R]{}
}

// measured are the rows in view that the columns were last widened to.
type measured[R any] struct {
	of       *arrangement[R]
	from, to int
}

// measure widens the columns to the visible cells, up to their limits. They do not
// narrow while the user scrolls, because every line would change.
func (t *Table[R]) measure() {
	end := min(t.top+t.body(), t.shown.Len())
	known := t.measured
	if known.of != t.shown {
		known.from, known.to = 0, 0
	}
	for _, i := range t.chosen {
		c := &t.columns[i]
		limit := cmp.Or(c.Max, resource.MaxWidth)
		for row := t.top; row < end && t.widths[i] < limit; row++ {
			if known.from <= row && row < known.to {
				continue
			}
			r := t.shown.row(row)
			if _, _, free := t.free(r); !free {
				t.widths[i] = min(max(t.widths[i], text.Width(text.Clean(c.Cell(r).Text))), limit)
			}
		}
	}
	t.measured = measured[R]{t.shown, t.top, end}
	t.relayout()
}

// fullWidth returns the width of a column that shows its cells and its title, with
// the sort arrow, uncut.
func (t *Table[R]) fullWidth(i int) int {
	return max(t.widths[i], text.Width(t.title(i)), 1)
}

// title returns the title of a column, with the arrow if the rows are sorted by it.
func (t *Table[R]) title(i int) string {
	c, title := &t.columns[i], ""
	if !c.Sign {
		title = c.Title
	}
	switch id, desc := t.Sort(); {
	case c.ID != id:
		return title
	case desc:
		title += t.theme.Glyphs.SortDown
	default:
		title += t.theme.Glyphs.SortUp
	}
	return strings.TrimLeft(title, " ")
}

// minWidth returns the width to which a column may be cut.
func (t *Table[R]) minWidth(i int) int {
	full, c := t.fullWidth(i), &t.columns[i]
	switch {
	case c.Grow && t.width >= 3*minGrow:
		return min(max(c.Min, minGrow), full)
	case c.Min > 0:
		return min(c.Min, full)
	}
	return full
}

// content describes the values of a column in all rows.
type content struct {
	known   bool
	empty   bool    // they are all missing
	longest float64 // the greatest of the bars
}

// contentOf examines a column once for each snapshot.
func (t *Table[R]) contentOf(i int) content {
	at, c, rows := &t.contents[i], &t.columns[i], t.shown.query.snap.rows
	if at.known {
		return *at
	}
	*at = content{known: true, empty: len(rows) > 0 && !slices.ContainsFunc(rows, func(r R) bool { return c.Sign || strings.TrimSpace(c.Cell(r).Text) != "" })}
	if c.Bar != nil {
		for _, r := range rows {
			at.longest = max(at.longest, c.Bar(r))
		}
	}
	return *at
}

// offered returns the chosen columns. Unless the user chose them, it leaves out columns
// in which every value is missing.
func (t *Table[R]) offered() []int {
	if t.explicit {
		return t.chosen
	}
	return slices.DeleteFunc(slices.Clone(t.chosen), func(i int) bool { return t.contentOf(i).empty })
}

func (t *Table[R]) relayout() {
	room, offered := t.width-gutter-1, t.offered() // with a margin at the right
	fit := t.fit(offered, room)
	t.lay.more = len(fit) < len(offered)
	if t.scrolled > 0 {
		t.lay.more = len(fit) > 0 && !slices.Contains(fit, offered[len(offered)-1])
	}
	t.lay.columns = t.lay.columns[:0:0]
	reserved := t.reserved(fit, room)
	widths, left := t.share(fit, room-reserved)
	left += reserved
	bars := make([]int, len(fit))
	for i, at := range fit {
		if t.columns[at].Bar != nil && t.contentOf(at).longest > 0 && left > minBar {
			bars[i] = min(left-1, max(maxBar*t.width/120, minBar))
			left -= 1 + bars[i]
		}
	}
	x := gutter
	for i, w := range widths {
		c := &t.columns[fit[i]]
		if i > 0 {
			x += t.gap(fit, i)
		}
		if i > 0 && left > 0 && c.Right && t.widths[fit[i]] >= w {
			x++ // or a number that fills its column would touch the previous column
			left--
		}
		p := place{fit[i], x, w, bars[i]}
		if p.bar > 0 {
			p.width += 1 + p.bar
		}
		t.lay.columns = append(t.lay.columns, p)
		x += p.width
	}
	if i := slices.IndexFunc(fit, func(i int) bool { return t.columns[i].Grow }); i >= 0 && left > 0 {
		t.lay.columns[i].width += left
		for j := i + 1; j < len(fit); j++ {
			t.lay.columns[j].x += left
		}
	}
	if t.visible() < 0 {
		t.moveToColumn(0)
	}
}

// titledBar reports whether a column has bars with a title, and not all are empty. They
// show a value of their own, and come before columns of lower priority.
func (t *Table[R]) titledBar(i int) bool {
	return t.columns[i].BarTitle != "" && t.contentOf(i).longest > 0
}

// reserved returns the width of the bars with a title, or 0 where they do not fit.
func (t *Table[R]) reserved(fit []int, room int) int {
	reserved := 0
	for i, at := range fit {
		room -= t.minWidth(at)
		if i > 0 {
			room -= t.gap(fit, i)
		}
		if t.titledBar(at) {
			reserved += 1 + minBar
		}
	}
	if reserved > room {
		return 0
	}
	return reserved
}

func (t *Table[R]) byPriority(a, b int) int {
	return cmp.Compare(t.columns[b].Priority, t.columns[a].Priority)
}

// fit returns the columns that have room: by priority or, in a scrolled table, the
// pinned ones and then the others from the scroll position on. Only the column of
// highest priority may be cut to its minimum width to make room; all others are shown
// whole or not at all.
func (t *Table[R]) fit(offered []int, room int) []int {
	candidates := slices.Clone(offered)
	if t.scrolled == 0 {
		slices.SortStableFunc(candidates, t.byPriority)
	} else {
		pinned := func(i int) bool { return t.columns[i].Pinned }
		rest := slices.DeleteFunc(slices.Clone(offered), pinned)
		t.scrolled = min(t.scrolled, max(0, len(rest)-1))
		candidates = append(slices.DeleteFunc(candidates, func(i int) bool { return !pinned(i) }), rest[t.scrolled:]...)
	}
	var fit []int
	for _, i := range candidates {
		room -= gapBefore(&t.columns[i])
		if room+2 < t.minWidth(i) && len(fit) > 0 { // the first column has no gap
			break
		}
		fit = append(fit, i)
		if t.titledBar(i) && room-t.minWidth(i) > minBar {
			room -= 1 + minBar
		}
		if slices.ContainsFunc(offered, func(o int) bool { return t.columns[o].Priority > t.columns[i].Priority }) {
			room -= t.fullWidth(i)
		} else {
			room -= t.minWidth(i)
		}
	}
	slices.SortFunc(fit, func(a, b int) int { return cmp.Compare(slices.Index(t.chosen, a), slices.Index(t.chosen, b)) })
	return fit
}

// share gives every column its minimum width, and distributes the remaining room by
// priority, except that the column of highest priority comes last; left is the room
// that no column needs.
func (t *Table[R]) share(fit []int, room int) (widths []int, left int) {
	widths, left = make([]int, len(fit)), room
	order := make([]int, len(fit))
	for i, c := range fit {
		if i > 0 {
			left -= t.gap(fit, i)
		}
		widths[i] = min(t.minWidth(c), max(left, 0))
		left -= widths[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.byPriority(fit[a], fit[b]) })
	for _, i := range append(order[min(1, len(order)):], order...) {
		more := max(min(t.fullWidth(fit[i])-widths[i], left), 0)
		widths[i] += more
		left -= more
	}
	return widths, left
}
