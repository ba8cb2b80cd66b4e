package fleet_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// A glance has the numbers of the accounts that were recorded last, and the marks of the past.
func TestGlanceAgreesWithThePast(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 10 {
		c := history.Config{
			Path:       filepath.Join(t.TempDir(), "h.db"),
			Site:       "s",
			Now:        func() time.Time { return today },
			StaleAfter: 24 * time.Hour,
		}
		h := history.Open(c)
		var rows []*api.Account
		for days := 6; days >= 0; days-- {
			rows = nil
			for i := range 30 {
				a := with(fmt.Sprint(i), []int64{normal, abnormal, unlisted}[random.IntN(3)], 1)
				if random.IntN(4) == 0 {
					a.RelayAccountRef = api.SomeText(a.Nickname)
				}
				age := time.Duration(random.IntN(48)) * time.Hour
				a.LastStatsTime = api.SomeTime(today.AddDate(0, 0, -days).Add(-age).Format(time.RFC3339))
				if random.IntN(8) > 0 {
					rows = append(rows, a)
				}
			}
			h.RecordAccounts(today.AddDate(0, 0, -days), rows, api.Int(int64(len(rows))), true)
		}
		h.Close(t.Context())
		c.Now = func() time.Time { return today.Add(time.Hour) }
		h = history.Open(c)
		f := &fleet.Fleet{History: h, Now: c.Now, StaleAfter: c.StaleAfter}
		for _, since := range []time.Duration{2 * time.Hour, 30 * time.Hour, 100 * time.Hour} {
			q := fleet.Query{Since: since}
			point, err := f.Point(t.Context(), &q)
			if err != nil {
				t.Fatal(err)
			}
			list := listed(rows...)
			past, err := fleet.ReadPast(t.Context(), h, today, point, list)
			if err != nil {
				t.Fatal(err)
			}
			got, err := f.Glance(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			counts := list.Count(fleet.Query{}, past, today, c.StaleAfter)
			want := fleet.Glance{
				At:       got.At,
				Since:    point.Accounts,
				Accounts: api.Int(int64(len(rows))),
				Abnormal: api.Int(int64(list.Abnormal)),
				Stale:    api.Int(int64(counts.Stale)),
				New:      counts.NewlyAbnormal,
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || !got.At.Equal(today) {
				t.Errorf("round %d, %s: %+v, want %+v", round, since, got, want)
			}
		}
		h.Close(t.Context())
	}
}
