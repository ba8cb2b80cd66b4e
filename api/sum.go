package api

import "math/big"

// Sum is the exact sum of Numbers and of how many. The zero Sum is of none.
//
// Whole numbers add up in an int64, as nearly all counts do; big numbers are
// only made for decimals and for what an int64 does not hold.
type Sum struct {
	whole int64
	rest  *big.Rat // on top of whole, nil for nothing
	of    int
}

// Add counts a number in. One that was not sent, or whose exact value is out of
// reach (see [Number.Rat]), is left out.
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

// Of is how many numbers were counted in.
func (s *Sum) Of() int { return s.of }

// Number is the sum with as many decimals as it needs, missing where it is of
// none.
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
