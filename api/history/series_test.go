package history_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Series returns for each of many accounts what Trend returns.
func TestSeries(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		const n = 650 // more than one statement reads
		var keys []history.AccountKey
		for day := range 4 {
			var rows []string
			for i := range n {
				if (i+day)%5 > 0 {
					rows = append(rows, account(fmt.Sprint(i), 1, i+day/2))
				}
			}
			d.RecordAccounts(day0.AddDate(0, 0, day), accounts(t, rows...), api.Int(int64(len(rows))), true)
		}
		// by a clock that was ahead
		d.RecordAccounts(day0.AddDate(0, 0, 20), accounts(t, account("0", 0, 0)), api.Int(1), false)
		d.Flush()
		for i := range n {
			keys = append(keys, douyin(fmt.Sprint(i)))
		}
		since := day0.AddDate(0, 0, 2)
		all, err := d.States().Series(t.Context(), append(keys, douyin("unknown")), since)
		if err != nil || len(all) != n {
			t.Fatalf("%d accounts, error %v", len(all), err)
		}
		lengths := map[int]int{}
		for _, k := range keys {
			trend, err := d.States().Trend(t.Context(), k, since)
			if err != nil || !reflect.DeepEqual(all[k], trend) {
				t.Fatalf("%v: %v, error %v", k, all[k], err)
			}
			lengths[len(trend)]++
		}
		// Of five accounts, one is gone on day 2 and returns on day 3, and one is gone on day 3.
		// The others are unchanged, but for the ones that were gone on day 1.
		if fmt.Sprint(lengths) != "map[1:390 2:260]" {
			t.Errorf("the lengths are %v", lengths)
		}
		if first := all[douyin("1")]; first[0].At.After(since) || first[0].Followers().String() != "2" {
			t.Errorf("a series begins with %v", first[0])
		}
	})
}

// Findings are stored together, without those that contain the key. Known ones stay, and
// those that were reported are not for the user, and stay until later checks no longer find them.
func TestFindings(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 100)))
		var entries []history.Entry
		for i := range 100 {
			entries = append(
				entries,
				history.Entry{Kind: history.KindKnown, ID: fmt.Sprint(i), At: day0, Body: jsontext.Value(`"x"`)},
				history.Entry{Kind: history.KindSeen, ID: fmt.Sprint(i), At: day0},
			)
		}
		entries = append(
			entries,
			history.Entry{Kind: history.KindKnown, ID: secretKey, At: day0},
			history.Entry{Kind: history.KindKnown, ID: "0", At: day0.Add(time.Second)},
		)
		d.Entries().RememberAll(entries)
		d.Entries().RememberAll(nil)
		d.Flush()
		count := func(kind string) int {
			t.Helper()
			all, err := d.Entries().Recent(t.Context(), kind, 1000)
			if err != nil {
				t.Error(err)
			}
			return len(all)
		}
		if known, seen := count(history.KindKnown), count(history.KindSeen); known != 100 || seen != 100 {
			t.Errorf("%d known and %d reported findings", known, seen)
		}
		summaries, _, err := d.Content().Summaries(t.Context())
		records, err2 := d.Content().Records(t.Context())
		if err != nil || err2 != nil || len(summaries) != 1 || summaries[0].Kind != history.KindKnown ||
			len(records) != 100 {
			t.Errorf("summaries %v, %d records, errors %v, %v", summaries, len(records), err, err2)
		}
		if _, err := d.Content().Prune(t.Context(), day0.AddDate(1, 0, 0)); err != nil {
			t.Fatal(err)
		}
		if known, seen := count(history.KindKnown), count(history.KindSeen); known != 100 || seen != 100 {
			t.Errorf("after a pruning: %d known and %d reported findings", known, seen)
		}
		var open []string
		for i := range 60 {
			open = append(open, fmt.Sprint(i))
		}
		d.Entries().StillOpen(day0.AddDate(0, 0, 100), open)
		// so soon it is not stored again
		d.Entries().StillOpen(day0.AddDate(0, 0, 100).Add(time.Minute), []string{"99"})
		d.Flush()
		if _, err := d.Content().Prune(t.Context(), day0.AddDate(1, 0, 0)); err != nil {
			t.Fatal(err)
		}
		if known, seen := count(history.KindKnown), count(history.KindSeen); known != 100 || seen != 60 {
			t.Errorf("after a check and a pruning: %d known and %d reported findings", known, seen)
		}
		if _, err := d.Content().Clear(t.Context()); err != nil || count(history.KindKnown) != 0 {
			t.Errorf("after a clearing: %d known findings, error %v", count(history.KindKnown), err)
		}
	})
}

func TestSnapshotsSince(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(8)))
		for work, hours := range map[string][]int{"a": {1, 6, 3, 99}, "b": {5, 7}, "c": {1, 2}, "d": {4}, "e": {99}} {
			q := api.WorkQuery{Platform: "x", WorkID: work, AccountID: "owner"}
			for _, n := range hours {
				d.Works().Record(hour(n), q, api.WorkDetail{
					Snapshots: []api.Snapshot{{ID: fmt.Sprint(n), FetchedAt: api.Some(hour(n).Format(time.RFC3339))}},
				})
			}
			if work != "d" {
				d.Entries().Remember(history.WorkEntry(history.KindWatch, q, "Title of "+work, hour(7)))
			}
		}
		d.Flush()
		say := func(since, most int) string {
			t.Helper()
			works, err := d.Works().SnapshotsSince(t.Context(), hour(since), most)
			if err != nil {
				t.Error(err)
			}
			var said []string
			for _, w := range works {
				s := w.Query.WorkID + w.Query.AccountID + w.Title
				for i, snapshot := range w.Snapshots {
					s += fmt.Sprint(" ", snapshot.ID, "=", w.Times[i].Sub(day0).Hours())
				}
				said = append(said, s)
			}
			return strings.Join(said, ", ")
		}
		if got, want := say(3, 10), "bownerTitle of b 5=5 7=7, aownerTitle of a 3=3 6=6, d 4=4"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, want := say(3, 1), "bownerTitle of b 5=5 7=7"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got := say(8, 10); got != "" {
			t.Errorf("without snapshots: %s", got)
		}
	})
}
