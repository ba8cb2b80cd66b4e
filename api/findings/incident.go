package findings

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Accounts of a platform, group or owner turned abnormal together if they did so in the same
// recording and are either at least minTogether and 1/minShare of those that had been normal,
// or at least minMany and many times as many as chance explains: more than minExcess, and as
// many again times the number that is expected at the rate of all other accounts, or at
// chanceRate if that is higher. Incidents of a group or an owner are of accounts of several
// platforms: those of one platform are found first.
const (
	minTogether = 3
	minShare    = 3
	minMany     = 5
	minExcess   = 4
	chanceRate  = 0.005
)

// isIncident reports whether so many of the accounts that had been normal turned together.
// The others are the rest of the fleet.
func isIncident(turned, normal, othersTurned, othersNormal int) bool {
	if turned < minTogether {
		return false
	}
	expected := float64(normal) * max(chanceRate, float64(othersTurned)/float64(max(othersNormal, 1)))
	return turned*minShare >= normal || turned >= minMany && float64(turned) > minExcess*(1+expected)
}

// incidents are the accounts that turned abnormal together, and still are or recovered
// together.
type incidents struct {
	found   []*Finding
	members map[*api.Account]bool
}

// shared is what the accounts of an incident share.
type shared struct {
	of  func(*api.Account) string // "" for nothing
	set func(f *Finding, name string)
}

// sharings are platform, group and owner.
func sharings() []shared {
	return []shared{
		{func(a *api.Account) string { return a.Type }, func(f *Finding, name string) { f.ID = name }},
		{func(a *api.Account) string { return a.GroupID }, func(f *Finding, name string) { f.ID, f.GroupID = name, name }},
		{func(a *api.Account) string { return a.UserID }, func(f *Finding, name string) { f.ID, f.Owner = name, name }},
	}
}

// massed makes incidents of those findings about single accounts that happened in one
// recording. seen returns when it first showed a finding, zero if that is not known, and
// exposed reports whether the same could have happened to an account.
func (in *Input) massed(what Kind, found []*Finding, seen func(*Finding) history.Interval, exposed func(*api.Account) bool) []*Finding {
	if len(found) < minTogether {
		return found
	}
	var incidents []*Finding
	for _, s := range sharings() {
		type key struct {
			at   int64
			name string
		}
		of := func(f *Finding) key { return key{seen(f).Before.UnixMilli(), s.of(f.Account)} }
		groups, sums, each, population, fleet := map[key][]*api.Account{}, map[key]*[2]api.Sum{}, map[int64]int{}, map[string]int{}, 0
		for _, a := range in.Accounts {
			if exposed(a) {
				population[s.of(a)]++
				fleet++
			}
		}
		for _, f := range found {
			k := of(f)
			groups[k] = append(groups[k], f.Account)
			sums[k] = cmp.Or(sums[k], &[2]api.Sum{})
			for i, n := range []api.Number{f.Was, f.Is} {
				if n.IsSet() {
					sums[k][i].Add(n)
				}
			}
			each[k.at]++
		}
		var rest []*Finding
		for _, f := range found {
			k := of(f)
			n, all := len(groups[k]), population[k.name]
			switch {
			case k.name == "" || seen(f).Before.IsZero() || !isIncident(n, all, each[k.at]-n, fleet-all):
				rest = append(rest, f)
			case groups[k][0] == f.Account:
				i := &Finding{Kind: Incident, What: what, Section: in.section(seen(f).Before), At: seen(f), Count: n, Of: all}
				i.setAccounts(slices.Clone(groups[k]))
				i.Was, i.Is = sums[k][0].Number(), sums[k][1].Number()
				s.set(i, k.name)
				incidents = append(incidents, i)
			}
		}
		found = rest
	}
	return append(incidents, found...)
}

// event is that a listed account was turned to normal or away from it.
type event struct {
	at     int64 // in milliseconds
	row    int32 // in the list
	normal int8  // change of the number of normal accounts
	turned bool  // abnormal
}

// incidents finds the incidents among the accounts of a list and those that left it.
func (in *Input) incidents(list []health, turns map[history.AccountKey][]history.Turn) incidents {
	all, accounts := incidents{members: map[*api.Account]bool{}}, in.Accounts
	if former := formerHealths(in.Former, turns, in.loaded()); len(former) > 0 {
		accounts, list = slices.Clone(accounts), slices.Concat(list, former)
		for _, h := range former {
			accounts = append(accounts, h.account)
		}
	}
	for _, m := range masses(accounts, list) {
		all.add(in, m)
	}
	return all
}

// mass is that accounts which share something turned abnormal in one recording.
type mass struct {
	at     int64 // of the recording, in milliseconds
	of     *tally
	name   int32 // of what they share
	normal int   // accounts of it that had been normal
	turned []*health
}

// formerHealths are accounts that left the list, by their turns until a time. Their status is
// not known now.
func formerHealths(former []*api.Account, turns map[history.AccountKey][]history.Turn, until time.Time) (list []health) {
	for _, a := range former {
		unlisted, own := *a, turns[history.KeyOf(a)]
		unlisted.Status = api.Number{}
		if n := len(own); n > 0 && own[n-1].Status.IsSet() { // that it left is not stored yet
			own = append(slices.Clip(own), history.Turn{Account: own[0].Account, At: until, Before: own[n-1].Status})
		}
		list = append(list, health{account: &unlisted, turns: own})
	}
	return list
}

// masses returns the mass turns among accounts, the newest first, of which the list has those
// with turns, in the same order. It goes back in time from the present, and counts which
// accounts were normal. All incidents are counted here.
func masses(accounts []*api.Account, list []health) (all []mass) {
	events := events(list)
	turned, worth := map[int64]int{}, false
	for _, e := range events {
		if e.turned {
			turned[e.at]++
			worth = worth || turned[e.at] >= minTogether
		}
	}
	if !worth {
		return nil
	}
	kinds := tallies(accounts, list)
	for len(events) > 0 {
		at, n := events[0].at, 0
		var rows []int32
		for ; n < len(events) && events[n].at == at; n++ {
			e := events[n]
			for _, k := range kinds {
				k.normal[k.of[e.row]] -= int(e.normal)
			}
			if e.turned {
				rows = append(rows, e.row)
			}
		}
		events = events[n:]
		for _, k := range kinds {
			if len(rows) < minTogether {
				break
			}
			var found []mass
			found, rows = k.masses(list, at, rows)
			all = append(all, found...)
		}
	}
	return all
}

// events returns the turns of a list, the newest first.
func events(list []health) []event {
	var all []event
	for i := range list {
		h := &list[i]
		for _, t := range h.turns {
			before, is := stateOf(t.Before), stateOf(t.Status)
			if (before == normal) == (is == normal) {
				continue
			}
			e := event{at: t.At.UnixMilli(), row: int32(i), normal: 1}
			if before == normal {
				e.normal, e.turned = -1, is == abnormal
			}
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b event) int { return cmp.Or(cmp.Compare(b.at, a.at), int(a.row-b.row)) })
	return all
}

// tally counts accounts by platform, group or owner.
type tally struct {
	of     []int32 // by row; 0 for accounts without one
	normal []int   // accounts that were normal at some time
	turned []int   // accounts that turned at that time; used by masses
	share  shared
	names  []string
}

// tallies counts all accounts, by platform, by group and by owner.
func tallies(accounts []*api.Account, list []health) []*tally {
	var all []*tally
	for _, kind := range sharings() {
		k := &tally{of: make([]int32, len(list)), normal: make([]int, 1), share: kind, names: []string{""}}
		index, rows := map[string]int32{"": 0}, 0
		for _, a := range accounts {
			name := kind.of(a)
			i, ok := index[name]
			if !ok {
				i = int32(len(k.normal))
				index[name], k.names, k.normal = i, append(k.names, name), append(k.normal, 0)
			}
			if a.Health() == api.HealthNormal {
				k.normal[i]++
			}
			if rows < len(list) && list[rows].account == a {
				k.of[rows] = i
				rows++
			}
		}
		k.turned = make([]int, len(k.normal))
		all = append(all, k)
	}
	return all
}

// masses returns the mass turns among rows that turned abnormal at a time, and the rows that
// are in none.
func (k *tally) masses(list []health, at int64, rows []int32) (all []mass, others []int32) {
	for _, r := range rows {
		k.turned[k.of[r]]++
	}
	fleet := 0
	for _, n := range k.normal {
		fleet += n
	}
	index := map[int32]int{}
	for _, r := range rows {
		i := k.of[r]
		if i == 0 || !isIncident(k.turned[i], k.normal[i], len(rows)-k.turned[i], fleet-k.normal[i]) {
			others = append(others, r)
			continue
		}
		if _, known := index[i]; !known {
			index[i] = len(all)
			all = append(all, mass{at: at, of: k, name: i, normal: k.normal[i]})
		}
		m := &all[index[i]]
		m.turned = append(m.turned, &list[r])
	}
	for _, r := range rows {
		k.turned[k.of[r]] = 0
	}
	return all, others
}

// add adds the incident of a mass turn, as far as the accounts still are abnormal,
// and those that recovered from it together.
func (all *incidents) add(in *Input, m mass) {
	add := func(f *Finding, accounts []*api.Account) {
		f.Count, f.Of = len(m.turned), m.normal
		f.setAccounts(accounts)
		m.of.share.set(f, m.of.names[m.name])
		all.found = append(all.found, f)
		for _, a := range accounts {
			all.members[a] = true
		}
	}
	var still []*api.Account
	recovered := map[int64][]*health{}
	for _, h := range m.turned {
		switch {
		case h.turned.UnixMilli() == m.at:
			still = append(still, h.account)
		case h.finding != nil && h.finding.Kind == Recovered && h.turns[history.Beginning(h.turns[:h.begun])].At.UnixMilli() == m.at:
			end := h.finding.At.Before.UnixMilli()
			recovered[end] = append(recovered[end], h)
		}
	}
	began := in.Recorded.Accounts.Interval(time.UnixMilli(m.at))
	if len(still) > 0 {
		add(&Finding{Kind: Incident, What: TurnedAbnormal, Section: in.section(began.Before), At: began}, still)
	}
	for _, end := range slices.Sorted(maps.Keys(recovered)) {
		if list := recovered[end]; len(list) >= minTogether {
			accounts := make([]*api.Account, len(list))
			for i, h := range list {
				accounts[i] = h.account
			}
			add(&Finding{Kind: Recovered, Section: New, At: list[0].finding.At, Lasted: history.Lasted(began, list[0].finding.At)}, accounts)
		}
	}
}
