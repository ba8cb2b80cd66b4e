package quote

import (
	"math"
	"math/big"
	"strings"

	"channeldeck/api"
)

// Amount is an exact quantity: credits, seconds, MB, pixels or a ratio. The zero
// Amount is unknown, never 0. Amounts are immutable.
type Amount struct {
	exact   *big.Rat // nil if unknown
	near    float64  // the float64 nearest to exact: most comparisons need no more
	precise bool     // near equals exact
}

// NewAmount returns the Amount r, unknown for nil or beyond the range of float64.
// The caller must not modify r afterwards.
func NewAmount(r *big.Rat) Amount {
	if r == nil {
		return Amount{}
	}
	near, precise := r.Float64()
	if math.IsInf(near, 0) {
		return Amount{}
	}
	return Amount{exact: r, near: near, precise: precise}
}

// Whole returns the Amount n.
func Whole(n int64) Amount { return NewAmount(new(big.Rat).SetInt64(n)) }

// AmountOf returns the value of a number of the service, unknown if it was not
// sent or is too long for exact arithmetic.
func AmountOf(n api.Number) Amount {
	r, _ := n.Rat()
	return NewAmount(r)
}

// Known reports whether the amount has a value.
func (a Amount) Known() bool { return a.exact != nil }

// Sign returns -1, 0 or 1, and 0 for an unknown amount.
func (a Amount) Sign() int {
	if a.exact == nil {
		return 0
	}
	return a.exact.Sign()
}

// Float64 returns the nearest float64, 0 for an unknown amount.
func (a Amount) Float64() float64 { return a.near }

// Cmp compares values; an unknown amount comes after all known ones.
func (a Amount) Cmp(b Amount) int {
	switch {
	case a.exact == nil && b.exact == nil:
		return 0
	case a.exact == nil:
		return 1
	case b.exact == nil:
		return -1
	case a.near < b.near: // rounding to nearest is monotonic, so this is exact
		return -1
	case a.near > b.near:
		return 1
	case a.precise && b.precise || a.exact == b.exact:
		return 0
	}
	return a.exact.Cmp(b.exact)
}

// Equal reports whether both amounts are known and have the same value.
func (a Amount) Equal(b Amount) bool { return a.Known() && b.Known() && a.Cmp(b) == 0 }

// Plus returns a + b, unknown if either is.
func (a Amount) Plus(b Amount) Amount { return a.combine(b, (*big.Rat).Add) }

// Minus returns a - b, unknown if either is.
func (a Amount) Minus(b Amount) Amount { return a.combine(b, (*big.Rat).Sub) }

// Times returns a × b, unknown if either is.
func (a Amount) Times(b Amount) Amount { return a.combine(b, (*big.Rat).Mul) }

// Over returns a ÷ b, unknown if either is or if b is not positive.
func (a Amount) Over(b Amount) Amount {
	if b.Sign() <= 0 {
		return Amount{}
	}
	return a.combine(b, (*big.Rat).Quo)
}

func (a Amount) combine(b Amount, op func(z, x, y *big.Rat) *big.Rat) Amount {
	if !a.Known() || !b.Known() {
		return Amount{}
	}
	return NewAmount(op(new(big.Rat), a.exact, b.exact))
}

// Text formats the value in decimal, rounded to at most the given number of
// places, without trailing zeros. A value that would round to 0 keeps two
// significant digits. Unknown is "".
func (a Amount) Text(places int) string {
	switch {
	case a.exact == nil:
		return ""
	case a.exact.IsInt():
		return a.exact.Num().String()
	}
	text := a.decimal(places)
	if strings.Trim(text, "-0") != "" {
		return text
	}
	for strings.Trim(text, "-0.") == "" {
		places++
		text = a.exact.FloatString(places)
	}
	return a.decimal(places + 1)
}

func (a Amount) decimal(places int) string {
	text := a.exact.FloatString(places)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Number returns the value as a JSON number, rounded as by Text; unset if
// unknown.
func (a Amount) Number(places int) api.Number {
	n, _ := api.ParseNumber(a.Text(places)) // fails for "" only
	return n
}

// key identifies the value: equal amounts have equal keys. It is "" if unknown.
func (a Amount) key() string {
	if a.exact == nil {
		return ""
	}
	return a.exact.RatString()
}
