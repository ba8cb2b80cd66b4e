package metrics

import (
	"slices"
	"time"
)

// Moment is a time at which two works are compared. Each is read at its newest
// snapshot that is not later.
type Moment struct {
	At         time.Time     // the time, or [Birth] plus the age
	A, B       int           // indices in Timed of each work; -1 before the first one
	LagA, LagB time.Duration // how much older than the moment the snapshots are
}

// SameTime compares two works at the time of each snapshot of either.
func SameTime(a, b *History) []Moment { return align(times(a), times(b), 0, 0) }

// SameAge compares two works at the age, since publishing, of each snapshot of
// either. Snapshots from before that are left out.
func SameAge(a, b *History) ([]Moment, Reason) {
	publishedA, okA := a.Published()
	publishedB, okB := b.Published()
	if !okA || !okB {
		return nil, NotPublished
	}
	aged := func(h *History, published time.Time) (ages []time.Time, first int) {
		for _, at := range times(h) {
			if at.Before(published) {
				first++
			} else {
				ages = append(ages, Birth().Add(at.Sub(published)))
			}
		}
		return ages, first
	}
	agesA, firstA := aged(a, publishedA)
	agesB, firstB := aged(b, publishedB)
	return align(agesA, agesB, firstA, firstB), Known
}

// Birth is the time from which times on an axis of ages count.
func Birth() time.Time { return time.Unix(0, 0).UTC() }

func times(h *History) []time.Time {
	out := make([]time.Time, len(h.Timed()))
	for i, e := range h.Timed() {
		out[i] = e.At
	}
	return out
}

// align returns the moments of two ascending lists of times. The first ones are of
// the snapshots at firstA and firstB.
func align(a, b []time.Time, firstA, firstB int) []Moment {
	all := slices.Concat(a, b)
	slices.SortFunc(all, time.Time.Compare)
	all = slices.CompactFunc(all, time.Time.Equal)
	newest := func(times []time.Time, first int, at time.Time) (int, time.Duration) {
		i, _ := slices.BinarySearchFunc(times, at, func(t, at time.Time) int {
			if t.After(at) {
				return 1
			}
			return -1
		})
		if i == 0 {
			return -1, 0
		}
		return first + i - 1, at.Sub(times[i-1])
	}
	moments := make([]Moment, len(all))
	for i, at := range all {
		m := &moments[i]
		m.At = at
		m.A, m.LagA = newest(a, firstA, at)
		m.B, m.LagB = newest(b, firstB, at)
	}
	return moments
}
