package quote

import (
	"cmp"
	"slices"

	"channeldeck/api"
)

// Split is a set of shorter clips of one model that together last at least as
// long as the clip asked for. They are separate clips: the user joins them.
type Split struct {
	Pieces  []Piece
	Seconds api.Number // of the whole set
	Price   api.Number // credits for one set
	Total   api.Number // credits for all sets
}

// Piece is a number of clips of one row.
type Piece struct {
	Row   *Row
	Count int
}

// maxPieces bounds the number of clips in a split: nobody joins more.
const maxPieces = 10

// splitOf returns the cheapest split into equal clips, or into two different
// ones, that costs less than the given price; ties go to fewer clips, then to
// the shorter split. It returns nil if no split is cheaper. The rows must differ in
// duration and price only.
func splitOf(rows []*Row, length, below api.Number, sets int) *Split {
	shorter := filter(rows, func(r *Row) bool {
		return r.Duration.Sign() > 0 && CompareNumbers(r.Duration, length) < 0 && r.Price.IsSet()
	})
	slices.SortStableFunc(shorter, func(a, b *Row) int { return CompareNumbers(a.Duration, b.Duration) })
	var best *Split
	try := func(pieces ...Piece) {
		s := &Split{Pieces: pieces, Seconds: api.Int(0), Price: api.Int(0)}
		for _, p := range pieces {
			n := api.Int(int64(p.Count))
			s.Seconds = s.Seconds.Add(p.Row.Duration.Mul(n))
			s.Price = s.Price.Add(p.Row.Price.Mul(n))
		}
		if CompareNumbers(s.Seconds, length) >= 0 && CompareNumbers(s.Price, below) < 0 && (best == nil || s.compare(best) < 0) {
			best = s
		}
	}
	// cheapest[i] is the cheapest of the rows from i on: the best partner of a row
	// that leaves at least the duration of row i.
	cheapest := make([]*Row, len(shorter)+1)
	for i := len(shorter) - 1; i >= 0; i-- {
		cheapest[i] = shorter[i]
		if next := cheapest[i+1]; next != nil && CompareNumbers(next.Price, shorter[i].Price) < 0 {
			cheapest[i] = next
		}
	}
	for _, r := range shorter {
		n := 1
		for sum := r.Duration; CompareNumbers(sum, length) < 0 && n < maxPieces; n++ {
			sum = sum.Add(r.Duration)
		}
		try(Piece{r, n})
		i, _ := slices.BinarySearchFunc(shorter, length.Sub(r.Duration), func(s *Row, d api.Number) int { return CompareNumbers(s.Duration, d) })
		if other := cheapest[i]; other != nil && other != r {
			try(Piece{r, 1}, Piece{other, 1})
		}
	}
	if best != nil {
		best.Total = best.Price.Mul(api.Int(int64(sets)))
	}
	return best
}

func (s *Split) compare(o *Split) int {
	clips := func(s *Split) (n int) {
		for _, p := range s.Pieces {
			n += p.Count
		}
		return n
	}
	return cmp.Or(CompareNumbers(s.Price, o.Price), cmp.Compare(clips(s), clips(o)), CompareNumbers(s.Seconds, o.Seconds))
}

// split looks among the models that were refused because of the duration for
// shorter clips that cost less than the group's best offer, or that are the only
// way.
func (g *Group) split(q *Question) {
	if !q.Duration.IsSet() {
		return
	}
	var below api.Number // unknown comes after any price
	for i := range g.Offers {
		if price := g.Offers[i].Row().Price; CompareNumbers(price, below) < 0 {
			below = price
		}
	}
	for i := range g.Refused {
		r := &g.Refused[i]
		if r.Rule != AtMost && r.Rule != OtherDuration && r.Rule != NoExact {
			continue
		}
		kinds := map[string][]*Row{}
		for _, row := range r.rows {
			kinds[row.kind] = append(kinds[row.kind], row)
		}
		for _, row := range r.rows { // in the catalog's order, each kind once
			if s := splitOf(kinds[row.kind], q.Duration, below, q.Clips()); s != nil && (r.Split == nil || s.compare(r.Split) < 0) {
				r.Split = s
			}
			delete(kinds, row.kind)
		}
	}
}
