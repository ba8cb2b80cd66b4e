package scenario

import (
	"math"
	"slices"
	"time"
)

// login is how long an account was normal, by the recordings that first showed its beginning and its end, or by
// the earliest or the latest moments of these.
type login struct {
	id      string
	began   time.Time
	entered time.Duration // the age from which on it was watched
	took    time.Duration
	ended   bool // it turned abnormal; else it was lost sight of, or goes on
	open    bool
	weight  float64
}

// The moments from which and until which a login counts.
const (
	asRecorded = iota
	atLeast
	atMost
)

// logins are how long the accounts of a platform were normal, from when they were connected or recovered.
// Those that were normal in the first recording are left out, and accounts of a relay, which turn with it. The
// first login of an account counts whole, and each further one half as much as the one before.
func (p *plain) logins(platform string, bounds int) (all []login) {
	for id, c := range p.ever {
		if c.platform != platform || c.relayed {
			continue
		}
		weight := 1.0
		var began *turned
		add := func(ended interval, isEnded, isOpen bool) {
			start := p.of(id, *began)
			l := login{id: id, began: start.before, ended: isEnded, open: isOpen, weight: weight}
			from := start.before
			until := ended.before
			if bounds == atLeast && !ended.after.IsZero() {
				until = ended.after
			}
			if bounds == atMost && !start.after.IsZero() {
				from = start.after
			}
			l.took = max(until.Sub(from), 0)
			l.entered = max(p.cut.Sub(from), 0)
			began = nil
			if l.entered < l.took {
				all = append(all, l)
				weight /= 2
			}
		}
		for _, t := range p.turns(id) {
			if began != nil {
				add(p.of(id, t), t.is == "0", false)
			}
			if t.is == "1" {
				began = &t
			}
		}
		if began != nil {
			now := p.newest().at
			add(interval{now, now}, false, true)
		}
	}
	return all
}

// isLikely reports whether, of the logins that became older than one is now, more than half ended within a
// time, also at the cautious end of the interval.
func (p *plain) isLikely(l login, all []login, within time.Duration) bool {
	age := p.now.Sub(l.began)
	older := slices.DeleteFunc(slices.Clone(all), func(other login) bool { return other.took <= age })
	most := 1.0
	for _, s := range survivals(older) {
		if s.at <= age+within {
			most = s.most
		}
	}
	return most < 0.5
}

// survival is the share of logins that last longer than a time, with its 95 % interval, as Kaplan and
// Meier, and Greenwood, estimate it.
type survival struct {
	at                 time.Duration
	share, least, most float64
}

// survivals is the curve of logins.
func survivals(all []login) (curve []survival) {
	slices.SortFunc(all, func(a, b login) int { return int(a.took - b.took) })
	share := 1.0
	bounded := 1.0 // the share that the interval is of
	sum := 0.0
	most := 1.0
	for _, l := range all {
		isStep := l.ended && (len(curve) == 0 || curve[len(curve)-1].at != l.took)
		if !isStep {
			continue
		}
		atRisk := 0.0
		ends := 0.0
		left := 0
		for _, other := range all {
			if other.took >= l.took && other.entered < l.took {
				atRisk += other.weight
				if other.ended && other.took == l.took {
					ends += other.weight
				} else {
					left++
				}
			}
		}
		// Where all that are left end, less than this share of such logins lasts longer, with 95 % certainty.
		s := survival{at: l.took, most: min(most, 1-math.Pow(0.05, 1/atRisk))}
		if left > 0 {
			share *= 1 - ends/atRisk
			stays := max(atRisk-ends, min(1, atRisk/2))
			sum += (atRisk - stays) / (atRisk * stays)
			bounded *= stays / atRisk
			off := math.Exp(1.96 * math.Sqrt(sum) / math.Abs(math.Log(bounded)))
			s.share = share
			s.least = min(share, math.Pow(bounded, off))
			s.most = math.Pow(bounded, 1/off)
		}
		most = s.most
		curve = append(curve, s)
	}
	return curve
}

// half is how long half of the logins last, with its 95 % interval.
func half(curve []survival) (middle, low, high time.Duration) {
	first := func(of func(survival) float64) time.Duration {
		i := slices.IndexFunc(curve, func(s survival) bool { return of(s) <= 0.5 })
		if i < 0 {
			return -1
		}
		return curve[i].at
	}
	middle = first(func(s survival) float64 { return s.share })
	low = first(func(s survival) float64 { return s.least })
	high = first(func(s survival) float64 { return s.most })
	return middle, low, high
}
