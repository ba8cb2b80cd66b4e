// Package axis divides the axes of charts: of values and of times, at round ticks.
package axis

import (
	"math"
	"time"
)

// Scale is the ticks of an axis of values between two round numbers, evenly spaced.
type Scale []float64

// New returns an axis that includes low and high, with about the given number of
// ticks, at multiples of 1, 2 or 5 times a power of ten, and at whole numbers if low and
// high are whole. An axis of one value has one tick, in the middle; without values, when
// low is above high, it has none.
func New(low, high float64, ticks int) Scale {
	if low > high {
		return nil
	}
	if high-low <= 1e-12*max(math.Abs(low), math.Abs(high)) { // as equal as a float64 can tell
		return Scale{low}
	}
	places := 1e9
	if low == math.Trunc(low) && high == math.Trunc(high) {
		places = 1
	}
	const almost = 1 - 1e-9 // for the last bits of a float64
	step := 1 / places
	factors := []float64{2, 2.5, 2} // 1, 2, 5, 10
	for i := 0; step < (high-low)/float64(max(1, ticks-1))*almost; i++ {
		step *= factors[i%len(factors)]
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

// Position returns the position of v, from 0 to 1; 0.5 on an axis of one value.
func (s Scale) Position(v float64) float64 {
	if len(s) < 2 {
		return 0.5
	}
	low := s[0]
	high := s[len(s)-1]
	return max(0, min(1, (v-low)/(high-low)))
}

// Span is an axis of times.
type Span struct{ From, To time.Time }

// Position returns the position of t, from 0 to 1; 0.5 on an axis without extent.
func (s Span) Position(t time.Time) float64 {
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
		second,
		5 * second,
		15 * second,
		30 * second,
		minute,
		5 * minute,
		15 * minute,
		30 * minute,
		hour,
		3 * hour,
		6 * hour,
		12 * hour,
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
	if len(ticks) >= 2 {
		return ticks, layout
	}
	if n < 2 || !s.From.Before(s.To) {
		return []time.Time{s.From.In(zone)}, layout
	}
	return []time.Time{s.From.In(zone), s.To.In(zone)}, layout
}

// multiples returns the times within s at which a clock of the zone shows a multiple of
// a step.
func (s Span) multiples(step time.Duration, zone *time.Location) (ticks []time.Time) {
	_, offset := s.From.In(zone).Zone()
	every := int64(step / time.Second)
	from := s.From.Unix() + int64(offset)
	for at := from - from%every; ; at += every {
		clock := time.Unix(at, 0).UTC()
		t := time.Date(
			clock.Year(),
			clock.Month(),
			clock.Day(),
			clock.Hour(),
			clock.Minute(),
			clock.Second(),
			0,
			zone,
		)
		if t.After(s.To) {
			return ticks
		}
		// summer time skips an hour
		last := len(ticks) - 1
		if !t.Before(s.From) && (last < 0 || t.After(ticks[last])) {
			ticks = append(ticks, t)
		}
	}
}
