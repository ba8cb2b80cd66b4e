package table

import "slices"

// paired returns the columns that have room, without a name whose value has none and the reverse, and without those
// that lack the column that they need: what is left goes to the others. Those that the user chose or sorts by stay.
func (g *grid[R]) paired(offered []int, room int) []int {
	fit := g.fit(offered, room)
	if g.explicit || g.scrolled > 0 {
		return fit
	}
	for _, i := range fit {
		if !g.isAlone(i, offered, fit) {
			continue
		}
		return g.paired(g.without(offered, i), room)
	}
	return fit
}

// isAlone reports whether a column has room, and the one that is offered with it or that it needs has none.
func (g *grid[R]) isAlone(i int, offered, fit []int) bool {
	return !g.isSorted(i) && slices.ContainsFunc(offered, func(o int) bool {
		return (g.arePair(o, i) || g.needs(i, o)) && !slices.Contains(fit, o)
	})
}

// without returns the columns without one of them, the one that is shown only with it, and those that need either.
func (g *grid[R]) without(offered []int, i int) []int {
	isGone := func(o int) bool { return o == i || g.arePair(o, i) }
	return slices.DeleteFunc(slices.Clone(offered), func(o int) bool {
		if isGone(o) {
			return true
		}
		return !g.isSorted(o) && slices.ContainsFunc(offered, func(n int) bool {
			return isGone(n) && g.needs(o, n)
		})
	})
}

func (g *grid[R]) isSorted(i int) bool {
	id, _ := g.Sort()
	return g.columns[i].ID == id
}

func (g *grid[R]) arePair(a, b int) bool {
	return g.columns[a].With == g.columns[b].ID || g.columns[b].With == g.columns[a].ID
}

func (g *grid[R]) needs(a, b int) bool {
	return g.columns[a].Needs == g.columns[b].ID
}
