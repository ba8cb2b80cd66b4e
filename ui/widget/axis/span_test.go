package axis

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func day(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestSpanTicks(t *testing.T) {
	east := time.FixedZone("UTC+8", 8*3600)
	for _, c := range []struct {
		from, to string
		n        int
		loc      *time.Location
		layout   string
		want     string
	}{
		{"2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z", 5, time.UTC, "15:04:05", "2026-03-01T10:00:00Z"},
		{
			"2026-03-01T10:00:00.2Z",
			"2026-03-01T10:00:00.8Z",
			5,
			time.UTC,
			"15:04:05",
			"2026-03-01T10:00:00.2Z 2026-03-01T10:00:00.8Z",
		},
		{
			"2026-03-01T10:00:07Z",
			"2026-03-01T10:03:30Z",
			4,
			time.UTC,
			"15:04",
			"2026-03-01T10:01:00Z 2026-03-01T10:02:00Z 2026-03-01T10:03:00Z",
		},
		{
			"2026-03-01T10:20:00Z",
			"2026-03-01T16:00:00Z",
			3,
			time.UTC,
			"15:04",
			"2026-03-01T12:00:00Z 2026-03-01T15:00:00Z",
		},
		{
			"2026-03-01T10:20:00Z",
			"2026-03-03T18:00:00Z",
			4,
			east,
			"01-02",
			"2026-03-02T00:00:00+08:00 2026-03-03T00:00:00+08:00 2026-03-04T00:00:00+08:00",
		},
		{
			"2026-01-15T00:00:00Z",
			"2026-12-20T00:00:00Z",
			4,
			time.UTC,
			"2006-01-02",
			"2026-01-22T00:00:00Z 2026-04-23T00:00:00Z 2026-07-23T00:00:00Z 2026-10-22T00:00:00Z",
		},
		{
			"2001-05-01T00:00:00Z",
			"2026-01-01T00:00:00Z",
			4,
			time.UTC,
			"2006-01-02",
			"2001-05-01T00:00:00Z 2026-01-01T00:00:00Z",
		},
		{
			"0001-01-01T00:00:00Z",
			"2026-01-01T00:00:00Z",
			4,
			time.UTC,
			"2006-01-02",
			"0001-01-01T00:00:00Z 2026-01-01T00:00:00Z",
		},
		{"2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", 1, time.UTC, "01-02", "2026-03-01T10:00:00Z"},
	} {
		got, layout := Span{day(t, c.from), day(t, c.to)}.Ticks(c.n, c.loc)
		var s []string
		for _, at := range got {
			s = append(s, at.Format(time.RFC3339Nano))
		}
		if strings.Join(s, " ") != c.want || layout != c.layout {
			t.Errorf(
				"%s to %s in %d: %s, layout %s; want %s, layout %s",
				c.from,
				c.to,
				c.n,
				s,
				layout,
				c.want,
				c.layout,
			)
		}
	}
}

// Ticks lie in the span, in order and are no more than asked for, also where
// clocks are set to and from summer time.
func TestSpanTicksFit(t *testing.T) {
	loc, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Skip("no time zones on this system")
	}
	rapid.Check(t, func(t *rapid.T) {
		from := time.Unix(rapid.Int64Range(-62_000_000_000, 250_000_000_000).Draw(t, "from"), 0).UTC()
		to := from.Add(time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "size")))
		n := rapid.IntRange(0, 20).Draw(t, "n")
		s := Span{from, to}
		ticks, _ := s.Ticks(n, loc)
		if len(ticks) == 0 || len(ticks) > max(n, 1) {
			t.Fatalf("%d ticks, wanted %d", len(ticks), n)
		}
		for i, at := range ticks {
			if at.Before(from) || at.After(to) || i > 0 && !at.After(ticks[i-1]) {
				t.Fatalf("ticks %v of %v", ticks, s)
			}
		}
	})
}

func TestSpanPlaces(t *testing.T) {
	s := Span{day(t, "2000-01-01T00:00:00Z"), day(t, "2200-01-01T00:00:00Z")}
	if at := s.Position(day(t, "2100-01-01T12:00:00Z")); math.Abs(at-0.5) > 1e-4 {
		t.Errorf("the middle of 200 years is at %v", at)
	}
	before := s.Position(day(t, "0000-01-01T00:00:00Z"))
	after := s.Position(s.To.AddDate(1, 0, 0))
	if before != 0 || after != 1 {
		t.Errorf("what lies outside is at %v and %v", before, after)
	}
	if at := (Span{s.To, s.From}).Position(s.From); at != 0.5 {
		t.Errorf("a span that runs backwards has a place %v", at)
	}
}

// The hour that clocks repeat at the end of summer time has ticks too.
func TestTicksWhereSummerTimeEnds(t *testing.T) {
	loc, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Skip("no time zones on this system")
	}
	// 01:20 to 01:50 EST, after 01:20 to 01:50 EDT
	s := Span{day(t, "2026-11-01T06:20:00Z"), day(t, "2026-11-01T06:50:00Z")}
	if ticks, _ := s.Ticks(2, loc); len(ticks) != 2 || ticks[0].After(ticks[1]) || ticks[0].Before(s.From) {
		t.Errorf("ticks %v of %v", ticks, s)
	}
}
