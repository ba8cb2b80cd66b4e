package findings_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Notes are the last findings of their section, whatever their followers.
func TestNotesAreLast(t *testing.T) {
	few := account("KWAI", "few", 1, 5)
	many := account("KWAI", "many", 0, 5000)
	in := input(few, many)
	in.Turns = []history.Turn{turn(many, baseline.Add(-time.Hour), 1, 0)}
	in.Rules = []findings.Rule{
		{Name: "note", Level: findings.Note, Accounts: []*api.Account{many}},
		{Name: "alert", Level: findings.Alert, Accounts: []*api.Account{few}},
	}
	var order []string
	for _, f := range find(in, findings.OwnRule, findings.Abnormal) {
		order = append(order, string(f.Section)+" "+f.ID)
	}
	if want := []string{"open alert", "open many", "open note"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

// Accounts to which the same happened in one recording are one finding from two on with a relay, and
// from three on otherwise.
func TestHowManyAreOneFinding(t *testing.T) {
	at := today.Add(-time.Hour)
	for kind, least := range map[findings.Kind]int{
		findings.RelayDown:   2,
		findings.Appeared:    3,
		findings.Disappeared: 3,
	} {
		for _, n := range []int{least - 1, least} {
			accounts := several("KWAI", n, 1)
			in := input(accounts...)
			for _, a := range accounts {
				switch kind {
				case findings.RelayDown:
					a.Status = api.Int(0)
					a.RelayAccountRef = api.SomeText(a.Nickname)
					in.Turns = append(in.Turns, turn(a, at, 1, 0))
				case findings.Appeared:
					in.Turns = append(in.Turns, turn(a, at, -1, 1))
				case findings.Disappeared:
					in.Accounts = nil
					in.Gone = accounts
					in.Turns = append(in.Turns, turn(a, at, 1, -1))
				}
			}
			want := n
			if n == least {
				want = 1
			}
			if found := find(in, kind); len(found) != want {
				t.Errorf("%d accounts: %s", n, facts(found))
			}
		}
	}
}

// The finding about several accounts that came or left has the sum of their followers.
func TestFollowersOfAccountsThatCameOrLeft(t *testing.T) {
	at := today.Add(-time.Hour)
	came := several("KWAI", 3, 1)
	left := several("douyin", 4, 1)
	in := input(came...)
	in.Gone = left
	for _, a := range came {
		in.Turns = append(in.Turns, turn(a, at, -1, 1))
	}
	for _, a := range left {
		in.Turns = append(in.Turns, turn(a, at, 1, -1))
	}
	expect(t, in,
		"new disappeared | 4 accounts of douyin | 21 Nov 07:21 – 21 Nov 07:31 | from 6 to unknown",
		"new appeared | 3 accounts of KWAI | 21 Nov 07:21 – 21 Nov 07:31 | from unknown to 3",
	)
}

// Five accounts are enough where chance explains less than one, four are not.
func TestIncidentOfFive(t *testing.T) {
	for turned, want := range map[int]int{4: 0, 5: 1} {
		accounts := several("KWAI", 16, 1)
		in := input(accounts...)
		for _, a := range accounts[:turned] {
			a.Status = api.Int(0)
			in.Turns = append(in.Turns, turn(a, today.Add(-time.Hour), 1, 0))
		}
		incidents := slices.DeleteFunc(find(in, ofHealth...), func(f *findings.Finding) bool {
			return f.Kind != findings.Incident
		})
		if len(incidents) != want {
			t.Errorf("%d of 16: %s", turned, facts(incidents))
		}
	}
}

// The accounts of a group whose platforms have no statistics do not count among those whose statistics
// could become old.
func TestStaleGroupCountsPlatformsWithStatistics(t *testing.T) {
	list, err := api.DecodeRows[api.Platform]([]byte(
		`[{"platform":"wxSph","capabilities":{"analytics":{"account":false}}}]`,
	))
	if err != nil {
		t.Fatal(err)
	}
	accounts := several("wxSph", 40, 1)
	for i := range 3 {
		old := account(fmt.Sprint("p", i), "old", 1, 5)
		old.LastStatsTime = api.SomeTime(today.AddDate(0, 0, -7).Add(-30 * time.Minute).Format(time.RFC3339))
		accounts = append(accounts, old)
		accounts = append(accounts, several(old.Type, 10, 1)...)
	}
	for _, a := range accounts {
		a.UserID = ""
		if a.Type == "wxSph" || a.ID == "old" {
			a.GroupID = "g"
		}
	}
	var supply api.Supply
	supply.SetPlatforms(list)
	supply.Adopt(accounts)
	in := input(accounts...)
	in.Point.Accounts = today.AddDate(0, 0, -3)
	expect(
		t,
		in,
		"new incident of stale | 3 accounts of several platforms, group g | 21 Nov 07:51 – 21 Nov 08:01 | 3 of 3",
	)
}

// Statistics that were old before the first recording did not become old together.
func TestStaleBeforeTheFirstRecording(t *testing.T) {
	accounts := several("KWAI", 4, 1)
	for i, a := range accounts {
		a.LastStatsTime = api.SomeTime(first.AddDate(0, 0, -20-i).Format(time.RFC3339))
	}
	found := find(input(accounts...), findings.Stale)
	if len(found) != 4 || found[0].Kind != findings.Stale {
		t.Errorf("found %s", facts(found))
	}
}

// What is unchanged for more than thirty days is expected.
func TestExpectedAfterThirtyDays(t *testing.T) {
	for age, want := range map[time.Duration]findings.Section{
		30 * days:             findings.Open,
		30*days + time.Second: findings.Expected,
	} {
		a := account("KWAI", "a", 0, 5)
		in := input(a)
		in.Turns = []history.Turn{turn(a, today.Add(-age), 1, 0)}
		if found := find(in, findings.Abnormal); len(found) != 1 || found[0].Section != want {
			t.Errorf("after %s: %s", age, facts(found))
		}
	}
}

// A mark as known ends at its end.
func TestKnownUntilItsEnd(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Turns = []history.Turn{turn(a, today.Add(-time.Hour), 1, 0)}
	f := find(in, ofHealth...)[0]
	for until, want := range map[time.Time]findings.Section{
		today:                  findings.New,
		today.Add(time.Second): findings.Expected,
		{}:                     findings.Expected,
	} {
		in.Known = map[string]findings.Known{f.Key(): {State: f.Fingerprint(), Until: until}}
		if found := find(in, ofHealth...); found[0].Section != want {
			t.Errorf("until %v: %s", until, facts(found))
		}
	}
}

// An account may be without statistics for a day.
func TestNeverFetchedAfterADay(t *testing.T) {
	for age, want := range map[time.Duration]int{days - time.Second: 0, days: 1} {
		a := account("KWAI", "a", 1, 0)
		a.LastStatsTime = api.Time{}
		a.CreatedAt = api.SomeTime(today.Add(-age).Format(time.RFC3339))
		if found := find(input(a), findings.NeverFetched); len(found) != want {
			t.Errorf("connected for %s: %s", age, facts(found))
		}
	}
}

// What was so in the first recording stays known when that is pruned; what turned does not depend on it.
func TestFingerprintWithoutTheFirstRecording(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	always := input(a)
	before := find(always, findings.Abnormal)[0].Fingerprint()
	always.First = first.AddDate(0, 0, 20)
	if now := find(always, findings.Abnormal)[0].Fingerprint(); now != before {
		t.Errorf("%q, and %q after pruning", before, now)
	}
	turned := input(a)
	turned.Turns = []history.Turn{turn(a, today.AddDate(0, 0, -9), 1, 0)}
	if state := find(turned, findings.Abnormal)[0].Fingerprint(); state == before {
		t.Errorf("%q both since the first recording and since it turned", state)
	}
}

// Followers whose statistics are old are not stuck: nobody renews them.
func TestOldStatisticsAreNotFrozen(t *testing.T) {
	growth := repeat(20, 40_000, func(_ int, n int64) int64 { return n + 500 })
	for age, want := range map[time.Duration]int{time.Hour: 1, 8 * days: 0} {
		in := visit(49_500, slices.Concat(growth, slices.Repeat([]int64{49_500}, 9))...)
		in.Accounts[0].LastStatsTime = api.SomeTime(today.Add(-age).Format(time.RFC3339))
		if found := find(in, findings.Frozen); len(found) != want {
			t.Errorf("statistics of %s: %s", age, facts(found))
		}
	}
}

// Findings of a kind are listed by followers.
func TestMostFollowersFirst(t *testing.T) {
	few := account("KWAI", "few", 0, 5)
	many := account("KWAI", "many", 0, 50)
	none := account("KWAI", "none", 0, 0)
	none.LastStatsTime = api.Time{}
	var order []string
	for _, f := range find(input(none, few, many), findings.Abnormal) {
		order = append(order, f.ID)
	}
	if want := []string{"many", "few", "none"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

// A known change of an option, or a known rule, is new again when it is another one.
func TestFingerprintsOfChangesAndRules(t *testing.T) {
	option := func(value string) *findings.Finding {
		return &findings.Finding{
			Kind:    findings.OptionsChanged,
			Options: []diff.Change{{Kind: "newValue", Member: "privacy", Value: value}},
		}
	}
	rule := func(when, unknown string) *findings.Finding {
		return &findings.Finding{Kind: findings.OwnRule, Rule: &findings.Rule{Name: "r", When: when, Unknown: unknown}}
	}
	seen := map[string]bool{}
	for _, f := range []*findings.Finding{
		option("public"), option("private"), rule("group:x", ""), rule("group:x", "x"), rule("group:y", "y"),
	} {
		if seen[f.Fingerprint()] {
			t.Errorf("%+v has the fingerprint of another one", f)
		}
		seen[f.Fingerprint()] = true
	}
}

// Accounts that turned together once and later again, each alone, did not recover from the incident.
func TestRecoveryFromALaterFall(t *testing.T) {
	accounts := several("KWAI", 4, 1)
	in := input(accounts...)
	ended := today.Add(-3 * time.Hour)
	for i, a := range accounts {
		in.Turns = append(in.Turns, turn(a, today.Add(-50*time.Hour), 1, 0), turn(a, today.Add(-40*time.Hour), 0, 1))
		if i < 3 {
			alone := today.Add(time.Duration(i-30) * time.Hour)
			in.Turns = append(in.Turns, turn(a, alone, 1, 0), turn(a, ended, 0, 1))
		}
	}
	found := find(in, findings.Recovered)
	if len(found) != 3 {
		t.Errorf("found %s", facts(found))
	}
}
