package report

import (
	"cmp"
	"context"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// hasWholePlatforms reports whether the scope has all accounts of a platform or none.
func (s *Scope) hasWholePlatforms() bool { return s.Group == "" && s.Chosen == nil }

// levels returns the levels of the last days of whole platforms, which are those of the fleet; none for a group
// or for some accounts.
func (s *Scope) levels(
	ctx context.Context,
	seen *fleet.Seen,
	days *fleet.DayCounter,
) (map[string][]fleet.DayLevel, error) {
	if !s.hasWholePlatforms() {
		return nil, nil
	}
	levels, err := seen.Levels(ctx, days)
	return levels.Of, err
}

// addLevels adds to the platforms the levels of the days, after the incidents were added. Those of a group or of
// some accounts are compared with the normal level of these accounts; those of whole platforms are given.
func (r *Report) addLevels(
	ctx context.Context,
	h *history.DB,
	f *members,
	days *fleet.DayCounter,
	levels map[string][]fleet.DayLevel,
) error {
	if !f.scope.hasWholePlatforms() {
		if err := f.countDays(ctx, h, days); err != nil {
			return err
		}
		levels = days.Levels(r.episodes)
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

// countDays counts the accounts of a group or of some accounts on days, also those that left before the period.
func (f *members) countDays(ctx context.Context, h *history.DB, days *fleet.DayCounter) error {
	if f.scope.Chosen != nil {
		return f.seen.EachStatus(ctx, func(key history.AccountKey, series []history.Counts) {
			if f.scope.Chosen[key] {
				days.Add(key.Platform, series)
			}
		})
	}
	return h.States().EachSeries(ctx, days.Begin(), func(key history.AccountKey, series []history.Counts) {
		m := f.of(key)
		for i := range series {
			group := series[i].Group
			if m != nil { // earlier versions recorded no groups
				group = cmp.Or(group, m.account.GroupID)
			}
			series[i].Gone = series[i].Gone || group != f.scope.Group
		}
		days.Add(key.Platform, series)
	})
}
