package metrics

import (
	"math/big"
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

// Extent returns the span of the points and their lowest and highest value, which are
// unset without values.
func (s Series) Extent() (span Span, low, high api.Number) {
	for i, p := range s {
		if i == 0 || p.At.Before(span.From) {
			span.From = p.At
		}
		if i == 0 || p.At.After(span.To) {
			span.To = p.At
		}
		if p.Value.IsSet() && (!low.IsSet() || p.Value.Cmp(low) < 0) {
			low = p.Value
		}
		if p.Value.IsSet() && p.Value.Cmp(high) > 0 {
			high = p.Value
		}
	}
	return span, low, high
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

// Scale is an axis of values between two round numbers. It is exact: values beyond
// 2^53 that differ by 1 have different places.
type Scale struct {
	Ticks     []api.Number // evenly spaced
	low, size *big.Rat     // nil for an axis of one value
}

// NewScale returns an axis that includes low and high, with about the given number of
// ticks, at multiples of 1, 2 or 5 times a power of ten, and at whole numbers if low and
// high are whole. An axis of one value has one tick, in the middle. Numbers that are
// unset or too large give an axis without ticks.
func NewScale(low, high api.Number, ticks int) Scale {
	lo, okLo := low.Rat()
	hi, okHi := high.Rat()
	switch {
	case !okLo || !okHi || lo.Cmp(hi) > 0:
		return Scale{}
	case lo.Cmp(hi) == 0:
		return Scale{Ticks: []api.Number{low}}
	}
	step := niceStep(lo, hi, ticks)
	first := new(big.Rat).Quo(lo, step)
	first.SetInt(new(big.Int).Div(first.Num(), first.Denom())) // rounded down
	s := Scale{low: first.Mul(first, step)}
	at := s.low
	for ; at.Cmp(hi) < 0; at = new(big.Rat).Add(at, step) {
		s.Ticks = append(s.Ticks, api.NewNumber(at))
	}
	s.Ticks = append(s.Ticks, api.NewNumber(at))
	s.size = new(big.Rat).Sub(at, s.low)
	return s
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that divides the
// range into at most ticks-1 parts. It is at least 1 between whole numbers, otherwise
// at least 1e-9.
func niceStep(low, high *big.Rat, ticks int) *big.Rat {
	rough := new(big.Rat).Sub(high, low)
	rough.Quo(rough, big.NewRat(int64(max(1, ticks-1)), 1))
	step := big.NewRat(1, 1)
	if !low.IsInt() || !high.IsInt() {
		step = big.NewRat(1, 1e9)
	}
	for i := 0; step.Cmp(rough) < 0; i++ {
		step.Mul(step, []*big.Rat{big.NewRat(2, 1), big.NewRat(5, 2), big.NewRat(2, 1)}[i%3])
	}
	return step
}

// At returns the position of v, from 0 to 1.
func (s Scale) At(v api.Number) float64 {
	r, ok := v.Rat()
	if !ok || s.size == nil {
		return 0.5
	}
	f, _ := r.Quo(r.Sub(r, s.low), s.size).Float64()
	return max(0, min(1, f))
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

// timeStep is the distance between two ticks: months, days or a part of a day.
type timeStep struct {
	months, days int
	part         time.Duration
	layout       string // of the labels
}

func timeSteps() []timeStep {
	var steps []timeStep
	add := func(layout string, months, days int, part time.Duration, multiples ...int) {
		for _, n := range multiples {
			steps = append(steps, timeStep{months * n, days * n, part * time.Duration(n), layout})
		}
	}
	add("15:04:05", 0, 0, time.Second, 1, 5, 15, 30)
	add("15:04", 0, 0, time.Minute, 1, 5, 15, 30, 60, 3*60, 6*60, 12*60)
	add("01-02", 0, 1, 0, 1, 2, 7, 14)
	add("2006-01", 1, 0, 0, 1, 3, 6)
	add("2006", 12, 0, 0, 1, 2, 5, 10, 50, 100, 1000)
	return steps
}

// Ticks returns at most n times within s, and the format of their labels: round times
// of a zone if at least two fit, otherwise the ends of s.
func (s Span) Ticks(n int, zone *time.Location) (ticks []time.Time, layout string) {
	for _, step := range timeSteps() {
		ticks, layout = nil, step.layout
		for t := step.start(s.From.In(zone)); !t.After(s.To) && len(ticks) <= n; t = step.next(t) {
			if !t.Before(s.From) {
				ticks = append(ticks, t)
			}
		}
		if len(ticks) <= n {
			break
		}
	}
	switch {
	case len(ticks) >= 2 && len(ticks) <= n:
		return ticks, layout
	case n < 2 || !s.From.Before(s.To):
		return []time.Time{s.From.In(zone)}, layout
	}
	return []time.Time{s.From.In(zone), s.To.In(zone)}, layout
}

// start returns the time, not after t, at which the steps begin.
func (st timeStep) start(t time.Time) time.Time {
	y, m, d := t.Date()
	switch {
	case st.months > 0:
		month := 12*y + int(m) - 1
		return time.Date(0, time.Month(month-month%st.months+1), 1, 0, 0, 0, 0, t.Location())
	case st.days > 0:
		day := int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
		return time.Date(y, m, d-day%st.days, 0, 0, 0, 0, t.Location())
	}
	midnight := time.Date(y, m, d, 0, 0, 0, 0, t.Location())
	return midnight.Add(t.Sub(midnight).Truncate(st.part))
}

// next returns the next tick. It adds parts of a day without AddDate, which returns the
// first of two equal times of day when summer time ends.
func (st timeStep) next(t time.Time) time.Time {
	if st.part > 0 {
		return t.Add(st.part)
	}
	return t.AddDate(0, st.months, st.days)
}
