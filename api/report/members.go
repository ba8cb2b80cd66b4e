package report

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// members are the accounts that were in a scope at some time of the period. Their counts are added up while the
// history is read, and not kept.
type members struct {
	scope  *Scope
	all    []*member
	list   *fleet.List                        // the newest one
	index  *history.Index[history.AccountKey] // of the list
	listed []member                           // the accounts of the list, also those that were not in the scope
	gone   map[history.AccountKey]*member     // those that are not in the list
	single map[state][]state                  // shared by the members that had no other state
	seen   *fleet.Seen
	from   time.Time // what the period is measured from
	now    time.Time

	totals    *fleet.Comparer            // of the period
	days      *fleet.Comparer            // of each measured day with the one before
	platforms map[string]*fleet.Comparer // as totals
	rows      Accounts                   // those that are in the scope now
}

// member is an account that was in the scope. There are 100,000 of them: their keys are not kept.
type member struct {
	account *api.Account // as last listed, with its last known name
	states  []state      // from the beginning of the period on, each another one; they never change
	row     int32        // in members.rows; -1 for one that is not in the scope now
	wasIn   bool         // it was in the scope
}

func (m *member) key() history.AccountKey { return history.KeyOf(m.account) }

// state is the state of an account from a time on.
type state struct {
	at      time.Time
	gone    bool
	inGroup bool // of the scope
	status  api.Number
}

// readMembers reads the accounts of a scope that were listed in a period. Those of a group are the members of a
// day, as they were recorded.
func readMembers(
	ctx context.Context,
	h *history.DB,
	scope *Scope,
	seen *fleet.Seen,
	p *period,
	now time.Time,
) (*members, error) {
	f := &members{
		scope:     scope,
		gone:      map[history.AccountKey]*member{},
		single:    map[state][]state{},
		seen:      seen,
		from:      p.from,
		now:       now,
		totals:    scope.comparer(p.from, now),
		days:      scope.comparer(p.measured()...),
		platforms: map[string]*fleet.Comparer{},
		rows:      Accounts{},
	}
	if scope.isWhole() {
		f.rows = make(Accounts, 0, len(seen.List.Rows))
	}
	if err := f.readList(ctx, h); err != nil {
		return nil, err
	}
	f.index = history.NewAccountIndex(f.list.Rows)
	f.listed = make([]member, len(f.list.Rows))
	for i, a := range f.list.Rows {
		f.listed[i] = member{account: a, row: -1}
	}
	if err := f.readSeries(ctx, h); err != nil {
		return nil, err
	}
	return f, nil
}

// readSeries adds the accounts of the list that are or were in the scope, and those that left the list in the
// period.
func (f *members) readSeries(ctx context.Context, h *history.DB) error {
	wasInGroup := map[history.AccountKey]bool{}
	gone := map[history.AccountKey][]history.Counts{} // those that were listed
	var goneKeys []history.AccountKey
	isListed := func(c history.Counts) bool { return !c.Gone }
	isInGroup := func(c history.Counts) bool {
		return !c.Gone && c.Group == f.scope.Group
	}
	err := h.States().EachSeries(ctx, f.from, func(k history.AccountKey, series []history.Counts) {
		if f.scope.Group != "" && slices.ContainsFunc(series, isInGroup) {
			wasInGroup[k] = true
		}
		place, isInList := f.index.Find(k)
		if isInList && (wasInGroup[k] || f.scope.has(f.listed[place].account)) {
			f.add(&f.listed[place], series)
		} else if !isInList && slices.ContainsFunc(series, isListed) {
			gone[k] = slices.Clone(series)
			goneKeys = append(goneKeys, k)
		}
	})
	if err != nil {
		return err
	}
	for i := range f.listed {
		m := &f.listed[i]
		m.wasIn = f.scope.has(m.account) || wasInGroup[m.key()]
		if m.wasIn {
			f.all = append(f.all, m)
		}
	}
	for part := range slices.Chunk(goneKeys, 300) {
		rows, err := h.States().AccountsByKey(ctx, part)
		if err != nil {
			return err
		}
		for _, a := range rows {
			key := history.KeyOf(a)
			if wasInGroup[key] || f.scope.has(a) {
				m := &member{account: a, row: -1, wasIn: true}
				f.all = append(f.all, m)
				f.gone[key] = m
				f.add(m, gone[key])
			}
		}
	}
	return nil
}

// of returns the member with a key; nil for an account that was not in the scope.
func (f *members) of(key history.AccountKey) *member {
	place, isInList := f.index.Find(key)
	if !isInList {
		return f.gone[key]
	}
	if !f.listed[place].wasIn {
		return nil
	}
	return &f.listed[place]
}

// readList sets the newest list. Accounts whose relay is down have their last known names in it.
func (f *members) readList(ctx context.Context, h *history.DB) error {
	names, err := h.States().RelayNames(ctx)
	if err != nil {
		return err
	}
	rows := slices.Clone(f.seen.List.Rows)
	isNamed := false
	for i, a := range rows {
		if !a.RelayDown() || names[history.KeyOf(a)] == "" {
			continue
		}
		named := *a
		named.Nickname = names[history.KeyOf(a)]
		rows[i] = &named
		isNamed = true
	}
	f.list = f.seen.List
	if isNamed {
		f.list = fleet.NewList(rows, f.seen.List.Total)
	}
	return nil
}

// comparer returns a comparer of accounts of the scope.
func (s *Scope) comparer(times ...time.Time) *fleet.Comparer {
	if s.Group != "" {
		return fleet.NewGroupComparer(s.Group, times...)
	}
	return fleet.NewComparer(times...)
}

// add adds the counts of a member since the beginning of the period.
func (f *members) add(m *member, series []history.Counts) {
	key := m.key()
	f.compareOnPlatform(key, m, series)
	f.totals.Add(key, series)
	f.days.Add(key, series)
	m.states = f.statesOf(series)
	if f.in(m, f.now) != nil {
		m.row = int32(len(f.rows))
		f.rows = append(f.rows, accountOf(m, series, f.from, f.now))
	}
}

// compareOnPlatform adds the counts of a member to the comparison of its platform.
func (f *members) compareOnPlatform(key history.AccountKey, m *member, series []history.Counts) {
	for i := range series { // earlier versions recorded no groups
		series[i].Group = cmp.Or(series[i].Group, m.account.GroupID)
	}
	of := f.platforms[key.Platform]
	if of == nil {
		of = f.scope.comparer(f.from, f.now)
		f.platforms[key.Platform] = of
	}
	of.Add(key, series)
}

// statesOf returns the states of an account with some counts. Most accounts have one, which is that of many.
func (f *members) statesOf(series []history.Counts) (states []state) {
	var first state
	for i := range series {
		c := &series[i]
		is := state{
			at:      c.At,
			gone:    c.Gone,
			inGroup: c.Group == f.scope.Group,
			status:  c.Status,
		}
		n := len(states)
		if i == 0 {
			first = is
		} else if n == 0 && !is.equals(&first) {
			states = append(states, first, is)
		} else if n > 0 && !is.equals(&states[n-1]) {
			states = append(states, is)
		}
	}
	if states != nil || len(series) == 0 {
		return states
	}
	if f.single[first] == nil {
		f.single[first] = []state{first}
	}
	return f.single[first]
}

// equals reports whether two states differ at most in their times.
func (s *state) equals(other *state) bool {
	return s.gone == other.gone && s.inGroup == other.inGroup && s.status == other.status
}

// health is the meaning of the status.
func (s *state) health() api.Health { return api.HealthOf(s.status) }

// at returns the state of an account at a time; nil if it was not listed.
func (m *member) at(t time.Time) *state {
	n := sort.Search(len(m.states), func(i int) bool {
		return m.states[i].at.After(t)
	})
	if n == 0 || m.states[n-1].gone {
		return nil
	}
	return &m.states[n-1]
}

// in returns the state of an account at a time; nil if it was not in the scope.
func (f *members) in(m *member, t time.Time) *state {
	s := m.at(t)
	if s != nil && f.scope.Group != "" && !s.inGroup {
		return nil
	}
	return s
}

// before returns the state of an account just before something ended, at the end of the report if it
// has not; nil if the account was not in the scope then.
func (f *members) before(m *member, ended history.Interval) *state {
	t := f.now
	if !ended.Before.IsZero() {
		t = ended.Before.Add(-time.Millisecond)
	}
	return f.in(m, t)
}

// stays returns from when until when an account was in the scope, in the period and not after a time.
func (f *members) stays(m *member, until time.Time) (all [][2]time.Time) {
	if f.scope.Group == "" {
		return append(all, [2]time.Time{f.from, until})
	}
	for i, s := range m.states {
		begin := s.at
		end := until
		if begin.Before(f.from) {
			begin = f.from
		}
		if i+1 < len(m.states) && m.states[i+1].at.Before(end) {
			end = m.states[i+1].at
		}
		n := len(all)
		if s.gone || !s.inGroup || !begin.Before(end) {
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
