package metrics

import "time"

// Moment is a time at which two works are held side by side. The rule: each
// work is read at its newest snapshot that is not later than the moment.
type Moment struct {
	At         time.Time     // by time: the moment; by age: counted from [Birth]
	A, B       int           // index into each one's Timed entries; -1 before its first
	LagA, LagB time.Duration // by how much each one's snapshot is older than the moment
}

// SameTime holds two works side by side at each time at which a snapshot of
// either was taken.
func SameTime(a, b *History) []Moment {
	return align(places(a.Timed(), 0), places(b.Timed(), 0))
}

// SameAge holds two works side by side at each age at which a snapshot of either
// was taken, counted from publishing. Snapshots from before it are left out. It
// says NotPublished where either one's publishing time is not known.
func SameAge(a, b *History) ([]Moment, Reason) {
	bornA, okA := a.Published()
	bornB, okB := b.Published()
	if !okA || !okB {
		return nil, NotPublished
	}
	return align(aged(a.Timed(), bornA), aged(b.Timed(), bornB)), Known
}

// place is a snapshot on the axis along which works are aligned.
type place struct {
	at    time.Time
	entry int
}

func places(entries []Entry, first int) []place {
	out := make([]place, 0, len(entries)-first)
	for i := first; i < len(entries); i++ {
		out = append(out, place{entries[i].At, i})
	}
	return out
}

func aged(entries []Entry, born time.Time) []place {
	first := 0
	for first < len(entries) && entries[first].At.Before(born) {
		first++
	}
	out := places(entries, first)
	for i := range out {
		out[i].at = Birth().Add(out[i].at.Sub(born))
	}
	return out
}

func align(a, b []place) []Moment {
	moments := make([]Moment, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		var at time.Time
		if j == len(b) || i < len(a) && a[i].at.Before(b[j].at) {
			at = a[i].at
		} else {
			at = b[j].at
		}
		i, j = after(a, i, at), after(b, j, at)
		m := Moment{At: at, A: -1, B: -1}
		if i > 0 {
			m.A, m.LagA = a[i-1].entry, at.Sub(a[i-1].at)
		}
		if j > 0 {
			m.B, m.LagB = b[j-1].entry, at.Sub(b[j-1].at)
		}
		moments = append(moments, m)
	}
	return moments
}

// after is the first place from i on that is later than at: the last of equal
// times is the one that is read.
func after(p []place, i int, at time.Time) int {
	for i < len(p) && !p[i].at.After(at) {
		i++
	}
	return i
}
