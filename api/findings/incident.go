package findings

import (
	"slices"
	"time"

	"channeldeck/api"
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

// incidents are the accounts that turned abnormal together and still are.
type incidents struct {
	found   []*Finding
	members map[*api.Account]bool
}

// event is that a listed account was turned to normal or away from it.
type event struct {
	at     int64 // in milliseconds
	row    int32 // in the list
	normal int8  // change of the number of normal accounts
	turned bool  // abnormal
}

// incidents finds the incidents among the accounts of a list. It goes back in time from the
// present, and counts which accounts were normal.
func (in *Input) incidents(list []health) incidents {
	all := incidents{members: map[*api.Account]bool{}}
	events := events(list)
	turned, worth := map[int64]int{}, false
	for _, e := range events {
		if e.turned {
			turned[e.at]++
			worth = worth || turned[e.at] >= minTogether
		}
	}
	if !worth {
		return all
	}
	kinds := in.tallies(list)
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
			rows = k.incidents(in, list, at, rows, &all)
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
				e.normal, e.turned = -1, is == abnormal && !h.account.RelayDown()
			}
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b event) int {
		switch {
		case a.at > b.at:
			return -1
		case a.at < b.at:
			return 1
		}
		return int(a.row - b.row)
	})
	return all
}

// tally counts accounts by platform, group or owner.
type tally struct {
	of     []int32 // by row; 0 for accounts without one
	total  []int   // accounts
	normal []int   // of them, at some time
	turned []int   // of them, at that time; used by incidents
	set    func(*Finding, *api.Account)
}

// tallies counts all accounts, by platform, by group and by owner.
func (in *Input) tallies(list []health) []*tally {
	var all []*tally
	for _, kind := range []struct {
		of  func(*api.Account) string
		set func(*Finding, *api.Account)
	}{
		{func(a *api.Account) string { return a.Type }, func(f *Finding, a *api.Account) { f.ID = a.Type }},
		{func(a *api.Account) string { return a.GroupID }, func(f *Finding, a *api.Account) { f.ID, f.GroupID = a.GroupID, a.GroupID }},
		{func(a *api.Account) string { return a.UserID }, func(f *Finding, a *api.Account) { f.ID, f.Owner = a.UserID, a.UserID }},
	} {
		k := &tally{of: make([]int32, len(list)), set: kind.set}
		index := map[string]int32{"": 0}
		k.total, k.normal = make([]int, 1), make([]int, 1)
		rows := 0
		for _, a := range in.Accounts {
			name := kind.of(a)
			i, ok := index[name]
			if !ok {
				i = int32(len(k.total))
				index[name] = i
				k.total, k.normal = append(k.total, 0), append(k.normal, 0)
			}
			k.total[i]++
			if a.Health() == api.HealthNormal {
				k.normal[i]++
			}
			if rows < len(list) && list[rows].account == a {
				k.of[rows] = i
				rows++
			}
		}
		k.turned = make([]int, len(k.total))
		all = append(all, k)
	}
	return all
}

// incidents adds the incidents among rows that turned abnormal at a time, and returns the
// rows that are in none.
func (k *tally) incidents(in *Input, list []health, at int64, rows []int32, all *incidents) (others []int32) {
	for _, r := range rows {
		k.turned[k.of[r]]++
	}
	fleet := 0
	for _, n := range k.normal {
		fleet += n
	}
	still := map[int32][]*api.Account{} // accounts of incidents that are abnormal since then
	var order []int32
	var time time.Time
	for _, r := range rows {
		i, h := k.of[r], &list[r]
		switch {
		case i == 0 || !isIncident(k.turned[i], k.normal[i], len(rows)-k.turned[i], fleet-k.normal[i]):
			others = append(others, r)
		case h.turned.UnixMilli() == at:
			if time = h.turned; len(still[i]) == 0 {
				order = append(order, i)
			}
			still[i] = append(still[i], h.account)
		}
	}
	for _, r := range rows {
		k.turned[k.of[r]] = 0
	}
	for _, i := range order {
		if len(still[i]) < 2 {
			continue
		}
		f := &Finding{Kind: Incident, Section: in.section(time), At: time, Since: time, Of: k.total[i]}
		f.setAccounts(still[i])
		k.set(f, still[i][0])
		all.found = append(all.found, f)
		for _, a := range still[i] {
			all.members[a] = true
		}
	}
	return others
}
