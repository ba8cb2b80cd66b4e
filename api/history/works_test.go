package history_test

import (
	"fmt"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

func TestSnapshotsAreKeptOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		q := api.WorkQuery{Platform: "douyin", WorkID: "w"}
		snapshot := func(id, fetched string, views int64) api.Snapshot {
			return api.Snapshot{
				ID:        id,
				FetchedAt: api.Some(fetched),
				Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(views)}},
			}
		}
		work := api.Some(api.Work{Title: api.Some("Title")})
		d.Works().Record(day0, q, api.WorkDetail{
			Work:      work,
			Snapshots: []api.Snapshot{snapshot("s2", "2026-03-02T08:00:00Z", 20)},
		})
		d.Works().Record(day0, q, api.WorkDetail{
			Snapshots: []api.Snapshot{
				snapshot("s1", "2026-03-01T08:00:00Z", 10),
				snapshot("s2", "2026-03-02T08:00:00Z", 21),
			},
		})
		d.Works().Record(day0, api.WorkQuery{
			Platform: "douyin",
			WorkID:   "v",
		}, api.WorkDetail{Snapshots: []api.Snapshot{snapshot("", "", 1), snapshot("", "", 2)}})
		d.Flush()
		got, err := d.Works().Snapshots(t.Context(), "douyin", "w")
		if err != nil || len(got) != 2 || got[0].ID != "s1" || got[1].Metrics[0].Value.String() != "21" {
			t.Errorf("snapshots %v, error %v", got, err)
		}
		if without, err := d.Works().Snapshots(t.Context(), "douyin", "v"); err != nil || len(without) != 2 {
			t.Errorf("snapshots without an id: %v, error %v", without, err)
		}
	})
}

// A work that moved has its last snapshot before a time and its newest one, with
// the account and the title of the entry about it. An account that is gone is found
// by its ID.
func TestWorksSince(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Visit = true
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(8)))
		for work, hours := range map[string][]int{
			"moved": {1, 2, 5, 6, 99},
			"still": {1, 2},
			"new":   {5},
			"also":  {2, 4},
		} {
			q := api.WorkQuery{Platform: "x", WorkID: work, AccountID: "a"}
			for _, n := range hours {
				d.Works().Record(hour(n), q, api.WorkDetail{
					Snapshots: []api.Snapshot{{ID: fmt.Sprint(n), FetchedAt: api.Some(hour(n).Format(time.RFC3339))}},
				})
			}
			d.Entries().Remember(history.WorkEntry(history.KindWatch, q, "Title of "+work, hour(7)))
		}
		d.RecordAccounts(hour(1), accounts(t, account("a", 1, 1), account("gone", 1, 1)), api.Int(2), true)
		d.RecordAccounts(hour(2), accounts(t, account("a", 1, 1)), api.Int(1), true)
		d.Flush()
		var got []string
		changes, err := d.Works().ChangedSince(t.Context(), hour(3), 10)
		for _, w := range changes {
			got = append(got, fmt.Sprint(w.Title, " ", w.Query, w.Before.ID, w.After.ID, w.At.Sub(day0)))
		}
		want := "[Title of moved {x moved a}266h0m0s Title of also {x also a}244h0m0s]"
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%v, not %s; %v", got, want, err)
		}
		if first, err := d.Works().ChangedSince(t.Context(), hour(3), 1); err != nil || len(first) != 1 {
			t.Errorf("%v, %v", first, err)
		}
		rows, err := d.States().AccountsByKey(t.Context(), []history.AccountKey{douyin("gone"), douyin("never")})
		if err != nil || ids(rows) != "gone" {
			t.Errorf("%v, %v", rows, err)
		}
		d.Close(t.Context())
		if last, err := open(t, at(c, hour(9))).Points().LastVisit(t.Context()); err != nil || last.Before(hour(2)) {
			t.Errorf("the visit ended %v, %v", last, err)
		}
	})
}
