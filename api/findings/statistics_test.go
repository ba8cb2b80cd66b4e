package findings_test

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// kinds returns the kinds that are found.
func kinds(in *findings.Input) (all []findings.Kind) {
	for _, f := range find(in, ofNumbers...) {
		all = append(all, f.Kind)
	}
	return all
}

// Where the platform list states that the statistics of accounts are never fetched, old, missing and
// unchanged ones are no finding. Everywhere else they are.
func TestPlatformsWithoutStatistics(t *testing.T) {
	list, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"wxSph",
		"capabilities":{"analytics":{"account":false}}},
		{"platform":"KWAI","capabilities":{"analytics":{"account":true}}},{"platform":"douyin"}]`))
	if err != nil {
		t.Fatal(err)
	}
	old := api.SomeTime(today.AddDate(0, 0, -50).Format(time.RFC3339))
	frozen := series(append(
		repeat(8, 500, func(i int, n int64) int64 { return n + int64(i) }),
		repeat(30, 900, func(_ int, n int64) int64 { return n })...,
	)...)
	for platform, unsupported := range map[string]bool{"wxSph": true, "KWAI": false, "douyin": false} {
		build := func(change func(*api.Account), s []findings.Followers) *findings.Input {
			a := account(platform, "a", 1, 900)
			change(a)
			var supply api.Supply
			supply.SetPlatforms(list)
			supply.Adopt([]*api.Account{a})
			in := input(a)
			in.Past = past{}
			in.Series = map[history.AccountKey][]findings.Followers{history.KeyOf(a): s}
			return in
		}
		for kind, in := range map[findings.Kind]*findings.Input{
			findings.Stale:  build(func(a *api.Account) { a.LastStatsTime = old }, nil),
			findings.Frozen: build(func(*api.Account) {}, frozen),
			findings.NeverFetched: build(func(a *api.Account) {
				a.LastStatsTime = api.Time{}
				a.FansCount = api.Int(0)
			}, nil),
			findings.StuckAtZero: build(func(a *api.Account) { a.FansCount = api.Int(0) }, series(500, 500, 0)),
		} {
			if found := slices.Contains(kinds(in), kind); found == unsupported {
				t.Errorf("%s: %s found: %v (%v)", platform, kind, found, kinds(in))
			}
		}
	}
}

// The accounts of a platform without statistics do not count among those whose statistics could
// become old together.
func TestStaleTogetherCountsPlatformsWithStatistics(t *testing.T) {
	list, err := api.DecodeRows[api.Platform]([]byte(
		`[{"platform":"wxSph","capabilities":{"analytics":{"account":false}}}]`,
	))
	if err != nil {
		t.Fatal(err)
	}
	accounts := append(several("KWAI", 9, 1), several("wxSph", 40, 1)...)
	for i, a := range accounts {
		a.GroupID = ""
		a.UserID = ""
		fetched := today.AddDate(0, 0, -7).Add(-30*time.Minute - time.Duration(i)*time.Second)
		a.LastStatsTime = api.SomeTime(fetched.Format(time.RFC3339))
	}
	var supply api.Supply
	supply.SetPlatforms(list)
	supply.Adopt(accounts)
	in := input(accounts...)
	in.Point.Accounts = today.AddDate(0, 0, -3)
	found := find(in, ofNumbers...)
	if len(found) != 1 || found[0].What != findings.Stale || found[0].Platform != "KWAI" || found[0].Count != 9 ||
		found[0].Of != 9 {
		t.Errorf("found %+v", found)
	}
}

// A history of an earlier version may hold a 0 of a platform that supplies no followers: it was not
// known, so it is not lost. The followers of a platform that had some are.
func TestFollowersThatWereNeverSuppliedAreNotLost(t *testing.T) {
	for followers, want := range map[int64]bool{0: false, 505: true} {
		a := account("linkedin", "a", 1, 0)
		in := input(a)
		in.Past = past{}
		in.Series = map[history.AccountKey][]findings.Followers{history.KeyOf(a): lose(a, followers, 1)}
		a.LastStatsTime = api.SomeTime(today.Add(-time.Hour).Format(time.RFC3339))
		if found := slices.Contains(kinds(in), findings.StatisticsLost); found != want {
			t.Errorf("%d followers: %v", followers, kinds(in))
		}
	}
}

// Deployments send 1 as the works of some accounts whose statistics were never fetched.
func TestOneWorkIsNoStatistic(t *testing.T) {
	for works, want := range map[int64]bool{0: true, 1: true, 2: false} {
		a := account("KWAI", "a", 1, 0)
		a.LastStatsTime = api.Time{}
		a.WorkCount = api.Int(works)
		if found := slices.Contains(kinds(input(a)), findings.NeverFetched); found != want {
			t.Errorf("%d works: %v", works, found)
		}
	}
}
