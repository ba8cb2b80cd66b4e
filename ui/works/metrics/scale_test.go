package metrics

import (
	"math"
	"strings"
	"testing"

	"channeldeck/api"

	"pgregory.net/rapid"
)

func ticks(s Scale) string {
	var out []string
	for _, t := range s.Ticks {
		out = append(out, t.String())
	}
	return strings.Join(out, " ")
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		min, max string
		ticks    int
		want     string
	}{
		{"0", "100", 5, "0 50 100"},
		{"0", "100", 6, "0 20 40 60 80 100"},
		{"3", "97", 3, "0 50 100"},
		{"0", "1", 5, "0 1"},
		{"0", "3", 9, "0 1 2 3"},
		{"0", "0", 5, "0"},
		{"-7", "-7", 5, "-7"},
		{"-30", "20", 6, "-30 -20 -10 0 10 20"},
		{"9007199254740992", "9007199254740993", 5, "9007199254740992 9007199254740993"},
		{"9007199254740991", "9007199254740995", 3, "9007199254740990 9007199254740992 9007199254740994 9007199254740996"},
		{"0.1", "0.3", 3, "0.1 0.2 0.3"},
		{"1.5", "1.52", 3, "1.5 1.51 1.52"},
		{"0", "1e350", 2, "0 1" + strings.Repeat("0", 350)},
		{"-9223372036854775808", "9223372036854775807", 3, "-10000000000000000000 0 10000000000000000000"},
		{"12", "48", 1, "0 50"},
	} {
		s := NewScale(num(t, c.min), num(t, c.max), c.ticks)
		if got := ticks(s); got != c.want {
			t.Errorf("from %s to %s in %d: %s, want %s", c.min, c.max, c.ticks, got, c.want)
		}
	}
	for _, s := range []Scale{NewScale(api.Number{}, api.Int(1), 5), NewScale(api.Int(2), api.Int(1), 5), NewScale(api.Int(1), toNumber("1e9999"), 5)} {
		if len(s.Ticks) != 0 || s.At(api.Int(1)) != 0.5 {
			t.Errorf("an axis without numbers: %+v", s)
		}
	}
}

func TestScaleKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyNumber().Draw(t, "a"), anyNumber().Draw(t, "b")
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		n := rapid.IntRange(0, 12).Draw(t, "ticks")
		s := NewScale(a, b, n)
		if len(s.Ticks) == 0 || len(s.Ticks) > max(n, 2)+1 {
			t.Fatalf("%d ticks from %s to %s, wanted %d", len(s.Ticks), a, b, n)
		}
		low, high := s.Ticks[0], s.Ticks[len(s.Ticks)-1]
		if low.Cmp(a) > 0 || high.Cmp(b) < 0 {
			t.Fatalf("%s to %s does not include %s to %s", low, high, a, b)
		}
		if at, bt := s.At(a), s.At(b); at < 0 || bt > 1 || at > bt {
			t.Fatalf("%s is at %v, %s at %v", a, at, b, bt)
		}
		if a.Cmp(b) < 0 && (s.At(low) != 0 || s.At(high) != 1) {
			t.Fatalf("the ends are at %v and %v", s.At(low), s.At(high))
		}
		for i, tick := range s.Ticks {
			if i > 0 && tick.Cmp(s.Ticks[i-1]) <= 0 {
				t.Fatalf("ticks out of order: %s", ticks(s))
			}
			if want := float64(i) / float64(len(s.Ticks)-1); a.Cmp(b) < 0 && math.Abs(s.At(tick)-want) > 1e-9 {
				t.Fatalf("tick %s is at %v, not at %v", tick, s.At(tick), want)
			}
		}
	})
}
