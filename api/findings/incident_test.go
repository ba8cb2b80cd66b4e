package findings_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// several is n accounts of a platform with IDs that begin with it.
func several(platform string, n int, status int64) []*api.Account {
	all := make([]*api.Account, n)
	for i := range all {
		all[i] = account(platform, fmt.Sprint(platform, i), status, int64(i))
	}
	return all
}

func TestIncident(t *testing.T) {
	at := today.Add(-3 * time.Hour)
	accounts := append(several("KWAI", 12, 0), several("douyin", 40, 1)...)
	accounts[3].Status = api.Int(1)
	in := input(accounts...)
	for i, a := range accounts {
		if i < 12 && i != 3 {
			in.Turns = append(in.Turns, turn(a, at, 1, 0))
		}
	}
	found := func(want string) *findings.Finding {
		t.Helper()
		all := find(in, ofHealth...)
		if got := facts(all); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		return all[0]
	}
	f := found("new incident of turnedAbnormal | 11 accounts of KWAI | 21 Nov 05:21 – 21 Nov 05:31 | 11 of 12")
	if f.Account != nil || f.Accounts[0].ID != "KWAI11" || f.Accounts[10].ID != "KWAI0" {
		t.Errorf("accounts %v", f.Accounts)
	}
	key := f.Key()

	// All but two recover, and another one turns later.
	for i := range 9 {
		if i != 3 {
			in.Turns = append(in.Turns, turn(accounts[i], at.Add(time.Hour), 0, 1))
			accounts[i].Status = api.Int(1)
		}
	}
	accounts[9].Status = api.Int(1)
	in.Turns = append(in.Turns, turn(accounts[9], at.Add(time.Hour), 0, 1), turn(accounts[3], at.Add(time.Hour), 1, 0))
	accounts[3].Status = api.Int(0)
	slices.SortStableFunc(in.Turns, func(a, b history.Turn) int { return strings.Compare(a.Account.ID, b.Account.ID) })
	in.Point.Accounts = today.Add(-time.Minute)
	if f := found(`open incident of turnedAbnormal | 2 accounts of KWAI | 21 Nov 05:21 – 21 Nov 05:31 | 11 of 12
open abnormal | KWAI/KWAI3 (N KWAI3) | 21 Nov 06:21 – 21 Nov 06:31 | lasted at least 59d21h50m`); f.Key() != key {
		t.Errorf("key %s, want %s", f.Key(), key)
	}
	in.Now = in.Now.AddDate(0, 0, 31)
	in.StaleAfter = 100 * days
	if f := find(in, ofHealth...)[0]; f.Section != findings.Expected {
		t.Errorf("after a month: %+v", f)
	}
}

// Accounts of several platforms are an incident of their group, else of their owner.
func TestIncidentOfGroupOrOwner(t *testing.T) {
	at := today.Add(-3 * time.Hour)
	for _, owner := range []bool{false, true} {
		var accounts []*api.Account
		in := input()
		for i := range 60 {
			a := account([]string{"KWAI", "douyin"}[i%2], fmt.Sprint(i), 1, 5)
			switch {
			case i < 8 && owner:
				a.UserID = "alice"
			case i < 8:
				a.GroupID = "harbor"
			}
			if i < 5 {
				a.Status = api.Int(0)
				in.Turns = append(in.Turns, turn(a, at, 1, 0))
			}
			accounts = append(accounts, a)
		}
		in.Accounts = accounts
		want := "new incident of turnedAbnormal | 5 accounts of several platforms, group harbor | 21 Nov 05:21 – 21 " +
			"Nov 05:31 | 5 of 8"
		if owner {
			want = strings.Replace(want, "group harbor", "user alice", 1)
		}
		if got := facts(find(in, ofHealth...)); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// A platform, a group and an owner may have one ID. Incidents of theirs in one recording have keys of their
// own, also when they are over.
func TestKeysOfIncidentsWithOneName(t *testing.T) {
	began := today.Add(-3 * time.Hour)
	ended := today.Add(-time.Hour)
	for _, over := range []bool{false, true} {
		in := input()
		for i := range 90 {
			a := account([]string{"KWAI", "douyin", "x"}[i%3], fmt.Sprint(i), 1, 5)
			switch {
			case i < 8:
				a.GroupID = "same"
			case i < 16:
				a.UserID = "same"
			case i < 24:
				a.Type = "same"
			}
			if i < 24 && i%8 < 6 {
				in.Turns = append(in.Turns, turn(a, began, 1, 0))
				a.Status = api.Int(0)
				if over {
					in.Turns = append(in.Turns, turn(a, ended, 0, 1))
					a.Status = api.Int(1)
				}
			}
			in.Accounts = append(in.Accounts, a)
		}
		keys := map[string]bool{}
		for _, f := range find(in, ofHealth...) {
			keys[f.Key()] = true
			if f.ID != "same" || len(f.Accounts) != 6 {
				t.Errorf("over %v: %s of %d accounts", over, f.ID, len(f.Accounts))
			}
		}
		if len(keys) != 3 {
			t.Errorf("over %v: %d keys: %v", over, len(keys), keys)
		}
	}
}

// Of 143 accounts of one user, 7 of 25 of one platform and 4 of 11 of another one turned in a recording.
// Both platforms had an incident: the accounts of one are no reason to expect more of the other, and
// nothing happened to the user. What happens to followers is grouped alike.
func TestPlatformIncidentsAreNotOfTheirOwner(t *testing.T) {
	fleet := slices.Concat(several("wxGzh", 25, 1), several("pinterest", 11, 1), several("douyin", 107, 1))
	at := today.Add(-time.Hour)
	for _, a := range fleet {
		a.UserID = "bde5"
		a.GroupID = "harbor"
	}
	turned := slices.Concat(fleet[:7], fleet[25:29])
	t.Run("turned", func(t *testing.T) {
		in := input(fleet...)
		for _, a := range turned {
			a.Status = api.Int(0)
			in.Turns = append(in.Turns, turn(a, at, 1, 0))
		}
		want := `new incident of turnedAbnormal | 7 accounts of wxGzh | 21 Nov 07:21 – 21 Nov 07:31 | 7 of 25
new incident of turnedAbnormal | 4 accounts of pinterest | 21 Nov 07:21 – 21 Nov 07:31 | 4 of 11`
		if got := facts(find(in, ofHealth...)); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		byAccount := history.TurnsByAccount(in.Turns)
		for _, e := range findings.Episodes(fleet, nil, byAccount, in.Recorded.Accounts, history.Parts{}, today) {
			if e.Platform == "" {
				t.Errorf("an incident of group %q, owner %q", e.GroupID, e.Owner)
			}
		}
	})
	t.Run("stale", func(t *testing.T) {
		in := input(fleet...)
		for _, a := range fleet {
			a.Status = api.Int(1)
			a.LastStatsTime = api.SomeTime(today.Format(time.RFC3339))
		}
		for _, a := range turned {
			a.LastStatsTime = api.SomeTime(at.Add(-in.StaleAfter).Format(time.RFC3339))
		}
		var got []string
		for _, f := range find(in, findings.Stale) {
			got = append(got, fmt.Sprint(f.Count, " of ", f.Of, " ", f.ID))
		}
		slices.Sort(got)
		if want := "4 of 11 pinterest, 7 of 25 wxGzh"; strings.Join(got, ", ") != want {
			t.Errorf("%q, want %s", got, want)
		}
	})
}

// Accounts of a group and an owner that are all of one platform are an incident of the platform or
// of none.
func TestOnePlatformIsNoIncidentOfAGroup(t *testing.T) {
	for _, platforms := range []int{1, 2} {
		fleet := slices.Concat(several("KWAI", 500, 1), several("douyin", 500, 1))
		at := today.Add(-time.Hour)
		in := input(fleet...)
		for i := range 3 {
			a := fleet[i]
			if i == 2 && platforms == 2 {
				a = fleet[500]
			}
			a.UserID = "alice"
			a.GroupID = "harbor"
			a.Status = api.Int(0)
			in.Turns = append(in.Turns, turn(a, at, 1, 0))
		}
		incidents := 0
		for _, f := range find(in, ofHealth...) {
			if f.Kind == findings.Incident {
				incidents++
			}
		}
		if incidents != platforms-1 {
			t.Errorf("%d incidents of accounts of %d platforms", incidents, platforms)
		}
	}
}

// Two accounts, or less than a third of those that had been normal, did not turn together.
func TestNoIncident(t *testing.T) {
	for _, tt := range []struct{ turned, others, abnormal, incidents int }{
		{2, 0, 0, 0},
		{3, 6, 0, 1},
		{3, 7, 0, 0},
		{3, 0, 20, 1},
		{4, 8, 5, 1},
		{4, 9, 0, 0},
	} {
		accounts := several("KWAI", tt.turned+tt.others+tt.abnormal, 1)
		in := input(accounts...)
		for i, a := range accounts {
			if i < tt.turned {
				in.Turns = append(in.Turns, turn(a, today.Add(-time.Hour), 1, 0))
			}
			if i < tt.turned || i >= tt.turned+tt.others {
				a.Status = api.Int(0)
			}
		}
		n := 0
		for _, f := range find(in, ofHealth...) {
			if f.Kind == findings.Incident {
				n++
			}
		}
		if n != tt.incidents {
			t.Errorf("%+v: %d incidents", tt, n)
		}
	}
}

// On a large platform a few accounts are an incident only if chance does not explain them.
func TestIncidentOfALargePlatform(t *testing.T) {
	for _, tt := range []struct{ turned, elsewhere, incidents int }{
		{11, 10, 1},
		{7, 10, 1},
		{6, 10, 0},
		{4, 0, 0},
		{11, 60, 0},
	} {
		KWAI := several("KWAI", 144, 1)
		others := several("douyin", 2356, 1)
		in := input(slices.Concat(KWAI, others)...)
		for _, a := range slices.Concat(KWAI[:tt.turned], others[:tt.elsewhere]) {
			a.Status = api.Int(0)
			a.GroupID = ""
			a.UserID = ""
			in.Turns = append(in.Turns, turn(a, today.Add(-time.Hour), 1, 0))
		}
		n := 0
		for _, f := range find(in, ofHealth...) {
			if f.Kind == findings.Incident && f.Platform == "KWAI" {
				n++
			}
		}
		if n != tt.incidents {
			t.Errorf("%+v: %d incidents", tt, n)
		}
	}
}

// When the relay fails or accounts are unlisted, that is one finding.
func TestTogether(t *testing.T) {
	at := today.Add(-3 * time.Hour)
	down := append(several("KWAI", 2, 0), several("douyin", 2, 0)...)
	in := input(down...)
	for _, a := range down {
		a.Nickname = "ref " + a.ID
		a.RelayAccountRef = api.SomeText("ref " + a.ID)
		in.Turns = append(in.Turns, turn(a, at, 1, 0))
	}
	in.Gone = append(several("kuaishou", 5, 1), several("tiktok", 1, 1)...)
	for _, a := range in.Gone {
		in.Turns = append(in.Turns, turn(a, at, 1, -1))
	}
	single := account("KWAI", "single", 1, 5)
	in.Gone = append(in.Gone, single)
	in.Turns = append(in.Turns, turn(single, at.Add(time.Hour), 1, -1))
	want := `new relayDown | 4 accounts of several platforms | 21 Nov 05:21 – 21 Nov 05:31
new disappeared | 6 accounts of several platforms | 21 Nov 05:21 – 21 Nov 05:31 | from 10 to unknown
new disappeared | KWAI/single (N single) | 21 Nov 06:21 – 21 Nov 06:31`
	if got := facts(find(in, ofHealth...)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	in.Partial = true
	if got := facts(find(in, ofHealth...)); got != strings.SplitN(want, "\n", 2)[0] {
		t.Errorf("of a part of the list:\n%s", got)
	}
}

// fail turns the health of a fleet at random over some recordings, and returns the turns of
// all accounts by account.
func fail(
	r *rand.Rand,
	accounts []*api.Account,
	recordings int,
	chance float64,
	at func(int) time.Time,
) []history.Turn {
	var turns []history.Turn
	for _, a := range accounts {
		status := int64(1)
		for i := range recordings {
			next := status
			if r.Float64() < chance || status == 0 && r.Float64() < 0.3 {
				next = 1 - status
			}
			if next != status {
				turns = append(turns, turn(a, at(i), status, next))
			}
			status = next
		}
		a.Status = api.Int(status)
	}
	return turns
}

// Accounts that fail by themselves are not grouped: 2,500 accounts of 14 platforms of
// different sizes, 300 groups and 60 owners, of which 12 turn in an average recording.
func TestSingleFailuresAreNotGrouped(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 7))
		var accounts []*api.Account
		for i := range 2500 {
			a := account(fmt.Sprint("p", min(13, int(r.ExpFloat64()*3))), fmt.Sprint(i), 1, int64(i))
			a.GroupID = fmt.Sprint("g", r.IntN(300))
			a.UserID = fmt.Sprint("u", r.IntN(60))
			accounts = append(accounts, a)
		}
		in := input(accounts...)
		in.Turns = fail(r, accounts, 30, 0.005, func(i int) time.Time { return today.AddDate(0, 0, i-30) })
		for _, f := range find(in, ofHealth...) {
			if f.Kind == findings.Incident {
				t.Errorf(
					"seed %d: %d of %d accounts of %s",
					seed,
					len(f.Accounts),
					f.Of,
					cmp.Or(f.GroupID, f.Owner, f.Platform),
				)
			}
		}
	}
}

// TestHealthsAgainstAPlainComputation compares the findings about health with those of a
// plain computation over 30 states of a fleet.
func TestHealthsAgainstAPlainComputation(t *testing.T) {
	count := map[findings.Kind]int{}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 60
		var accounts []*api.Account
		for i := range n {
			a := account(fmt.Sprint("p", r.IntN(5)), fmt.Sprintf("%02d", i), 1, int64(i))
			a.GroupID = fmt.Sprint("g", r.IntN(12))
			a.UserID = fmt.Sprint("u", r.IntN(6))
			accounts = append(accounts, a)
		}
		at := func(i int) time.Time { return first.AddDate(0, 0, 2*i) }
		states := make([][30]int64, n)
		for i := range states {
			states[i][0] = int64(r.IntN(2))
		}
		for day := 1; day < 30; day++ {
			failing := -1
			if r.IntN(4) == 0 {
				failing = r.IntN(5)
			}
			for i, a := range accounts {
				s := states[i][day-1]
				switch {
				case a.Type == fmt.Sprint("p", failing) && r.IntN(3) > 0:
					s = 0
				case r.IntN(15) == 0:
					s = int64(r.IntN(4)) - 1
				}
				states[i][day] = s
			}
		}
		in := input()
		in.Now = at(29)
		in.Point.Accounts = at(20 + r.IntN(9))
		for i, a := range accounts {
			for day := 1; day < 30; day++ {
				if states[i][day] != states[i][day-1] {
					in.Turns = append(in.Turns, turn(a, at(day), states[i][day-1], states[i][day]))
				}
			}
			a.Status = api.Int(states[i][29])
			switch {
			case states[i][29] >= 0:
				in.Accounts = append(in.Accounts, a)
			case states[i][int(in.Point.Accounts.Sub(first)/(48*time.Hour))] >= 0:
				a.Status = api.Int(1)
				in.Gone = append(in.Gone, a)
			}
		}
		got := map[string]bool{}
		for _, f := range find(in, ofHealth...) {
			count[f.Kind]++
			for _, a := range append(slices.Clone(f.Accounts), f.Account) {
				if a != nil && f.Kind != findings.Stale {
					got[fmt.Sprint(
						f.Kind, " ", f.Section, " ", a.ID, " ", f.At.Before.Unix(), " ",
						len(f.Accounts),
					)] = true
				}
			}
		}
		want := plain(in, accounts, states, at)
		for s := range got {
			if !want[s] {
				t.Errorf("seed %d: %s was found", seed, s)
			}
		}
		for s := range want {
			if !got[s] {
				t.Errorf("seed %d: %s was not found", seed, s)
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, k := range []findings.Kind{
		findings.Incident,
		findings.TurnedAbnormal,
		findings.Abnormal,
		findings.Recovered,
		findings.Appeared,
		findings.Disappeared,
	} {
		if count[k] < 10 {
			t.Errorf("%d findings of the kind %s", count[k], k)
		}
	}
}

// plain computes the findings about health from whole states, account by account.
func plain(in *findings.Input, accounts []*api.Account, states [][30]int64, at func(int) time.Time) map[string]bool {
	base := int(in.Point.Accounts.Sub(first) / (48 * time.Hour))
	began := func(i, day int) int { // when the state of a day began
		for day > 0 && states[i][day-1] == states[i][day] {
			day--
		}
		return day
	}
	type found struct {
		kind   findings.Kind
		day    int
		row    int
		of     string // of an incident
		turned int    // the day on which it turned abnormal
	}
	var all []found
	for i := range accounts {
		now := states[i][29]
		day := began(i, 29)
		switch {
		case now == -1 && states[i][base] >= 0:
			all = append(all, found{findings.Disappeared, day, i, "", 0})
		case now == 0 && day > base && states[i][day-1] >= 0:
			all = append(all, found{findings.TurnedAbnormal, day, i, "", day})
		case now == 0:
			all = append(all, found{findings.Abnormal, day, i, "", day})
		case now >= 0 && states[i][base] == -1:
			listed := base
			for states[i][listed] == -1 {
				listed++
			}
			all = append(all, found{findings.Appeared, listed, i, "", 0})
		case now == 1 && day > base && states[i][day-1] == 0:
			all = append(all, found{findings.Recovered, day, i, "", began(i, day-1)})
		}
	}
	for _, of := range []func(*api.Account) string{
		func(a *api.Account) string { return "p " + a.Type },
		func(a *api.Account) string { return "g " + a.GroupID },
		func(a *api.Account) string { return "u " + a.UserID },
	} {
		assigned := slices.Clone(all)
		for k := range all {
			f := &all[k]
			if f.of != "" || f.turned == 0 || states[f.row][f.turned-1] != 1 {
				continue
			}
			turned := 0
			normal := 0
			platforms := map[string]bool{}
			for i, a := range accounts {
				if of(a) != of(accounts[f.row]) || states[i][29] < 0 || states[i][f.turned-1] != 1 {
					continue
				}
				normal++
				if states[i][f.turned] == 0 && !inEarlier(accounts, states, i, f.turned, of) {
					turned++
					platforms[a.Type] = true
				}
			}
			if turned >= 3 && 3*turned >= normal && (len(platforms) > 1 || of(accounts[f.row])[0] == 'p') {
				assigned[k].of = of(accounts[f.row])
			}
		}
		all = assigned
	}
	set := map[string]bool{}
	counts := map[string]int{}
	id := func(f found) string {
		if f.of != "" {
			return fmt.Sprint(f.kind == findings.Recovered, f.turned, f.of, " ", f.day)
		}
		return fmt.Sprint(f.kind, f.day)
	}
	for _, f := range all {
		counts[id(f)]++
	}
	for _, f := range all {
		kind := f.kind
		n := 0
		when := at(f.day).Unix()
		switch together := counts[id(f)]; {
		case f.of != "" && kind != findings.Recovered:
			kind = findings.Incident
			n = together
		case (kind == findings.Disappeared || kind == findings.Appeared || kind == findings.Recovered && f.of != "") &&
			together >= 3:
			n = together
		}
		section := findings.Open
		switch {
		case f.day > base:
			section = findings.New
		case 2*(29-f.day) > 30:
			section = findings.Expected
		}
		set[fmt.Sprint(kind, " ", section, " ", accounts[f.row].ID, " ", when, " ", n)] = true
	}
	return set
}

// inEarlier reports whether an account that turned on a day belongs to an incident of its
// platform, or of its platform or group where those of owners are computed.
func inEarlier(accounts []*api.Account, states [][30]int64, row, day int, of func(*api.Account) string) bool {
	kind := of(accounts[row])[:1]
	together := func(name func(*api.Account) string, skip func(i int) bool) bool {
		turned := 0
		normal := 0
		platforms := map[string]bool{}
		for i, a := range accounts {
			if name(a) == name(accounts[row]) && states[i][29] >= 0 && states[i][day-1] == 1 {
				normal++
				if states[i][day] == 0 && !skip(i) {
					turned++
					platforms[a.Type] = true
				}
			}
		}
		ofPlatform := name(accounts[row]) == accounts[row].Type
		return turned >= 3 && 3*turned >= normal && (ofPlatform || len(platforms) > 1)
	}
	platform := func(a *api.Account) string { return a.Type }
	group := func(a *api.Account) string { return a.GroupID }
	never := func(int) bool { return false }
	if kind == "p" {
		return false
	}
	if together(platform, never) {
		return true
	}
	return kind == "u" && together(group, func(i int) bool {
		return inEarlier(accounts, states, i, day, func(*api.Account) string { return "g" })
	})
}
