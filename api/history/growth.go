package history

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
)

// Growth tells when a count of an account grew last, as far as recordings show it.
type Growth struct {
	// When it grew. Of a count that never grew, Before is the first recording in which it is known and
	// After is zero.
	At Interval

	count api.Number // the last known one
	lost  time.Time  // the count has not been known since; zero if it is known
}

// Add adds a count from a recording on, unset where it is not known.
func (g *Growth) Add(n api.Number, at time.Time, recorded Recordings) {
	if !n.IsSet() {
		if g.lost.IsZero() {
			g.lost = at
		}
		return
	}
	if !g.count.IsSet() {
		g.At = Interval{Before: at}
	} else if n.Cmp(g.count) > 0 {
		grew := recorded.Interval(at)
		if !g.lost.IsZero() {
			grew.After = recorded.Interval(g.lost).After
		}
		g.At = grew
	}
	g.count = n
	g.lost = time.Time{}
}

// Grown are the times at which a count of accounts grew last, as they were read at a time. The zero Grown
// has none.
type Grown struct {
	At func(AccountKey) (at Interval, known bool) // nil if nothing was read
	// Until is a time after which nothing was recorded that At does not show; zero if nothing was read.
	Until time.Time
}

// Growths returns when a count of the accounts that keep selects grew last, as all kept recordings show it.
// Of what was recorded before earlier.Until it reads only what earlier does not tell. The error is a
// [*Problem], or that of ctx.
func (p States) Growths(
	ctx context.Context,
	c api.Count,
	recorded Recordings,
	earlier Grown,
	keep func(AccountKey) bool,
) (map[AccountKey]*Growth, error) {
	all := map[AccountKey]*Growth{}
	var again []AccountKey // whose earlier counts have to be read
	since := millis(earlier.Until)
	err := p.eachChanges(ctx, earlier.Until, nil, func(key AccountKey, changes []change) error {
		if !keep(key) {
			return nil
		}
		growth := &Growth{}
		if changes[0].at <= since {
			var held Counts
			if err := held.read(changes[0].at, changes[0].state); err != nil {
				return err
			}
			at, known := earlier.At(key)
			if !known || !held.Values[c].IsSet() || at.Before.After(earlier.Until) {
				again = append(again, key)
				return nil
			}
			growth.At = at
			growth.count = held.Values[c]
			changes = changes[1:]
		}
		all[key] = growth
		return growth.addChanges(changes, c, recorded)
	})
	for some := range slices.Chunk(again, maxKeys) {
		if err != nil {
			break
		}
		err = p.eachChanges(ctx, time.Time{}, some, func(key AccountKey, changes []change) error {
			all[key] = &Growth{}
			return all[key].addChanges(changes, c, recorded)
		})
	}
	return all, err
}

// addChanges adds a count in changes of an account.
func (g *Growth) addChanges(changes []change, c api.Count, recorded Recordings) error {
	var counts Counts
	for _, change := range changes {
		if err := counts.read(change.at, change.state); err != nil {
			return err
		}
		g.Add(counts.Values[c], counts.At, recorded)
	}
	return nil
}
