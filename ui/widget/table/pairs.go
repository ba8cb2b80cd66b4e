package table

import "slices"

// paired returns the columns that have room, without those whose With has none: what is left goes to the others.
// Those that the user chose or sorts by stay.
func (l *layout[R]) paired(offered []int, room int) []int {
	fit := l.fit(offered, room)
	if l.explicit || l.scrolled > 0 {
		return fit
	}
	for _, i := range fit {
		if l.isAlone(i, offered, fit) {
			return l.paired(l.without(offered, i), room)
		}
	}
	return fit
}

// isAlone reports whether a column has room, and the one beside which it belongs is offered and has none.
func (l *layout[R]) isAlone(i int, offered, fit []int) bool {
	id, _ := l.rows.Sort()
	with := l.columns[i].With
	return with != "" && l.columns[i].ID != id && slices.ContainsFunc(offered, func(o int) bool {
		return l.columns[o].ID == with && !slices.Contains(fit, o)
	})
}

// without returns the columns without column i and those that belong beside it, except the one that sorts.
func (l *layout[R]) without(offered []int, i int) []int {
	id, _ := l.rows.Sort()
	others := slices.DeleteFunc(slices.Clone(offered), func(o int) bool { return o == i })
	for _, o := range others {
		if l.columns[o].With == l.columns[i].ID && l.columns[o].ID != id {
			others = l.without(others, o)
		}
	}
	return others
}
