package history

import (
	"context"
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

// Growths returns when a count of the accounts that keep selects grew last, as all kept recordings show it.
// The error is a [*Problem], or that of ctx.
func (p Past) Growths(
	ctx context.Context,
	c api.Count,
	recorded Recordings,
	keep func(AccountKey) bool,
) (map[AccountKey]*Growth, error) {
	all := map[AccountKey]*Growth{}
	var counts Counts
	s := p.h.scope()
	err := p.h.read(ctx, eachSeries(func(id string, changes []change) error {
		key := keyOf(id)
		if !keep(key) {
			return nil
		}
		growth := &Growth{}
		for _, change := range changes {
			if err := counts.read(change.at, change.state); err != nil {
				return err
			}
			growth.Add(counts.Values[c], counts.At, recorded)
		}
		all[key] = growth
		return nil
	}), `SELECT c.id, `+changesOf+` FROM history_changes c
		WHERE c.part = $1 AND c.kind = $2 AND c.at <= $3 GROUP BY c.id`, s.own, kindAccount, s.now)
	return all, err
}
