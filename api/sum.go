package api

import "math/big"

// Sum is the exact sum of Numbers, and their count. The zero Sum is empty.
//
// Whole numbers, as nearly all counts are, add up in an int64; big numbers are
// used for decimals and for what an int64 cannot hold.
type Sum struct {
	whole int64
	rest  *big.Rat // on top of whole, nil for nothing
	of    int
}

// Add adds a number. It ignores one that was not sent, or whose exact value is
// unavailable (see [Number.Rat]).
func (s *Sum) Add(n Number) {
	if v, ok := n.Int64(); ok {
		s.of++
		if sum := s.whole + v; (sum > s.whole) == (v > 0) { // it did not wrap around
			s.whole = sum
			return
		}
		s.more(new(big.Rat).SetInt64(v))
		return
	}
	if r, ok := n.Rat(); ok {
		s.of++
		s.more(r)
	}
}

func (s *Sum) more(r *big.Rat) {
	if s.rest == nil {
		s.rest = new(big.Rat)
	}
	s.rest.Add(s.rest, r)
}

// Of returns how many numbers were added.
func (s *Sum) Of() int { return s.of }

// Number returns the sum with as many decimals as it needs, unset if nothing
// was added.
func (s *Sum) Number() Number {
	switch {
	case s.of == 0:
		return Number{}
	case s.rest == nil:
		return Int(s.whole)
	}
	total := new(big.Rat).SetInt64(s.whole)
	total.Add(total, s.rest)
	digits, _ := total.FloatPrec() // of decimals, which end
	return numberOf([]byte(total.FloatString(digits)))
}
