package quote

import (
	"math/big"
	"strings"

	"channeldeck/api"
)

// Amount is an exact quantity (credits, seconds, MB, a ratio), or unknown. The
// zero Amount is unknown, never 0. Amounts are values: nothing changes one.
type Amount struct {
	exact   *big.Rat // nil where unknown
	near    float64  // the float64 nearest to exact
	precise bool     // near is exact
}

// NewAmount is the Amount r, unknown for nil. It keeps r: do not change it.
func NewAmount(r *big.Rat) Amount {
	if r == nil {
		return Amount{}
	}
	near, precise := r.Float64()
	return Amount{exact: r, near: near, precise: precise}
}

// Whole is the Amount n.
func Whole(n int64) Amount { return NewAmount(new(big.Rat).SetInt64(n)) }

// AmountOf is the value of a number of the service: unknown where none was
// sent, or one too long to compute with.
func AmountOf(n api.Number) Amount {
	r, ok := n.Rat()
	if !ok {
		return Amount{}
	}
	return NewAmount(r)
}

// Known reports whether there is a value.
func (a Amount) Known() bool { return a.exact != nil }

// Sign is -1, 0 or 1; it is 0 for unknown too.
func (a Amount) Sign() int {
	if a.exact == nil {
		return 0
	}
	return a.exact.Sign()
}

// Cmp orders by value; unknown comes after all that is known.
func (a Amount) Cmp(b Amount) int {
	switch {
	case a.exact == nil || b.exact == nil:
		return known(b) - known(a)
	case a.near < b.near: // rounding to nearest keeps the order, so this is exact
		return -1
	case a.near > b.near:
		return 1
	case a.precise && b.precise || a.exact == b.exact:
		return 0
	}
	return a.exact.Cmp(b.exact)
}

func known(a Amount) int {
	if a.exact == nil {
		return 0
	}
	return 1
}

// Equal reports whether both are known and the same value.
func (a Amount) Equal(b Amount) bool { return a.Known() && b.Known() && a.Cmp(b) == 0 }

// Plus is a + b, unknown where either is.
func (a Amount) Plus(b Amount) Amount {
	if !a.Known() || !b.Known() {
		return Amount{}
	}
	return NewAmount(new(big.Rat).Add(a.exact, b.exact))
}

// Minus is a - b, unknown where either is.
func (a Amount) Minus(b Amount) Amount {
	if !a.Known() || !b.Known() {
		return Amount{}
	}
	return NewAmount(new(big.Rat).Sub(a.exact, b.exact))
}

// Times is a × b, unknown where either is.
func (a Amount) Times(b Amount) Amount {
	if !a.Known() || !b.Known() {
		return Amount{}
	}
	return NewAmount(new(big.Rat).Mul(a.exact, b.exact))
}

// Over is a ÷ b, unknown where either is or b is not above 0.
func (a Amount) Over(b Amount) Amount {
	if !a.Known() || b.Sign() <= 0 {
		return Amount{}
	}
	return NewAmount(new(big.Rat).Quo(a.exact, b.exact))
}

// Text writes the value in decimal, rounded to at most so many places, without
// trailing zeros. What is not 0 is never written as 0: it gets the places for
// two digits. Unknown is "".
func (a Amount) Text(places int) string {
	switch {
	case a.exact == nil:
		return ""
	case a.exact.IsInt():
		return a.exact.Num().String()
	}
	text := a.decimal(places)
	if !isZero(text) {
		return text
	}
	for isZero(text) {
		places++
		text = a.decimal(places)
	}
	return a.decimal(places + 1)
}

func isZero(decimal string) bool { return decimal == "0" || decimal == "-0" }

func (a Amount) decimal(places int) string {
	text := a.exact.FloatString(places)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Number is the value as a JSON number, rounded as Text does; missing where
// unknown.
func (a Amount) Number(places int) api.Number {
	n, err := api.ParseNumber(a.Text(places))
	if err != nil {
		return api.Number{}
	}
	return n
}

// whole returns the value where it is a whole number within 0 and limit.
func (a Amount) whole(limit int64) (int, bool) {
	if !a.Known() || !a.exact.IsInt() || !a.exact.Num().IsInt64() {
		return 0, false
	}
	n := a.exact.Num().Int64()
	return int(n), n >= 0 && n <= limit
}

// key is the same for equal values and only for those, "" for unknown.
func (a Amount) key() string {
	if a.exact == nil {
		return ""
	}
	return a.exact.RatString()
}
