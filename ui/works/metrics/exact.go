package metrics

import (
	"math"
	"math/big"

	"channeldeck/api"
)

// Delta is an exact difference of two numbers, or why there is none.
type Delta struct {
	Value api.Number
	Why   Reason
}

// OK reports whether the difference is there.
func (d Delta) OK() bool { return d.Why == Known }

// Subtract is a − b, exactly: two JSON numbers have a difference with finitely
// many digits. It says NotSent where either is not set, and TooLarge where the
// digits are more than what api.Number computes with.
func Subtract(a, b api.Number) Delta {
	if !a.IsSet() || !b.IsSet() {
		return Delta{Why: NotSent}
	}
	if x, ok := a.Int64(); ok {
		if y, ok := b.Int64(); ok {
			if d := x - y; (d < x) == (y > 0) { // it did not wrap around
				return Delta{Value: api.Int(d)}
			}
		}
	}
	x, okX := a.Rat()
	y, okY := b.Rat()
	if !okX || !okY {
		return Delta{Why: TooLarge}
	}
	d := number(x.Sub(x, y))
	if _, ok := d.Rat(); !ok {
		return Delta{Why: TooLarge}
	}
	return Delta{Value: d}
}

// number writes r in decimal. r comes from sums and differences of decimal
// literals, so that its digits end; a quotient would be rounded.
func number(r *big.Rat) api.Number {
	if r.IsInt() && r.Num().IsInt64() {
		return api.Int(r.Num().Int64())
	}
	digits, _ := r.FloatPrec()
	n, err := api.ParseNumber(r.FloatString(digits))
	if err != nil {
		return api.Number{}
	}
	return n
}

// quotient is a/b, rounded once to a float64.
func quotient(a, b *big.Rat) Figure {
	if b.Sign() == 0 {
		return Figure{Why: ZeroBase}
	}
	f, _ := new(big.Rat).Quo(a, b).Float64()
	if math.IsInf(f, 0) {
		return Figure{Why: TooLarge}
	}
	return Figure{Value: f}
}
