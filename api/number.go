package api

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Number is an optional JSON number that keeps the digits it was sent with.
// Counts that fit an int64 are held as such; all else keeps its literal. The
// zero Number is missing.
type Number struct {
	n        int64
	literal  string // "" where n written out in decimal is what was sent
	presence presence
}

// Int is the Number n.
func Int(n int64) Number { return Number{n: n, presence: present} }

// ParseNumber reads one JSON number.
func ParseNumber(s string) (Number, error) {
	v := jsontext.Value(s)
	if !v.IsValid() || v.Kind() != '0' {
		return Number{}, fmt.Errorf("%q is not a JSON number", s)
	}
	return numberOf(bytes.TrimSpace(v)), nil
}

func numberOf(literal []byte) Number {
	if n, ok := parseInt(literal); ok {
		return Int(n)
	}
	return Number{literal: string(literal), presence: present}
}

// parseInt reads up to 18 digits with a sign: the literals that an int64 holds
// and prints unchanged.
func parseInt(b []byte) (int64, bool) {
	digits := b
	if len(b) > 1 && b[0] == '-' && b[1] != '0' {
		digits = b[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	var n int64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(b) {
		n = -n
	}
	return n, true
}

// IsSet reports whether a number was sent.
func (n Number) IsSet() bool { return n.presence == present }

// IsZero reports whether the member was missing (not whether it is 0).
func (n Number) IsZero() bool { return n.presence == missing }

// IsNull reports whether the member was there and null.
func (n Number) IsNull() bool { return n.presence == null }

// String is the number as it was sent, "" where none was.
func (n Number) String() string {
	switch {
	case n.presence != present:
		return ""
	case n.literal != "":
		return n.literal
	}
	return strconv.FormatInt(n.n, 10)
}

// Int64 returns the number where it is a whole one that an int64 holds.
func (n Number) Int64() (int64, bool) {
	if n.presence != present {
		return 0, false
	}
	if n.literal == "" {
		return n.n, true
	}
	if len(n.literal) > maxExactLiteral {
		return 0, false
	}
	r, ok := n.Rat()
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// Float64 returns the nearest float64.
func (n Number) Float64() (float64, bool) {
	if n.presence != present {
		return 0, false
	}
	if n.literal == "" {
		return float64(n.n), true
	}
	f, err := strconv.ParseFloat(n.literal, 64)
	return f, err == nil
}

// maxExactLiteral and maxExactExponent bound what is computed exactly: a
// literal such as 1e999999999 would otherwise fill the memory.
const (
	maxExactLiteral  = 400
	maxExactExponent = 400
)

// Rat returns the exact value, and false where there is none or where it would
// need more than some hundred digits.
func (n Number) Rat() (*big.Rat, bool) {
	if n.presence != present {
		return nil, false
	}
	if n.literal == "" {
		return new(big.Rat).SetInt64(n.n), true
	}
	if len(n.literal) > maxExactLiteral {
		return nil, false
	}
	if i := bytes.IndexAny([]byte(n.literal), "eE"); i >= 0 {
		if e, err := strconv.Atoi(n.literal[i+1:]); err != nil || e > maxExactExponent || e < -maxExactExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(n.literal)
}

// Cmp orders numbers by value, exactly where that is possible; a number that
// was not sent comes before all that were.
func (n Number) Cmp(m Number) int {
	switch {
	case n.presence != present || m.presence != present:
		return int(n.presence/present) - int(m.presence/present)
	case n.literal == "" && m.literal == "":
		switch {
		case n.n < m.n:
			return -1
		case n.n > m.n:
			return 1
		}
		return 0
	}
	a, exactA := n.Rat()
	b, exactB := m.Rat()
	if exactA && exactB {
		return a.Cmp(b)
	}
	x, _ := n.Float64()
	y, _ := m.Float64()
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// MarshalJSONTo writes the number with the digits it was sent with, or null.
func (n Number) MarshalJSONTo(enc *jsontext.Encoder) error {
	if n.presence != present {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(jsontext.Value(n.String()))
}

// UnmarshalJSONFrom reads a number or null.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	switch v.Kind() {
	case '0':
		*n = numberOf(v)
	case 'n':
		*n = Number{presence: null}
	default:
		return fmt.Errorf("want a number, got a JSON %s", v.Kind())
	}
	return nil
}
