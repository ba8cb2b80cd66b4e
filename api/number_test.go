package api

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"channeldeck/ui/testkit/race"
)

func TestNumberKeepsItsDigits(t *testing.T) {
	for _, literal := range []string{
		"0", "-0", "-0.0", "0.0", "1", "-1", "0.5", "-0.5", "0.05", "-0.050", "12.50", "10.0", "0.000000000000000001",
		"999999999999999999",
		"-999999999999999999",
		"1000000000000000000",
		"9223372036854775807",
		"9223372036854775808",
		"123456789012345678901234567890",
		"1e3",
		"1E-7",
		"1.5e400",
		"-2.5E+10",
		"123456789.123456789",
		"1234567890.123456789",
	} {
		n, err := ParseNumber(literal)
		if err != nil || n.String() != literal {
			t.Errorf("ParseNumber(%s) = %q, %v", literal, n.String(), err)
		}
		out, err := json.Marshal(n)
		if err != nil || string(out) != literal {
			t.Errorf("Marshal(%s) = %s, %v", literal, out, err)
		}
	}
}

func TestParseNumberRejectsNonNumbers(t *testing.T) {
	for _, s := range []string{"", "null", "01", "1.", ".5", "+1", "1 2", `"1"`, "NaN", "0x10"} {
		if n, err := ParseNumber(s); err == nil {
			t.Errorf("ParseNumber(%q) = %v", s, n)
		}
	}
	var n Number
	if err := json.Unmarshal([]byte(`"12"`), &n); err == nil {
		t.Error("a string was read as a number")
	}
	if err := json.Unmarshal([]byte(`1x`), &n); err == nil {
		t.Error("a broken literal was read as a number")
	}
}

func TestNumberDistinguishesMissingNullAndZero(t *testing.T) {
	var row struct{ A, B, C Number }
	if err := json.Unmarshal([]byte(`{"B":null,"C":0}`), &row); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name           string
		n              Number
		zero, null, is bool
	}{
		{"missing", row.A, true, false, false},
		{"null", row.B, false, true, false},
		{"0", row.C, false, false, true},
	} {
		if (tt.n == Number{}) != tt.zero || tt.n.IsNull() != tt.null || tt.n.IsSet() != tt.is {
			t.Errorf("%s: IsNull %t, IsSet %t", tt.name, tt.n.IsNull(), tt.n.IsSet())
		}
	}
	if row.A.String() != "" || row.B.String() != "" {
		t.Error("a number that was not sent has digits")
	}
	for _, n := range []Number{row.A, row.B} {
		_, whole := n.Int64()
		_, float := n.Float64()
		_, exact := n.Rat()
		if whole || float || exact {
			t.Error("a number that was not sent has a value")
		}
	}
	if out, _ := json.Marshal(row.A); string(out) != "null" {
		t.Errorf("a missing number on its own is written %s", out)
	}
}

func TestNumberValues(t *testing.T) {
	for _, tt := range []struct {
		literal string
		whole   int64
		isWhole bool
		float   float64
	}{
		{"12", 12, true, 12},
		{"5.00", 5, true, 5},
		{"-12.5", 0, false, -12.5},
		{"1e3", 1000, true, 1000},
		{"1e30", 0, false, 1e30},
		{"9223372036854775807", 1<<63 - 1, true, 1 << 63},
		{"0.1", 0, false, 0.1},
	} {
		n, err := ParseNumber(tt.literal)
		if err != nil {
			t.Fatal(err)
		}
		whole, isWhole := n.Int64()
		if isWhole != tt.isWhole || isWhole && whole != tt.whole {
			t.Errorf("%s.Int64() = %d, %t", tt.literal, whole, isWhole)
		}
		if float, ok := n.Float64(); !ok || float != tt.float {
			t.Errorf("%s.Float64() = %v, %t", tt.literal, float, ok)
		}
	}
	huge, _ := ParseNumber("1e999999999")
	if _, exact := huge.Rat(); exact {
		t.Error("1e999999999 was computed exactly")
	}
	if _, whole := huge.Int64(); whole {
		t.Error("1e999999999 fits an int64")
	}
}

func TestNumberOrder(t *testing.T) {
	ascending := []string{
		"", "-1e400", "-2", "-1.5", "-1.25", "-0.5", "0", "0.05", "0.5", "1", "1.0000001", "1e1",
		"10.5", "123456789012345678901", "1e300", "1e999999999",
	}
	for i, a := range ascending {
		for j, b := range ascending {
			if got := num(a).Cmp(num(b)); got != cmp.Compare(i, j) {
				t.Errorf("%q.Cmp(%q) = %d", a, b, got)
			}
		}
	}
	if num("1.50").Cmp(num("1.5")) != 0 || num("-0").Cmp(num("0")) != 0 {
		t.Error("equal values in other digits do not compare as equal")
	}
}

// Every decimal keeps its digits, value and order, whichever way it is held.
func TestNumberAgreesWithRat(t *testing.T) {
	literal := rapid.StringMatching(`-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,19})?([eE][+-]?[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		a := literal.Draw(t, "a")
		b := literal.Draw(t, "b")
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got := num(a).String(); got != a {
			t.Fatalf("%s became %s", a, got)
		}
		if r, ok := num(a).Rat(); !ok || r.Cmp(x) != 0 {
			t.Fatalf("%s.Rat() = %v, %t", a, r, ok)
		}
		if got := num(a).Cmp(num(b)); got != x.Cmp(y) {
			t.Fatalf("%s.Cmp(%s) = %d", a, b, got)
		}
		if whole, ok := num(a).Int64(); ok != (x.IsInt() && x.Num().IsInt64()) || ok && x.Num().Int64() != whole {
			t.Fatalf("%s.Int64() = %d, %t", a, whole, ok)
		}
	})
}

func TestSortingByNumberDoesNotAllocate(t *testing.T) {
	a := num("12.5")
	b := num("1200")
	if allocs := testing.AllocsPerRun(100, func() { _ = a.Cmp(b) }); allocs != 0 {
		t.Errorf("Cmp allocates %v times", allocs)
	}
}

func TestSumIsExact(t *testing.T) {
	for _, test := range []struct {
		of   string
		want string
		n    int
	}{
		{"", "", 0},
		{"0", "0", 1},
		{"1 2 -5", "-2", 3},
		{"1.25 0.25", "1.5", 2}, // no more decimals than it needs
		{"0.1 0.2", "0.3", 2},
		{"1.50", "1.5", 1},
		{"2.50 2.50", "5", 2},
		{"0.001 0.0005", "0.0015", 2}, // and no fewer
		{"9007199254740993 0.5", "9007199254740993.5", 2},
		{"9223372036854775807 1 1", "9223372036854775809", 3},
		{"9223372036854775807 1 -9223372036854775807", "1", 3},
		{"-9223372036854775808 -1 -1", "-9223372036854775810", 3},
		{"12345678901234567890123456789 1", "12345678901234567890123456790", 2},
		{"1e3 -0", "1000", 2},
		{"1e999999999 7", "7", 1}, // out of reach
		{"null 7", "7", 1},
	} {
		var s Sum
		for _, literal := range strings.Fields(test.of) {
			if literal == "null" {
				s.Add(Number{form: nullForm})
			} else {
				s.Add(num(literal))
			}
		}
		s.Add(Number{})
		if got := s.Number().String(); got != test.want || s.Of() != test.n {
			t.Errorf("%s: %q of %d, want %q of %d", test.of, got, s.Of(), test.want, test.n)
		}
	}
}

func TestShare(t *testing.T) {
	for _, test := range []struct {
		part, whole int64
		places      int
		want        string
	}{
		{44, 48, 1, "91.7"}, {127, 133, 0, "95"}, {1, 2, 0, "50"}, {5, 5, 1, "100"}, {0, 5, 1, "0"}, {0, 0, 1, ""},
		{2499, 2500, 1, "99.9"}, {2499, 2500, 0, "99"}, {9999, 10000, 2, "99.99"},
		{249, 250, 0, "99"}, {1, 250, 0, "0.4"}, {1, 2500, 1, "0.04"}, {0, 250, 0, "0"}, {3, 0, 0, ""},
	} {
		if got := Share(test.part, test.whole, test.places).String(); got != test.want {
			t.Errorf("%d of %d: %s, not %s", test.part, test.whole, got, test.want)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		whole := random.Int64N(1<<random.IntN(62)+1) + 1
		places := random.IntN(4)
		part := random.Int64N(whole + 1)
		want := Int(part).Mul(Int(100)).Quo(Int(whole)).Round(places)
		if got := Share(part, whole, places); got.Cmp(want) != 0 && want.Cmp(Int(100)) < 0 ||
			got.Cmp(Int(100)) == 0 && part < whole {
			t.Errorf("%d of %d to %d places: %s, not %s", part, whole, places, got, want)
		}
	}
}

func TestSumAgreesWithRat(t *testing.T) {
	race.Sweep(t)
	literal := rapid.StringMatching(`-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,6})?`)
	rapid.Check(t, func(t *rapid.T) {
		var sum Sum
		want := new(big.Rat)
		for _, n := range rapid.SliceOfN(literal, 1, 8).Draw(t, "numbers") {
			sum.Add(num(n))
			r, _ := num(n).Rat()
			want.Add(want, r)
		}
		if got, ok := sum.Number().Rat(); !ok || got.Cmp(want) != 0 {
			t.Fatalf("%s, want %s", sum.Number(), want.RatString())
		}
	})
	var sum Sum // more than an int64 of the smallest units
	for range 200_000 {
		sum.Add(num("9999999999999.25"))
	}
	if got := sum.Number().String(); got != "1999999999999850000" {
		t.Error(got)
	}
}

func TestSumOfAmountsAllocatesNothing(t *testing.T) {
	var s Sum
	for _, number := range []Number{Int(7_919), num("-12.5")} {
		if n := testing.AllocsPerRun(100, func() { s.Add(number) }); n != 0 {
			t.Errorf("%v allocations for each %s", n, number)
		}
	}
}

func TestArithmeticIsExact(t *testing.T) {
	literal := rapid.StringMatching(`-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,19})?`)
	rapid.Check(t, func(t *rapid.T) {
		a := num(literal.Draw(t, "a"))
		b := num(literal.Draw(t, "b"))
		x, _ := a.Rat()
		y, _ := b.Rat()
		check := func(op string, got Number, want *big.Rat) {
			if r, ok := got.Rat(); !ok || r.Cmp(want) != 0 || got.Sign() != want.Sign() {
				t.Fatalf("%s %s %s = %s, want %s", a, op, b, got, want.RatString())
			}
		}
		check("+", a.Add(b), new(big.Rat).Add(x, y))
		check("-", a.Sub(b), new(big.Rat).Sub(x, y))
		check("×", a.Mul(b), new(big.Rat).Mul(x, y))
		if y.Sign() != 0 {
			check("÷", a.Quo(b), new(big.Rat).Quo(x, y))
		}
	})
	for _, n := range []Number{
		num("1").Add(Number{}),
		num("1").Quo(num("-0.0")),
		num("1e999999999").Mul(num("2")),
		NewNumber(nil),
	} {
		if n.IsSet() {
			t.Errorf("%s is set", n)
		}
	}
	third := num("10").Quo(num("3"))
	if out, err := json.Marshal([]Number{
		third,
		num("0.1").Add(num("0.2")),
		num("9223372036854775807").Add(num("1")),
	}); err != nil ||
		string(out) != "[3.333333333333333333,0.3,9223372036854775808]" {
		t.Errorf("%s, %v", out, err)
	}
}

func TestRound(t *testing.T) {
	for _, test := range []struct {
		n      string
		places int
		want   string
	}{
		{"", 2, ""}, {"7", 0, "7"}, {"7.50", 2, "7.5"}, {"1.005", 2, "1.01"}, {"-1.204", 2, "-1.2"}, {"2.999", 2, "3"},
		{"0.001234", 2, "0.0012"},
		{"-0.00009", 0, "-0.00009"},
		{"0.0", 1, "0"},
		{"1e3", 2, "1000"},
		{"12345678901234567890.126", 2, "12345678901234567890.13"},
	} {
		if got := num(test.n).Round(test.places).String(); got != test.want {
			t.Errorf("%s rounded to %d places is %s, want %s", test.n, test.places, got, test.want)
		}
	}
}

// num is the Number of a literal; "" is a missing one.
func num(literal string) Number {
	if literal == "" {
		return Number{}
	}
	n, err := ParseNumber(literal)
	if err != nil {
		panic(err)
	}
	return n
}

// A fraction has the float64 that is nearest to it, however many digits it has.
func TestFloat64OfFractions(t *testing.T) {
	for _, tt := range []struct{ over, under string }{
		{"1", "3"},
		{"-2", "7"},
		{"9007199254740993", "2"},
		{"9007199254740992", "3"},
		{"1", "9007199254740993"},
		{"-9007199254740993", "10"},
		{"123456789012345678901", "7"}, {"1", "123456789012345678901234567890"},
	} {
		want, _ := new(big.Rat).SetString(tt.over + "/" + tt.under)
		near, _ := want.Float64()
		n := NewNumber(want)
		if got, ok := n.Float64(); !ok || got != near {
			t.Errorf("%s/%s is %v, want %v", tt.over, tt.under, got, near)
		}
	}
}

// Numbers of up to 18 digits are kept without their text. They are written as they were sent, and have the
// value that their text has.
func TestDigits(t *testing.T) {
	for _, text := range []string{
		"0", "7", "-7", "10", "-0", "0.0", "-0.0", "0.5", "-0.05", "1.50", "100.00", "-12.340", "1e3", "1.2e1", "1E-2",
		"999999999999999999", "-999999999999999999", "1000000000000000000", "9223372036854775808",
		"0.00000000000000001", "0.000000000000000001", "12345678901234567.8", "123456789012345678.5",
	} {
		n, err := ParseNumber(text)
		if err != nil || n.String() != text {
			t.Errorf("%s: %s, %v", text, n, err)
		}
		if written, err := Marshal(n); err != nil || string(written) != text {
			t.Errorf("%s is written as %s, %v", text, written, err)
		}
		var read Number
		if !read.set(jsontext.Value(text)) || read != n {
			t.Errorf("%s differs when it is read from JSON", text)
		}
		want, _ := strconv.ParseFloat(text, 64)
		if got, ok := n.Float64(); !ok || got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		exact, _ := new(big.Rat).SetString(text)
		if got, ok := n.Rat(); !ok || got.Cmp(exact) != 0 || n.Sign() != exact.Sign() {
			t.Errorf("%s: %v, sign %d", text, got, n.Sign())
		}
	}
	for _, i := range []int64{0, -1, 1e18 - 1, 1e18, 1 - 1e18, -1e18, math.MaxInt64, math.MinInt64} {
		text := strconv.FormatInt(i, 10)
		got, ok := Int(i).Int64()
		if sent := num(text); Int(i) != sent || Int(i).String() != text || !ok || got != i {
			t.Errorf("%d: %s, sent %s, read %d", i, Int(i), sent, got)
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		var of Number
		of.set(jsontext.Value("-1234567.89"))
	}); n > 0 {
		t.Errorf("a number allocates %v times", n)
	}
}
