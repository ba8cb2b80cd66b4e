package metrics

import (
	"time"

	"channeldeck/api"
)

// Point is a snapshot in a series.
type Point struct {
	At    time.Time
	Value api.Number // unset for a gap: the snapshot does not include the metric
}

// Series is a metric over time.
type Series struct {
	Name     string
	Points   []Point // by time
	Min, Max api.Number
	Values   int // points that are not gaps
}

// NewSeries is the series of a metric over timed entries (see [History.Timed]).
// What is not a number, or too large for exact arithmetic, is a gap.
func NewSeries(entries []Entry, name string) Series {
	s := Series{Name: name, Points: make([]Point, 0, len(entries))}
	for _, e := range entries {
		v := Read(e.Snapshot, name).Value
		if _, whole := v.Int64(); !whole { // spares most numbers the slower check
			if _, exact := v.Rat(); !exact {
				v = api.Number{}
			}
		}
		s.add(Point{e.At, v})
	}
	return s
}

func (s *Series) add(p Point) {
	s.Points = append(s.Points, p)
	if !p.Value.IsSet() {
		return
	}
	s.Values++
	if s.Values == 1 || p.Value.Cmp(s.Min) < 0 {
		s.Min = p.Value
	}
	if s.Values == 1 || p.Value.Cmp(s.Max) > 0 {
		s.Max = p.Value
	}
}

// ByAge is the series over the time since publishing, counted from [Birth], without
// the points before that.
func (s Series) ByAge(published time.Time) Series {
	aged := Series{Name: s.Name}
	for _, p := range s.Points {
		if !p.At.Before(published) {
			aged.add(Point{Birth().Add(p.At.Sub(published)), p.Value})
		}
	}
	return aged
}

// SpanOf is the time from the first to the last point of all series, false where
// they have none.
func SpanOf(series ...Series) (s Span, ok bool) {
	for _, x := range series {
		if len(x.Points) == 0 {
			continue
		}
		from, to := x.Points[0].At, x.Points[len(x.Points)-1].At
		if !ok || from.Before(s.From) {
			s.From = from
		}
		if !ok || to.After(s.To) {
			s.To = to
		}
		ok = true
	}
	return s, ok
}

// Dot is a point of a series on the unit square, (0, 0) at the lower left.
type Dot struct {
	X, Y float64
	Gap  bool // the line is interrupted; Y has no meaning
}

// Plot places a series on the unit square, thinned out to a number of columns.
func Plot(s Series, span Span, scale Scale, columns int) []Dot {
	var dots []Dot
	for _, i := range thin(s.Points, span, columns) {
		d := Dot{X: span.At(s.Points[i].At), Gap: !s.Points[i].Value.IsSet()}
		if !d.Gap {
			d.Y = scale.At(s.Points[i].Value)
		}
		dots = append(dots, d)
	}
	return dots
}

func column(x float64, columns int) int { return max(0, min(columns-1, int(x*float64(columns)))) }

// thin returns the points that are drawn: of each column the first, lowest, highest
// and last value, and a gap between two of them where there is one.
func thin(points []Point, span Span, columns int) (kept []int) {
	if columns <= 0 {
		return nil
	}
	for from := 0; from < len(points); {
		c := column(span.At(points[from].At), columns)
		first, low, high, last := -1, -1, -1, -1
		to := from
		for ; to < len(points) && column(span.At(points[to].At), columns) == c; to++ {
			if v := points[to].Value; v.IsSet() {
				if first < 0 {
					first, low, high = to, to, to
				}
				if v.Cmp(points[low].Value) < 0 {
					low = to
				}
				if v.Cmp(points[high].Value) > 0 {
					high = to
				}
				last = to
			}
		}
		gap := -1
		for i := from; i < to; i++ {
			if !points[i].Value.IsSet() {
				gap = i
			} else if i == first || i == low || i == high || i == last {
				if gap >= 0 {
					kept = append(kept, gap)
				}
				kept, gap = append(kept, i), -1
			}
		}
		if gap >= 0 {
			kept = append(kept, gap)
		}
		from = to
	}
	return kept
}

// Step returns the nearest point in another column than point i, later for dir 1
// and earlier for -1; the last one that way where there is none, and -1 in an empty
// series.
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
