package table

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// minGrow is the minimum width of a column that grows, where its cells need as much.
const minGrow = 20

// maxCell is the widest cell that is measured.
const maxCell = 200

// size is the room that the cells of a column need that were in view so far.
type size struct {
	width    int  // of the widest cell
	short    int  // of the widest short text, if the cells have short texts
	usual    int  // if the short texts may be cut: see measureUsual
	fraction int  // of numbers: the width of the longest fraction
	told     bool // a cell has a value
}

// measured are the rows in view that the columns were last widened to.
type measured[R any] struct {
	of       *arrangement[R]
	from, to int
}

// look brings rows into view.
func (l *layout[R]) look(from, to int) {
	l.stale = l.stale || from != l.from || to != l.to
	l.from = from
	l.to = to
}

// measure widens the columns to the cells in view. They do not narrow while the user scrolls,
// because every line would change.
func (l *layout[R]) measure() {
	from := l.from
	end := min(l.to, l.rows.shown.Len())
	known := l.measured
	if known.of != l.rows.shown {
		known.from = 0
		known.to = 0
	}
	for _, i := range l.withSorted() {
		for row := from; row < end && l.sizes[i].width < maxCell; row++ {
			if known.from <= row && row < known.to {
				continue
			}
			r := l.rows.shown.row(row)
			if !l.isFree(r) {
				widen(&l.sizes[i], &l.columns[i], r)
			}
		}
	}
	isNew := known.of != l.rows.shown || from < known.from || end > known.to
	l.measured = measured[R]{l.rows.shown, from, end}
	if isNew {
		l.measureUsual(from, end)
	}
}

// widen widens the size of a column to the cell of a row.
func widen[R any](s *size, c *resource.Column[R], r R) {
	cell := text.Line(c.CellOf(r).Text)
	width := text.Width(cell)
	s.told = s.told || strings.TrimSpace(cell) != ""
	if c.Right {
		fraction := text.Fraction(cell)
		longer := max(fraction-s.fraction, 0)
		s.fraction += longer
		s.width += longer
		width += s.fraction - fraction
	}
	s.width = min(max(s.width, width), maxCell)
	if c.Short != nil && width > s.short {
		s.short = max(s.short, text.Width(c.Shortened(r, cell, 1)))
	}
}

// between yields the rows shown from an index to before another one.
func (l *layout[R]) between(from, to int) iter.Seq[R] {
	return func(yield func(R) bool) {
		for i := from; i < min(to, l.rows.shown.Len()); i++ {
			if !yield(l.rows.shown.row(i)) {
				return
			}
		}
	}
}

// isFree reports whether a row shows a free text in place of columns.
func (l *layout[R]) isFree(r R) bool {
	_, _, free := l.free(r)
	return free
}

// sortedWidths returns the widths of the cells of a column in rows, the narrowest first.
func (l *layout[R]) sortedWidths(c *resource.Column[R], rows iter.Seq[R]) (widths []int) {
	for r := range rows {
		if !l.isFree(r) {
			widths = append(widths, text.Width(text.Line(c.CellOf(r).Text)))
		}
	}
	slices.Sort(widths)
	return widths
}

// measureUsual measures what at least a few cells in view of a column with short texts need: these are not told in
// fewer words for one long name, and names are not cut for the longest text.
func (l *layout[R]) measureUsual(from, end int) {
	const few = 4
	for _, i := range l.withSorted() {
		c := &l.columns[i]
		if c.Short == nil || c.Min == 0 {
			continue
		}
		widths := l.sortedWidths(c, l.between(from, end))
		if len(widths) >= few {
			l.sizes[i].usual = max(l.sizes[i].usual, widths[len(widths)-few])
		}
	}
}

// fullWidth returns the width of a column that shows its cells, up to its limit, and its
// title, with the sort arrow, uncut.
func (l *layout[R]) fullWidth(i int) int {
	return max(
		min(l.sizes[i].width, cmp.Or(l.columns[i].Max, resource.MaxWidth)),
		text.Width(l.title(i)),
		1,
	)
}

// minWidth returns the width to which a column may be cut.
func (l *layout[R]) minWidth(i int) int {
	full := l.fullWidth(i)
	c := &l.columns[i]
	if c.Short != nil && c.Min > 0 {
		return min(c.Min, l.shortWidth(i))
	}
	if c.Short != nil {
		return l.shortWidth(i)
	}
	if c.Grow && l.width >= 3*minGrow {
		least := minGrow
		if most := l.contentOf(i).most; most > 0 {
			least = min(least, max(most, text.Width(l.title(i))))
		}
		return min(max(c.Min, least), full)
	}
	if c.Min > 0 {
		return min(c.Min, full)
	}
	return full
}

// shortWidth is the width of a column that shows its cells or their short texts.
func (l *layout[R]) shortWidth(i int) int {
	return min(max(l.sizes[i].short, text.Width(l.title(i))), l.fullWidth(i))
}

// fill is a column with short texts and a width that it may get.
type fill struct{ column, width int }

// filled returns how much of a width the visible cells of a column with short texts fill, or
// those that were visible before.
func (l *layout[R]) filled(i, width int) int {
	at := fill{i, width}
	c := &l.columns[i]
	widest := max(text.Width(l.title(i)), l.fills[at])
	for r := range l.between(l.measured.from, l.measured.to) {
		if !l.isFree(r) {
			shown := c.Shortened(r, text.Line(c.CellOf(r).Text), width)
			widest = max(widest, text.Width(shown))
		}
	}
	l.fills[at] = min(widest, width)
	return l.fills[at]
}

// content describes the values of a column in all rows.
type content struct {
	known   bool
	empty   bool    // they are all missing
	longest float64 // what fills a bar; 0 where no row has one
	widest  int     // of the cells of a column that grows or has short texts; 0 in a long list
	most    int     // likewise, without every twentieth cell, the widest ones
}

// contentOf examines a column once for each snapshot.
func (l *layout[R]) contentOf(i int) content {
	at := &l.contents[i]
	c := &l.columns[i]
	rows := l.rows.shown.query.snap.rows
	if at.known {
		return *at
	}
	*at = content{
		known: true,
		empty: len(rows) > 0 && !slices.ContainsFunc(rows, func(r R) bool {
			return c.Sign || strings.TrimSpace(c.CellOf(r).Text) != ""
		}),
	}
	if c.Bar != nil {
		for _, r := range rows {
			at.longest = max(at.longest, c.Bar(r))
		}
		if at.longest > 0 && c.Full > 0 {
			at.longest = c.Full
		}
	}
	if (c.Grow || c.Short != nil) && len(rows) <= maxSync {
		widths := append([]int{0}, l.sortedWidths(c, slices.Values(rows))...)
		at.widest = widths[len(widths)-1]
		at.most = widths[len(widths)-1-len(widths)/20]
	}
	return *at
}
