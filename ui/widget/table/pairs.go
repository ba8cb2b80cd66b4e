package table

import "slices"

// paired returns the columns that have room, without a name whose value has none and the reverse: what is left goes
// to the others. Those that the user chose or sorts by stay.
func (g *grid[R]) paired(offered []int, room int) []int {
	fit := g.fit(offered, room)
	if g.explicit || g.scrolled > 0 {
		return fit
	}
	for _, i := range fit {
		if !g.isAlone(i, offered, fit) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(offered), func(o int) bool {
			return o == i || g.arePair(o, i)
		})
		return g.paired(others, room)
	}
	return fit
}

// isAlone reports whether a column has room, and the one that is offered with it has none.
func (g *grid[R]) isAlone(i int, offered, fit []int) bool {
	id, _ := g.Sort()
	return g.columns[i].ID != id && slices.ContainsFunc(offered, func(o int) bool {
		return g.arePair(o, i) && !slices.Contains(fit, o)
	})
}

func (g *grid[R]) arePair(a, b int) bool {
	return g.columns[a].With == g.columns[b].ID || g.columns[b].With == g.columns[a].ID
}
