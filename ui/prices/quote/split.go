package quote

import "slices"

// Split is a set of shorter clips of one model that together last at least as
// long as the clip asked for. They are separate clips: to join them is the
// person's work.
type Split struct {
	Pieces  []Piece
	Seconds Amount // all together
	Price   Amount // credits for one set
	Total   Amount // credits for all sets asked for
}

// Piece is so many clips of one row.
type Piece struct {
	Row   *Row
	Times int
}

// maxPieces bounds how many clips a split has: more is no help to anybody.
const maxPieces = 10

// splitOf finds the cheapest split of clips that are all alike, or of two
// different ones, for less than the price; of equal ones that of fewer clips,
// then the shorter. It returns nil where there is none. The rows must differ in
// nothing but duration and price.
func splitOf(rows []*Row, length, below Amount, sets int) *Split {
	shorter := slices.DeleteFunc(slices.Clone(rows), func(r *Row) bool {
		return r.Duration.Sign() <= 0 || r.Duration.Cmp(length) >= 0 || !r.Price.Known()
	})
	slices.SortStableFunc(shorter, func(a, b *Row) int { return a.Duration.Cmp(b.Duration) })
	var best *Split
	try := func(pieces ...Piece) {
		s := &Split{Pieces: pieces, Seconds: Whole(0), Price: Whole(0)}
		for _, p := range pieces {
			n := Whole(int64(p.Times))
			s.Seconds = s.Seconds.Plus(p.Row.Duration.Times(n))
			s.Price = s.Price.Plus(p.Row.Price.Times(n))
		}
		if s.Price.Cmp(below) < 0 && (best == nil || s.compare(best) < 0) {
			best = s
		}
	}
	for _, r := range shorter {
		if n, ok := times(length, r.Duration); ok {
			try(Piece{r, n})
		}
	}
	// For each row the cheapest that fills it up: among the rows from that
	// length on, found from the longest down.
	cheapest := make([]*Row, len(shorter)+1)
	for i := len(shorter) - 1; i >= 0; i-- {
		cheapest[i] = shorter[i]
		if next := cheapest[i+1]; next != nil && next.Price.Cmp(shorter[i].Price) < 0 {
			cheapest[i] = next
		}
	}
	for _, r := range shorter {
		rest := length.Minus(r.Duration)
		i, _ := slices.BinarySearchFunc(shorter, rest, func(s *Row, d Amount) int { return s.Duration.Cmp(d) })
		if other := cheapest[i]; other != nil && other != r {
			try(Piece{r, 1}, Piece{other, 1})
		}
	}
	if best != nil {
		best.Total = best.Price.Times(Whole(int64(sets)))
	}
	return best
}

// times is how many clips of the duration make up the length, up to maxPieces.
func times(length, duration Amount) (int, bool) {
	sum := duration
	for n := 1; n <= maxPieces; n++ {
		if sum.Cmp(length) >= 0 {
			return n, true
		}
		sum = sum.Plus(duration)
	}
	return 0, false
}

func (s *Split) clips() int {
	n := 0
	for _, p := range s.Pieces {
		n += p.Times
	}
	return n
}

func (s *Split) compare(o *Split) int {
	if d := s.Price.Cmp(o.Price); d != 0 {
		return d
	}
	if d := s.clips() - o.clips(); d != 0 {
		return d
	}
	return s.Seconds.Cmp(o.Seconds)
}

// alike are the rows for clips of the same kind as the row's: where question
// and row leave a facet open, only rows that leave it open too.
func alike(rows []*Row, as *Row, a *asked) []*Row {
	want := func(asked, of string) string {
		if asked != "" {
			return asked
		}
		return of
	}
	mode, resolution, aspect := want(a.Mode, as.Mode), want(a.Resolution, as.Resolution), want(a.AspectRatio, as.AspectRatio)
	holds := func(have, want string) bool { return have == "" || same(have, want) }
	var out []*Row
	for _, r := range rows {
		if holds(r.Mode, mode) && holds(r.Resolution, resolution) && holds(r.AspectRatio, aspect) {
			out = append(out, r)
		}
	}
	return out
}

// split looks among the models that were refused for their duration for shorter
// clips that cost less than the group's best offer, or that are the only way.
func (g *Group) split(q Question, fitting map[int][]*Row) {
	if !q.Duration.Known() {
		return
	}
	var below Amount // unknown comes after any price
	for i := range g.Offers {
		if price := g.Offers[i].Row().Price; price.Cmp(below) < 0 {
			below = price
		}
	}
	for i := range g.Refused {
		r := &g.Refused[i]
		if r.Rule != AtMost && r.Rule != NoDuration && r.Rule != NoExact {
			continue
		}
		for _, rows := range byKind(fitting[r.Place]) {
			if s := splitOf(rows, q.Duration, below, q.Clips()); s != nil && (r.Split == nil || s.compare(r.Split) < 0) {
				r.Split = s
			}
		}
	}
}

// byKind parts rows by mode, resolution and aspect ratio.
func byKind(rows []*Row) [][]*Row {
	var out [][]*Row
	places := map[[3]string]int{}
	for _, r := range rows {
		kind := [3]string{lower(r.Mode), lower(r.Resolution), lower(r.AspectRatio)}
		place, ok := places[kind]
		if !ok {
			place = len(out)
			places[kind] = place
			out = append(out, nil)
		}
		out[place] = append(out[place], r)
	}
	return out
}
