package metrics

import (
	"math"
	"slices"
	"sort"
	"time"

	"channeldeck/api"
)

// Point is a snapshot in a series.
type Point struct {
	At    time.Time
	Value api.Number // unset for a gap: the snapshot has no such number
}

// Series is a metric over time.
type Series []Point

// NewSeries returns the series of a value of entries.
func NewSeries(entries []*Entry, value func(*api.Snapshot) api.Number) Series {
	s := make(Series, len(entries))
	for i, e := range entries {
		s[i] = Point{e.At, value(&e.Snapshot)}
	}
	return s
}

// Birth is the origin of an axis of ages.
func Birth() time.Time { return time.Unix(0, 0).UTC() }

// ByAge returns the series over the time since publishing, counted from [Birth], without
// the points before publishing.
func (s Series) ByAge(published time.Time) Series {
	var aged Series
	for _, p := range s {
		if !p.At.Before(published) {
			aged = append(aged, Point{Birth().Add(p.At.Sub(published)), p.Value})
		}
	}
	return aged
}

// Float returns the value for a chart, NaN for a gap and for a value beyond any scale.
func (p Point) Float() float64 {
	if v, ok := p.Value.Float64(); ok && math.Abs(v) <= 1e100 {
		return v
	}
	return math.NaN()
}

// Extent returns the span of the points and their scale with about the given number of
// ticks.
func (s Series) Extent(ticks int) (Span, Scale) {
	var span Span
	low, high := math.Inf(1), math.Inf(-1)
	for i, p := range s {
		if i == 0 || p.At.Before(span.From) {
			span.From = p.At
		}
		if i == 0 || p.At.After(span.To) {
			span.To = p.At
		}
		if v := p.Float(); !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	return span, NewScale(low, high, ticks)
}

// Moment is a time at which two series are compared: each by its newest point up to that
// time, nil before the first point.
type Moment struct {
	At   time.Time
	A, B *Point
}

// Compare returns the moments of all points of two series, which are in order.
func Compare(a, b Series) []Moment {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(p, q Point) int { return p.At.Compare(q.At) })
	all = slices.CompactFunc(all, func(p, q Point) bool { return p.At.Equal(q.At) })
	moments := make([]Moment, len(all))
	for i, p := range all {
		moments[i] = Moment{p.At, a.newest(p.At), b.newest(p.At)}
	}
	return moments
}

// newest returns the last point that is not after a time, or nil.
func (s Series) newest(at time.Time) *Point {
	i := sort.Search(len(s), func(i int) bool { return s[i].At.After(at) })
	if i == 0 {
		return nil
	}
	return &s[i-1]
}

// Scale is the ticks of an axis of values between two round numbers, evenly spaced.
type Scale []float64

// NewScale returns an axis that includes low and high, with about the given number of
// ticks, at multiples of 1, 2 or 5 times a power of ten, and at whole numbers if low and
// high are whole. An axis of one value has one tick, in the middle; without values, when
// low is above high, it has none.
func NewScale(low, high float64, ticks int) Scale {
	switch {
	case low > high:
		return nil
	case high-low <= 1e-12*max(math.Abs(low), math.Abs(high)): // as equal as a float64 can tell
		return Scale{low}
	}
	places := 1e9
	if low == math.Trunc(low) && high == math.Trunc(high) {
		places = 1
	}
	const almost = 1 - 1e-9 // for the last bits of a float64
	step := 1 / places
	for i := 0; step < (high-low)/float64(max(1, ticks-1))*almost; i++ {
		step *= [...]float64{2, 2.5, 2}[i%3]
	}
	var s Scale
	for i := math.Floor(low / step); ; i++ {
		tick := math.Round(i*step*places) / places
		s = append(s, tick)
		if tick >= high {
			return s
		}
	}
}

// At returns the position of v, from 0 to 1; 0.5 on an axis of one value.
func (s Scale) At(v float64) float64 {
	if len(s) < 2 {
		return 0.5
	}
	low, high := s[0], s[len(s)-1]
	return max(0, min(1, (v-low)/(high-low)))
}

// Span is an axis of times.
type Span struct{ From, To time.Time }

// At returns the position of t, from 0 to 1; 0.5 on an axis without extent.
func (s Span) At(t time.Time) float64 {
	size := s.To.Sub(s.From)
	if size <= 0 {
		return 0.5
	}
	return max(0, min(1, float64(t.Sub(s.From))/float64(size)))
}

// Ticks returns at most n times within s, and the format of their labels: round times
// of a zone if at least two fit, otherwise the ends of s.
func (s Span) Ticks(n int, zone *time.Location) (ticks []time.Time, layout string) {
	const second, minute, hour, day = time.Second, time.Minute, time.Hour, 24 * time.Hour
	for _, step := range []time.Duration{
		second, 5 * second, 15 * second, 30 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour,
		day, 2 * day, 7 * day, 14 * day, 28 * day, 91 * day, 182 * day, 364 * day, 5 * 364 * day,
	} {
		switch {
		case step < minute:
			layout = "15:04:05"
		case step < day:
			layout = "15:04"
		case step < 28*day:
			layout = "01-02"
		default:
			layout = "2006-01-02"
		}
		if s.To.Sub(s.From)/step < time.Duration(n) {
			ticks = s.multiples(step, zone)
			break
		}
	}
	switch {
	case len(ticks) >= 2:
		return ticks, layout
	case n < 2 || !s.From.Before(s.To):
		return []time.Time{s.From.In(zone)}, layout
	}
	return []time.Time{s.From.In(zone), s.To.In(zone)}, layout
}

// multiples returns the times within s at which a clock of the zone shows a multiple of
// a step.
func (s Span) multiples(step time.Duration, zone *time.Location) (ticks []time.Time) {
	_, offset := s.From.In(zone).Zone()
	every, from := int64(step/time.Second), s.From.Unix()+int64(offset)
	for at := from - from%every; ; at += every {
		clock := time.Unix(at, 0).UTC()
		t := time.Date(clock.Year(), clock.Month(), clock.Day(), clock.Hour(), clock.Minute(), clock.Second(), 0, zone)
		if t.After(s.To) {
			return ticks
		}
		if last := len(ticks) - 1; !t.Before(s.From) && (last < 0 || t.After(ticks[last])) { // summer time skips an hour
			ticks = append(ticks, t)
		}
	}
}
