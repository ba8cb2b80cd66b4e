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
	Pruned   bool       // what was asked for is before Since, and no longer kept
	New      int        // accounts that are newly abnormal since the baseline: see [history.IsNewlyAbnormal]
}

// Glance returns the numbers of the last recording. It requests nothing, and reads no accounts and few of
// their turns, but for a history as of a time in the past. The error is a [*history.Problem], or that of ctx.
func (f *Fleet) Glance(ctx context.Context, q Query) (s Glance, err error) {
	point, err := f.Point(ctx, &q)
	if err != nil {
		return s, err
	}
	f.recallSupply(ctx)
	n, counted, err := f.History.Glance(ctx, f.StaleAfter, f.Supply().Unsupported())
	if err == nil && !counted {
		return f.glanceOfPast(ctx, point)
	}
	if err != nil || n.At.IsZero() {
		return s, err
	}
	s = Glance{
		At:     n.At,
		Since:  point.Accounts,
		Pruned: point.Pruned(),
	}
	total, known := n.Total.Int64()
	if !known ||
		total <= int64(n.Accounts) { // else it lacks accounts
		s.Accounts = api.Int(int64(n.Accounts))
		s.Abnormal = api.Int(int64(n.Abnormal))
		s.Stale = api.Int(int64(n.Stale))
	}
	if !s.Since.IsZero() {
		s.New, err = f.History.States().NewlyAbnormal(ctx, s.Since)
	}
	return s, err
}

// glanceOfPast is Glance for accounts that have to be read.
func (f *Fleet) glanceOfPast(ctx context.Context, point history.Point) (s Glance, err error) {
	list, at, err := f.Recorded(ctx, 0)
	if err != nil || at.IsZero() {
		return s, err
	}
	s = Glance{
		At:     at,
		Since:  point.Accounts,
		Pruned: point.Pruned(),
	}
	var past *Past
	then := !f.History.At().IsZero()
	if then {
		if past, err = ReadPast(ctx, f.History, at, point, list); err != nil {
			return s, err
		}
	}
	n := list.Count(Query{}, past, at, f.StaleAfter)
	s.New = n.NewlyAbnormal
	if !list.Partial() {
		s.Accounts = api.Int(int64(n.Accounts))
		s.Abnormal = api.Int(int64(n.Abnormal))
	}
	undated := func(a *api.Account) bool {
		return !a.Fetched() && !a.StatisticsUnsupported()
	}
	if !list.Partial() && !(then && slices.ContainsFunc(list.Rows, undated)) { // else the number is unknown
		s.Stale = api.Int(int64(n.Stale))
	}
	if !then && !s.Since.IsZero() {
		s.New, err = f.History.States().NewlyAbnormal(ctx, s.Since)
	}
	return s, err
}

// PlatformCounts has the numbers of the accounts of a platform.
type PlatformCounts struct {
	Platform string
	*Counts
}

// RecordedPlatforms returns the numbers of the accounts of each platform that were recorded last, and
// when; zero if none were. Of a list that lacks accounts there are no numbers. It requests nothing. The error is a
// [*history.Problem], or that of ctx.
func (f *Fleet) RecordedPlatforms(
	ctx context.Context,
) (all []*PlatformCounts, at time.Time, err error) {
	list, at, err := f.Recorded(ctx, 0)
	if err != nil || list.Partial() {
		return nil, at, err
	}
	for _, t := range list.Platforms {
		q := Query{Platforms: []string{t.ID}}
		all = append(all, &PlatformCounts{
			Platform: t.ID,
			Counts:   list.Count(q, nil, at, f.StaleAfter),
		})
	}
	return all, at, nil
}

// Totals returns the totals of the days since a time, of all accounts or of those of a platform or a
// group, by date. The error is a [*history.Problem].
func (f *Fleet) Totals(
	ctx context.Context,
	platform, group string,
	since time.Time,
) ([]history.Day, error) {
	return f.History.States().DaysOf(ctx, platform, group, since)
}

// Trend returns the states of an account since a time. The error is a [*history.Problem].
func (f *Fleet) Trend(
	ctx context.Context,
	account history.AccountKey,
	since time.Time,
) ([]history.Counts, error) {
	return f.History.States().Trend(ctx, account, since)
}
