package report

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// hasWholePlatforms reports whether the scope has all accounts of a platform or none.
func (s *Scope) hasWholePlatforms() bool { return s.Group == "" && s.Chosen == nil }

// levels returns the levels of the last days of whole platforms, which are those of the fleet; none for a group
// or for some accounts.
func (s *Scope) levels(ctx context.Context, seen *fleet.Seen, days int) (map[string][]fleet.DayLevel, error) {
	if !s.hasWholePlatforms() {
		return nil, nil
	}
	return seen.Levels(ctx, days)
}

// addLevels adds to the platforms the levels of the days, after the incidents were added. Those of a group or of
// some accounts are compared with the normal level of these accounts; those of whole platforms are given.
func (r *Report) addLevels(
	ctx context.Context,
	h *history.DB,
	f *members,
	levels map[string][]fleet.DayLevel,
) error {
	if !f.scope.hasWholePlatforms() {
		totals, err := r.platformDays(ctx, h, f)
		if err != nil {
			return err
		}
		levels = fleet.LevelsOf(totals, r.episodes, r.now, len(r.Days))
	}
	for i := range r.Platforms {
		p := &r.Platforms[i]
		p.Levels = levels[p.Platform]
		if p.Levels == nil {
			p.Levels = make([]fleet.DayLevel, len(r.Days))
		}
	}
	return nil
}

// platformDays are the totals of the accounts of the scope on each platform, at the end of each recorded
// day that counts for the levels of the days of the report.
func (r *Report) platformDays(ctx context.Context, h *history.DB, f *members) ([]history.Day, error) {
	first, err := time.ParseInLocation(time.DateOnly, r.Measured, r.now.Location())
	if err != nil {
		return nil, err
	}
	p := periodOf(first.AddDate(0, 0, -fleet.UsualDays-1), r.now) // its first day only begins it
	p.measure(f.seen.Recorded)
	platforms, err := f.comparePlatforms(ctx, h, p.ends)
	if err != nil {
		return nil, err
	}
	var days []history.Day
	for platform, compared := range platforms {
		for i, c := range compared.All {
			if !p.recorded[i+1] {
				continue
			}
			days = append(days, history.Day{
				Date:     p.dates[i+1],
				Platform: platform,
				Accounts: api.Int(int64(c.Is)),
				Abnormal: api.Int(int64(c.IsAbnormal)),
			})
		}
	}
	return days, nil
}

// comparePlatforms compares the accounts of each platform at each of some times with those at the time before.
func (f *members) comparePlatforms(
	ctx context.Context,
	h *history.DB,
	times []time.Time,
) (map[string]*fleet.Comparer, error) {
	platforms := map[string]*fleet.Comparer{}
	if f.scope.Group != "" { // also of accounts that left it before the period
		err := h.States().EachSeries(ctx, times[0], func(k history.AccountKey, series []history.Counts) {
			f.compareIn(platforms, k, f.of(k), series, times)
		})
		return platforms, err
	}
	for some := range slices.Chunk(f.all, 300) {
		keys := make([]history.AccountKey, len(some))
		for i, m := range some {
			keys[i] = m.key()
		}
		all, err := h.States().Series(ctx, keys, times[0])
		if err != nil {
			return nil, err
		}
		for _, m := range some {
			key := m.key()
			f.compareIn(platforms, key, m, all[key], times)
		}
	}
	return platforms, nil
}
