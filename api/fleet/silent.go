package fleet

import (
	"context"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// readWorks finds when the accounts of the list published last: when the number of their works grew, on
// platforms that supply it. It reads what was recorded since others were found.
func (r *pastReader) readWorks(ctx context.Context, earlier history.Grown) error {
	keep := func(k history.AccountKey) bool { return r.supplied[k.Platform] }
	growths, err := r.history.States().Growths(ctx, api.CountWorks, r.past.recorded, earlier, keep)
	if err != nil {
		return err
	}
	for place, a := range r.list.Rows {
		grown := growths[history.KeyOf(a)]
		if grown != nil && a.Supplies(api.CountWorks) {
			r.addWorks(place, grown)
		}
	}
	return nil
}

// addWorks adds when the recorded number of works of an account of the list grew last, which may not have the list.
func (r *pastReader) addWorks(place int, grown *history.Growth) {
	p := r.past
	count, _ := r.list.Rows[place].Statistic(api.CountWorks)
	grown.Add(count, r.at, p.recorded)
	if r.grew[grown.At] == 0 { // most grew between the same recordings as others
		p.works = append(p.works, grown.At)
		r.grew[grown.At] = int32(len(p.works))
	}
	p.states[place].works = r.grew[grown.At]
}

// recordedLate is how much later than a list arrived it may be stored, also by another program.
const recordedLate = time.Hour

// grownIn returns what the last past tells of the works, nothing if it does not continue in p: it is nil, or
// more was pruned since.
func (p *Past) grownIn(last *Past) history.Grown {
	if last == nil || last.at.After(p.at) || !last.begins.Equal(p.begins) {
		return history.Grown{}
	}
	return history.Grown{At: last.worksGrew, Until: last.at.Add(-recordedLate)}
}

// LastWork returns when an account published last: between which recordings the number of its works grew.
// Of one that published nothing since it was first recorded, Before is that recording and After is zero. It
// is zero where the platform does not supply the number of works, or it was never recorded.
func (p *Past) LastWork(a *api.Account) history.Interval {
	if p == nil {
		return history.Interval{}
	}
	grew, _ := p.worksGrew(history.KeyOf(a))
	return grew
}

// worksGrew returns when the number of works of an account grew last, if that is known.
func (p *Past) worksGrew(key history.AccountKey) (at history.Interval, known bool) {
	place := p.earlier(key).works
	if place == 0 {
		return history.Interval{}, false
	}
	return p.works[place-1], true
}

// Silence returns for how long an account has published nothing until its statistics were fetched, as far as
// is known; 0 if it is not.
func (p *Past) Silence(a *api.Account) time.Duration {
	_, known := a.Statistic(api.CountWorks)
	fetched, dated := a.LastStatsTime.At()
	last := p.LastWork(a).Before
	if !known || !dated || last.IsZero() || fetched.Before(last) {
		return 0
	}
	return fetched.Sub(last)
}

// maxStatisticsAge is the age of statistics from which on they no longer tell that nothing was published.
const maxStatisticsAge = 7 * 24 * time.Hour

// publishes reports whether an account published something within a time until now; false for known if the
// history or the statistics do not tell.
func (p *Past) publishes(
	a *api.Account,
	within time.Duration,
	now time.Time,
) (published, known bool) {
	fetched, _ := a.LastStatsTime.At()
	if p.Silence(a) >= within && now.Sub(fetched) <= maxStatisticsAge {
		return false, true
	}
	after := p.LastWork(a).After
	published = !after.IsZero() && now.Sub(after) <= within
	return published, published
}

// NoWorkFor is the term of accounts that published nothing within a time.
func NoWorkFor(within time.Duration) Term {
	return Term{
		Column: worksColumn,
		Op:     "=",
		Value:  "0/" + formatAge(within),
	}
}
