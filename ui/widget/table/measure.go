package table

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// measured are the rows in view that the columns were last widened to.
type measured[R any] struct {
	of       *arrangement[R]
	from, to int
}

// look brings rows into view.
func (g *grid[R]) look(from, to int) {
	g.stale = g.stale || from != g.from || to != g.to
	g.from = from
	g.to = to
}

// measure widens the columns to the cells in view. They do not narrow while the user scrolls,
// because every line would change.
func (g *grid[R]) measure() {
	from := g.from
	end := min(g.to, g.shown.Len())
	known := g.measured
	if known.of != g.shown {
		known.from = 0
		known.to = 0
	}
	for _, i := range g.withSorted() {
		c := &g.columns[i]
		for row := from; row < end && g.widths[i] < maxCell; row++ {
			if known.from <= row && row < known.to {
				continue
			}
			r := g.shown.row(row)
			if _, _, free := g.free(r); free {
				continue
			}
			cell := text.Line(c.CellOf(r).Text)
			width := text.Width(cell)
			g.told[i] = g.told[i] || strings.TrimSpace(cell) != ""
			if c.Right {
				fraction := text.Fraction(cell)
				longer := max(fraction-g.fractions[i], 0)
				g.fractions[i] += longer
				g.widths[i] += longer
				width += g.fractions[i] - fraction
			}
			g.widths[i] = min(max(g.widths[i], width), maxCell)
			if c.Short != nil && width > g.shorts[i] {
				g.shorts[i] = max(g.shorts[i], text.Width(c.Shortened(r, cell, 1)))
			}
		}
	}
	isNew := known.of != g.shown || from < known.from || end > known.to
	g.measured = measured[R]{g.shown, from, end}
	if isNew {
		measureUsual(g, from, end)
	}
}

// measureUsual measures what at least a few cells in view of a column with short texts need: these are not told in
// fewer words for one long name, and names are not cut for the longest text.
func measureUsual[R any](g *grid[R], from, end int) {
	const few = 4
	for _, i := range g.withSorted() {
		c := &g.columns[i]
		if c.Short == nil || c.Min == 0 {
			continue
		}
		var widths []int
		for row := from; row < end; row++ {
			r := g.shown.row(row)
			if _, _, free := g.free(r); !free {
				widths = append(widths, text.Width(text.Line(c.CellOf(r).Text)))
			}
		}
		slices.Sort(widths)
		if len(widths) >= few {
			g.usual[i] = max(g.usual[i], widths[len(widths)-few])
		}
	}
}

// fullWidth returns the width of a column that shows its cells, up to its limit, and its
// title, with the sort arrow, uncut.
func (g *grid[R]) fullWidth(i int) int {
	return max(
		min(g.widths[i], cmp.Or(g.columns[i].Max, resource.MaxWidth)),
		text.Width(g.title(i)),
		1,
	)
}

// minWidth returns the width to which a column may be cut.
func (g *grid[R]) minWidth(i int) int {
	full := g.fullWidth(i)
	c := &g.columns[i]
	if c.Short != nil && c.Min > 0 {
		return min(c.Min, g.shortWidth(i))
	}
	if c.Short != nil {
		return g.shortWidth(i)
	}
	if c.Grow && g.width >= 3*minGrow {
		least := minGrow
		if most := g.contentOf(i).most; most > 0 {
			least = min(least, max(most, text.Width(g.title(i))))
		}
		return min(max(c.Min, least), full)
	}
	if c.Min > 0 {
		return min(c.Min, full)
	}
	return full
}

// shortWidth is the width of a column that shows its cells or their short texts.
func (g *grid[R]) shortWidth(i int) int {
	return min(max(g.shorts[i], text.Width(g.title(i))), g.fullWidth(i))
}

// filled returns how much of a width the visible cells of a column with short texts fill, or
// those that were visible before.
func (g *grid[R]) filled(i, width int) int {
	at := fill{i, width}
	c := &g.columns[i]
	widest := max(text.Width(g.title(i)), g.fills[at])
	for row := g.measured.from; row < min(g.measured.to, g.shown.Len()); row++ {
		r := g.shown.row(row)
		if _, _, free := g.free(r); !free {
			widest = max(widest, text.Width(c.Shortened(r, text.Line(c.CellOf(r).Text), width)))
		}
	}
	g.fills[at] = min(widest, width)
	return g.fills[at]
}

// fill is a column with short texts and a width that it may get.
type fill struct{ column, width int }

// content describes the values of a column in all rows.
type content struct {
	known   bool
	empty   bool    // they are all missing
	longest float64 // what fills a bar; 0 where no row has one
	widest  int     // of the cells of a column that grows or has short texts; 0 in a long list
	most    int     // likewise, without every twentieth cell, the widest ones
}

// contentOf examines a column once for each snapshot.
func (g *grid[R]) contentOf(i int) content {
	at := &g.contents[i]
	c := &g.columns[i]
	rows := g.shown.query.snap.rows
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
		widths := []int{0}
		for _, r := range rows {
			if _, _, free := g.free(r); !free {
				widths = append(widths, text.Width(text.Line(c.CellOf(r).Text)))
			}
		}
		slices.Sort(widths)
		at.widest = widths[len(widths)-1]
		at.most = widths[len(widths)-1-len(widths)/20]
	}
	return *at
}
