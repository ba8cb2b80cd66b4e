package table

import "slices"

// paired returns the columns that have room, without those whose With has none: what is left goes to the others.
// Those that the user chose or sorts by stay.
func (g *grid[R]) paired(offered []int, room int) []int {
	fit := g.fit(offered, room)
	if g.explicit || g.scrolled > 0 {
		return fit
	}
	for _, i := range fit {
		if g.isAlone(i, offered, fit) {
			return g.paired(g.without(offered, i), room)
		}
	}
	return fit
}

// isAlone reports whether a column has room, and the one beside which it belongs is offered and has none.
func (g *grid[R]) isAlone(i int, offered, fit []int) bool {
	id, _ := g.Sort()
	with := g.columns[i].With
	return with != "" && g.columns[i].ID != id && slices.ContainsFunc(offered, func(o int) bool {
		return g.columns[o].ID == with && !slices.Contains(fit, o)
	})
}

// without returns the columns without column i and those that belong beside it, except the one that sorts.
func (g *grid[R]) without(offered []int, i int) []int {
	id, _ := g.Sort()
	others := slices.DeleteFunc(slices.Clone(offered), func(o int) bool { return o == i })
	for _, o := range others {
		if g.columns[o].With == g.columns[i].ID && g.columns[o].ID != id {
			others = g.without(others, o)
		}
	}
	return others
}
