package fleet_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// An incident counts the accounts of its platforms that a recording during it could not see because of
// their relay, also those that were as before when the relay could be reached again.
func TestIncidentsCountOutages(t *testing.T) {
	c := history.Config{
		Path:     filepath.Join(t.TempDir(), "h.db"),
		Site:     "s",
		Language: "en-US",
		Now:      func() time.Time { return today },
	}
	h := history.Open(c)
	hour := func(n int) time.Time { return today.Add(time.Duration(n-10) * time.Hour) }
	record := func(n int, incident bool, down ...string) {
		var rows []*api.Account
		for _, id := range []string{"a", "b", "c"} {
			a := with(id, normal, 1)
			if incident {
				a.Status = api.Int(abnormal)
			}
			rows = append(rows, a)
		}
		for _, id := range []string{"p", "q", "r", "s", "t"} {
			a := with(id, normal, 1)
			a.RelayAccountRef = api.Some("ref " + id)
			if slices.Contains(down, id) {
				a.Nickname = "ref " + id
				a.Status = api.Int(abnormal)
			}
			rows = append(rows, a)
		}
		h.RecordAccounts(hour(n), rows, api.Int(int64(len(rows))), true)
	}
	record(0, false, "s", "t")
	record(1, false, "p", "s", "t")
	record(2, false, "t") // p is seen again before the incident, and s too
	record(3, true, "q", "t")
	record(4, true) // q is as before, and t too
	record(5, false)
	record(6, false, "r") // after it
	record(7, false)
	h.Close(t.Context())
	h = history.Open(c)
	defer h.Close(t.Context())
	seen, err := (&fleet.Fleet{History: h, Now: c.Now}).Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := seen.Incidents(t.Context(), time.Time{})
	if err != nil || len(all) != 1 || all[0].Relayed != 2 {
		t.Fatalf("%d incidents, %v: %+v", len(all), err, all)
	}
}
