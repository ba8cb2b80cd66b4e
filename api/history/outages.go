package history

import (
	"slices"
	"time"

	"channeldeck/api"
)

// Outage is a time in which the relay of an account did not return it.
type Outage struct {
	First time.Time // recording that shows it; zero if that is the first of all
	Last  time.Time // recording that shows it; zero while it lasts
}

// During reports whether a recording after a time and until another one shows the outage. A zero until is
// no limit.
func (o Outage) During(after, until time.Time) bool {
	begins := until.IsZero() || !o.First.After(until)
	return begins && (o.Last.IsZero() || o.Last.After(after))
}

// OutagesOfBoth returns the times that are both in one of some outages and in one of others.
func OutagesOfBoth(some, others []Outage) (both []Outage) {
	for _, a := range some {
		for _, b := range others {
			o := a
			if b.First.After(o.First) {
				o.First = b.First
			}
			if o.Last.IsZero() || !b.Last.IsZero() && b.Last.Before(o.Last) {
				o.Last = b.Last
			}
			if o.Last.IsZero() || !o.Last.Before(o.First) {
				both = append(both, o)
			}
		}
	}
	return both
}

// MergedOutages returns outages in order of time, with one in place of those that overlap.
func MergedOutages(all []Outage) (merged []Outage) {
	for _, o := range slices.SortedFunc(slices.Values(all), func(a, b Outage) int {
		return a.First.Compare(b.First)
	}) {
		if len(merged) == 0 {
			merged = append(merged, o)
			continue
		}
		last := &merged[len(merged)-1]
		if last.Last.IsZero() {
			return merged // it lasts
		}
		if last.Last.Before(o.First) {
			merged = append(merged, o)
		} else if o.Last.IsZero() || o.Last.After(last.Last) {
			last.Last = o.Last
		}
	}
	return merged
}

// Outages returns the outages of an account by its turns, as [States.EachTurns] has them: also those after which it
// was as before.
func (r Recordings) Outages(turns []Turn) (all []Outage) {
	for _, t := range turns {
		if t.Status.IsSet() && api.HealthOf(t.Status) == api.HealthOutage {
			all = append(all, Outage{First: t.At})
			continue
		}
		if !t.Before.IsSet() || api.HealthOf(t.Before) != api.HealthOutage {
			continue
		}
		if len(all) == 0 {
			all = append(all, Outage{})
		}
		all[len(all)-1].Last = r.Interval(t.At).After
	}
	return all
}
