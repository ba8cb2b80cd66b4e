package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Glance is what the history knows of a fleet in a few numbers, as of the last recording.
type Glance struct {
	At       time.Time  // of the last recording; zero if there is none
	Since    time.Time  // the baseline; zero if there is none
	Accounts api.Number // unset if no complete list was recorded
	Abnormal api.Number
	Stale    api.Number // of accounts that are not abnormal; unset if it was not counted
	New      int        // accounts that turned abnormal since the baseline, and are
}

// Glance returns the numbers of the last recording. It requests nothing, and reads neither the
// accounts nor their counts.
func (f *Fleet) Glance(ctx context.Context, q Query) (s Glance, err error) {
	point, err := f.Point(ctx, &q)
	if err != nil {
		return s, err
	}
	s.Since = point.Accounts
	days, at, err := f.LastDay(ctx)
	if err != nil {
		return s, err
	}
	s.At = at
	for _, d := range days {
		if d.Platform == "" && d.Group == "" {
			s.Accounts, s.Abnormal, s.Stale = d.Accounts, d.Abnormal, d.Stale
		}
	}
	if s.Since.IsZero() {
		return s, nil
	}
	turns, err := f.History.Past().Turns(ctx)
	if err != nil {
		return s, err
	}
	var turned []history.AccountKey
	for key, list := range history.TurnsByAccount(turns) {
		if turnedAbnormal(list, s.Since) {
			turned = append(turned, key)
		}
	}
	rows, err := f.History.Past().AccountsByKey(ctx, turned)
	for _, a := range rows {
		if !a.RelayDown() { // as in Past.Mark
			s.New++
		}
	}
	return s, err
}

// LastDay returns the totals of the last complete recording: of all accounts, and of each
// platform and group; and when accounts were last recorded, zero if they never were.
func (f *Fleet) LastDay(ctx context.Context) (days []history.Day, at time.Time, err error) {
	if _, at, err = f.Recorded(ctx, 1); err != nil || at.IsZero() {
		return nil, at, err
	}
	days, err = f.History.Past().Days(ctx, at.AddDate(0, 0, -1))
	last := ""
	for _, d := range days {
		last = max(last, d.Date)
	}
	return slices.DeleteFunc(days, func(d history.Day) bool { return d.Date != last }), at, err
}

// turnedAbnormal reports whether an account is abnormal that was listed at a time and was not
// abnormal then.
func turnedAbnormal(turns []history.Turn, since time.Time) bool {
	then, now := turns[0].Before, turns[len(turns)-1].Status
	for _, t := range turns {
		if !t.At.After(since) {
			then = t.Status
		}
	}
	health := func(status api.Number) api.Health { return (&api.Account{Status: status}).Health() }
	return then.IsSet() && now.IsSet() && health(now) == api.HealthAbnormal && health(then) != api.HealthAbnormal
}
