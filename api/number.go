package api

import (
	"bytes"
	"cmp"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Number is an optional JSON number that keeps the digits it was sent with.
// The zero Number is missing.
//
// A list of accounts holds a dozen of them a row, so a Number is two words:
// decimals of up to 18 digits are held as an int64 and one of the shared forms.
type Number struct {
	n    int64
	form *form // nil where the member was missing
}

// form is the meaning of the field n of a Number.
type form struct {
	places  int    // digits of n behind the decimal point
	literal string // set where n cannot hold the number: what was sent
	null    bool
}

// maxDigits is how many digits any int64 holds.
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
	return Number{form: &form{literal: string(literal)}}
}

// parseDecimal reads the literals that String prints unchanged: up to 18
// digits, a sign, a decimal point; no exponent and no negative zero.
func parseDecimal(b []byte) (n int64, places int, ok bool) {
	digits, point := b, -1
	if b[0] == '-' {
		digits = b[1:]
	}
	if len(digits) > maxDigits+1 {
		return 0, 0, false
	}
	for i, c := range digits {
		switch {
		case '0' <= c && c <= '9':
			n = n*10 + int64(c-'0')
		case c == '.':
			point = i
		default:
			return 0, 0, false
		}
	}
	if point >= 0 {
		places = len(digits) - point - 1
	} else if len(digits) > maxDigits {
		return 0, 0, false
	}
	if len(digits) < len(b) {
		if n == 0 {
			return 0, 0, false
		}
		n = -n
	}
	return n, places, true
}

// IsSet reports whether a number was sent.
func (n Number) IsSet() bool { return n.form != nil && !n.form.null }

// IsZero reports whether the member was missing (not whether it is 0).
func (n Number) IsZero() bool { return n.form == nil }

// IsNull reports whether the member was there and null.
func (n Number) IsNull() bool { return n.form != nil && n.form.null }

// String returns the number as it was sent, "" if it was not.
func (n Number) String() string {
	if !n.IsSet() {
		return ""
	}
	return string(n.append(nil))
}

// append writes the digits of a number that is set.
func (n Number) append(b []byte) []byte {
	switch {
	case n.form.literal != "":
		return append(b, n.form.literal...)
	case n.form.places == 0:
		return strconv.AppendInt(b, n.n, 10)
	}
	whole, rest, places := n.n, int64(0), n.form.places
	rest, whole = whole%pow10(places), whole/pow10(places)
	if n.n < 0 {
		b, whole, rest = append(b, '-'), -whole, -rest
	}
	b = append(strconv.AppendInt(b, whole, 10), '.')
	for p := pow10(places - 1); p > rest && p > 1; p /= 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, rest, 10)
}

// Int64 returns the number where it is a whole one that an int64 holds.
func (n Number) Int64() (int64, bool) {
	switch {
	case !n.IsSet():
		return 0, false
	case n.form.literal == "":
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
	if !n.IsSet() {
		return 0, false
	}
	if n.form.literal == "" && n.form.places == 0 {
		return float64(n.n), true
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	return f, err == nil
}

// maxExactLiteral and maxExactExponent bound what is computed exactly: a
// literal such as 1e999999999 would otherwise fill the memory.
const (
	maxExactLiteral  = 400
	maxExactExponent = 400
)

// Rat returns the exact value, and false if the number is not set or too long
// for exact arithmetic (some hundred digits).
func (n Number) Rat() (*big.Rat, bool) {
	switch {
	case !n.IsSet():
		return nil, false
	case n.form.literal == "":
		return big.NewRat(n.n, pow10(n.form.places)), true
	case len(n.form.literal) > maxExactLiteral:
		return nil, false
	}
	if i := strings.IndexAny(n.form.literal, "eE"); i >= 0 {
		if e, err := strconv.Atoi(n.form.literal[i+1:]); err != nil || e > maxExactExponent || e < -maxExactExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(n.form.literal)
}

// Cmp orders numbers by value, exactly where that is possible; a number that
// was not sent comes before all that were. It does not allocate for decimals
// of up to 18 digits, which long lists are sorted by.
func (n Number) Cmp(m Number) int {
	switch {
	case !n.IsSet() || !m.IsSet():
		return order(n.IsSet(), m.IsSet())
	case n.form.literal == "" && m.form.literal == "":
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
	if n.form.places == 0 {
		return n.n, 0
	}
	p := pow10(n.form.places)
	return n.n / p, n.n % p * pow10(maxDigits-n.form.places)
}

// order puts false before true.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// MarshalJSONTo writes the number with the digits it was sent with, or null.
func (n Number) MarshalJSONTo(enc *jsontext.Encoder) error {
	if !n.IsSet() {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(n.append(enc.AvailableBuffer()))
}

// UnmarshalJSONFrom reads a number or null.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return n.set(v)
}

// set reads a JSON value that is a number or null.
func (n *Number) set(v jsontext.Value) error {
	switch v.Kind() {
	case '0':
		*n = numberOf(v)
	case 'n':
		*n = Number{form: nullForm}
	default:
		return mismatch[Number]("", v.Kind())
	}
	return nil
}
