package api

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unique"

	"github.com/go-json-experiment/json/jsontext"
)

// Number is an optional exact number: a number from the service, which keeps its
// digits, or the result of a calculation. The zero Number is missing. Numbers are
// immutable, and equal if they are written alike.
//
// A number with few digits takes no memory besides. Lists and histories have millions of them.
type Number struct {
	form   unique.Handle[form]
	digits int64 // of a form of digits: with the sign and without the point
}

// form is how a number is written, apart from its digits.
type form struct {
	decimals int    // of digits
	text     string // a JSON number that is not digits, null, or the fraction p/q of a result
}

// maxDigits are so few that two such numbers can be added.
const maxDigits = 18

// The forms of digits, by their decimals, and of null.
var (
	digitForms [maxDigits]unique.Handle[form]
	nullForm   = unique.Make(form{text: "null"})
)

func init() {
	for i := range digitForms {
		digitForms[i] = unique.Make(form{decimals: i})
	}
}

// Int is the Number n.
func Int(n int64) Number {
	const most = 1e18 - 1
	if n < -most || n > most {
		return textual(strconv.FormatInt(n, 10))
	}
	return Number{digitForms[0], n}
}

// textual returns the number with a text that is not digits; a missing one for "".
func textual(text string) Number {
	if text == "" {
		return Number{}
	}
	return Number{form: unique.Make(form{text: text})}
}

// number returns the number with a text: a JSON number, or a fraction.
func number(text string) Number {
	n, ok := parseDigits(text)
	if !ok {
		return textual(text)
	}
	return n
}

// parseDigits returns a number of at most maxDigits digits, which are all that is needed to write it as it
// was sent: without an exponent, and not a negative 0.
func parseDigits[T string | []byte](text T) (n Number, ok bool) {
	i := 0
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		i++
	}
	first := i
	point := -1
	var digits int64
	for ; i < len(text); i++ {
		c := text[i]
		if c == '.' && point < 0 && i > first {
			point = i
			continue
		}
		if c < '0' || c > '9' || i-first > maxDigits {
			return n, false
		}
		digits = 10*digits + int64(c-'0')
	}
	count := len(text) - first
	whole := count
	decimals := 0
	if point >= 0 {
		count--
		whole = point - first
		decimals = len(text) - point - 1
	}
	leadingZero := whole > 1 && text[first] == '0'
	if whole == 0 || count > maxDigits || leadingZero || point >= 0 && decimals == 0 || negative && digits == 0 {
		return n, false
	}
	if negative {
		digits = -digits
	}
	return Number{digitForms[decimals], digits}, true
}

// hasDigits reports whether the number is one of digits, and how many of them are decimals.
func (n Number) hasDigits() (decimals int, ok bool) {
	if n.form == digitForms[0] {
		return 0, true
	}
	if n.form == (unique.Handle[form]{}) {
		return 0, false
	}
	f := n.form.Value()
	return f.decimals, f.text == ""
}

// text is the text of a number that is not one of digits, "" for a missing one.
func (n Number) text() string {
	if n.form == (unique.Handle[form]{}) {
		return ""
	}
	return n.form.Value().text
}

// appendDigits appends the number to b, of which some digits are decimals.
func (n Number) appendDigits(b []byte, decimals int) []byte {
	if decimals == 0 {
		return strconv.AppendInt(b, n.digits, 10)
	}
	size := n.digits
	if size < 0 {
		b = append(b, '-')
		size = -size
	}
	scale := int64(1)
	for range decimals {
		scale *= 10
	}
	b = strconv.AppendInt(b, size/scale, 10)
	b = append(b, '.')
	first := len(b)
	b = strconv.AppendInt(b, scale+size%scale, 10) // with its zeros behind a 1
	return slices.Delete(b, first, first+1)
}

// NewNumber returns the Number r, unset for nil.
func NewNumber(r *big.Rat) Number {
	if r == nil {
		return Number{}
	}
	if r.IsInt() && r.Num().IsInt64() {
		return Int(r.Num().Int64())
	}
	return textual(r.RatString())
}

// ParseNumber reads one JSON number. Anything else is an error.
func ParseNumber[T string | []byte](s T) (Number, error) {
	n, ok := parseDigits(s)
	if ok {
		return n, nil
	}
	v := jsontext.Value(s)
	if !v.IsValid() || v.Kind() != '0' {
		return Number{}, fmt.Errorf("%q is not a JSON number", s)
	}
	return number(strings.TrimSpace(string(s))), nil
}

// IsSet reports whether there is a number.
func (n Number) IsSet() bool {
	return n.form != unique.Handle[form]{} && n.form != nullForm
}

// IsNull reports whether the member was present and null.
func (n Number) IsNull() bool { return n.form == nullForm }

// String returns the digits that were sent, or "" if the number is not set. A
// calculated number has at most 18 decimals.
func (n Number) String() string {
	const maxDecimals = 18
	if !n.IsSet() {
		return ""
	}
	if decimals, ok := n.hasDigits(); ok {
		var buffer [maxDigits + 4]byte // a sign, a 0, a point, and a 1 while it is written
		return string(n.appendDigits(buffer[:0], decimals))
	}
	if n.isFraction() {
		r, _ := n.Rat()
		return decimal(r, maxDecimals)
	}
	return n.text()
}

func (n Number) isFraction() bool { return strings.Contains(n.text(), "/") }

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
	return number(decimal(r, places))
}

// Int64 returns the number if it is an integer in the range of int64.
func (n Number) Int64() (int64, bool) {
	if i, ok := n.integer(); ok {
		return i, true
	}
	r, ok := n.Rat()
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// integer returns the number if it was sent as an integer of at most 18 digits.
func (n Number) integer() (i int64, ok bool) {
	return n.digits, n.form == digitForms[0]
}

// Float64 returns the nearest float64.
func (n Number) Float64() (float64, bool) {
	if decimals, ok := n.hasDigits(); ok {
		return n.floatOf(decimals), true
	}
	if n.isFraction() {
		over, under, _ := strings.Cut(n.text(), "/")
		a, okA := number(over).integer()
		b, okB := number(under).integer()
		if okA && okB && max(a, -a, b) <= 1<<53 { // both are exact as float64
			return float64(a) / float64(b), true
		}
		r, ok := n.Rat()
		f, _ := r.Float64()
		return f, ok
	}
	if !n.IsSet() {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	return f, err == nil
}

// floatOf returns the nearest float64 of a number of digits, of which some are decimals.
func (n Number) floatOf(decimals int) float64 {
	const exact = 1 << 53
	if decimals == 0 || max(n.digits, -n.digits) <= exact { // the division rounds once
		return float64(n.digits) / math.Pow10(decimals)
	}
	var buffer [maxDigits + 4]byte
	f, _ := strconv.ParseFloat(string(n.appendDigits(buffer[:0], decimals)), 64) // it is a number
	return f
}

// Rat returns the exact value, and false if the number is not set or too long
// for exact arithmetic: a literal such as 1e999999999 would fill the memory.
func (n Number) Rat() (*big.Rat, bool) {
	const maxLength, maxExponent = 400, 400
	if i, ok := n.integer(); ok {
		return new(big.Rat).SetInt64(i), true
	}
	if _, ok := n.hasDigits(); ok {
		return new(big.Rat).SetString(n.String())
	}
	text := n.text()
	if len(text) > maxLength && !n.isFraction() {
		return nil, false
	}
	i := strings.IndexAny(text, "eE")
	if i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// Sign returns -1, 0 or 1. It returns 0 if the number is not set.
func (n Number) Sign() int {
	if _, ok := n.hasDigits(); ok {
		return cmp.Compare(n.digits, 0)
	}
	digits, _, _ := strings.Cut(strings.ToLower(n.text()), "e")
	if !n.IsSet() || strings.Trim(digits, "-0.") == "" {
		return 0
	}
	if digits[0] == '-' {
		return -1
	}
	return 1
}

// Add returns n + m. Like that of all operations, the result is unset if n or m
// is not set or too long for exact arithmetic.
func (n Number) Add(m Number) Number {
	a, okA := n.integer()
	b, okB := m.integer()
	if okA && okB {
		return Int(a + b)
	}
	return n.combine(m, (*big.Rat).Add)
}

// Sub returns n - m.
func (n Number) Sub(m Number) Number {
	a, okA := n.integer()
	b, okB := m.integer()
	if okA && okB {
		return Int(a - b)
	}
	return n.combine(m, (*big.Rat).Sub)
}

// Mul returns n × m.
func (n Number) Mul(m Number) Number {
	return n.combine(m, (*big.Rat).Mul)
}

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
	return NewNumber(op(x, x, y))
}

// Share returns which share of a whole a part is, in percent with at most some decimals, or with
// more where it would be 0; unset if there is no whole. It is 100 for the whole only.
func Share(part, whole int64, places int) Number {
	if whole <= 0 || part < 0 || part > whole {
		return Number{}
	}
	more := false // a small share has two digits, as Round gives it
	for scale := uint64(math.Pow10(places)); ; scale, places = scale*10, places+1 {
		high, low := bits.Mul64(uint64(part), 100*scale)
		low, carry := bits.Add64(low, uint64(whole)/2, 0)
		n, _ := bits.Div64(high+carry, low, uint64(whole))
		if n == 0 && part > 0 {
			more = true
			continue
		}
		if more {
			more = false
			continue
		}
		if n >= 100*scale && part < whole {
			n = 100*scale - 1
		}
		digits := strconv.FormatUint(n, 10)
		if places == 0 {
			return number(digits)
		}
		digits = strings.Repeat("0", max(places+1-len(digits), 0)) + digits
		at := len(digits) - places
		return number(strings.TrimSuffix(strings.TrimRight(digits[:at]+"."+digits[at:], "0"), "."))
	}
}

// Cmp compares numbers by value, exactly if possible. An unset number sorts before all
// others. Cmp allocates only for different numbers that are the same float64, so long
// lists sort fast.
func (n Number) Cmp(m Number) int {
	if n == m || !n.IsSet() && !m.IsSet() {
		return 0
	}
	if !n.IsSet() {
		return -1
	}
	if !m.IsSet() {
		return 1
	}
	x, _ := n.Float64()
	y, _ := m.Float64()
	if order := cmp.Compare(x, y); order != 0 {
		return order
	}
	a, exactA := n.Rat()
	b, exactB := m.Rat()
	if exactA && exactB {
		return a.Cmp(b)
	}
	return 0
}

// MarshalJSONTo writes the number as String does, or null. The error is that of the encoder.
func (n Number) MarshalJSONTo(enc *jsontext.Encoder) error {
	if !n.IsSet() {
		return enc.WriteToken(jsontext.Null)
	}
	if decimals, ok := n.hasDigits(); ok {
		return enc.WriteValue(n.appendDigits(enc.AvailableBuffer(), decimals))
	}
	return enc.WriteValue(append(enc.AvailableBuffer(), n.String()...))
}

// UnmarshalJSONFrom reads a number or null. Anything else is an error.
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
		digits, ok := parseDigits([]byte(v))
		if !ok {
			digits = textual(string(v))
		}
		*n = digits
	case 'n':
		*n = Number{form: nullForm}
	default:
		return false
	}
	return true
}

// Sum is the exact sum of Numbers, and their count. The zero Sum is empty.
type Sum struct {
	fixed int64    // of numbers with few digits, in units of 10^-fixedPlaces
	rest  *big.Rat // of all other numbers; nil for none
	of    int
}

// fixedPlaces are enough for amounts of money, which have two decimals.
const fixedPlaces = 4

// Add adds a number. It ignores one that is not set, or too long for exact
// arithmetic.
func (s *Sum) Add(n Number) {
	if i, ok := n.fixed(); ok && (s.fixed+i > s.fixed) == (i > 0) { // no overflow
		s.fixed += i
		s.of++
		return
	}
	r, ok := n.Rat()
	if !ok {
		return
	}
	if s.rest != nil {
		r.Add(r, s.rest)
	}
	s.rest = r
	s.of++
}

// fixed returns the number in units of 10^-fixedPlaces if it was sent with few digits and
// without an exponent.
func (n Number) fixed() (int64, bool) {
	const most = 1e17 // never overflow
	decimals, ok := n.hasDigits()
	if !ok || decimals > fixedPlaces {
		return 0, false
	}
	units := n.digits
	for ; decimals < fixedPlaces; decimals++ {
		if units >= most || units <= -most {
			return 0, false
		}
		units *= 10
	}
	return units, true
}

// Of returns how many numbers were added.
func (s *Sum) Of() int { return s.of }

// Join adds the numbers of another sum.
func (s *Sum) Join(o Sum) {
	of := s.of + o.of
	s.Add(o.Number())
	s.of = of
}

// Total returns the sum as the total of so many accounts, each with at most one number.
func (s *Sum) Total(accounts int) Total {
	return Total{
		Sum:      s.Number(),
		Counted:  s.of,
		Accounts: accounts,
	}
}

// Number returns the sum, unset if nothing was added.
func (s *Sum) Number() Number {
	if s.of == 0 {
		return Number{}
	}
	sum := big.NewRat(s.fixed, 1e4)
	if s.rest != nil {
		sum.Add(sum, s.rest)
	}
	return NewNumber(sum)
}

// MarshalJSONTo writes the sum as a number, or null if nothing was added. The error is that of the encoder.
func (s *Sum) MarshalJSONTo(enc *jsontext.Encoder) error {
	return s.Number().MarshalJSONTo(enc)
}
