package api

import (
	"strings"
	"testing"
)

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

func TestSumOfWholeNumbersAllocatesNothing(t *testing.T) {
	var s Sum
	if n := testing.AllocsPerRun(100, func() { s.Add(Int(7_919)) }); n != 0 {
		t.Errorf("%v allocations a number", n)
	}
}
