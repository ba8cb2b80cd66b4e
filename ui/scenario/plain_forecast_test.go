package scenario

import (
	"math"
	"slices"
	"time"
)

// login is how long an account was normal.
type login struct {
	id      string
	began   time.Time
	entered time.Duration // the age from which on it was watched
	took    time.Duration
	ended   bool // it turned abnormal; else it was lost sight of, or goes on
	open    bool
}

// logins are how long the accounts of a platform were normal, from when they were connected or recovered.
// Those that were normal in the first recording are left out, and accounts of a relay, which turn with it.
func (p *plain) logins(platform string) (all []login) {
	for id, c := range p.ever {
		if c.platform != platform || c.relayed {
			continue
		}
		var began time.Time
		for _, t := range p.turns(id) {
			if !began.IsZero() {
				all = append(all, login{id: id, began: began, took: t.at.Sub(began), ended: t.is == "0"})
				began = time.Time{}
			}
			if t.is == "1" {
				began = t.at
			}
		}
		if !began.IsZero() {
			all = append(all, login{id: id, began: began, took: p.newest().at.Sub(began), open: true})
		}
	}
	for i := range all {
		all[i].entered = max(p.cut.Sub(all[i].began), 0)
	}
	return slices.DeleteFunc(all, func(l login) bool { return l.entered >= l.took })
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
	sum := 0.0
	most := 1.0
	for _, l := range all {
		isStep := l.ended && (len(curve) == 0 || curve[len(curve)-1].at != l.took)
		if !isStep {
			continue
		}
		atRisk := 0.0
		ends := 0.0
		for _, other := range all {
			if other.took >= l.took && other.entered < l.took {
				atRisk++
			}
			if other.ended && other.took == l.took {
				ends++
			}
		}
		share *= 1 - ends/atRisk
		// Where all that are left end, less than this share of such logins lasts longer, with 95 % certainty.
		s := survival{at: l.took, share: share, most: min(most, 1-math.Pow(0.05, 1/atRisk))}
		if ends < atRisk {
			sum += ends / (atRisk * (atRisk - ends))
			off := math.Exp(1.96 * math.Sqrt(sum) / math.Abs(math.Log(share)))
			s.least = math.Pow(share, off)
			s.most = math.Pow(share, 1/off)
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

// gap is the longest time between two recordings, which bounds how exactly a login is known.
func (p *plain) gap() (longest time.Duration) {
	for i := 1; i < len(p.lists); i++ {
		longest = max(longest, p.lists[i].at.Sub(p.lists[i-1].at))
	}
	return longest
}
