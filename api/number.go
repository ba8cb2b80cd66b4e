package api

import (
	"bytes"
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Number is an optional exact number: a number from the service, which keeps its
// digits, or the result of a calculation. The zero Number is missing. Numbers are
// immutable.
//
// A list of accounts holds a dozen Numbers a row, so a Number is two words:
// decimals of up to 18 digits are an int64 and a shared form.
type Number struct {
	n    int64
	form *form // nil if missing
}

// form describes a Number. With an empty literal and a nil exact, the value is
// Number.n.
type form struct {
	places  int      // digits of n behind the decimal point
	literal string   // the digits that were sent; "" for a result
	exact   *big.Rat // nil if the literal is too long for exact arithmetic
	null    bool
}

func (f *form) small() bool { return f.literal == "" && f.exact == nil }

// maxDigits is the number of decimal digits that always fit into an int64.
const maxDigits = 18

// forms and nullForm are shared by all Numbers and never written to.
var (
	forms    = newForms()
	nullForm = &form{null: true}
)

func newForms() (f [maxDigits + 1]form) {
	for i := range f {
		f[i].places = i
	}
	return f
}

// pow10 returns 10 to the power of n, for n up to maxDigits.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// Int is the Number n.
func Int(n int64) Number { return Number{n: n, form: &forms[0]} }

// NewNumber returns the Number r, unset for nil. The caller must not change r
// afterwards.
func NewNumber(r *big.Rat) Number {
	switch {
	case r == nil:
		return Number{}
	case r.IsInt() && r.Num().IsInt64():
		return Int(r.Num().Int64())
	}
	return Number{form: &form{exact: r}}
}

// ParseNumber reads one JSON number.
func ParseNumber(s string) (Number, error) {
	v := jsontext.Value(s)
	if !v.IsValid() || v.Kind() != '0' {
		return Number{}, fmt.Errorf("%q is not a JSON number", s)
	}
	return numberOf(bytes.TrimSpace(v)), nil
}

// numberOf reads a literal that is known to be a JSON number.
func numberOf(literal []byte) Number {
	if n, places, ok := parseDecimal(literal); ok {
		return Number{n: n, form: &forms[places]}
	}
	s := string(literal)
	return Number{form: &form{literal: s, exact: exactValue(s)}}
}

// parseDecimal reads the literals that String prints unchanged: up to 18
// digits, a sign, a decimal point; no exponent and no negative zero.
func parseDecimal(b []byte) (n int64, places int, ok bool) {
	digits, point := bytes.TrimPrefix(b, []byte("-")), -1
	for i, c := range digits {
		switch {
		case c == '.':
			point = i
		case c < '0' || c > '9' || i > maxDigits:
			return 0, 0, false
		default:
			n = n*10 + int64(c-'0')
		}
	}
	if point >= 0 {
		places = len(digits) - point - 1
	} else if len(digits) > maxDigits {
		return 0, 0, false
	}
	if len(digits) < len(b) {
		n = -n
	}
	return n, places, n != 0 || len(digits) == len(b)
}

// exactValue returns the value of a literal. A literal such as 1e999999999 would
// fill the memory, so the length and the exponent are bounded.
func exactValue(literal string) *big.Rat {
	const maxLength, maxExponent = 400, 400
	if len(literal) > maxLength {
		return nil
	}
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		if e, err := strconv.Atoi(literal[i+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return nil
		}
	}
	r, _ := new(big.Rat).SetString(literal)
	return r
}

// IsSet reports whether there is a number.
func (n Number) IsSet() bool { return n.form != nil && !n.form.null }

// IsNull reports whether the member was present and null.
func (n Number) IsNull() bool { return n.form != nil && n.form.null }

// String returns the digits that were sent, or "" if the number is not set. A
// calculated number has at most 18 decimals.
func (n Number) String() string {
	switch {
	case !n.IsSet():
		return ""
	case n.form.literal != "":
		return n.form.literal
	case n.form.exact != nil:
		return decimal(n.form.exact, maxDigits)
	}
	return string(n.appendSmall(nil))
}

// appendSmall appends the digits of a number of a small form.
func (n Number) appendSmall(b []byte) []byte {
	if n.form.places == 0 {
		return strconv.AppendInt(b, n.n, 10)
	}
	width := n.form.places + len("0")
	if n.n < 0 {
		width += len("-")
	}
	b = fmt.Appendf(b, "%0*d", width, n.n)
	return slices.Insert(b, len(b)-n.form.places, '.')
}

// decimal rounds r to at most the given number of decimals and removes trailing
// zeros.
func decimal(r *big.Rat, places int) string {
	s := r.FloatString(places)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Round returns the number with at most the given number of decimals and
// without trailing zeros. A number that would become 0 keeps two digits.
func (n Number) Round(places int) Number {
	r, ok := n.Rat()
	if !ok {
		return Number{}
	}
	if r.Sign() != 0 && strings.Trim(r.FloatString(places), "-0.") == "" {
		for strings.Trim(r.FloatString(places), "-0.") == "" {
			places++
		}
		places++
	}
	return numberOf([]byte(decimal(r, places)))
}

// Int64 returns the number if it is an integer in the range of int64.
func (n Number) Int64() (int64, bool) {
	if n.IsSet() && n.form.small() {
		p := pow10(n.form.places)
		return n.n / p, n.n%p == 0
	}
	r, ok := n.Rat()
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// Float64 returns the nearest float64.
func (n Number) Float64() (float64, bool) {
	if n.IsSet() && n.form.small() && n.form.places == 0 {
		return float64(n.n), true
	}
	if r, ok := n.Rat(); ok {
		f, _ := r.Float64()
		return f, true
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	return f, err == nil
}

// Rat returns the exact value, and false if the number is not set or too long
// for exact arithmetic (some hundred digits).
func (n Number) Rat() (*big.Rat, bool) {
	switch {
	case !n.IsSet():
		return nil, false
	case n.form.small():
		return big.NewRat(n.n, pow10(n.form.places)), true
	case n.form.exact == nil:
		return nil, false
	}
	return new(big.Rat).Set(n.form.exact), true
}

// Sign returns -1, 0 or 1. It returns 0 if the number is not set.
func (n Number) Sign() int {
	if r, ok := n.Rat(); ok {
		return r.Sign()
	}
	f, _ := n.Float64()
	return cmp.Compare(f, 0)
}

// Add returns n + m. Like that of all operations, the result is unset if n or m
// is not set or too long for exact arithmetic.
func (n Number) Add(m Number) Number {
	if n.IsSet() && m.IsSet() && n.form == m.form && n.form.small() && n.form.places == 0 {
		if sum := n.n + m.n; (sum > n.n) == (m.n > 0) { // no overflow
			return Int(sum)
		}
	}
	return n.combine(m, (*big.Rat).Add)
}

// Sub returns n - m.
func (n Number) Sub(m Number) Number { return n.combine(m, (*big.Rat).Sub) }

// Mul returns n × m.
func (n Number) Mul(m Number) Number { return n.combine(m, (*big.Rat).Mul) }

// Quo returns n ÷ m, unset if m is 0.
func (n Number) Quo(m Number) Number {
	if m.Sign() == 0 {
		return Number{}
	}
	return n.combine(m, (*big.Rat).Quo)
}

func (n Number) combine(m Number, op func(z, x, y *big.Rat) *big.Rat) Number {
	x, okX := n.Rat()
	y, okY := m.Rat()
	if !okX || !okY {
		return Number{}
	}
	return NewNumber(op(new(big.Rat), x, y))
}

// Cmp compares numbers by value, exactly if possible. An unset number sorts before all
// others. Cmp does not allocate for decimals of up to 18 digits, so long
// lists sort fast.
func (n Number) Cmp(m Number) int {
	switch {
	case !n.IsSet() && !m.IsSet():
		return 0
	case !n.IsSet():
		return -1
	case !m.IsSet():
		return 1
	case n.form.small() && m.form.small():
		nWhole, nRest := n.split()
		mWhole, mRest := m.split()
		return cmp.Or(cmp.Compare(nWhole, mWhole), cmp.Compare(nRest, mRest))
	}
	a, exactA := n.Rat()
	b, exactB := m.Rat()
	if exactA && exactB {
		return a.Cmp(b)
	}
	x, _ := n.Float64()
	y, _ := m.Float64()
	return cmp.Compare(x, y)
}

// split returns the whole part and the fraction in units of 1e-18, both with
// the sign.
func (n Number) split() (whole, rest int64) {
	p := pow10(n.form.places)
	return n.n / p, n.n % p * pow10(maxDigits-n.form.places)
}

// MarshalJSONTo writes the number as String does, or null.
func (n Number) MarshalJSONTo(enc *jsontext.Encoder) error {
	if !n.IsSet() {
		return enc.WriteToken(jsontext.Null)
	}
	if n.form.small() {
		return enc.WriteValue(n.appendSmall(enc.AvailableBuffer()))
	}
	return enc.WriteValue(jsontext.Value(n.String()))
}

// UnmarshalJSONFrom reads a number or null.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err == nil && !n.set(v) {
		err = fmt.Errorf("%s is not a number", v)
	}
	return err
}

// set reads a JSON value and reports whether it is a number or null.
func (n *Number) set(v jsontext.Value) bool {
	switch v.Kind() {
	case '0':
		*n = numberOf(v)
	case 'n':
		*n = Number{form: nullForm}
	default:
		return false
	}
	return true
}

// Sum is the exact sum of Numbers, and their count. The zero Sum is empty.
type Sum struct {
	total Number
	of    int
}

// Add adds a number. It ignores one that is not set, or too long for exact
// arithmetic.
func (s *Sum) Add(n Number) {
	total := Int(0).Add(n)
	if s.of > 0 {
		total = s.total.Add(n)
	}
	if total.IsSet() {
		s.total, s.of = total, s.of+1
	}
}

// Of returns how many numbers were added.
func (s *Sum) Of() int { return s.of }

// Number returns the sum, unset if nothing was added.
func (s *Sum) Number() Number { return s.total }
