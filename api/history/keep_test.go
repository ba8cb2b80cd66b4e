package history_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

func TestRetention(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		q := api.WorkQuery{Platform: "x", WorkID: "w"}
		d := open(t, at(c, day(0)))
		d.RecordAccounts(
			day(0),
			accounts(t, account("a", 1, 1), account("b", 1, 1), account("c", 1, 1)),
			api.Int(3),
			true,
		)
		d.RecordAccounts(day(5), accounts(t, account("a", 1, 2), account("b", 1, 1)), api.Int(2), true)
		d.Works().Record(day(0), q, api.WorkDetail{Snapshots: []api.Snapshot{{ID: "s"}}})
		d.Entries().Remember(history.Entry{Kind: "group", ID: "g", At: day(0)})
		d.Entries().Remember(history.Entry{Kind: "search", ID: "x", At: day(0)})
		d.Close(t.Context())

		counts := func(now time.Time) string {
			d := open(t, at(c, now))
			d.Flush()
			db, err := d.SQL(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, table := range []string{
				"history_items",
				"history_changes WHERE kind = 'account'",
				"history_snapshots",
				"history_entries WHERE kind IN ('group', 'search')",
			} {
				var n int
				if err := db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(n))
			}
			d.RecordAccounts(now, accounts(t, account("a", 1, 2), account("b", 1, 1)), api.Int(2), true)
			d.Close(t.Context())
			return strings.Join(got, " ")
		}
		if got := counts(day(3650)); got != "3 5 1 2" {
			t.Errorf("a clock that jumped ahead left %s", got)
		}
		if got := counts(day(100)); got != "3 5 1 2" {
			t.Errorf("at the first visit after a long time %s are left", got)
		}
		// Only the newest state of each account remains. The account that is gone does not.
		if got := counts(day(102)); got != "2 2 0 1" {
			t.Errorf("after the retention %s are left", got)
		}
	})
}

// What the user chose, the last visit and a group whose creation has no known outcome stay.
func TestRetentionKeepsChoices(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		c.Visit = true
		for _, n := range []int{0, 1} {
			open(t, at(c, day(n))).Close(t.Context())
		}
		d := open(t, at(c, day(1)))
		d.Points().Choose(history.SinceWeek, day(1))
		d.Entries().Remember(history.CreatingEntry("new", day(1)))
		d.Close(t.Context())
		c.Visit = false
		d = open(t, at(c, day(400)))
		if _, err := d.Content().Prune(t.Context(), day(300)); err != nil {
			t.Fatal(err)
		}
		if chosen, err := d.Points().ChosenBaseline(t.Context()); err != nil || chosen != history.SinceWeek {
			t.Errorf("the baseline is %s, error %v", chosen, err)
		}
		if creating, err := d.Entries().Recent(
			t.Context(),
			history.KindCreating,
			10,
		); err != nil || len(creating) != 1 {
			t.Errorf("groups %v, error %v", creating, err)
		}
		if visit, err := d.Points().LastVisit(t.Context()); err != nil || !visit.Equal(day(1)) {
			t.Errorf("the last visit was %v, error %v", visit, err)
		}
	})
}

// What a program took, and what it could not announce, stays while its finding is open: it is
// announced again. Later it is deleted.
func TestRetentionKeepsWhatIsAnnounced(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		var clock clock
		c.Now = clock.now
		c.Visit = false
		d := open(t, c)
		handled := entry(history.KindAnnounced, "handled", `{"state":"1"}`)
		failed := entry(history.KindAnnounced, "failed", `{"state":"1"}`)
		taken := entry(history.KindAnnounced, "taken", `{"state":"1"}`)
		over := entry(history.KindAnnounced, "over", `{"state":"1"}`)
		all := []history.Entry{handled, failed, taken, over}
		take := func(fresh, again []history.Entry) (ids []string) {
			t.Helper()
			d.Wait(t.Context())
			some, err := d.Entries().Take(t.Context(), fresh, again)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range some {
				ids = append(ids, one.ID)
				if one.ID != "taken" {
					d.Entries().Finish([]*history.Taken{one}, one.ID != "failed")
				}
			}
			slices.Sort(ids)
			return ids
		}
		if got := take(all, nil); len(got) != 4 {
			t.Fatalf("took %q", got)
		}
		d.Wait(t.Context())
		clock.forward(200 * 24 * time.Hour)
		now := clock.now()
		d.Entries().StillOpen(now, []string{"handled", "failed", "taken"})
		take([]history.Entry{entry(history.KindAnnounced, "new", "1")}, nil)
		if _, err := d.Content().Prune(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		if got := entryIDs(t, d, history.KindAnnounced); !slices.Contains(got, "new") || slices.Contains(got, "over") {
			t.Errorf("after the pruning %q are left", got)
		}
		got := take([]history.Entry{handled}, []history.Entry{failed, taken})
		if !slices.Equal(got, []string{"failed", "taken"}) {
			t.Errorf("after the pruning %q are announced again", got)
		}
	})
}

// What only reads deletes nothing that is old, and writes nothing.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		for _, n := range []int{0, 1, 200} {
			d := open(t, at(c, day(n)))
			d.RecordAccounts(day(n), accounts(t, account("a", 1, n)), api.Int(1), true)
			d.Close(t.Context())
		}
		changes := func(readOnly bool) (days []int) {
			c.ReadOnly = readOnly
			d := open(t, at(c, day(202)))
			d.RecordAccounts(day(202), accounts(t, account("a", 1, 202)), api.Int(1), true)
			d.Close(t.Context())
			c.ReadOnly = true
			d = open(t, at(c, day(202)))
			defer d.Close(t.Context())
			list, err := d.States().Trend(t.Context(), history.AccountKey{Platform: "douyin", ID: "a"}, day(0))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range list {
				days = append(days, int(c.At.Sub(day(0))/(24*time.Hour)))
			}
			return days
		}
		if got := fmt.Sprint(changes(true)); got != "[0 1 200]" {
			t.Errorf("%s after it was read", got)
		}
		if got := fmt.Sprint(changes(false)); got != "[1 200 202]" {
			t.Errorf("%s after it was written", got)
		}
	})
}

func TestRetentionBySize(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.KeepBytes = 100_000
		q := api.WorkQuery{Platform: "x", WorkID: "w"}
		d := open(t, c)
		r := rand.New(rand.NewPCG(1, 2)) // PostgreSQL compresses text that repeats
		for i := range 80 {
			noise := make([]byte, 3000)
			for j := range noise {
				noise[j] = byte(r.Uint32())
			}
			s := api.Snapshot{
				ID:         fmt.Sprint(i),
				FetchedAt:  api.Some(day0.AddDate(0, 0, -i).Format(time.RFC3339)),
				SnapshotAt: api.Some(hex.EncodeToString(noise)),
			}
			d.Works().Record(day0, q, api.WorkDetail{Snapshots: []api.Snapshot{s}})
			d.Flush()
		}
		d.RecordPlatforms(day0, nil)
		d.Close(t.Context())
		d = open(t, c)
		d.Flush()
		got, err := d.Works().Snapshots(t.Context(), "x", "w")
		if err != nil || len(got) == 0 || len(got) > 30 || got[len(got)-1].ID != "0" {
			t.Errorf("%d snapshots are left, error %v", len(got), err)
		}
		checkFilled(t, d, c.KeepBytes)
	})
}

// checkFilled checks that what is stored fits in a limit, and that no more days would.
func checkFilled(t *testing.T, d *history.DB, limit int64) {
	t.Helper()
	_, bytes, err := d.Content().Summaries(t.Context())
	if err != nil || bytes > limit || bytes < limit*8/10 {
		t.Errorf("%d bytes are left of a limit of %d, error %v", bytes, limit, err)
	}
}

// Of states as much is kept as fits, and the history tells since when. Nothing more is deleted as long as it fits.
func TestRetentionBySizeKeepsWhatFits(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		const days = 60
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		record := func(d *history.DB, n int) {
			var rows []string
			for i := range 40 {
				rows = append(rows, account(fmt.Sprint("a", i), 1, n))
			}
			d.RecordAccounts(day(n), accounts(t, rows...), api.Int(40), true)
			d.Flush()
		}
		kept := func() int {
			d := open(t, at(c, day(days)))
			defer d.Close(t.Context())
			trend, err := d.States().Trend(t.Context(), douyin("a7"), day(-1))
			if err != nil {
				t.Fatal(err)
			}
			return len(trend)
		}
		d := open(t, at(c, day(days)))
		for n := range days {
			record(d, n)
		}
		_, whole, err := d.Content().Summaries(t.Context())
		if at, prunedErr := d.Points().Pruned(t.Context()); !at.IsZero() || err != nil || prunedErr != nil {
			t.Errorf("pruned until %v, errors %v and %v", at, err, prunedErr)
		}
		d.Close(t.Context())
		if n := kept(); n != days {
			t.Fatalf("%d of %d days are stored", n, days)
		}
		c.KeepBytes = whole * 65 / 100
		d = open(t, at(c, day(days+1)))
		d.Flush()
		checkFilled(t, d, c.KeepBytes)
		pruned, err := d.Points().Pruned(t.Context())
		d.Close(t.Context())
		left := kept()
		if left < days/2 || left >= days || err != nil ||
			pruned.Before(day(days-left)) || !pruned.Before(day(days-left+1)) {
			t.Errorf("%d of %d days are left, pruned until %v, error %v", left, days, pruned, err)
		}
		d = open(t, at(c, day(days+3)))
		d.Flush()
		d.Close(t.Context())
		if again := kept(); again != left {
			t.Errorf("%d days are left, then %d", left, again)
		}
		if d = open(t, at(c, day(days+100))); d.Limit() != c.KeepBytes {
			t.Errorf("the limit is %d", d.Limit())
		}
		if at, err := d.Points().Pruned(t.Context()); !at.IsZero() || err != nil {
			t.Errorf("when it is too old to be kept anyway: pruned until %v, error %v", at, err)
		}
	})
}

func TestClearAndPrune(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		other := c
		other.Key = "other"
		for _, c := range []history.Config{c, other} {
			d := open(t, c)
			d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
			d.Works().Record(day0.AddDate(0, 0, -9), api.WorkQuery{
				Platform: "x",
				WorkID:   "w",
			}, api.WorkDetail{Snapshots: []api.Snapshot{{ID: "s"}}})
			d.Close(t.Context())
		}
		d := open(t, c)
		summaries, bytes, err := d.Content().Summaries(t.Context())
		if err != nil || len(summaries) != 2 || summaries[0].Kind != "account" || summaries[1].Items != 1 ||
			bytes == 0 {
			t.Errorf("summaries %v, %d bytes, error %v", summaries, bytes, err)
		}
		var records []string
		all, err := d.Content().Records(t.Context())
		for _, r := range all {
			records = append(records, r.Kind+" "+r.ID)
		}
		if got := strings.Join(records, ", "); err != nil || got != "account douyin/a, snapshot x/w" {
			t.Errorf("records %s, error %v", got, err)
		}
		if n, err := d.Content().Prune(t.Context(), day0.AddDate(0, 0, -3)); n != 2 || err != nil { // of both keys
			t.Errorf("%d rows deleted, error %v", n, err)
		}
		if done, err := d.Content().Clear(t.Context()); err != nil || done.KeepsModels() {
			t.Errorf("%+v, %v", done, err)
		}
		if summaries, _, err := d.Content().Summaries(t.Context()); len(summaries) != 0 || err != nil {
			t.Errorf("after clearing: %v, error %v", summaries, err)
		}
		if rows, _, _, err := open(t, other).Accounts(t.Context(), 0); len(rows) != 1 || err != nil {
			t.Errorf("of the other key: %v, error %v", rows, err)
		}
	})
}

// Clearing the records of a key keeps the models of the site while another key has records.
func TestClearKeepsSharedModels(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		other := c
		other.Key = "other"
		first := open(t, c)
		second := open(t, other)
		for _, d := range []*history.DB{first, second} {
			d.RecordAccounts(day0, accounts(t, account("a", 1, 1), account("b", 1, 1)), api.Int(2), true)
			d.RecordCatalog(day0, models(t, model("m", 5)))
			d.Flush()
		}
		done, err := first.Content().Clear(t.Context())
		if want := (history.Clearing{Own: 2, Models: 2, Others: 2}); done != want || err != nil {
			t.Errorf("%+v, want %+v, error %v", done, want, err)
		}
		if got, _, err := second.Catalog(t.Context()); names(got) != "m=5" || err != nil {
			t.Errorf("the models of the other key are %q, error %v", names(got), err)
		}
		done, err = second.Content().Clear(t.Context())
		if want := (history.Clearing{Own: 2, Models: 2}); done != want || err != nil {
			t.Errorf("%+v, want %+v, error %v", done, want, err)
		}
		if got, _, err := second.Catalog(t.Context()); len(got) != 0 || err != nil {
			t.Errorf("models %q stay, error %v", names(got), err)
		}
	})
}

// The accounts that are newly abnormal are counted alike with all turns and with those that the
// count reads, in both databases.
func TestNewlyAbnormal(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		random := rand.New(rand.NewPCG(1, 2))
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(40)))
		listed := map[string]bool{}
		for n := range 40 {
			var rows []string
			for i := range 12 {
				id := fmt.Sprint("a", i)
				if listed[id] = random.IntN(8) > 0; listed[id] {
					rows = append(rows, account(id, random.IntN(2), 1))
				}
			}
			d.RecordAccounts(hour(n), accounts(t, rows...), api.Int(int64(len(rows))), true)
		}
		d.Wait(t.Context())
		turns, err := d.States().Turns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			want := 0
			for key, list := range history.TurnsByAccount(turns) {
				if listed[key.ID] && history.IsNewlyAbnormal(list, hour(n)) {
					want++
				}
			}
			got, err := d.States().NewlyAbnormal(t.Context(), hour(n))
			if err != nil || got != want || n == 0 && want == 0 {
				t.Errorf("since hour %d: %d, want %d, %v", n, got, want, err)
			}
		}
	})
}
