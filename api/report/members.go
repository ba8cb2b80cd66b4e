package report

import (
	"cmp"
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// members are the accounts that were in a scope at some time of the period.
type members struct {
	scope  *Scope
	keys   []history.AccountKey
	of     map[history.AccountKey]*api.Account // as last listed, with their last known names
	series map[history.AccountKey][]history.Counts
	list   *fleet.List // the newest one
	seen   *fleet.Seen
}

// readMembers reads the accounts of a scope that were listed at a time or later. Those of a group
// are the members of a day, as they were recorded.
func readMembers(
	ctx context.Context,
	h *history.DB,
	scope *Scope,
	seen *fleet.Seen,
	then time.Time,
) (*members, error) {
	rows := slices.Clone(seen.List.Rows)
	names, err := h.States().RelayNames(ctx)
	if err != nil {
		return nil, err
	}
	f := &members{
		scope:  scope,
		of:     map[history.AccountKey]*api.Account{},
		series: map[history.AccountKey][]history.Counts{},
		seen:   seen,
	}
	present := map[history.AccountKey]*api.Account{}
	for i, a := range rows {
		k := history.KeyOf(a)
		name := names[k]
		if name != "" && a.RelayDown() {
			named := *a
			named.Nickname = name
			rows[i] = &named
		}
		present[k] = rows[i]
	}
	inGroup := map[history.AccountKey]bool{}
	var gone []history.AccountKey // that were listed
	err = h.States().EachSeries(ctx, then, func(k history.AccountKey, series []history.Counts) {
		listed := false
		for i := range series {
			c := &series[i]
			if !c.Gone {
				listed = true
				inGroup[k] = inGroup[k] || c.Group == scope.Group
			}
		}
		a := present[k]
		if a == nil && listed {
			gone = append(gone, k)
		}
		if a == nil && listed || a != nil && (inGroup[k] || scope.has(a)) {
			f.series[k] = slices.Clone(series)
		}
	})
	if err != nil {
		return nil, err
	}
	f.list = fleet.NewList(rows, seen.List.Total)
	all := slices.Clone(rows)
	for part := range slices.Chunk(gone, 300) {
		rows, err := h.States().AccountsByKey(ctx, part)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	for _, a := range all {
		k := history.KeyOf(a)
		if scope.has(a) || scope.Group != "" && inGroup[k] {
			f.keys = append(f.keys, k)
			f.of[k] = a
		}
	}
	for k, series := range f.series {
		a := f.of[k]
		if a == nil {
			delete(f.series, k)
			continue
		}
		for i := range series { // earlier versions recorded no groups
			series[i].Group = cmp.Or(series[i].Group, a.GroupID)
		}
	}
	return f, nil
}

// compared compares the accounts of the scope at each of some times with those at the time before.
func (f *members) compared(times ...time.Time) []*fleet.Comparison {
	return f.comparedOf(f.series, times...)
}

// comparedOf is compared of some of the accounts.
func (f *members) comparedOf(
	series map[history.AccountKey][]history.Counts,
	times ...time.Time,
) []*fleet.Comparison {
	if f.scope.Group != "" {
		return fleet.CompareGroup(f.scope.Group, series, times...)
	}
	return fleet.Compare(series, times...)
}

// in returns the counts of an account at a time; nil if it was not in the scope.
func (f *members) in(k history.AccountKey, t time.Time) *history.Counts {
	c := fleet.CountsAt(f.series[k], t)
	if c != nil && f.scope.Group != "" && c.Group != f.scope.Group {
		return nil
	}
	return c
}

// before returns the counts of an account just before something ended, at the end of the report if it
// has not; nil if the account was not in the scope then.
func (f *members) before(
	k history.AccountKey,
	ended history.Interval,
	now time.Time,
) *history.Counts {
	if !ended.Before.IsZero() {
		now = ended.Before.Add(-time.Millisecond)
	}
	return f.in(k, now)
}

// stays returns from when until when an account was in the scope, within a time.
func (f *members) stays(k history.AccountKey, from, until time.Time) (all [][2]time.Time) {
	if f.scope.Group == "" {
		return append(all, [2]time.Time{from, until})
	}
	for i, s := range f.series[k] {
		begin := s.At
		end := until
		if begin.Before(from) {
			begin = from
		}
		if i+1 < len(f.series[k]) && f.series[k][i+1].At.Before(end) {
			end = f.series[k][i+1].At
		}
		n := len(all)
		if s.Gone || s.Group != f.scope.Group || !begin.Before(end) {
			continue
		}
		if n > 0 && all[n-1][1].Equal(begin) {
			all[n-1][1] = end
		} else {
			all = append(all, [2]time.Time{begin, end})
		}
	}
	return all
}
