package axis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestScale(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		ticks     int
		want      Scale
	}{
		{0, 100, 5, Scale{0, 50, 100}},
		{0, 100, 6, Scale{0, 20, 40, 60, 80, 100}},
		{3, 97, 3, Scale{0, 50, 100}},
		{0, 1, 5, Scale{0, 1}},
		{0, 3, 9, Scale{0, 1, 2, 3}},
		{0, 0, 5, Scale{0}},
		{-7, -7, 5, Scale{-7}},
		{-30, 20, 6, Scale{-30, -20, -10, 0, 10, 20}},
		{9007199254740992, 9007199254740994, 5, Scale{9007199254740992}},
		{0.1, 0.3, 3, Scale{0.1, 0.2, 0.3}},
		{1.5, 1.52, 3, Scale{1.5, 1.51, 1.52}},
		{-9223372036854775808, 9223372036854775807, 3, Scale{-1e19, 0, 1e19}},
		{12, 48, 1, Scale{0, 50}},
		{math.Inf(1), math.Inf(-1), 5, nil},
	} {
		if got := New(c.low, c.high, c.ticks); !slices.Equal(got, c.want) {
			t.Errorf("from %v to %v in %d: %v, want %v", c.low, c.high, c.ticks, got, c.want)
		}
	}
}

func TestScaleKeepsOrder(t *testing.T) {
	number := rapid.OneOf(
		rapid.Float64Range(-1e100, 1e100),
		rapid.Float64Range(-1, 1),
		rapid.Map(rapid.Int64(), func(n int64) float64 { return float64(n) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		a := number.Draw(t, "a")
		b := number.Draw(t, "b")
		a, b = min(a, b), max(a, b)
		n := rapid.IntRange(0, 12).Draw(t, "ticks")
		s := New(a, b, n)
		if len(s) == 0 || len(s) > max(n, 2)+1 {
			t.Fatalf("%d ticks from %v to %v, wanted %d", len(s), a, b, n)
		}
		at := s.Position(a)
		bt := s.Position(b)
		if at < 0 || bt > 1 || at > bt {
			t.Fatalf("%v is at %v, %v at %v", a, at, b, bt)
		}
		if !slices.IsSorted(s) {
			t.Fatalf("ticks out of order: %v", s)
		}
		for i, tick := range s {
			if want := float64(i) / float64(len(s)-1); len(s) > 1 && math.Abs(s.Position(tick)-want) > 1e-9 {
				t.Fatalf("tick %v is at %v, not at %v", tick, s.Position(tick), want)
			}
		}
	})
}
