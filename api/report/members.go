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
	scope *Scope
	all   []*member
	of    map[history.AccountKey]*member
	list  *fleet.List // the newest one
	seen  *fleet.Seen
	from  time.Time // what the period is measured from
	now   time.Time

	totals    *fleet.Comparer            // of the period
	days      *fleet.Comparer            // of each measured day with the one before
	platforms map[string]*fleet.Comparer // as totals
	rows      []Account                  // those that are in the scope now
}

// member is an account that was in the scope.
type member struct {
	key     history.AccountKey
	account *api.Account // as last listed, with its last known name
	states  []state      // from the beginning of the period on, each another one
	row     int          // in members.rows; -1 for one that is not in the scope now
}

// state is what an account was from a time on.
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
		of:        make(map[history.AccountKey]*member, len(seen.List.Rows)),
		seen:      seen,
		from:      p.from,
		now:       now,
		totals:    scope.comparer(p.from, now),
		days:      scope.comparer(p.measured()...),
		platforms: map[string]*fleet.Comparer{},
		rows:      []Account{},
	}
	if scope.isWhole() {
		f.rows = make([]Account, 0, len(seen.List.Rows))
	}
	if err := f.readList(ctx, h); err != nil {
		return nil, err
	}
	for _, a := range f.list.Rows {
		f.of[history.KeyOf(a)] = newMember(a)
	}
	wasInGroup := map[history.AccountKey]bool{}
	gone := map[history.AccountKey][]history.Counts{} // those that were listed
	var goneKeys []history.AccountKey
	err := h.States().EachSeries(ctx, f.from, func(k history.AccountKey, series []history.Counts) {
		isListed := func(c history.Counts) bool { return !c.Gone }
		isInGroup := func(c history.Counts) bool { return !c.Gone && c.Group == scope.Group }
		if scope.Group != "" && slices.ContainsFunc(series, isInGroup) {
			wasInGroup[k] = true
		}
		m := f.of[k]
		if m != nil && (wasInGroup[k] || scope.has(m.account)) {
			f.add(m, series)
		} else if m == nil && slices.ContainsFunc(series, isListed) {
			gone[k] = slices.Clone(series)
			goneKeys = append(goneKeys, k)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, a := range f.list.Rows {
		m := f.of[history.KeyOf(a)]
		if wasInGroup[m.key] || scope.has(a) {
			f.all = append(f.all, m)
		} else {
			delete(f.of, m.key)
		}
	}
	for part := range slices.Chunk(goneKeys, 300) {
		rows, err := h.States().AccountsByKey(ctx, part)
		if err != nil {
			return nil, err
		}
		for _, a := range rows {
			m := newMember(a)
			if wasInGroup[m.key] || scope.has(a) {
				f.all = append(f.all, m)
				f.of[m.key] = m
				f.add(m, gone[m.key])
			}
		}
	}
	return f, nil
}

func newMember(a *api.Account) *member {
	return &member{key: history.KeyOf(a), account: a, row: -1}
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
	f.compareIn(f.platforms, m, series, []time.Time{f.from, f.now})
	f.totals.Add(m.key, series)
	f.days.Add(m.key, series)
	m.states = f.statesOf(series)
	if f.in(m, f.now) != nil {
		m.row = len(f.rows)
		f.rows = append(f.rows, accountOf(m, series, f.from, f.now))
	}
}

// compareIn adds the counts of a member to the comparison of its platform at some times.
func (f *members) compareIn(
	platforms map[string]*fleet.Comparer,
	m *member,
	series []history.Counts,
	times []time.Time,
) {
	for i := range series { // earlier versions recorded no groups
		series[i].Group = cmp.Or(series[i].Group, m.account.GroupID)
	}
	of := platforms[m.key.Platform]
	if of == nil {
		of = f.scope.comparer(times...)
		platforms[m.key.Platform] = of
	}
	of.Add(m.key, series)
}

// statesOf returns the states of an account with some counts.
func (f *members) statesOf(series []history.Counts) []state {
	states := make([]state, 0, 1)
	for i := range series {
		c := &series[i]
		is := state{
			at:      c.At,
			gone:    c.Gone,
			inGroup: c.Group == f.scope.Group,
			status:  c.Status,
		}
		n := len(states)
		if n == 0 || !is.equals(&states[n-1]) {
			states = append(states, is)
		}
	}
	return states
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
