package metrics

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api"

	"pgregory.net/rapid"
)

func TestSeries(t *testing.T) {
	h := history([]api.Snapshot{
		snap("a", 0, "viewCount", 5), snap("b", 10, "likeCount", 1), snap("c", 20, "viewCount", -3),
		snap("d", 30, "viewCount", "1e9999"), {ID: "untimed", Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(99)}}},
	})
	s := NewSeries(h.Timed(), "viewCount")
	if len(s.Points) != 4 || s.Values != 2 || s.Min.String() != "-3" || s.Max.String() != "5" {
		t.Errorf("%d points, %d values from %s to %s", len(s.Points), s.Values, s.Min, s.Max)
	}
	for i, gap := range []bool{false, true, false, true} {
		if s.Points[i].Value.IsSet() == gap {
			t.Errorf("point %d: %+v, want gap %v", i, s.Points[i], gap)
		}
	}
	if none := NewSeries(nil, "viewCount"); none.Values != 0 || none.Min.IsSet() {
		t.Errorf("an empty series: %+v", none)
	}
}

func TestByAge(t *testing.T) {
	s := NewSeries(history([]api.Snapshot{
		snap("early", 0, "viewCount", 100), snap("born", 60, "viewCount", 1), snap("gap", 90), snap("old", 3660, "viewCount", 7),
	}).Timed(), "viewCount")
	aged := s.ByAge(time.Unix(1_700_000_060, 0))
	if len(aged.Points) != 3 || aged.Values != 2 || aged.Max.String() != "7" {
		t.Fatalf("%+v", aged)
	}
	for i, want := range []time.Duration{0, 30 * time.Second, time.Hour} {
		if got := aged.Points[i].At.Sub(Birth()); got != want {
			t.Errorf("point %d at age %v, want %v", i, got, want)
		}
	}
}

func TestSpanOf(t *testing.T) {
	a := NewSeries(history([]api.Snapshot{snap("a", 10), snap("b", 20)}).Timed(), "viewCount")
	b := NewSeries(history([]api.Snapshot{snap("a", 5), snap("b", 15)}).Timed(), "viewCount")
	s, ok := SpanOf(a, Series{}, b)
	if !ok || s.From.Unix() != 1_700_000_005 || s.To.Unix() != 1_700_000_020 {
		t.Errorf("span %v, %v", s, ok)
	}
	if _, ok := SpanOf(Series{}); ok {
		t.Error("a span of no points")
	}
}

func plotOf(entries []Entry, columns int) (s Series, kept []int, dots []Dot) {
	s = NewSeries(entries, "viewCount")
	span, _ := SpanOf(s)
	return s, thin(s.Points, span, columns), Plot(s, span, NewScale(s.Min, s.Max, 5), columns)
}

func TestPlotShapes(t *testing.T) {
	one := func(v any) []Entry { return history([]api.Snapshot{snap("a", 0, "viewCount", v)}).Timed() }
	for name, c := range map[string]struct {
		entries []Entry
		want    string
	}{
		"none":         {nil, ""},
		"one":          {one(7), "(0.50 0.50)"},
		"one gap":      {history([]api.Snapshot{snap("a", 0)}).Timed(), "(0.50 gap)"},
		"two":          {history([]api.Snapshot{snap("a", 0, "viewCount", 0), snap("b", 9, "viewCount", 4)}).Timed(), "(0.00 0.00)(1.00 1.00)"},
		"equal":        {history([]api.Snapshot{snap("a", 0, "viewCount", 4), snap("b", 9, "viewCount", 4)}).Timed(), "(0.00 0.50)(1.00 0.50)"},
		"gap between":  {history([]api.Snapshot{snap("a", 0, "viewCount", 0), snap("b", 5), snap("c", 10, "viewCount", 2)}).Timed(), "(0.00 0.00)(0.50 gap)(1.00 1.00)"},
		"2^53":         {history([]api.Snapshot{snap("a", 0, "viewCount", "9007199254740993"), snap("b", 9, "viewCount", "9007199254740992")}).Timed(), "(0.00 1.00)(1.00 0.00)"},
		"equal times":  {history([]api.Snapshot{snap("a", 0, "viewCount", 1), snap("b", 0, "viewCount", 2)}).Timed(), "(0.50 0.00)(0.50 1.00)"},
		"beyond float": {history([]api.Snapshot{snap("a", 0, "viewCount", "1e350"), snap("b", 9, "viewCount", "2e350")}).Timed(), "(0.00 0.00)(1.00 1.00)"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, dots := plotOf(c.entries, 100)
			got := ""
			for _, d := range dots {
				if d.Gap {
					got += fmt.Sprintf("(%.2f gap)", d.X)
				} else {
					got += fmt.Sprintf("(%.2f %.2f)", d.X, d.Y)
				}
			}
			if got != c.want {
				t.Errorf("plot %s, want %s", got, c.want)
			}
		})
	}
	if s, _, _ := plotOf(one(1), 1); Plot(s, Span{}, Scale{}, 0) != nil {
		t.Error("a plot on no columns")
	}
}

// A plot is within the square and ordered by time; it has few dots in each column,
// among them the first, lowest, highest and last value, and is interrupted between
// two values exactly where there is a gap.
func TestPlotKeepsExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := anyEntries().Draw(t, "entries")
		columns := rapid.IntRange(1, 20).Draw(t, "columns")
		s, at, dots := plotOf(entries, columns)
		if len(dots) > 9*columns {
			t.Fatalf("%d dots on %d columns", len(dots), columns)
		}
		kept := map[int]bool{}
		for i, d := range dots {
			if !(d.X >= 0 && d.X <= 1 && d.Y >= 0 && d.Y <= 1) {
				t.Fatalf("dot off the square: %+v", d)
			}
			if i > 0 && at[i] <= at[i-1] {
				t.Fatalf("dots out of order: %d after %d", at[i], at[i-1])
			}
			if d.Gap == s.Points[at[i]].Value.IsSet() {
				t.Fatalf("%+v for the point %+v", d, s.Points[at[i]])
			}
			kept[at[i]] = true
		}
		span, _ := SpanOf(s)
		low, high := map[int]api.Number{}, map[int]api.Number{}
		for i, p := range s.Points {
			if !p.Value.IsSet() {
				continue
			}
			c := column(span.At(p.At), columns)
			for m, better := range map[*map[int]api.Number]int{&low: -1, &high: 1} {
				if best, ok := (*m)[c]; !ok || p.Value.Cmp(best) == better {
					(*m)[c] = p.Value
				}
			}
			isFirst := !slices.ContainsFunc(s.Points[:i], func(q Point) bool { return q.Value.IsSet() && column(span.At(q.At), columns) == c })
			isLast := !slices.ContainsFunc(s.Points[i+1:], func(q Point) bool { return q.Value.IsSet() && column(span.At(q.At), columns) == c })
			if (isFirst || isLast) && !kept[i] {
				t.Fatalf("first or last value of column %d is missing: %d", c, i)
			}
		}
		for _, best := range []map[int]api.Number{low, high} {
			for c, v := range best {
				if !slices.ContainsFunc(at, func(i int) bool {
					p := s.Points[i]
					return p.Value.IsSet() && column(span.At(p.At), columns) == c && p.Value.Cmp(v) == 0
				}) {
					t.Fatalf("%s of column %d is missing", v, c)
				}
			}
		}
		for i := 1; i < len(dots); i++ {
			a, b := dots[i-1], dots[i]
			if a.Gap || b.Gap {
				continue
			}
			if slices.ContainsFunc(s.Points[at[i-1]+1:at[i]], func(q Point) bool { return !q.Value.IsSet() }) {
				t.Fatalf("a line from %d to %d across a gap", at[i-1], at[i])
			}
		}
	})
}

func TestStep(t *testing.T) {
	var all []api.Snapshot
	for i := range 10 {
		all = append(all, snap(fmt.Sprint(i), int64(i*10), "viewCount", i))
	}
	s := NewSeries(history(all).Timed(), "viewCount")
	span, _ := SpanOf(s)
	walk := func(from, dir, columns int) (out []int) {
		for i := from; ; {
			next := s.Step(span, i, dir, columns)
			if next == i {
				return out
			}
			i = next
			out = append(out, i)
		}
	}
	for _, c := range []struct {
		from, dir, columns int
		want               []int
	}{
		{0, 1, 100, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{9, -1, 100, []int{8, 7, 6, 5, 4, 3, 2, 1, 0}},
		{0, 1, 3, []int{3, 6, 9}},
		{9, -1, 3, []int{5, 2, 0}},
		{4, 1, 1, []int{9}},
	} {
		if got := walk(c.from, c.dir, c.columns); !slices.Equal(got, c.want) {
			t.Errorf("from %d by %d over %d columns: %v, want %v", c.from, c.dir, c.columns, got, c.want)
		}
	}
	if (Series{}).Step(span, 0, 1, 10) != -1 {
		t.Error("a step in an empty series")
	}
}
