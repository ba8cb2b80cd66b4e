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
func Birth() time.Time {
	return time.Unix(0, 0).UTC()
}

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
	v, ok := p.Value.Float64()
	if ok && math.Abs(v) <= 1e100 {
		return v
	}
	return math.NaN()
}

// Extent returns the first and the last time of the points, and their lowest and highest
// value; low is above high if no value is known.
func (s Series) Extent() (from, to time.Time, low, high float64) {
	low = math.Inf(1)
	high = math.Inf(-1)
	for i, p := range s {
		if i == 0 || p.At.Before(from) {
			from = p.At
		}
		if i == 0 || p.At.After(to) {
			to = p.At
		}
		if v := p.Float(); !math.IsNaN(v) {
			low = min(low, v)
			high = max(high, v)
		}
	}
	return from, to, low, high
}

// AlignedPoints are the points of series at a time: of each its newest one up to that
// time, nil before the first point.
type AlignedPoints struct {
	At     time.Time
	Points []*Point // one of each series
}

// Compare returns the moments of all points of series, which are in order.
func Compare(series ...Series) []AlignedPoints {
	all := slices.Concat(series...)
	slices.SortFunc(all, func(p, q Point) int { return p.At.Compare(q.At) })
	all = slices.CompactFunc(all, func(p, q Point) bool {
		return p.At.Equal(q.At)
	})
	moments := make([]AlignedPoints, len(all))
	for i, p := range all {
		moments[i].At = p.At
		for _, s := range series {
			moments[i].Points = append(moments[i].Points, s.At(p.At))
		}
	}
	return moments
}

// At returns the last point that is not after a time, or nil.
func (s Series) At(at time.Time) *Point {
	i := sort.Search(len(s), func(i int) bool { return s[i].At.After(at) })
	if i == 0 {
		return nil
	}
	return &s[i-1]
}
