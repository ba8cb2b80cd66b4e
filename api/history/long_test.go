package history_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// noise is a text of 5,000 characters that no database can compress to the size of a row of an
// index.
func noise(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range 5000 {
		b.WriteRune(rune(0x4e00 + r.IntN(20_000)))
	}
	return b.String()
}

// A row of any length is stored and found again, and so are the rows beside it.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		long := noise(1)
		name := noise(2)
		later := day0.Add(time.Hour)
		d := open(t, at(c, later))
		withStatus := func(status int) []*api.Account {
			const row = `{"id":%q,"userId":%[1]q,"type":%[1]q,"nickname":%[2]q,"groupId":%[1]q,"status":%[3]d}`
			rows := []string{fmt.Sprintf(row, long, name, status)}
			for i := range 9 {
				rows = append(rows, account(fmt.Sprint("a", i), 1, 1))
			}
			return accounts(t, rows...)
		}
		rows := withStatus(0)
		d.RecordAccounts(day0, withStatus(1), api.Int(10), true)
		d.RecordAccounts(later, rows, api.Int(10), true)
		d.Flush()
		stored, total, _, err := d.Accounts(t.Context(), 0)
		if err != nil || len(stored) != 10 || total.String() != "10" || stored[0].ID != long ||
			stored[0].Nickname != name {
			t.Errorf("%d of %v accounts, error %v", len(stored), total, err)
		}
		key := history.KeyOf(rows[0])
		if trend, err := d.States().Trend(t.Context(), key, day0); err != nil || len(trend) != 2 {
			t.Errorf("trend %v, error %v", trend, err)
		}
		if turns, err := d.States().Turns(t.Context()); err != nil || len(turns) != 1 || turns[0].Account != key {
			t.Errorf("turns %.200v, error %v", turns, err)
		}
		of, err := d.States().AccountsByKey(t.Context(), []history.AccountKey{{Platform: long, ID: long}})
		if err != nil || len(of) != 1 {
			t.Errorf("%d accounts with the ID, error %v", len(of), err)
		}
		if days, err := d.States().DaysOf(t.Context(), "", long, day0); err != nil || len(days) != 1 {
			t.Errorf("%d days of the group, error %v", len(days), err)
		}
		d.RecordCatalog(day0, models(t, model(long, 5), model("short", 5)))
		d.RecordCatalog(later, models(t, model(long, 6), model("short", 5)))
		d.Flush()
		if versions, err := d.States().ModelVersions(t.Context(), long); err != nil || len(versions) != 2 {
			t.Errorf("%d versions of the model, error %v", len(versions), err)
		}
		d.RecordOptions(day0, long, []api.PublishOption{{Field: long}, {Field: "short"}})
		d.RecordOptions(later, long, []api.PublishOption{{Field: "short"}})
		d.Flush()
		if options, at, err := d.Options(t.Context(), long); err != nil || len(options) != 1 || !at.Equal(later) {
			t.Errorf("options %.200v of %v, error %v", options, at, err)
		}
		if changes, err := d.States().OptionChanges(t.Context(), long, day0); err != nil || len(changes) != 1 {
			t.Errorf("%d options changed, error %v", len(changes), err)
		}
	})
}

// What the user did, opened and searched for is found again by its whole ID.
func TestLongEntries(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		long := noise(1)
		d := open(t, at(c, day0.Add(time.Hour)))
		q := api.WorkQuery{Platform: "x", WorkID: long, AccountID: "a"}
		d.Entries().RememberAll([]history.Entry{
			history.SearchEntry("accounts", long, day0),
			history.SearchEntry("accounts", "short", day0.Add(-time.Hour)),
			history.WorkEntry(history.KindWork, q, "title", day0),
			{Kind: history.KindKnown, ID: long, At: day0, Body: []byte("1")},
		})
		d.Entries().Log(history.Change{At: day0, What: history.CopiedText, Name: long})
		d.NameGroup(long, long)
		d.Flush()
		for _, kind := range []string{history.KindShown, history.KindAnnounced} {
			fresh := []history.Entry{entry(kind, long, "1")}
			for _, handled := range []bool{false, true} {
				taken, err := d.Entries().Take(t.Context(), fresh, nil)
				if err != nil || len(taken) != 1 || taken[0].ID != long {
					t.Fatalf("%s: took %d, error %v", kind, len(taken), err)
				}
				d.Entries().Finish(taken, handled)
			}
			if taken, err := d.Entries().Take(t.Context(), fresh, fresh); err != nil || len(taken) != 0 {
				t.Errorf("%s: took %d that were handled, error %v", kind, len(taken), err)
			}
		}
		searches, err := d.Entries().Recent(t.Context(), history.KindSearch, 10)
		if err != nil || len(searches) != 2 {
			t.Fatalf("%d searches, error %v", len(searches), err)
		}
		if field, text := searches[0].Search(); field != "accounts" || text != long {
			t.Errorf("the query has %d bytes", len(text))
		}
		if known, err := d.Entries().Recent(
			t.Context(),
			history.KindKnown,
			10,
		); err != nil || len(known) != 1 || known[0].ID != long {
			t.Errorf("%d known findings, error %v", len(known), err)
		}
		d.Entries().Forget(history.KindKnown, long)
		d.Flush()
		if known, err := d.Entries().Recent(t.Context(), history.KindKnown, 10); err != nil || len(known) != 0 {
			t.Errorf("%d known findings after they were forgotten, error %v", len(known), err)
		}
		if changes, err := d.Entries().Changes(t.Context(), 10); err != nil || len(changes) != 1 ||
			changes[0].Name != long {
			t.Errorf("%d changes, error %v", len(changes), err)
		}
		if names, err := d.GroupNames(t.Context()); err != nil || names[long].Local != long {
			t.Errorf("%d names of groups, error %v", len(names), err)
		}
		d.Works().Record(day0, q, api.WorkDetail{Snapshots: []api.Snapshot{{ID: long}, {ID: "short"}}})
		d.Flush()
		if snapshots, err := d.Works().Snapshots(t.Context(), "x", long); err != nil || len(snapshots) != 2 {
			t.Errorf("%d snapshots, error %v", len(snapshots), err)
		}
		works, err := d.Works().SnapshotsSince(t.Context(), day0.Add(-time.Hour), 10)
		if err != nil || len(works) != 1 || works[0].Query != q {
			t.Errorf("%d works with snapshots, error %v", len(works), err)
		}
	})
}

// A session with a long ID is found by it, and so are the errors of its tools.
func TestLongSession(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		long := noise(1)
		d := open(t, c)
		s := transcriptOf(t, long, "hello", day0)
		content := s.Describe()
		failure := history.ToolError{Text: long, Example: long, Count: 1}
		content.Tools = []history.ToolCalls{{
			Tool:   long,
			Calls:  1,
			Failed: 1,
			Errors: []history.ToolError{failure},
		}}
		s.Describe = func() history.SessionContent { return content }
		recordSession(d, s)
		recordSession(d, transcriptOf(t, "short", "hello", day0))
		all, err := d.Sessions().List(t.Context())
		if err != nil || len(all) != 2 || all[0].ID != "short" || all[1].ID != long {
			t.Errorf("%d sessions, error %v", len(all), err)
		}
		if stored, found, err := d.Sessions().Transcript(t.Context(), long); err != nil || !found || stored.ID != long {
			t.Errorf("found %v, error %v", found, err)
		}
		if in, err := d.Sessions().FailedIn(t.Context(), long); err != nil || len(in) != 1 {
			t.Errorf("the tool failed in %d sessions, error %v", len(in), err)
		}
	})
}

// A row that the database refuses is left out, and reported. The others are stored, at once and
// later.
func TestRefusedRowLosesNoOther(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := history.Open(at(c, day0.Add(time.Hour)))
		defer d.Close(t.Context())
		refuse(t, c, d, "history_items", "id = 'douyin/bad'")
		refuse(t, c, d, "history_snapshots", "id = 'bad'")
		refuse(t, c, d, "history_entries", "id = 'bad'")
		rows := accounts(t, account("bad", 1, 1))
		for i := range 120 {
			rows = append(rows, accounts(t, account(fmt.Sprint("a", i), 1, 1))...)
		}
		for n := range 2 {
			d.RecordAccounts(day0.Add(time.Duration(n)*time.Minute), rows, api.Int(121), true)
			d.Flush()
			stored, total, at, err := d.Accounts(t.Context(), 0)
			if err != nil || len(stored) != 120 || total.String() != "121" || at.IsZero() {
				t.Errorf("%d of %v accounts of %v, error %v", len(stored), total, at, err)
			}
			rows[1] = accounts(t, account("a0", 0, 2))[0]
		}
		q := api.WorkQuery{Platform: "x", WorkID: "w"}
		d.Works().Record(day0, q, api.WorkDetail{Snapshots: []api.Snapshot{{ID: "one"}, {ID: "bad"}, {ID: "two"}}})
		d.Entries().RememberAll([]history.Entry{
			{Kind: history.KindKnown, ID: "one", At: day0, Body: []byte("1")},
			{Kind: history.KindKnown, ID: "bad", At: day0, Body: []byte("1")},
			{Kind: history.KindKnown, ID: "two", At: day0, Body: []byte("1")},
		})
		d.Flush()
		if snapshots, err := d.Works().Snapshots(t.Context(), "x", "w"); err != nil || len(snapshots) != 2 {
			t.Errorf("%d snapshots, error %v", len(snapshots), err)
		}
		if known, err := d.Entries().Recent(t.Context(), history.KindKnown, 10); err != nil || len(known) != 2 {
			t.Errorf("%d known findings, error %v", len(known), err)
		}
		if p := d.Problem(t.Context()); p == nil || p.Kind != history.NotSaved {
			t.Errorf("problem %v", p)
		}
	})
}

// refuse makes a database refuse the rows of a table that satisfy a condition.
func refuse(t *testing.T, c history.Config, d *history.DB, table, condition string) {
	t.Helper()
	db, err := d.SQL(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	statement := "ALTER TABLE " + table + " ADD CHECK (NOT " + condition + ")"
	if c.Postgres == "" {
		statement = "CREATE TRIGGER " + table + "_refuses BEFORE INSERT ON " + table + " WHEN NEW." + condition +
			" BEGIN SELECT RAISE(ABORT, 'refused'); END"
	}
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// A recording that is interrupted leaves a list that lacks accounts, and not one that has all. The
// next one completes it, and what it adds is not told to have happened before.
func TestInterruptedRecordingIsNotWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		var rows []string
		for i := range 10 {
			rows = append(rows, account(fmt.Sprint("a", i), 1, 1))
		}
		d := history.Open(at(c, day0.Add(3*time.Hour)))
		defer d.Close(t.Context())
		d.RecordAccounts(day0, accounts(t, rows...), api.Int(10), true)
		d.Flush()
		mend := fail(t, c, d, "history_items", "id = 'douyin/b5450'")
		for i := range 5_600 { // a transaction has 5,000 at most
			rows = append(rows, account(fmt.Sprintf("b%04d", i), 1, 1))
		}
		for n, want := range []struct {
			stored int
			at     time.Time
		}{{5_010, day0}, {5_610, day0.Add(2 * time.Hour)}} {
			d.RecordAccounts(day0.Add(time.Duration(1+n)*time.Hour), accounts(t, rows...), api.Int(5_610), true)
			d.Flush()
			stored, total, at, err := d.Accounts(t.Context(), 0)
			if err != nil || len(stored) != want.stored || total.String() != "5610" || !at.Equal(want.at) {
				t.Errorf("%d of %v accounts of %v, error %v", len(stored), total, at, err)
			}
			mend()
		}
		recorded, err := d.States().Recorded(t.Context())
		if err != nil || len(recorded.Accounts) != 2 || !recorded.Accounts[1].Equal(day0.Add(2*time.Hour)) {
			t.Errorf("recorded at %v, error %v", recorded.Accounts, err)
		}
	})
}

// fail makes a database fail where a row satisfies a condition, until mend is called.
func fail(t *testing.T, c history.Config, d *history.DB, table, condition string) (mend func()) {
	t.Helper()
	db, err := d.SQL(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	failing := []string{
		`CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'failed'; END $$ LANGUAGE plpgsql`,
		`CREATE TRIGGER failing BEFORE INSERT ON ` + table + ` FOR EACH ROW WHEN (NEW.` + condition +
			`) EXECUTE FUNCTION fail()`,
	}
	mending := `DROP TRIGGER IF EXISTS failing ON ` + table
	if c.Postgres == "" {
		failing = []string{`CREATE TRIGGER failing BEFORE INSERT ON ` + table + ` WHEN NEW.` + condition +
			` BEGIN SELECT json_extract('{', '$'); END`}
		mending = `DROP TRIGGER IF EXISTS failing`
	}
	for _, statement := range failing {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if _, err := db.Exec(mending); err != nil {
			t.Fatal(err)
		}
	}
}
