package fleet_test

import (
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// A fleet that reads the past again after more was recorded finds the same last works as one that reads it for
// the first time.
func TestLastWorksOfARefresh(t *testing.T) {
	h := history.Open(history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	})
	t.Cleanup(func() { h.Close(t.Context()) })
	config := fleet.Settings{BaseURL: "http://127.0.0.1:1", DB: h, Now: func() time.Time { return today }}
	kept, err := fleet.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	publisher := func(id string, works int64) *api.Account {
		a := with(id, normal, 1)
		a.WorkCount = api.Int(works)
		a.LastStatsTime = api.SomeTime(today.Format(time.RFC3339))
		return a
	}
	began := today.Add(-12 * time.Hour)
	for hour := range 12 {
		at := began.Add(time.Duration(hour) * time.Hour)
		rows := []*api.Account{
			publisher("still", 5),
			publisher("daily", 5+int64(hour/4)),
			publisher("hourly", 5+int64(hour)),
		}
		if hour >= 6 {
			rows = append(rows, publisher("new", 1))
		}
		if hour%3 > 0 {
			rows = append(rows, publisher("at times", int64(hour)))
		}
		if hour%2 > 0 { // it is known from the list before it is stored
			h.RecordAccounts(at, rows, api.Int(int64(len(rows))), true)
			h.Wait(t.Context())
		}
		list := listed(rows...)
		again, err := kept.ReadPast(t.Context(), at, history.Point{}, list)
		if err != nil {
			t.Fatal(err)
		}
		first, err := fleet.ReadPast(t.Context(), h, at, history.Point{}, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list.Rows {
			if got, want := again.LastWork(a), first.LastWork(a); got != want {
				t.Errorf("%s at hour %d: %v, want %v", a.ID, hour, got, want)
			}
		}
	}
}
