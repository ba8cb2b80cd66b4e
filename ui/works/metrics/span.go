package metrics

import (
	"math"
	"time"
)

// Span is an axis of times.
type Span struct{ From, To time.Time }

// At is the place of t on the axis, 0 at From and 1 at To; 0.5 where the axis
// has no extent.
func (s Span) At(t time.Time) float64 {
	size := seconds(s.From, s.To)
	if size <= 0 {
		return 0.5
	}
	return math.Max(0, math.Min(1, seconds(s.From, t)/size))
}

// Time is the time at a place on the axis.
func (s Span) Time(x float64) time.Time {
	total := seconds(s.From, s.To) * math.Max(0, math.Min(1, x))
	whole, part := math.Modf(total)
	return time.Unix(s.From.Unix()+int64(whole), int64(s.From.Nanosecond())+int64(part*1e9)).UTC()
}

// Unit is the size of the step between the ticks of a span, which tells how
// they are best written.
type Unit uint8

// The units.
const (
	Second Unit = iota
	Minute
	Hour
	Day
	Month
	Year
)

type timeStep struct {
	unit Unit
	n    int
}

// seconds is the length of the step; of months and years the shortest.
func (t timeStep) seconds() float64 {
	return float64(t.n) * [...]float64{1, 60, 3600, 86400, 28 * 86400, 365 * 86400}[t.unit]
}

// Ticks are the times on the axis at round steps as a clock in loc shows them,
// at most n of them; where the span is too short for two, its ends.
func (s Span) Ticks(n int, loc *time.Location) ([]time.Time, Unit) {
	unit := Second
	for _, step := range timeSteps() {
		if seconds(s.From, s.To)/step.seconds() > float64(2*n+2) {
			continue // far too many: do not list them
		}
		unit = step.unit
		if ticks := s.ticks(step, loc); len(ticks) <= n {
			if len(ticks) < 2 {
				break
			}
			return ticks, unit
		}
	}
	if n < 2 || !s.From.Before(s.To) {
		return []time.Time{s.From.In(loc)}, unit
	}
	return []time.Time{s.From.In(loc), s.To.In(loc)}, unit
}

func timeSteps() []timeStep {
	return []timeStep{
		{Second, 1}, {Second, 5}, {Second, 15}, {Second, 30},
		{Minute, 1}, {Minute, 5}, {Minute, 15}, {Minute, 30},
		{Hour, 1}, {Hour, 3}, {Hour, 6}, {Hour, 12},
		{Day, 1}, {Day, 2}, {Day, 7}, {Day, 14},
		{Month, 1}, {Month, 3}, {Month, 6},
		{Year, 1}, {Year, 2}, {Year, 5}, {Year, 10}, {Year, 50}, {Year, 100}, {Year, 1000},
	}
}

func (s Span) ticks(step timeStep, loc *time.Location) []time.Time {
	var out []time.Time
	for t := step.start(s.From.In(loc)); !t.After(s.To); t = step.next(t) {
		if !t.Before(s.From) {
			out = append(out, t)
		}
	}
	return out
}

// start is a time not after t from which the steps count: midnight for steps
// within a day, so that they fall on 3, 6, 9 o'clock, and the first of a month
// or year for those.
func (st timeStep) start(t time.Time) time.Time {
	y, m, d := t.Date()
	switch st.unit {
	case Year:
		return time.Date(y-y%st.n, 1, 1, 0, 0, 0, 0, t.Location())
	case Month:
		return time.Date(y, m-(m-1)%time.Month(st.n), 1, 0, 0, 0, 0, t.Location())
	case Day:
		days := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400
		return time.Date(y, m, d-int(days%int64(st.n)), 0, 0, 0, 0, t.Location())
	}
	midnight := time.Date(y, m, d, 0, 0, 0, 0, t.Location())
	passed := math.Floor(seconds(midnight, t) / st.seconds())
	return midnight.Add(time.Duration(passed*st.seconds()) * time.Second)
}

func (st timeStep) next(t time.Time) time.Time {
	switch st.unit {
	case Year:
		return t.AddDate(st.n, 0, 0)
	case Month:
		return t.AddDate(0, st.n, 0)
	case Day:
		return t.AddDate(0, 0, st.n)
	}
	return t.Add(time.Duration(st.seconds()) * time.Second)
}
