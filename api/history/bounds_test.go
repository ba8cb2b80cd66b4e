package history_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// inFile is a history in a file, for tests whose result does not depend on the database.
func inFile(t *testing.T, now time.Time) history.Config {
	return history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "https://a.example",
		Key:  secretKey,
		Now:  func() time.Time { return now },
	}
}

// Hosts that share a history record a state once, although their clocks differ.
func TestClocksOfHostsDiffer(t *testing.T) {
	for skew, want := range map[time.Duration]int{
		0:                         1,
		30 * time.Second:          1,
		time.Minute:               1,
		time.Minute + time.Second: 1,
		2 * time.Hour:             1,
	} {
		d := open(t, inFile(t, day0.AddDate(0, 0, 1)))
		for _, at := range []time.Time{day0.Add(skew), day0} {
			d.RecordAccounts(at, accounts(t, account("a", 1, 10)), api.Int(1), true)
		}
		d.Flush()
		if records, err := d.Content().Records(t.Context()); len(records) != want || err != nil {
			t.Errorf("clocks that differ by %v: %d records, error %v", skew, len(records), err)
		}
	}
}

// Of rows with the same ID only the first is recorded.
func TestRepeatedAccount(t *testing.T) {
	d := open(t, inFile(t, day0))
	d.RecordAccounts(day0, accounts(t, account("a", 1, 10), account("a", 1, 20)), api.Int(2), true)
	d.Flush()
	rows, _, _, err := d.Accounts(t.Context(), 0)
	if err != nil || len(rows) != 1 || rows[0].FansCount.String() != "10" {
		t.Errorf("%d accounts, error %v", len(rows), err)
	}
}

// Options that share a field name are numbered.
func TestRepeatedOptions(t *testing.T) {
	d := open(t, inFile(t, day0))
	d.RecordOptions(day0, "x", []api.PublishOption{
		{Field: "f", Label: api.Some("1")},
		{Field: "f", Label: api.Some("2")},
		{Field: "f", Label: api.Some("3")},
	})
	d.Flush()
	rows, _, err := d.Options(t.Context(), "x")
	if err != nil || len(rows) != 3 || rows[0].Label.Or("") != "1" || rows[2].Label.Or("") != "3" {
		t.Errorf("options %v, error %v", rows, err)
	}
}

// Lists are written in several transactions; no row is lost between them.
func TestListsOfAllLengths(t *testing.T) {
	for _, n := range []int{0, 1, 49, 50, 51, 99, 100, 101} {
		d := open(t, inFile(t, day0))
		for _, fans := range []int{1, 2} { // new rows, then changed ones
			var rows []string
			for i := range n {
				rows = append(rows, account(fmt.Sprint(i), 1, fans))
			}
			d.RecordAccounts(day0, accounts(t, rows...), api.Int(int64(n)), true)
		}
		d.Flush()
		all := stored(t, d)
		if len(all) != n {
			t.Errorf("%d of %d accounts", len(all), n)
		}
		for _, a := range all {
			if a.FansCount.String() != "2" {
				t.Errorf("of %d accounts, %s has %s followers", n, a.ID, a.FansCount)
			}
		}
	}
}

// stored returns the accounts of the last list.
func stored(t *testing.T, d *history.DB) []*api.Account {
	rows, _, _, err := d.Accounts(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Accounts of unknown status come between the abnormal and the normal ones.
func TestOrderOfAccounts(t *testing.T) {
	d := open(t, inFile(t, day0))
	d.RecordAccounts(
		day0,
		accounts(t, account("normal", 1, 1), account("unknown", 7, 1), account("abnormal", 0, 1)),
		api.Int(3),
		true,
	)
	d.Flush()
	if got := ids(stored(t, d)); got != "abnormal unknown normal" {
		t.Errorf("order %s", got)
	}
}

// A snapshot has its own time; without one it has that of the response, and without
// both that of its arrival. The time also identifies a snapshot without an ID.
func TestTimesOfSnapshots(t *testing.T) {
	d := open(t, inFile(t, day0.AddDate(0, 0, 9)))
	stamp := func(days int) api.Opt[string] { return api.Some(day0.AddDate(0, 0, days).Format(time.RFC3339)) }
	q := api.WorkQuery{Platform: "x", WorkID: "w"}
	d.Works().Record(day0, q, api.WorkDetail{
		FetchedAt: stamp(1),
		Snapshots: []api.Snapshot{{ID: "own", FetchedAt: stamp(2)}, {ID: "response"}},
	})
	d.Works().Record(day0, q, api.WorkDetail{Snapshots: []api.Snapshot{{ID: "arrival"}}})
	for _, label := range []string{"first", "second"} { // versions of one snapshot
		d.Works().Record(day0, q, api.WorkDetail{
			Snapshots: []api.Snapshot{{FetchedAt: stamp(3), SnapshotAt: api.Some(label)}},
		})
	}
	d.Flush()
	all, err := d.Works().Snapshots(t.Context(), "x", "w")
	var got []string
	for _, s := range all {
		got = append(got, s.ID+s.SnapshotAt.Or(""))
	}
	if strings.Join(got, " ") != "arrival response own second" || err != nil {
		t.Errorf("snapshots %q, error %v", got, err)
	}
}

// A snapshot of exactly the time is the older one. The entry of an opened work describes
// it better than that of a watched one.
func TestWorkChangeAtTheTime(t *testing.T) {
	d := open(t, inFile(t, day0.AddDate(0, 0, 9)))
	q := api.WorkQuery{Platform: "x", WorkID: "w"}
	for days, id := range []string{"before", "at", "after"} {
		s := api.Snapshot{ID: id, FetchedAt: api.Some(day0.AddDate(0, 0, days).Format(time.RFC3339))}
		d.Works().Record(day0, q, api.WorkDetail{Snapshots: []api.Snapshot{s}})
	}
	d.Entries().Remember(history.WorkEntry(
		history.KindWatch, api.WorkQuery{Platform: "x", WorkID: "w", AccountID: "watched"},
		"Watched", day0,
	))
	d.Entries().Remember(history.WorkEntry(
		history.KindWork, api.WorkQuery{Platform: "x", WorkID: "w", AccountID: "opened"},
		"Opened", day0,
	))
	d.Flush()
	for days, want := range map[int]string{0: "before after", 1: "at after", 2: ""} {
		works, err := d.Works().ChangedSince(t.Context(), day0.AddDate(0, 0, days), 9)
		got := ""
		for _, w := range works {
			got = w.Before.ID + " " + w.After.ID
			if w.Title != "Opened" || w.Query.AccountID != "opened" {
				t.Errorf("work %q of %s", w.Title, w.Query.AccountID)
			}
		}
		if got != want || err != nil {
			t.Errorf("since day %d: %q, want %q, error %v", days, got, want, err)
		}
	}
}

// States within 90 days of the last load stay, and the one that held at the beginning.
func TestRetentionBoundary(t *testing.T) {
	for hours, want := range map[int]string{-1: "1 2 3 4", 0: "2 3 4", 1: "3 4"} {
		c := inFile(t, day0)
		d := open(t, c)
		last := day0.AddDate(0, 0, 90).Add(time.Duration(hours) * time.Hour)
		for i, at := range []time.Time{day0.Add(-time.Hour), day0, day0.Add(time.Hour), last} {
			d.RecordAccounts(at, accounts(t, account("a", 1, i+1)), api.Int(1), true)
		}
		d.Close(t.Context())
		d = open(t, at(c, last))
		d.Flush()
		trend, err := d.States().Trend(t.Context(), douyin("a"), day0.AddDate(0, 0, -1))
		var fans []string
		for _, p := range trend {
			fans = append(fans, p.Followers().String())
		}
		if got := strings.Join(fans, " "); got != want || err != nil {
			t.Errorf("%d hours beyond the retention: followers %s, want %s, error %v", hours, got, want, err)
		}
	}
}

// A trend begins with the state that held at its beginning, and has no earlier one.
func TestTrendBegins(t *testing.T) {
	d := open(t, inFile(t, day0.AddDate(0, 0, 9)))
	for days := range 3 {
		d.RecordAccounts(day0.AddDate(0, 0, days), accounts(t, account("a", 1, days)), api.Int(1), true)
	}
	d.Flush()
	for hours, want := range map[int]int{23: 3, 24: 2, 25: 2} {
		trend, err := d.States().Trend(t.Context(), douyin("a"), day0.Add(time.Duration(hours)*time.Hour))
		if len(trend) != want || err != nil {
			t.Errorf("since hour %d: %d states, want %d, error %v", hours, len(trend), want, err)
		}
	}
}

// An account that disappeared while the clock was ahead disappears again at the right
// time.
func TestGoneAfterTheClockWasSetBack(t *testing.T) {
	day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
	d := open(t, inFile(t, day(9)))
	both := accounts(t, account("a", 1, 1), account("b", 1, 1))
	one := accounts(t, account("a", 1, 1))
	d.RecordAccounts(day(0), both, api.Int(2), true)
	d.RecordAccounts(day(200), one, api.Int(1), true)
	d.RecordAccounts(day(2), one, api.Int(1), true)
	d.Flush()
	for n, want := range map[int]int{1: 2, 3: 1} {
		if then, err := accountsAt(t, d, day(n)); len(then) != want || err != nil {
			t.Errorf("day %d: %d accounts, want %d, error %v", n, len(then), want, err)
		}
	}
}

// Pruning makes the file smaller.
func TestPruningFreesTheDisk(t *testing.T) {
	c := inFile(t, day0)
	d := open(t, c)
	for i := range 40 {
		q := api.WorkQuery{Platform: "x", WorkID: fmt.Sprint(i)}
		d.Works().Record(day0, q, api.WorkDetail{Snapshots: []api.Snapshot{{ID: strings.Repeat("x", 50_000)}}})
	}
	d.RecordAccounts(day0.AddDate(0, 0, 100), accounts(t, account("a", 1, 1)), api.Int(1), true)
	d.Close(t.Context())
	size := func() int64 {
		info, err := os.Stat(c.Path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	d = open(t, at(c, day0.AddDate(0, 0, 101)))
	d.Flush()
	d.Close(t.Context())
	if after := size(); before < 2_000_000 || after > before/10 {
		t.Errorf("%d bytes, then %d", before, after)
	}
}
