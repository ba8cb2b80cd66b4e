package table

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// gutter is the width of the left margin: the cursor, and the sign of selected rows.
const gutter = 2

// The widths of the bars of a column, the widest beside lists that are shortened, the minimum width of a column that
// grows, where its cells need as much, and the widest cell of a column that is looked at.
const (
	minBar   = 5
	shortBar = 8
	maxBar   = 12
	minGrow  = 20
	maxCell  = 200
)

// gap returns the blanks before column i of those that fit. Numbers are aligned right, so
// most have room before them already. One of a single cell has none.
func (g *grid[R]) gap(fit []int, i int) int {
	before := &g.columns[fit[i-1]]
	c := &g.columns[fit[i]]
	if before.Sign || c.Sign || c.Right && g.fullWidth(fit[i]) > 1 {
		return 1
	}
	return 2
}

// grid is the columns of the rows shown: which are visible, where, and how wide.
type grid[R any] struct {
	rowSet[R]
	theme    *theme.Theme
	columns  []resource.Column[R]
	free     func(R) (column string, cell resource.Cell, ok bool)
	chosen   []int // of columns, in order
	explicit bool  // chosen by the user
	added    []int // of those, the ones that the user added last: they are shown before others
	searched []int // the column of each searched field
	width    int
	given    int   // of the width: cells that only columns with cut cells get
	widths   []int // of columns, as wide as their widest visible cell so far

	shorts    []int  // of columns with short cells, those of the visible rows so far
	usual     []int  // of columns with short cells that may be cut: see measureUsual
	told      []bool // of columns: a cell that was in view has a value
	fills     map[fill]int
	fractions []int // of columns of numbers: the width of the longest visible fraction so far
	from, to  int   // the rows in view
	measured  measured[R]
	outgrown  bool      // a visible cell is wider than it was when its column was measured
	contents  []content // of columns
	freeTexts map[freeColumns]freeWidths
	stale     bool // lay and column do not reflect the last change: see settle
	lay       layout
	column    string // under the cursor
	scrolled  int    // columns scrolled to the right
}

// layout holds the visible columns.
type layout struct {
	columns []place
	more    bool // there are chosen columns further right
}

// place is the position of a visible column.
type place struct {
	column   int // of grid.columns
	x, width int
	bar      int // cells at the right end of width, after a blank; 0 for none
	fraction int // cells of the longest fraction of a column of numbers
}

func (g *grid[R]) find(id string) int {
	return slices.IndexFunc(g.columns, func(c resource.Column[R]) bool {
		return c.ID == id
	})
}

// Columns returns the chosen columns in their order, and the others.
func (g *grid[R]) Columns() (chosen, others []resource.Column[R]) {
	for _, i := range g.chosen {
		chosen = append(chosen, g.columns[i])
	}
	for i, c := range g.columns {
		if !slices.Contains(g.chosen, i) {
			others = append(others, c)
		}
	}
	return chosen, others
}

// SetTitle changes the title of a column.
func (g *grid[R]) SetTitle(id, title string) {
	if i := g.find(id); i >= 0 {
		g.columns[i].Title = title
		g.stale = true
	}
}

// ShowColumns chooses the columns and their order; those that fit are shown. It ignores
// unknown IDs, and does nothing if all are unknown. Unless the user chose the columns,
// those without any value are left out. It reports whether these are others than before.
func (t *Table[R]) ShowColumns(ids []string, byUser bool) bool {
	var chosen []int
	for _, id := range ids {
		i := t.find(id)
		if i >= 0 && !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) == 0 || slices.Equal(chosen, t.chosen) && byUser == t.explicit {
		return false
	}
	if byUser && t.width > 0 && !slices.Equal(chosen, t.chosen) {
		t.added = slices.DeleteFunc(slices.Clone(chosen), func(i int) bool {
			return slices.Contains(t.chosen, i)
		})
	}
	t.chosen = chosen
	t.explicit = byUser
	t.scrolled = 0
	t.measured = measured[R]{}
	t.stale = true
	return true
}

// visible returns the index of the cursor's column among the visible ones, -1 for
// none.
func (g *grid[R]) visible() int {
	return slices.IndexFunc(g.places(), func(p place) bool {
		return g.columns[p.column].ID == g.column
	})
}

// moveRight moves the cursor to the next column. At the edge it scrolls until there
// is one.
func (g *grid[R]) moveRight() {
	at := g.visible() + 1
	for range g.chosen {
		if at < len(g.lay.columns) || !g.lay.more {
			break
		}
		g.scrolled++
		g.stale = true
		at = max(g.visible()+1, g.unpinned()) // the column of the cursor may have left
	}
	g.moveToColumn(min(at, len(g.lay.columns)-1))
}

// unpinned returns the index of the first visible column that scrolls, -1 for none.
func (g *grid[R]) unpinned() int {
	return slices.IndexFunc(g.places(), func(p place) bool {
		return !g.columns[p.column].Pinned
	})
}

// moveLeft moves the cursor to the previous column. In a scrolled table it scrolls
// back before it moves into the pinned columns.
func (g *grid[R]) moveLeft() {
	at := g.visible() - 1
	if g.scrolled > 0 && (at < 0 || g.columns[g.lay.columns[at].column].Pinned) {
		g.scrolled--
		g.stale = true
		at = g.unpinned()
	}
	g.moveToColumn(max(at, g.firstTitled()))
}

func (g *grid[R]) moveToColumn(at int) {
	if at >= 0 && at < len(g.lay.columns) {
		g.column = g.columns[g.lay.columns[at].column].ID
	}
}

// ResetWidths forgets the widths of the columns. Call it before SetRows where the
// texts of all rows may have changed.
func (g *grid[R]) ResetWidths() {
	clear(g.widths)
	clear(g.shorts)
	clear(g.usual)
	clear(g.told)
	clear(g.fills)
	clear(g.freeTexts)
	clear(g.fractions)
	g.measured = measured[R]{}
	g.stale = true
}

// RenewWidths does the same for new rows, unless the user has moved in the list: its columns then stay where they are,
// and only widen. What was measured further up would be forgotten, and every line of the screen would change.
func (t *Table[R]) RenewWidths() {
	if !t.moved {
		t.ResetWidths()
	}
}

// remeasure measures the cells in view again, whose texts may have changed without a change of the rows.
func (g *grid[R]) remeasure() {
	g.measured = measured[R]{}
	g.stale = true
	g.settle()
}

// settle measures the cells in view and lays the columns out, after whatever changes them. It is
// called where the layout is read: that of a list that nobody sees takes no time.
func (g *grid[R]) settle() {
	if g.stale {
		g.stale = false
		g.measure()
		g.relayout()
	}
}

// places returns the visible columns.
func (g *grid[R]) places() []place {
	g.settle()
	return g.lay.columns
}

// title returns the title of a column, with the arrow if the rows are sorted by it. There is no room for
// that of signs.
func (g *grid[R]) title(i int) string {
	c := &g.columns[i]
	if c.Sign {
		return ""
	}
	title := c.Title
	id, desc := g.Sort()
	if c.ID != id {
		return title
	} else if desc {
		title += g.theme.Glyphs.SortDown
	} else {
		title += g.theme.Glyphs.SortUp
	}
	return strings.TrimLeft(title, " ")
}

// withSorted returns the chosen columns and the sort column.
func (g *grid[R]) withSorted() []int {
	id, _ := g.Sort()
	i := g.find(id)
	if i >= 0 && !slices.Contains(g.chosen, i) {
		return append(slices.Clone(g.chosen), i)
	}
	return g.chosen
}

// offered returns the chosen columns and the sort column. Unless the user chose the
// columns, it leaves out those in which every value is missing.
func (g *grid[R]) offered() []int {
	if g.explicit {
		return g.withSorted()
	}
	return slices.DeleteFunc(slices.Clone(g.withSorted()), func(i int) bool {
		return g.contentOf(i).empty
	})
}

func (g *grid[R]) relayout() {
	room := g.width - gutter - 1
	offered := g.offered() // with a margin at the right
	fit := g.yielding(g.paired(offered, room-g.given), room)
	g.lay.more = len(fit) < len(offered)
	if g.scrolled > 0 {
		g.lay.more = len(fit) > 0 && !slices.Contains(fit, offered[len(offered)-1])
	}
	g.lay.columns = g.lay.columns[:0:0]
	widths, bars, left := g.share(fit, room)
	x := gutter
	for i, w := range widths {
		c := &g.columns[fit[i]]
		if i > 0 {
			x += g.gap(fit, i)
		}
		cells := w
		if bars[i] > 0 {
			cells -= 1 + bars[i]
		}
		if i > 0 && left > 0 && c.Right && g.widths[fit[i]] >= cells {
			x++ // or a number that fills its column would touch the previous column
			left--
		}
		g.lay.columns = append(g.lay.columns, place{
			column:   fit[i],
			x:        x,
			width:    w,
			bar:      bars[i],
			fraction: g.fractions[fit[i]],
		})
		x += w
	}
	if i := slices.IndexFunc(fit, func(i int) bool { return g.columns[i].Grow }); i >= 0 &&
		left > 0 {
		g.lay.columns[i].width += left
		for j := i + 1; j < len(fit); j++ {
			g.lay.columns[j].x += left
		}
	}
	if g.visible() < 0 {
		g.moveToColumn(g.firstTitled())
	}
}

// firstTitled returns the index of the first visible column with a title, 0 for none.
func (g *grid[R]) firstTitled() int {
	return max(slices.IndexFunc(g.lay.columns, func(p place) bool { return !g.columns[p.column].Sign }), 0)
}

// Give says how many cells of the next width another part of the screen gives: they show what
// is cut, and no further column.
func (g *grid[R]) Give(cells int) {
	g.stale = g.stale || cells != g.given
	g.given = cells
}

// Lacks returns the number of cells by which the columns cut cells: the visible ones and, in
// the column that grows, such as that of names, those of all rows.
func (g *grid[R]) Lacks() int {
	lacks := 0
	for _, p := range g.places() {
		need := g.widths[p.column]
		if g.columns[p.column].Grow {
			need = max(need, g.contentOf(p.column).widest)
		}
		lacks += max(need-p.width, 0)
	}
	return max(lacks, lacksFree(g))
}

// lacksFree returns the number of cells by which rows in view cut a free text or the name before it. A text that
// has further lines lacks none.
func lacksFree[R any](g *grid[R]) int {
	lacks := 0
	for row := g.measured.from; row < min(g.measured.to, g.shown.Len()); row++ {
		r := g.shown.row(row)
		cell, x, columns := g.freeText(r)
		if cell.Text == "" || wraps(g) && g.width-1-x >= minWrapped {
			continue
		}
		end := x + text.Width(cell.Text)
		if n := len(columns); n > 0 {
			last := columns[n-1]
			name := text.Line(g.columns[last.column].CellOf(r).Text)
			end += max(text.Width(name)-last.width, 0)
		}
		lacks = max(lacks, end-(g.width-1))
	}
	return lacks
}

// Least returns the width at which all columns are visible.
func (g *grid[R]) Least() int {
	g.settle()
	offered := g.offered()
	width := gutter + 1
	for i, c := range offered {
		if width += g.minWidth(c); i > 0 {
			width += g.gap(offered, i)
		}
	}
	return width
}

// Spare returns the number of cells of the columns that grow or have short texts that hardly any
// row needs, or hardly any in view.
func (g *grid[R]) Spare() int {
	spare := 0
	for _, p := range g.places() {
		most := g.contentOf(p.column).most
		if most > 0 {
			spare += max(p.width-max(most, g.usual[p.column], text.Width(g.title(p.column))), 0)
		}
	}
	return spare
}

// yielding returns the columns that have room without those that yield, if the column that grows would be cut
// beside them. Those that the user chose stay.
func (g *grid[R]) yielding(fit []int, room int) []int {
	yields := func(i int) bool { return g.columns[i].Yields }
	if g.explicit || g.scrolled > 0 || !slices.ContainsFunc(fit, yields) {
		return fit
	}
	widths, _, _ := g.share(fit, room)
	isCut := false
	for at, i := range fit {
		isCut = isCut || g.columns[i].Grow && widths[at] < min(g.contentOf(i).widest, g.widths[i])
	}
	if !isCut {
		return fit
	}
	return slices.DeleteFunc(slices.Clone(fit), yields)
}

func (g *grid[R]) byPriority(a, b int) int {
	return cmp.Compare(g.columns[b].Priority, g.columns[a].Priority)
}

// byUse orders columns by priority, but those without a value in any row that was in view come last, unless
// the user chose the columns.
func byUse[R any](g *grid[R]) func(a, b int) int {
	return func(a, b int) int {
		hasSign := g.columns[a].Sign || g.columns[b].Sign
		if g.explicit || hasSign || g.told[a] == g.told[b] {
			return g.byPriority(a, b)
		} else if g.told[a] {
			return -1
		}
		return 1
	}
}

// fit returns the columns that have room: by use, but the sort column second and those that
// the user added last after it, or, in a scrolled table, the pinned ones and then the others from
// the scroll position on. Only the column of highest priority may be cut to its minimum width to
// make room, and cells that have a short text may be short; all others are shown whole or not at
// all.
func (g *grid[R]) fit(offered []int, room int) []int {
	candidates := slices.Clone(offered)
	id, _ := g.Sort()
	sorted := g.find(id)
	if g.scrolled == 0 {
		slices.SortStableFunc(candidates, byUse(g))
		for _, i := range append(g.added[:len(g.added):len(g.added)], sorted) {
			if at := slices.Index(candidates, i); at > 1 {
				candidates = slices.Insert(slices.Delete(candidates, at, at+1), 1, i)
			}
		}
	} else {
		pinned := func(i int) bool { return g.columns[i].Pinned }
		rest := slices.DeleteFunc(slices.Clone(offered), pinned)
		g.scrolled = min(g.scrolled, max(0, len(rest)-1))
		candidates = append(
			slices.DeleteFunc(candidates, func(i int) bool {
				return !pinned(i)
			}),
			rest[g.scrolled:]...,
		)
	}
	var fit []int
	used := 0 // without gaps
	for _, i := range candidates {
		more := append(slices.Clone(fit), i)
		slices.SortFunc(more, func(a, b int) int {
			return cmp.Compare(slices.Index(offered, a), slices.Index(offered, b))
		})
		gaps := 0
		for at := range more[1:] {
			gaps += g.gap(more, at+1)
		}
		if len(fit) > 0 && used+gaps+g.minWidth(i) > room {
			leavesBars := slices.ContainsFunc(fit, func(f int) bool { return g.columns[f].Bar != nil })
			mayHaveNarrower := g.scrolled == 0 && !leavesBars // bars take the rest of the room
			if i == sorted || mayHaveNarrower {
				continue
			}
			break
		}
		fit = more
		if g.columns[i].Short == nil && slices.ContainsFunc(offered, func(o int) bool {
			return g.columns[o].Priority > g.columns[i].Priority
		}) {
			used += g.fullWidth(i)
		} else {
			used += g.minWidth(i)
		}
	}
	return fit
}

// share gives every column its minimum width, and distributes the remaining room by priority,
// except that the column of highest priority comes next to last, and last those whose cells have a
// short text: these first get the room of their short texts, and that column what most of its cells
// need, as do short texts that may be cut; of these, also what most cells in view need. What is left
// after that goes to cells that are wider than the limits of their columns, to bars, and to whole texts
// in place of short ones where bars have a higher priority; left is the room that no column needs. The
// widths include the bars.
func (g *grid[R]) share(fit []int, room int) (widths, bars []int, left int) {
	widths = make([]int, len(fit))
	bars = make([]int, len(fit))
	left = room
	order := make([]int, len(fit))
	for i, c := range fit {
		if i > 0 {
			left -= g.gap(fit, i)
		}
		widths[i] = min(g.minWidth(c), max(left, 0))
		left -= widths[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return g.byPriority(fit[a], fit[b])
	})
	widen := func(i, to int) {
		more := max(min(to-widths[i], left), 0)
		widths[i] += more
		left -= more
	}
	for _, i := range order[min(1, len(order)):] {
		if g.columns[fit[i]].Short == nil {
			widen(i, g.fullWidth(fit[i]))
		}
	}
	for _, i := range order {
		at := fit[i]
		c := &g.columns[fit[i]]
		known := g.contentOf(at).most
		switch most := min(max(known, text.Width(g.title(at))), g.fullWidth(at)); {
		case c.Short != nil && (c.Min == 0 || known == 0):
			widen(i, g.shortWidth(at))
		case c.Short != nil:
			most = max(most, min(g.usual[at], g.fullWidth(at)))
			widen(i, g.filled(at, min(most, widths[i]+left)))
		case known > 0:
			widen(i, most)
		}
	}
	hasBars := false // a column of higher priority
	for _, i := range order {
		to := g.fullWidth(fit[i])
		c := &g.columns[fit[i]]
		if c.Grow { // also of rows out of view: names of platforms would get short while the user scrolls
			to = max(to, min(g.contentOf(fit[i]).most, cmp.Or(c.Max, resource.MaxWidth)))
		}
		hasBars = hasBars || c.Bar != nil
		if c.Grow || c.Short == nil || !hasBars {
			widen(i, to)
		}
	}
	for _, i := range order {
		c := &g.columns[fit[i]]
		isShort := c.Short != nil && hasBars
		if !c.Grow && !isShort { // the column that grows gets what bars leave
			widen(i, g.widths[fit[i]])
		}
	}
	isCut := slices.ContainsFunc(order, func(i int) bool {
		c := &g.columns[fit[i]]
		return !c.Grow && c.Short != nil && widths[i] < g.fullWidth(fit[i])
	})
	for _, i := range order {
		bars[i] = g.bar(fit[i], widths[i]+left)
		if isCut {
			bars[i] = min(bars[i], shortBar)
		}
		if bars[i] > 0 {
			widen(i, g.widths[fit[i]]+1+bars[i])
		}
	}
	for _, i := range order {
		if !g.columns[fit[i]].Grow {
			widen(i, max(g.fullWidth(fit[i]), g.widths[fit[i]]))
		}
	}
	return widths, bars, left
}

// bar returns the width of the bars of a column behind its cells, which have some room together; 0 for none.
// Below a long title they take blanks that the cells leave.
func (g *grid[R]) bar(i, room int) int {
	behind := room - g.widths[i] - 1
	if g.columns[i].Bar == nil || behind < minBar || g.contentOf(i).longest == 0 {
		return 0
	}
	blanks := g.fullWidth(i) - g.widths[i] - 1 // below the title
	return min(behind, max(maxBar*g.width/120, minBar, blanks))
}
