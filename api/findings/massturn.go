package findings

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// incidents are the accounts that turned abnormal together, and still are or recovered
// together.
type incidents struct {
	found         []*Finding
	members       map[*api.Account]bool
	healths       []health                        // of all accounts
	incidentTimes map[*api.Account]map[int64]bool // the times at which accounts turned abnormal, in milliseconds
}

// incidents finds the incidents among the accounts of a list and those that left it.
func (in *Input) incidents(list []health, turns map[history.AccountKey][]history.Turn) incidents {
	all := incidents{
		members:       map[*api.Account]bool{},
		incidentTimes: map[*api.Account]map[int64]bool{},
	}
	accounts := in.Accounts
	former := formerHealths(in.Former, turns, in.loaded())
	if len(former) > 0 {
		accounts = slices.Clone(accounts)
		for _, h := range former {
			accounts = append(accounts, h.account)
		}
		list = slices.Concat(list, former)
	}
	for _, a := range in.Unseen {
		accounts = append(slices.Clip(accounts), a)
		if own := turns[history.KeyOf(a)]; len(own) > 0 {
			list = append(slices.Clip(list), health{account: a, turns: own})
		}
	}
	for _, m := range massTurns(accounts, list, in.Recorded.Parts) {
		if all.healths == nil {
			all.healths = healthsOf(accounts, list)
		}
		all.add(in, m)
		all.addTimes(&m)
	}
	return all
}

// healthsOf returns the healths of accounts. The list has those with turns, in the same order.
func healthsOf(accounts []*api.Account, list []health) []health {
	all := make([]health, len(accounts))
	next := 0
	for i, a := range accounts {
		all[i] = health{account: a}
		if next < len(list) && list[next].account == a {
			all[i] = list[next]
			next++
		}
	}
	return all
}

// formerHealths are accounts that left the list, by their turns until a time. Their status is
// not known now.
func formerHealths(
	former []*api.Account,
	turns map[history.AccountKey][]history.Turn,
	until time.Time,
) (list []health) {
	for _, a := range former {
		unlisted := *a
		unlisted.Status = api.Number{}
		own := turns[history.KeyOf(a)]
		last := history.StatusOf(a)
		if n := len(own); n > 0 {
			last = own[n-1].Status
		}
		if last.IsSet() { // that it left is not stored yet
			left := history.Turn{
				Account: history.KeyOf(a),
				At:      until,
				Before:  last,
			}
			own = append(slices.Clip(own), left)
		}
		list = append(list, health{account: &unlisted, turns: own})
	}
	return list
}

// massTurn tells that accounts with a common trait turned abnormal in one recording.
type massTurn struct {
	at     int64 // of the recording, in milliseconds
	of     *tally
	name   int32 // of what they have in common
	normal int   // accounts of it that had been normal
	turned []*health
	part   *history.Parts // nil unless the list lacked accounts: the others say nothing
}

// has reports whether the list that shows the turn has an account, if it was listed then.
func (m *massTurn) has(a *api.Account) bool {
	return m.part == nil || m.part.Have(time.UnixMilli(m.at), history.KeyOf(a))
}

// event tells that a listed account turned to normal or away from it.
type event struct {
	at     int64 // in milliseconds
	row    int32 // in the list
	normal int8  // change of the number of normal accounts
	turned bool  // abnormal
}

// massTurns returns the mass turns among accounts, the newest first, of which the list has those
// with turns, in the same order. It goes back in time from the present, and counts which
// accounts were normal. All incidents are counted here. Of a list that lacked accounts only those count
// that it has.
func massTurns(accounts []*api.Account, list []health, parts history.Parts) (all []massTurn) {
	events := events(list)
	if !mayBeMass(events) {
		return nil
	}
	tallies := tallies(accounts, list)
	for len(events) > 0 {
		at := events[0].at
		n := 0
		var rows []int32
		for ; n < len(events) && events[n].at == at; n++ {
			e := events[n]
			for _, t := range tallies {
				t.normal[t.of[e.row]] -= int(e.normal)
			}
			if e.turned {
				rows = append(rows, e.row)
			}
		}
		events = events[n:]
		var part *history.Parts
		if len(rows) >= minIncident && parts.Are(time.UnixMilli(at)) {
			part = &parts
		}
		var left []int32 // in incidents
		for _, t := range tallies {
			if len(rows) < minIncident {
				break
			}
			var found []massTurn
			whole := t.normal
			if part != nil {
				t.normal = t.normalIn(part, healthsOf(accounts, list), at)
			}
			found, left, rows = t.massTurns(list, at, left, rows)
			t.normal = whole
			for i := range found {
				found[i].part = part
			}
			all = append(all, found...)
		}
	}
	return all
}

// mayBeMass reports whether enough accounts turned abnormal in one recording.
func mayBeMass(events []event) bool {
	turned := map[int64]int{}
	for _, e := range events {
		if !e.turned {
			continue
		}
		turned[e.at]++
		if turned[e.at] >= minIncident {
			return true
		}
	}
	return false
}

// events returns the turns of a list, the newest first.
func events(list []health) []event {
	var all []event
	for i := range list {
		for _, t := range list[i].turns {
			before := stateOf(t.Before)
			is := stateOf(t.Status)
			if (before == normal) == (is == normal) {
				continue
			}
			e := event{
				at:     t.At.UnixMilli(),
				row:    int32(i),
				normal: 1,
			}
			if before == normal {
				e.normal = -1
				e.turned = is == abnormal
			}
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b event) int {
		return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.row, b.row))
	})
	return all
}

// tally counts accounts by platform, group or owner.
type tally struct {
	of     []int32 // by row; 0 for accounts without one
	normal []int   // accounts that were normal at some time
	trait  trait
	names  []string

	// used by massTurns: those with accounts that turned at that time
	crowds  []crowd
	counted []*crowd
}

// crowd returns the crowd of a row, and counts it with the others that have something in common.
func (t *tally) crowd(row int32) *crowd {
	i := t.of[row]
	c := &t.crowds[i]
	if c.turned+c.left == 0 {
		c.normal = t.normal[i]
		if i != 0 {
			t.counted = append(t.counted, c)
		}
	}
	return c
}

// clear makes all crowds empty.
func (t *tally) clear() {
	t.crowds[0] = crowd{}
	for _, c := range t.counted {
		*c = crowd{}
	}
	t.counted = t.counted[:0]
}

// tallies counts all accounts, by platform, by group and by owner.
func tallies(accounts []*api.Account, list []health) []*tally {
	var all []*tally
	for _, trait := range traits() {
		t := &tally{
			of:     make([]int32, len(list)),
			normal: make([]int, 1),
			trait:  trait,
			names:  []string{""},
		}
		index := map[string]int32{"": 0}
		rows := 0
		for _, a := range accounts {
			name := trait.of(a)
			i, ok := index[name]
			if !ok {
				i = int32(len(t.normal))
				index[name] = i
				t.names = append(t.names, name)
				t.normal = append(t.normal, 0)
			}
			if a.Health() == api.HealthNormal {
				t.normal[i]++
			}
			if rows < len(list) && list[rows].account == a {
				t.of[rows] = i
				rows++
			}
		}
		t.crowds = make([]crowd, len(t.normal))
		all = append(all, t)
	}
	return all
}

// normalIn counts the accounts of a list that lacked others that were normal before it.
func (t *tally) normalIn(part *history.Parts, healths []health, at int64) []int {
	index := map[string]int{}
	for i, name := range t.names {
		index[name] = i
	}
	normals := make([]int, len(t.normal))
	before := time.UnixMilli(at - 1)
	for _, h := range healths {
		isNormal := stateAt(history.StatusOf(h.account), h.turns, before) == normal
		if isNormal && part.Have(time.UnixMilli(at), history.KeyOf(h.account)) {
			normals[index[t.trait.of(h.account)]]++
		}
	}
	return normals
}

// massTurns returns the mass turns among rows that turned abnormal at a time, and the rows that
// are in none. Left are rows of incidents at that time, to which it adds.
func (t *tally) massTurns(
	list []health,
	at int64,
	left, rows []int32,
) (all []massTurn, alsoLeft, others []int32) {
	fleet := crowd{left: len(left)}
	for _, n := range t.normal {
		fleet.normal += n
	}
	for _, r := range left {
		t.crowd(r).left++
	}
	for _, r := range rows {
		t.crowd(r).add(list[r].account)
		fleet.add(list[r].account)
	}
	defer t.clear()
	t.trait.markIncidents(t.counted, fleet)
	index := map[int32]int{} // in all, by what they have in common
	for _, r := range rows {
		i := t.of[r]
		if !t.crowds[i].incident {
			others = append(others, r)
			continue
		}
		if _, known := index[i]; !known {
			index[i] = len(all)
			all = append(all, massTurn{
				at:     at,
				of:     t,
				name:   i,
				normal: t.normal[i],
			})
		}
		left = append(left, r)
		m := &all[index[i]]
		m.turned = append(m.turned, &list[r])
	}
	return all, left, others
}

// add adds the incident of a mass turn, as far as the accounts still are abnormal,
// and those that recovered from it together.
func (all *incidents) add(in *Input, m massTurn) {
	var still []*api.Account
	recovered := map[int64][]*health{}
	for _, h := range m.turned {
		if h.turned.UnixMilli() == m.at {
			still = append(still, h.account)
		} else if h.recoveredFrom(m.at) {
			end := h.finding.At.Before.UnixMilli()
			recovered[end] = append(recovered[end], h)
		}
	}
	began := m.began(in.Recorded.Accounts)
	if len(still) > 0 {
		f := in.newIncident(TurnedAbnormal, began)
		f.Turn = ToAbnormal
		all.addFinding(f, &m, still)
	}
	for _, end := range slices.Sorted(maps.Keys(recovered)) {
		list := recovered[end]
		if len(list) < minIncident {
			continue
		}
		accounts := make([]*api.Account, len(list))
		for i, h := range list {
			accounts[i] = h.account
		}
		ended := list[0].finding.At
		for _, h := range list {
			if h.finding.At.After.Before(ended.After) {
				ended.After = h.finding.At.After
			}
		}
		f := &Finding{
			Kind:    Recovered,
			Turn:    ToNormal,
			Section: New,
			At:      ended,
			Lasted:  history.Lasted(began, ended),
			began:   began.Before,
		}
		all.addFinding(f, &m, accounts)
	}
}

// began is when the first account turned: after the last recording of all of them before it.
func (m *massTurn) began(recorded history.Recordings) history.Interval {
	began := recorded.Interval(time.UnixMilli(m.at))
	seen := began.Before
	for _, h := range m.turned {
		for _, t := range h.turns {
			isIts := t.At.Equal(began.Before)
			if isIts && t.Seen.Before(seen) {
				seen = t.Seen
			}
		}
	}
	if seen.After(began.After) {
		began.After = seen
	}
	return began
}

// recoveredFrom reports whether an account turned abnormal at a time, in milliseconds, and recovered
// since the baseline.
func (h *health) recoveredFrom(at int64) bool {
	if h.finding == nil || h.finding.Turn != ToNormal {
		return false
	}
	began := history.Beginning(h.turns[:h.begun])
	return h.turns[began].At.UnixMilli() == at
}

// addFinding adds a finding about accounts of a mass turn.
func (all *incidents) addFinding(f *Finding, m *massTurn, accounts []*api.Account) {
	f.Count = len(m.turned)
	f.Of = m.normal
	f.InPart = m.part != nil
	f.Others = m.others(all.healths)
	f.setAccounts(accounts)
	m.of.trait.set(f, m.of.names[m.name])
	all.found = append(all.found, f)
	for _, a := range accounts {
		all.members[a] = true
	}
}
