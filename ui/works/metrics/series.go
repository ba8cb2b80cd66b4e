package metrics

import (
	"slices"
	"time"

	"channeldeck/api"
)

// Point is a value of a series at a time. A point without a value is a gap: the
// snapshot was taken and did not carry the metric.
type Point struct {
	At    time.Time
	Value api.Number // not set at a gap
	Entry int        // index of the snapshot in the entries
}

// Series is a metric over time.
type Series struct {
	Name     string
	Points   []Point // by time
	Min, Max api.Number
	Values   int // points that are no gap
}

// NewSeries is the series of a metric over timed entries (see [History.Timed]).
// What is no number, or one too large to be computed with, is a gap.
func NewSeries(entries []Entry, name string) Series {
	s := Series{Name: name, Points: make([]Point, 0, len(entries))}
	for i, e := range entries {
		p := Point{At: e.At, Entry: i}
		if v, why := Value(e.Snapshot, name); why == Known && exact(v) {
			p.Value = v
			s.include(v)
		}
		s.Points = append(s.Points, p)
	}
	return s
}

func exact(v api.Number) bool {
	if _, ok := v.Int64(); ok {
		return true
	}
	_, ok := v.Rat()
	return ok
}

func (s *Series) include(v api.Number) {
	s.Values++
	if s.Values == 1 || v.Cmp(s.Min) < 0 {
		s.Min = v
	}
	if s.Values == 1 || v.Cmp(s.Max) > 0 {
		s.Max = v
	}
}

// ByAge is the series over the time since publishing. Its times count from
// [Birth]; what was taken before publishing is left out.
func (s Series) ByAge(published time.Time) Series {
	aged := Series{Name: s.Name, Points: make([]Point, 0, len(s.Points))}
	for _, p := range s.Points {
		if p.At.Before(published) {
			continue
		}
		p.At = Birth().Add(p.At.Sub(published))
		if p.Value.IsSet() {
			aged.include(p.Value)
		}
		aged.Points = append(aged.Points, p)
	}
	return aged
}

// Birth is the time from which the times of a series by age count.
func Birth() time.Time { return time.Unix(0, 0).UTC() }

// SpanOf is the time from the first to the last point of all series; false
// where they have none.
func SpanOf(series ...Series) (Span, bool) {
	var s Span
	found := false
	for _, x := range series {
		if len(x.Points) == 0 {
			continue
		}
		from, to := x.Points[0].At, x.Points[len(x.Points)-1].At
		if !found || from.Before(s.From) {
			s.From = from
		}
		if !found || to.After(s.To) {
			s.To = to
		}
		found = true
	}
	return s, found
}

// Dot is a point of a series on a unit square, (0, 0) at the lower left.
type Dot struct {
	X, Y  float64
	Gap   bool // the line ends before it and begins anew after it; Y means nothing
	Entry int
}

// Plot places a series on the unit square and thins it out to a number of
// columns: each keeps its first, lowest, highest and last value, so that no
// peak is lost, and a gap between two that it keeps.
func Plot(s Series, span Span, scale Scale, columns int) []Dot {
	if columns <= 0 {
		return nil
	}
	dots := make([]Dot, 0, min(len(s.Points), 8*columns))
	for from := 0; from < len(s.Points); {
		c := column(span.At(s.Points[from].At), columns)
		to := from + 1
		for to < len(s.Points) && column(span.At(s.Points[to].At), columns) == c {
			to++
		}
		for _, i := range thin(s.Points[from:to]) {
			p := s.Points[from+i]
			d := Dot{X: span.At(p.At), Entry: p.Entry, Gap: !p.Value.IsSet()}
			if !d.Gap {
				d.Y = scale.At(p.Value)
			}
			dots = append(dots, d)
		}
		from = to
	}
	return dots
}

func column(x float64, columns int) int {
	return max(0, min(columns-1, int(x*float64(columns))))
}

// thin picks the points of one column that are drawn, in order.
func thin(p []Point) []int {
	first, last, low, high := -1, -1, -1, -1
	for i := range p {
		if !p[i].Value.IsSet() {
			continue
		}
		if first < 0 {
			first, low, high = i, i, i
		}
		if p[i].Value.Cmp(p[low].Value) < 0 {
			low = i
		}
		if p[i].Value.Cmp(p[high].Value) > 0 {
			high = i
		}
		last = i
	}
	if first < 0 {
		return []int{0} // gaps only: one says as much as all
	}
	kept := []int{first, low, high, last}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	picked := make([]int, 0, 2*len(kept)+1)
	from := 0
	for _, k := range append(kept, len(p)) {
		if gap := slices.IndexFunc(p[from:k], func(q Point) bool { return !q.Value.IsSet() }); gap >= 0 {
			picked = append(picked, from+gap)
		}
		if k < len(p) {
			picked = append(picked, k)
		}
		from = k + 1
	}
	return picked
}

// Step is where a marker at point i goes when it moves by one of so many
// columns: to the nearest point that lies in another column, later for dir 1 and
// earlier for -1, and where there is none to the last one that way. -1 where the
// series has no points.
func (s Series) Step(span Span, i, dir, columns int) int {
	if len(s.Points) == 0 || columns <= 0 {
		return -1
	}
	i = max(0, min(len(s.Points)-1, i))
	at := column(span.At(s.Points[i].At), columns)
	for j := i + dir; j >= 0 && j < len(s.Points); j += dir {
		if column(span.At(s.Points[j].At), columns) != at {
			return j
		}
		i = j
	}
	return i
}
