package report_test

import (
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/report"
)

// reportOf returns the report of some days until now, of each of which the accounts were recorded.
func reportOf(t *testing.T, scope report.Scope, days ...[]*api.Account) *report.Report {
	t.Helper()
	now := time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)
	h := history.Open(history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return now },
	})
	t.Cleanup(func() { h.Close(t.Context()) })
	for i, rows := range days {
		back := len(days) - 1 - i
		h.RecordAccounts(now.AddDate(0, 0, -back), rows, api.Int(int64(len(rows))), true)
	}
	h.Wait(t.Context())
	r, err := report.Read(
		t.Context(),
		&fleet.Fleet{History: h, Now: func() time.Time { return now }},
		report.Request{Scope: scope, Since: now.AddDate(0, 0, 1-len(days))},
	)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reported is an account of a platform in a group, with statistics of the day.
func reported(id, group string, status, followers int64) *api.Account {
	return &api.Account{
		Type:          "x",
		ID:            id,
		GroupID:       group,
		Status:        api.Int(status),
		FansCount:     api.Int(followers),
		LastStatsTime: api.SomeTime("2026-03-20T08:00:00Z"),
	}
}

// An account that never turned had its status all the time.
func TestAvailabilityWithoutTurns(t *testing.T) {
	rows := []*api.Account{reported("good", "g", 1, 10), reported("bad", "g", 0, 10)}
	r := reportOf(t, report.Scope{}, rows, rows, rows)
	want := map[string]string{"good": "100", "bad": "0"}
	for _, a := range r.Accounts {
		least := a.Availability[0].String()
		most := a.Availability[1].String()
		if share := want[a.Row.ID]; least != share || most != share {
			t.Errorf("%s was normal for %s to %s percent, want %s", a.Row.ID, least, most, share)
		}
	}
	if len(r.Accounts) != len(want) || r.Availability[0].String() != "50" {
		t.Errorf("%d accounts were normal for %s percent", len(r.Accounts), r.Availability[0])
	}
}

// The change on a platform in the report of a group is that of the accounts that were in the group at both ends:
// what one gained in another group is not the group's.
func TestChangeOfAGroupWithoutWhoJoinedIt(t *testing.T) {
	r := reportOf(
		t,
		report.Scope{Group: "a"},
		[]*api.Account{reported("moved", "b", 1, 100), reported("stays", "a", 1, 10)},
		[]*api.Account{reported("moved", "b", 1, 200), reported("stays", "a", 1, 11)},
		[]*api.Account{reported("moved", "a", 1, 300), reported("stays", "a", 1, 12)},
		[]*api.Account{reported("moved", "a", 1, 400), reported("stays", "a", 1, 13)},
	)
	if len(r.Platforms) != 1 {
		t.Fatalf("%d platforms", len(r.Platforms))
	}
	p := r.Platforms[0]
	if p.Accounts != 2 || p.Change.String() != "3" {
		t.Errorf("%d accounts with a change of %s, want 2 and 3", p.Accounts, p.Change)
	}
}
