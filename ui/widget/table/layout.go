package table

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// gutter is the width of the left margin: the cursor, and the sign of selected rows.
const gutter = 2

// layout decides which columns are visible, where they are and how wide. It measures the cells
// of the rows in view, gives each column its part of the width, and leaves out the columns that
// have no room. It also has the column under the cursor, which is always a visible one.
type layout[R any] struct {
	rows    *rowSet[R]
	theme   *theme.Theme
	columns []resource.Column[R]
	free    func(R) (column string, cell resource.Cell, ok bool)

	chosen   []int // of columns, in order
	explicit bool  // chosen by the user
	added    []int // of those, the ones that the user added last: they are shown before others
	width    int
	given    int // of the width: cells that only columns with cut cells get
	from, to int // the rows in view

	sizes      []size    // of columns
	contents   []content // of columns
	fills      map[fill]int
	freeStarts map[freePlace]int
	measured   measured[R]
	outgrown   bool // a visible cell is wider than it was when its column was measured

	stale    bool    // what follows does not reflect the last change: see settle
	placed   []place // the visible columns
	more     bool    // there are chosen columns further right
	column   string  // under the cursor
	scrolled int     // columns scrolled to the right
}

// place is the position of a visible column.
type place struct {
	column   int // of layout.columns
	x, width int
	bar      int // cells at the right end of width, after a blank; 0 for none
	fraction int // cells of the longest fraction of a column of numbers
}

// newLayout returns the layout of a table of some rows, with the cursor on the column of highest
// priority that has a title.
func newLayout[R any](c Config[R], rows *rowSet[R]) layout[R] {
	l := layout[R]{
		rows:       rows,
		theme:      c.Theme,
		columns:    c.Columns,
		free:       c.Free,
		sizes:      make([]size, len(c.Columns)),
		contents:   make([]content, len(c.Columns)),
		fills:      map[fill]int{},
		freeStarts: map[freePlace]int{},
	}
	if l.free == nil {
		l.free = func(R) (column string, cell resource.Cell, ok bool) {
			return "", resource.Cell{}, false
		}
	}
	for i, col := range l.columns {
		if !col.Hidden {
			l.chosen = append(l.chosen, i)
		}
	}
	isSign := func(i int) bool { return l.columns[i].Sign }
	titled := slices.DeleteFunc(slices.Clone(l.chosen), isSign)
	if len(titled) == 0 {
		titled = l.chosen
	}
	if len(titled) > 0 {
		l.column = l.columns[slices.MinFunc(titled, l.byPriority)].ID
	}
	return l
}

func (l *layout[R]) find(id string) int {
	return slices.IndexFunc(l.columns, func(c resource.Column[R]) bool {
		return c.ID == id
	})
}

// split returns the chosen columns in their order, and the others.
func (l *layout[R]) split() (chosen, others []resource.Column[R]) {
	for _, i := range l.chosen {
		chosen = append(chosen, l.columns[i])
	}
	for i, c := range l.columns {
		if !slices.Contains(l.chosen, i) {
			others = append(others, c)
		}
	}
	return chosen, others
}

// setWidth sets the width of the table in cells.
func (l *layout[R]) setWidth(width int) {
	l.stale = l.stale || width != l.width
	l.width = width
}

// setTitle changes the title of a column.
func (l *layout[R]) setTitle(id, title string) {
	if i := l.find(id); i >= 0 {
		l.columns[i].Title = title
		l.stale = true
	}
}

// choose sets the chosen columns: see [Table.ShowColumns].
func (l *layout[R]) choose(ids []string, byUser bool) bool {
	var chosen []int
	for _, id := range ids {
		i := l.find(id)
		if i >= 0 && !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) == 0 || slices.Equal(chosen, l.chosen) && byUser == l.explicit {
		return false
	}
	if byUser && l.width > 0 && !slices.Equal(chosen, l.chosen) {
		l.added = slices.DeleteFunc(slices.Clone(chosen), func(i int) bool {
			return slices.Contains(l.chosen, i)
		})
	}
	l.chosen = chosen
	l.explicit = byUser
	l.scrolled = 0
	l.measured = measured[R]{}
	l.stale = true
	return true
}

// sortable returns the columns that rows can be sorted by and that have values: the chosen ones, and the others.
func (l *layout[R]) sortable() (chosen, others []resource.Column[R]) {
	for _, i := range l.chosen {
		if l.columns[i].IsSorted() && !l.contentOf(i).empty {
			chosen = append(chosen, l.columns[i])
		}
	}
	for i, c := range l.columns {
		if c.IsSorted() && !slices.Contains(l.chosen, i) && !l.contentOf(i).empty {
			others = append(others, c)
		}
	}
	return chosen, others
}

// settle measures the cells in view and lays the columns out, after whatever changes them. It is
// called where the layout is read: that of a list that nobody sees takes no time.
func (l *layout[R]) settle() {
	if l.stale {
		l.stale = false
		l.measure()
		l.relayout()
	}
}

// remeasure measures the cells in view again, whose texts may have changed without a change of the rows.
func (l *layout[R]) remeasure() {
	l.measured = measured[R]{}
	l.stale = true
	l.settle()
}

// reset forgets the widths of the columns.
func (l *layout[R]) reset() {
	clear(l.sizes)
	clear(l.fills)
	clear(l.freeStarts)
	l.measured = measured[R]{}
	l.stale = true
}

// places returns the visible columns.
func (l *layout[R]) places() []place {
	l.settle()
	return l.placed
}

// title returns the title of a column, with the arrow if the rows are sorted by it. There is no room for
// that of signs.
func (l *layout[R]) title(i int) string {
	c := &l.columns[i]
	if c.Sign {
		return ""
	}
	title := c.Title
	id, desc := l.rows.Sort()
	if c.ID != id {
		return title
	} else if desc {
		title += l.theme.Glyphs.SortDown
	} else {
		title += l.theme.Glyphs.SortUp
	}
	return strings.TrimLeft(title, " ")
}

// sortColumn returns the index of the sort column, -1 for none.
func (l *layout[R]) sortColumn() int {
	id, _ := l.rows.Sort()
	return l.find(id)
}

// withSorted returns the chosen columns and the sort column.
func (l *layout[R]) withSorted() []int {
	i := l.sortColumn()
	if i >= 0 && !slices.Contains(l.chosen, i) {
		return append(slices.Clone(l.chosen), i)
	}
	return l.chosen
}

// offered returns the chosen columns and the sort column. Unless the user chose the
// columns, it leaves out those in which every value is missing.
func (l *layout[R]) offered() []int {
	if l.explicit {
		return l.withSorted()
	}
	return slices.DeleteFunc(slices.Clone(l.withSorted()), func(i int) bool {
		return l.contentOf(i).empty
	})
}

// relayout places the columns that have room, from the left, with a margin at the right.
func (l *layout[R]) relayout() {
	room := l.width - gutter - 1
	offered := l.offered()
	fit := l.yielding(l.paired(offered, room-l.given), room)
	l.more = len(fit) < len(offered)
	if l.scrolled > 0 {
		l.more = len(fit) > 0 && !slices.Contains(fit, offered[len(offered)-1])
	}
	l.placed = l.place(l.share(fit, room))
	if l.atCursor() < 0 {
		l.moveToColumn(l.firstTitled())
	}
}

// place returns the places of columns with their shares of the width. What is left goes to gaps before
// numbers and then to the column that grows.
func (l *layout[R]) place(s shares[R]) []place {
	var places []place
	x := gutter
	for at, i := range s.fit {
		c := &l.columns[i]
		if at > 0 {
			x += l.gap(s.fit, at)
		}
		cells := s.widths[at]
		if s.bars[at] > 0 {
			cells -= 1 + s.bars[at]
		}
		if at > 0 && s.left > 0 && c.Right && l.sizes[i].width >= cells {
			x++ // or a number that fills its column would touch the previous column
			s.left--
		}
		places = append(places, place{
			column:   i,
			x:        x,
			width:    s.widths[at],
			bar:      s.bars[at],
			fraction: l.sizes[i].fraction,
		})
		x += s.widths[at]
	}
	grows := slices.IndexFunc(s.fit, func(i int) bool {
		return l.columns[i].Grow
	})
	if grows >= 0 && s.left > 0 {
		places[grows].width += s.left
		for at := grows + 1; at < len(places); at++ {
			places[at].x += s.left
		}
	}
	return places
}

// gap returns the blanks before column i of those that fit. Numbers are aligned right, so
// most have room before them already. One of a single cell has none.
func (l *layout[R]) gap(fit []int, i int) int {
	before := &l.columns[fit[i-1]]
	c := &l.columns[fit[i]]
	if before.Sign || c.Sign || c.Right && l.fullWidth(fit[i]) > 1 {
		return 1
	}
	return 2
}

// firstTitled returns the index of the first visible column with a title, 0 for none.
func (l *layout[R]) firstTitled() int {
	first := slices.IndexFunc(l.placed, func(p place) bool {
		return !l.columns[p.column].Sign
	})
	return max(first, 0)
}

// atCursor returns the index of the cursor's column among the visible ones, -1 for
// none.
func (l *layout[R]) atCursor() int {
	return slices.IndexFunc(l.places(), func(p place) bool {
		return l.columns[p.column].ID == l.column
	})
}

// moveRight moves the cursor to the next column. At the edge it scrolls until there
// is one.
func (l *layout[R]) moveRight() {
	at := l.atCursor() + 1
	for range l.chosen {
		if at < len(l.placed) || !l.more {
			break
		}
		l.scrolled++
		l.stale = true
		at = max(l.atCursor()+1, l.unpinned()) // the column of the cursor may have left
	}
	l.moveToColumn(min(at, len(l.placed)-1))
}

// unpinned returns the index of the first visible column that scrolls, -1 for none.
func (l *layout[R]) unpinned() int {
	return slices.IndexFunc(l.places(), func(p place) bool {
		return !l.columns[p.column].Pinned
	})
}

// moveLeft moves the cursor to the previous column. In a scrolled table it scrolls
// back before it moves into the pinned columns.
func (l *layout[R]) moveLeft() {
	at := l.atCursor() - 1
	if l.scrolled > 0 && (at < 0 || l.columns[l.placed[at].column].Pinned) {
		l.scrolled--
		l.stale = true
		at = l.unpinned()
	}
	l.moveToColumn(max(at, l.firstTitled()))
}

func (l *layout[R]) moveToColumn(at int) {
	if at >= 0 && at < len(l.placed) {
		l.column = l.columns[l.placed[at].column].ID
	}
}

// give sets the cells of the next width that another part of the screen gives.
func (l *layout[R]) give(cells int) {
	l.stale = l.stale || cells != l.given
	l.given = cells
}

// lacks returns the number of cells by which the columns cut cells: the visible ones and, in
// the column that grows, such as that of names, those of all rows.
func (l *layout[R]) lacks() int {
	lacks := 0
	for _, p := range l.places() {
		need := l.sizes[p.column].width
		if l.columns[p.column].Grow {
			need = max(need, l.contentOf(p.column).widest)
		}
		lacks += max(need-p.width, 0)
	}
	return max(lacks, l.lacksFree())
}

// lacksFree returns the number of cells by which rows in view cut a free text or the name before it. Texts begin behind
// the widest name, also of rows that are not in view. A text that has further lines lacks none.
func (l *layout[R]) lacksFree() int {
	lacks := 0
	for r := range l.between(l.measured.from, l.measured.to) {
		cell, x, columns := l.freeText(r)
		if cell.Text == "" || l.wraps() && l.width-1-x >= minWrapped {
			continue
		}
		end := x + text.Width(cell.Text)
		if n := len(columns); n > 0 {
			last := columns[n-1]
			name := text.Line(l.columns[last.column].CellOf(r).Text)
			end += max(text.Width(name)-last.width, 0)
			if !l.rows.is(r, Heading) {
				widest := l.contentOf(last.column).widest
				end = max(end, last.x+widest+freeGap+text.Width(cell.Text))
			}
		}
		lacks = max(lacks, end-(l.width-1))
	}
	return lacks
}

// least returns the width at which all columns are visible.
func (l *layout[R]) least() int {
	l.settle()
	offered := l.offered()
	width := gutter + 1
	for i, c := range offered {
		if width += l.minWidth(c); i > 0 {
			width += l.gap(offered, i)
		}
	}
	return width
}

// spare returns the number of cells of the columns that grow or have short texts that hardly any
// row needs, or hardly any in view.
func (l *layout[R]) spare() int {
	spare := 0
	for _, p := range l.places() {
		most := l.contentOf(p.column).most
		if most > 0 {
			need := max(most, l.sizes[p.column].usual, text.Width(l.title(p.column)))
			spare += max(p.width-need, 0)
		}
	}
	return spare
}
