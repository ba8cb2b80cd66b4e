package table

import (
	"cmp"
	"slices"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// The widths of the bars of a column: the least, the most beside lists that are shortened, and the most.
const (
	minBar   = 5
	shortBar = 8
	maxBar   = 12
)

// fit returns the columns that have room. Only the column of highest priority may be cut to its
// minimum width to make room, and cells that have a short text may be short; all others are shown
// whole or not at all.
func (l *layout[R]) fit(offered []int, room int) []int {
	sorted := l.sortColumn()
	var fit []int
	used := 0 // without gaps
	for _, i := range l.candidates(offered) {
		more := append(slices.Clone(fit), i)
		slices.SortFunc(more, func(a, b int) int {
			return cmp.Compare(slices.Index(offered, a), slices.Index(offered, b))
		})
		gaps := 0
		for at := range more[1:] {
			gaps += l.gap(more, at+1)
		}
		if len(fit) > 0 && used+gaps+l.minWidth(i) > room {
			leavesBars := slices.ContainsFunc(fit, func(f int) bool {
				return l.columns[f].Bar != nil
			})
			mayHaveNarrower := l.scrolled == 0 && !leavesBars // bars take the rest of the room
			if i == sorted || mayHaveNarrower {
				continue
			}
			break
		}
		fit = more
		isFirst := !slices.ContainsFunc(offered, func(o int) bool {
			return l.columns[o].Priority > l.columns[i].Priority
		})
		if l.columns[i].Short == nil && !isFirst {
			used += l.fullWidth(i)
		} else {
			used += l.minWidth(i)
		}
	}
	return fit
}

// candidates returns the columns in the order in which they get room: by use, but the sort column
// second and those that the user added last after it, or, in a scrolled table, the pinned ones and
// then the others from the scroll position on.
func (l *layout[R]) candidates(offered []int) []int {
	isPinned := func(i int) bool { return l.columns[i].Pinned }
	if l.scrolled > 0 {
		rest := slices.DeleteFunc(slices.Clone(offered), isPinned)
		l.scrolled = min(l.scrolled, max(0, len(rest)-1))
		pinned := slices.DeleteFunc(slices.Clone(offered), func(i int) bool {
			return !isPinned(i)
		})
		return append(pinned, rest[l.scrolled:]...)
	}
	candidates := slices.Clone(offered)
	slices.SortStableFunc(candidates, l.byUse)
	for _, i := range append(slices.Clone(l.added), l.sortColumn()) {
		at := slices.Index(candidates, i)
		if at > 1 {
			candidates = slices.Delete(candidates, at, at+1)
			candidates = slices.Insert(candidates, 1, i)
		}
	}
	return candidates
}

// byUse orders columns by priority, but those without a value in any row that was in view come last, unless
// the user chose the columns.
func (l *layout[R]) byUse(a, b int) int {
	hasSign := l.columns[a].Sign || l.columns[b].Sign
	if l.explicit || hasSign || l.sizes[a].told == l.sizes[b].told {
		return l.byPriority(a, b)
	} else if l.sizes[a].told {
		return -1
	}
	return 1
}

func (l *layout[R]) byPriority(a, b int) int {
	return cmp.Compare(l.columns[b].Priority, l.columns[a].Priority)
}

// yielding returns the columns that have room without those that yield, if the column that grows would be cut
// beside them. Those that the user chose stay.
func (l *layout[R]) yielding(fit []int, room int) []int {
	yields := func(i int) bool { return l.columns[i].Yields }
	if l.explicit || l.scrolled > 0 || !slices.ContainsFunc(fit, yields) {
		return fit
	}
	widths := l.share(fit, room).widths
	isCut := false
	for at, i := range fit {
		needed := min(l.contentOf(i).widest, l.sizes[i].width)
		if l.columns[i].Grow && widths[at] < needed {
			isCut = true
		}
	}
	if !isCut {
		return fit
	}
	return slices.DeleteFunc(slices.Clone(fit), yields)
}

// shares is the width while it is distributed among the columns that fit.
type shares[R any] struct {
	layout *layout[R]
	fit    []int // the columns, from left to right; what follows is by the position in it
	widths []int // with the bars
	bars   []int
	order  []int // positions by priority
	left   int   // the room that no column has yet
}

// share distributes the width in steps, each of which goes through the columns by priority: what
// a step gives to a column, no later one takes back.
func (l *layout[R]) share(fit []int, room int) shares[R] {
	s := shares[R]{
		layout: l,
		fit:    fit,
		widths: make([]int, len(fit)),
		bars:   make([]int, len(fit)),
		order:  make([]int, len(fit)),
		left:   room,
	}
	s.giveMinimum()
	s.giveWhole()
	s.giveMost()
	s.giveFull()
	s.giveBars()
	s.giveUncut()
	return s
}

// column returns the column at a position, and its index in the layout.
func (s *shares[R]) column(at int) (*resource.Column[R], int) {
	return &s.layout.columns[s.fit[at]], s.fit[at]
}

// widen widens the column at a position to a width, as far as there is room.
func (s *shares[R]) widen(at, to int) {
	more := max(min(to-s.widths[at], s.left), 0)
	s.widths[at] += more
	s.left -= more
}

// giveMinimum gives every column its minimum width, from the left.
func (s *shares[R]) giveMinimum() {
	for at, i := range s.fit {
		if at > 0 {
			s.left -= s.layout.gap(s.fit, at)
		}
		s.widths[at] = min(s.layout.minWidth(i), max(s.left, 0))
		s.left -= s.widths[at]
		s.order[at] = at
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		return s.layout.byPriority(s.fit[a], s.fit[b])
	})
}

// giveWhole gives the columns without short texts their full width, except for the one of highest
// priority.
func (s *shares[R]) giveWhole() {
	for _, at := range s.order[min(1, len(s.order)):] {
		c, i := s.column(at)
		if c.Short == nil {
			s.widen(at, s.layout.fullWidth(i))
		}
	}
}

// giveMost gives short texts their room, and the column of highest priority what most of its cells
// need, as it does for short texts that may be cut; of these, also what most cells in view need.
func (s *shares[R]) giveMost() {
	l := s.layout
	for _, at := range s.order {
		c, i := s.column(at)
		known := l.contentOf(i).most
		most := min(max(known, text.Width(l.title(i))), l.fullWidth(i))
		switch {
		case c.Short != nil && (c.Min == 0 || known == 0):
			s.widen(at, l.shortWidth(i))
		case c.Short != nil:
			most = max(most, min(l.sizes[i].usual, l.fullWidth(i)))
			s.widen(at, l.filled(i, min(most, s.widths[at]+s.left)))
		case known > 0:
			s.widen(at, most)
		}
	}
}

// giveFull gives the columns their full width, but no whole texts in place of short ones where a
// column of higher priority has bars; then what is left to cells that are wider than the limits of
// their columns.
func (s *shares[R]) giveFull() {
	hasBars := false // a column of higher priority
	for _, at := range s.order {
		c, i := s.column(at)
		to := s.layout.fullWidth(i)
		if c.Grow { // also of rows out of view: names of platforms would get short while the user scrolls
			limit := cmp.Or(c.Max, resource.MaxWidth)
			needed := min(s.layout.contentOf(i).most, limit)
			to = max(to, needed)
		}
		hasBars = hasBars || c.Bar != nil
		if c.Grow || c.Short == nil || !hasBars {
			s.widen(at, to)
		}
	}
	for _, at := range s.order {
		c, i := s.column(at)
		isShort := c.Short != nil && hasBars
		if !c.Grow && !isShort { // the column that grows gets what bars leave
			s.widen(at, s.layout.sizes[i].width)
		}
	}
}

// giveBars gives room to bars, less where a short text stands for a whole one.
func (s *shares[R]) giveBars() {
	isCut := slices.ContainsFunc(s.order, func(at int) bool {
		c, i := s.column(at)
		return !c.Grow && c.Short != nil && s.widths[at] < s.layout.fullWidth(i)
	})
	for _, at := range s.order {
		i := s.fit[at]
		s.bars[at] = s.layout.bar(i, s.widths[at]+s.left)
		if isCut {
			s.bars[at] = min(s.bars[at], shortBar)
		}
		if s.bars[at] > 0 {
			s.widen(at, s.layout.sizes[i].width+1+s.bars[at])
		}
	}
}

// giveUncut gives what bars leave to the columns that do not grow, as far as their cells need it.
func (s *shares[R]) giveUncut() {
	for _, at := range s.order {
		c, i := s.column(at)
		if !c.Grow {
			s.widen(at, max(s.layout.fullWidth(i), s.layout.sizes[i].width))
		}
	}
}

// bar returns the width of the bars of a column behind its cells, which have some room together; 0 for none.
// Below a long title they take blanks that the cells leave.
func (l *layout[R]) bar(i, room int) int {
	cells := l.sizes[i].width + 1
	behind := room - cells
	if l.columns[i].Bar == nil || behind < minBar || l.contentOf(i).longest == 0 {
		return 0
	}
	blanks := l.fullWidth(i) - cells // below the title
	usual := maxBar * l.width / 120
	return min(behind, max(usual, minBar, blanks))
}
