package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Glance is a summary of a fleet in a few numbers, as of the last recording.
type Glance struct {
	At       time.Time  // of the last recording; zero if there is none
	Since    time.Time  // the baseline; zero if there is none
	Accounts api.Number // unset if no complete list was recorded
	Abnormal api.Number
	Stale    api.Number // of accounts that are not abnormal; unset if it was not counted
	New      int        // accounts that turned abnormal since the baseline, and are
}

// Glance returns the numbers of the last recording. It requests nothing, and reads neither the
// accounts nor their counts, but for a history as of a time in the past. The error is that of the history.
func (f *Fleet) Glance(ctx context.Context, q Query) (s Glance, err error) {
	point, err := f.Point(ctx, &q)
	if err != nil {
		return s, err
	}
	if !f.History.At().IsZero() {
		return f.glanceThen(ctx, point)
	}
	s.Since = point.Accounts
	days, at, err := f.LastDay(ctx)
	if err != nil {
		return s, err
	}
	s.At = at
	for _, d := range days {
		if d.Platform == "" && d.Group == "" {
			s.Accounts = d.Accounts
			s.Abnormal = d.Abnormal
			s.Stale = d.Stale
		}
	}
	if s.Since.IsZero() {
		return s, nil
	}
	s.New, err = f.History.Past().TurnedAbnormal(ctx, s.Since)
	return s, err
}

// glanceThen is Glance for a moment in the past. It counts the accounts of the list, as the totals
// that the history keeps of that day may be of a later recording.
func (f *Fleet) glanceThen(ctx context.Context, point history.Point) (s Glance, err error) {
	list, at, err := f.Recorded(ctx, 0)
	if err != nil || at.IsZero() {
		return s, err
	}
	past, err := ReadPast(ctx, f.History, at, point, list)
	if err != nil {
		return s, err
	}
	n := list.Count(Query{}, past, at, f.StaleAfter)
	s = Glance{
		At:       at,
		Since:    point.Accounts,
		New:      n.Marked[history.TurnedAbnormal],
		Accounts: api.Int(int64(n.Accounts)),
		Abnormal: api.Int(int64(n.Abnormal)),
	}
	undated := func(a *api.Account) bool {
		return !a.LastStatsTime.IsSet() && !a.StatisticsUnsupported()
	}
	if !slices.ContainsFunc(list.Rows, undated) { // with one that is unknown, the number is too
		s.Stale = api.Int(int64(n.Stale))
	}
	return s, nil
}

// Totals returns the totals of the days since a time, of all accounts or of those of a platform or a
// group, by date. The error is a [*history.Problem].
func (f *Fleet) Totals(
	ctx context.Context,
	platform, group string,
	since time.Time,
) ([]history.Day, error) {
	return f.History.Past().DaysOf(ctx, platform, group, since)
}

// AllTotals returns the totals of the days since a time: of all accounts, of each platform and of each
// group. The error is a [*history.Problem].
func (f *Fleet) AllTotals(ctx context.Context, since time.Time) ([]history.Day, error) {
	return f.History.Past().Days(ctx, since)
}

// Trend returns the states of an account since a time. The error is a [*history.Problem].
func (f *Fleet) Trend(
	ctx context.Context,
	account history.AccountKey,
	since time.Time,
) ([]history.Counts, error) {
	return f.History.Past().Trend(ctx, account, since)
}

// LastDay returns the totals of the last complete recording: of all accounts, and of each
// platform and group; and when accounts were last recorded, zero if they never were. The error is that
// of the history.
func (f *Fleet) LastDay(ctx context.Context) (days []history.Day, at time.Time, err error) {
	if _, _, at, err = f.History.Accounts(ctx, 1); err != nil || at.IsZero() {
		return nil, at, err
	}
	days, err = f.History.Past().Days(ctx, at.AddDate(0, 0, -1))
	last := ""
	for _, d := range days {
		last = max(last, d.Date)
	}
	return slices.DeleteFunc(days, func(d history.Day) bool {
		return d.Date != last
	}), at, err
}
