package metrics

import (
	"math"
	"math/big"
	"strconv"
	"time"

	"channeldeck/api"
)

// Tick is a labelled place on an axis of values.
type Tick struct {
	Value api.Number
	At    float64 // 0 to 1
}

// Scale is an axis of values between two round numbers. It is exact: values beyond
// 2^53 that differ by 1 have different places.
type Scale struct {
	Ticks     []Tick // evenly spaced
	low, size *big.Rat
}

// NewScale returns an axis that includes low and high, with about so many ticks, at
// multiples of 1, 2 or 5 times a power of ten; of whole numbers where both are. An
// axis of one value has one tick, in the middle. Numbers that are unset or too
// large give an axis without ticks.
func NewScale(low, high api.Number, ticks int) Scale {
	lo, okLo := low.Rat()
	hi, okHi := high.Rat()
	if !okLo || !okHi || lo.Cmp(hi) > 0 {
		return Scale{}
	}
	if lo.Cmp(hi) == 0 {
		return Scale{Ticks: []Tick{{Value: low, At: 0.5}}}
	}
	step := niceStep(lo, hi, ticks)
	first := new(big.Rat).Quo(lo, step)
	first.SetInt(new(big.Int).Div(first.Num(), first.Denom())) // rounded down
	s := Scale{low: first.Mul(first, step), size: new(big.Rat)}
	at := new(big.Rat).Set(s.low)
	for {
		s.Ticks = append(s.Ticks, Tick{Value: number(at)})
		if at.Cmp(hi) >= 0 {
			break
		}
		at.Add(at, step)
	}
	s.size.Sub(at, s.low)
	for i := range s.Ticks {
		s.Ticks[i].At = float64(i) / float64(len(s.Ticks)-1)
	}
	return s
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that divides the
// range into at most ticks-1 parts, at least 1 between whole numbers.
func niceStep(low, high *big.Rat, ticks int) *big.Rat {
	rough := new(big.Rat).Sub(high, low)
	rough.Quo(rough, big.NewRat(int64(max(1, min(100, ticks-1))), 1))
	exponent := len(rough.Num().String()) - len(rough.Denom().String()) - 1 // 10^exponent is below rough
	step, _ := new(big.Rat).SetString("1e" + strconv.Itoa(exponent))
	for i := 0; step.Cmp(rough) < 0; i++ {
		step.Mul(step, []*big.Rat{big.NewRat(2, 1), big.NewRat(5, 2), big.NewRat(2, 1)}[i%3])
	}
	if low.IsInt() && high.IsInt() && !step.IsInt() {
		return big.NewRat(1, 1)
	}
	return step
}

// At is the place of v, within 0 and 1.
func (s Scale) At(v api.Number) float64 {
	r, ok := v.Rat()
	if !ok || s.size == nil {
		return 0.5
	}
	f, _ := r.Quo(r.Sub(r, s.low), s.size).Float64()
	return math.Max(0, math.Min(1, f))
}

// Span is an axis of times.
type Span struct{ From, To time.Time }

// At is the place of t, within 0 and 1; 0.5 on an axis without extent.
func (s Span) At(t time.Time) float64 {
	size := seconds(s.From, s.To)
	if size <= 0 {
		return 0.5
	}
	return math.Max(0, math.Min(1, seconds(s.From, t)/size))
}

// seconds is the time from a to b. time.Duration ends at 292 years, which times of
// a wrong clock exceed.
func seconds(a, b time.Time) float64 {
	return float64(b.Unix()-a.Unix()) + float64(b.Nanosecond()-a.Nanosecond())/1e9
}

// Unit is the unit of the step between ticks.
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

// seconds is the length of the step; for months and years the shortest one.
func (t timeStep) seconds() float64 {
	return float64(t.n) * [...]float64{1, 60, 3600, 86400, 28 * 86400, 365 * 86400}[t.unit]
}

// Ticks returns at most n times on the axis, at round steps of a clock in loc; the
// ends where the axis is too short for two such times.
func (s Span) Ticks(n int, loc *time.Location) ([]time.Time, Unit) {
	unit := Second
	for _, step := range timeSteps() {
		if seconds(s.From, s.To)/step.seconds() > float64(2*n+2) {
			continue // too many to list
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

// start returns a time not after t from which the steps count: midnight for steps
// within a day, the first of the month or year for longer ones.
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
