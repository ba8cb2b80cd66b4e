package metrics

import (
	"math"
	"math/big"

	"channeldeck/api"
)

// Tick is a mark on the axis of values.
type Tick struct {
	Value api.Number
	At    float64 // 0 at the foot of the axis, 1 at its head
}

// Scale is an axis of values between two round numbers. It is exact: values
// beyond 2^53 that differ by 1 do not fall together.
type Scale struct {
	Low, High api.Number
	Ticks     []Tick

	low, size *big.Rat
	lowInt    int64
	sizeInt   float64 // 0 where the axis is no whole number of an int64
}

// NewScale is an axis that holds min and max with about so many ticks, on
// multiples of 1, 2 or 5 times a power of ten. Where min is max, the one value
// is the one tick, at half the height. Both must be set and exact, as in a
// [Series] that has values; otherwise the axis is empty.
func NewScale(min, max api.Number, ticks int) Scale {
	lo, okLo := min.Rat()
	hi, okHi := max.Rat()
	if !okLo || !okHi || lo.Cmp(hi) > 0 {
		return Scale{}
	}
	if lo.Cmp(hi) == 0 {
		return Scale{Low: min, High: max, Ticks: []Tick{{Value: min, At: 0.5}}}
	}
	step := niceStep(lo, hi, ticks)
	first := floor(new(big.Rat).Quo(lo, step))
	last := ceil(new(big.Rat).Quo(hi, step))
	n := int(new(big.Int).Sub(last, first).Int64())
	s := Scale{low: times(first, step), Ticks: make([]Tick, 0, n+1)}
	for i := 0; i <= n; i++ {
		at := new(big.Rat).Mul(new(big.Rat).SetInt64(int64(i)), step)
		s.Ticks = append(s.Ticks, Tick{Value: number(at.Add(at, s.low)), At: float64(i) / float64(n)})
	}
	s.size = times(big.NewInt(int64(n)), step)
	s.Low, s.High = s.Ticks[0].Value, s.Ticks[n].Value
	if low, ok := s.Low.Int64(); ok {
		if high, ok := s.High.Int64(); ok {
			s.lowInt, s.sizeInt = low, float64(uint64(high)-uint64(low))
		}
	}
	return s
}

// At is the height of v on the axis, 0 to 1 for what lies on it; 0.5 where the
// axis has no extent.
func (s Scale) At(v api.Number) float64 {
	if s.size == nil {
		return 0.5
	}
	if n, ok := v.Int64(); ok && s.sizeInt > 0 && n >= s.lowInt {
		return math.Min(1, float64(uint64(n)-uint64(s.lowInt))/s.sizeInt)
	}
	r, ok := v.Rat()
	if !ok {
		return 0.5
	}
	r.Sub(r, s.low)
	f, _ := r.Quo(r, s.size).Float64()
	return math.Max(0, math.Min(1, f))
}

// niceStep is the smallest of 1, 2 and 5 times a power of ten that parts the
// range into at most so many steps; never a fraction where both ends are whole,
// as counts are.
func niceStep(lo, hi *big.Rat, ticks int) *big.Rat {
	parts := big.NewRat(int64(max(1, min(100, ticks-1))), 1)
	rough := new(big.Rat).Sub(hi, lo)
	rough.Quo(rough, parts)
	one := big.NewRat(1, 1)
	if lo.IsInt() && hi.IsInt() && rough.Cmp(one) <= 0 {
		return one
	}
	power := powerBelow(rough)
	for _, m := range [...]int64{1, 2, 5} {
		if step := new(big.Rat).Mul(power, big.NewRat(m, 1)); step.Cmp(rough) >= 0 {
			return step
		}
	}
	return power.Mul(power, big.NewRat(10, 1))
}

// powerBelow is the greatest power of ten that is not above r, which is above 0.
func powerBelow(r *big.Rat) *big.Rat {
	// The digits before the point, less those of the denominator, are within one
	// of the exponent; a float64 would overflow where a Rat does not.
	e := len(r.Num().String()) - len(r.Denom().String())
	p := pow10(e)
	if p.Cmp(r) > 0 {
		return pow10(e - 1)
	}
	return p
}

func pow10(e int) *big.Rat {
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

func times(n *big.Int, step *big.Rat) *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
}

// floor is r rounded down: Int.Div rounds towards minus infinity, as a
// denominator is above 0.
func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

func ceil(r *big.Rat) *big.Int {
	n := new(big.Int).Neg(r.Num())
	return n.Neg(n.Div(n, r.Denom()))
}
