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

// An incident counts the accounts of its platforms that a recording during it could not see because their relay
// could not be reached, also those that were as before afterwards, and not those that are missing while the relay
// returns others.
func TestIncidentsCountOutages(t *testing.T) {
	t.Parallel()
	all := []string{"p", "q", "r", "s"}
	deleted := func(hours int) []string {
		if hours >= 2 {
			return []string{"s"}
		}
		return nil
	}
	for _, tt := range []struct {
		what string
		down func(hours int) []string
		gone string // from hour 2 on
		want int
	}{
		{"deleted at the other site", deleted, "", 0},
		{"deleted, and an outage before the incident and after it", func(hours int) []string {
			if hours == 2 || hours == 6 {
				return all
			}
			return deleted(hours)
		}, "", 0},
		{"an outage", func(hours int) []string {
			if hours == 4 {
				return all
			}
			return nil
		}, "", 4},
		{"an outage that begins with the incident and lasts", func(hours int) []string {
			if hours >= 3 {
				return all
			}
			return nil
		}, "", 4},
		{"deleted, and an outage", func(hours int) []string {
			if hours == 4 {
				return all
			}
			return deleted(hours)
		}, "", 4},
		{"two that are missing one after the other", func(hours int) []string {
			if hours == 3 {
				return []string{"p", "q"}
			}
			return []string{"r", "s"}
		}, "", 0},
		{"an outage of those that are still listed", func(hours int) []string {
			if hours == 4 {
				return all[:3]
			}
			return nil
		}, "s", 3},
		{"missing in all recordings", func(hours int) []string {
			if hours == 4 {
				return all
			}
			return []string{"s"}
		}, "", 4},
	} {
		if n := relayedOf(t, tt.down, tt.gone); n != tt.want {
			t.Errorf("%s: %d accounts, want %d", tt.what, n, tt.want)
		}
	}
}

// relayedOf is the count of accounts whose relay could not be reached, of an incident from hour 3 to hour 5.
func relayedOf(t *testing.T, down func(hours int) []string, gone string) int {
	c := history.Config{
		Path:     filepath.Join(t.TempDir(), "h.db"),
		Site:     "s",
		Language: "en-US",
		Now:      func() time.Time { return today },
	}
	h := history.Open(c)
	for n := range 9 {
		var rows []*api.Account
		for _, id := range []string{"a", "b", "c"} {
			a := with(id, normal, 1)
			if n == 3 || n == 4 {
				a.Status = api.Int(abnormal)
			}
			rows = append(rows, a)
		}
		for _, id := range []string{"p", "q", "r", "s"} {
			a := with(id, normal, 1)
			a.RelayAccountRef = api.SomeText("ref " + id)
			if slices.Contains(down(n), id) {
				a.Nickname = "ref " + id
				a.Status = api.Int(abnormal)
			}
			if id != gone || n < 2 {
				rows = append(rows, a)
			}
		}
		h.RecordAccounts(today.Add(time.Duration(n-10)*time.Hour), rows, api.Int(int64(len(rows))), true)
	}
	h.Close(t.Context())
	h = history.Open(c)
	defer h.Close(t.Context())
	seen, err := (&fleet.Fleet{History: h, Now: c.Now}).Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := seen.Incidents(t.Context(), time.Time{})
	if err != nil || len(all) != 1 {
		t.Fatalf("%d incidents, %v", len(all), err)
	}
	return all[0].Relayed
}
