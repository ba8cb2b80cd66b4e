package history_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

var day0 = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

const secretKey = "sk-very-secret-key-0123456789"

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, test func(t *testing.T, c history.Config)) {
	base := history.Config{Site: "https://a.example", Key: secretKey, Now: func() time.Time { return day0 }}
	postgres.Both(t, func(t *testing.T, file, url string) {
		c := base
		c.Path = file
		c.Postgres = url
		test(t, c)
	})
}

// open opens a history that must work until the end of the test.
func open(t testing.TB, c history.Config) *history.DB {
	t.Helper()
	d := history.Open(c)
	t.Cleanup(func() {
		d.Close(context.Background())
		if p := d.Problem(context.Background()); p != nil {
			t.Error(p)
		}
	})
	return d
}

func at(c history.Config, now time.Time) history.Config {
	c.Now = func() time.Time { return now }
	return c
}

// clock is a clock of several histories, which read it in the background. It stands still until a test moves it.
type clock struct{ passed atomic.Int64 }

func (c *clock) now() time.Time { return day0.Add(time.Duration(c.passed.Load())) }

func (c *clock) forward(by time.Duration) { c.passed.Add(int64(by)) }

func accounts(t testing.TB, rows ...string) []*api.Account {
	t.Helper()
	list, err := api.DecodeRows[api.Account]([]byte("[" + strings.Join(rows, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	pointers := make([]*api.Account, len(list))
	for i := range list {
		pointers[i] = &list[i]
	}
	return pointers
}

// account is a row of the account list.
func account(id string, status, fans int) string {
	return fmt.Sprintf(
		`{"id":%q,"userId":"u","type":"douyin","uid":"1","nickname":"Name of %s","groupId":"g","status":%d,`+
			`"fansCount":%d,"income":"free","lastStatsTime":"2026-03-02T08:00:00Z","clientType":"web"}`,
		id,
		id,
		status,
		fans,
	)
}

// douyin is the key of an account of account.
func douyin(id string) history.AccountKey { return history.AccountKey{Platform: "douyin", ID: id} }

// accountsAt returns the counts of the accounts that were listed at a time, by ID.
func accountsAt(t testing.TB, d *history.DB, at time.Time) (map[string]history.Counts, error) {
	all := map[string]history.Counts{}
	err := d.States().AccountsAt(t.Context(), []time.Time{at}, func(key history.AccountKey, then []history.Counts) {
		if !then[0].Gone {
			all[key.ID] = then[0]
		}
	})
	return all, err
}

func ids(list []*api.Account) string {
	var all []string
	for _, a := range list {
		all = append(all, a.ID)
	}
	return strings.Join(all, " ")
}

func TestLastAccounts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		if rows, _, when, err := d.Accounts(t.Context(), 0); len(rows) > 0 || !when.IsZero() || err != nil {
			t.Fatalf("an empty history returned %d accounts of %v, error %v", len(rows), when, err)
		}
		d.RecordAccounts(
			day0,
			accounts(t, account("b", 1, 5), account("c", 0, 7), account("a", 1, 9)),
			api.Int(4),
			false,
		)
		d.Close(t.Context())

		d = open(t, at(c, day0.Add(time.Hour)))
		rows, total, when, err := d.Accounts(t.Context(), 0)
		if err != nil || ids(rows) != "c a b" || total.String() != "4" || !when.Equal(day0) {
			t.Errorf("got %q of %s at %v, error %v", ids(rows), total, when, err)
		}
		// What the interface does not list, and what is malformed, stays.
		if got, err := jsonOf(rows[1]); err != nil || !strings.Contains(got, `"clientType":"web"`) ||
			!strings.Contains(got, `"income":"free"`) ||
			rows[1].Malformed() == nil {
			t.Errorf("account %s, error %v", got, err)
		}
		if head, _, _, err := d.Accounts(t.Context(), 1); err != nil || ids(head) != "c" {
			t.Errorf("the first account is %q, error %v", ids(head), err)
		}
	})
}

func jsonOf(a *api.Account) (string, error) {
	b, err := api.Marshal(a)
	return string(b), err
}

func TestAccountChanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 30)))
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		d.RecordAccounts(day(0), accounts(t, account("a", 1, 100), account("b", 1, 10)), api.Int(2), true)
		// no change
		d.RecordAccounts(day(1), accounts(t, account("a", 1, 100), account("b", 1, 10)), api.Int(2), true)
		// a turned abnormal, c appeared
		d.RecordAccounts(
			day(2),
			accounts(t, account("a", 0, 100), account("b", 1, 11), account("c", 1, 1)),
			api.Int(3),
			true,
		)
		// a part: nothing is gone
		d.RecordAccounts(day(3), accounts(t, account("a", 0, 100)), api.Int(3), false)
		// b disappeared
		d.RecordAccounts(day(4), accounts(t, account("a", 1, 120), account("c", 1, 1)), api.Int(2), true)
		// and returned
		d.RecordAccounts(
			day(5),
			accounts(t, account("a", 1, 120), account("b", 1, 11), account("c", 1, 1)),
			api.Int(3),
			true,
		)
		// the clock was wrong
		d.RecordAccounts(
			day(60),
			accounts(t, account("a", 1, 999), account("b", 1, 11), account("c", 1, 1)),
			api.Int(3),
			true,
		)
		d.Flush()

		trend := func(id string, since time.Time) string {
			points, err := d.States().Trend(t.Context(), douyin(id), since)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, p := range points {
				say := fmt.Sprintf("%d:%s/%s", int(p.At.Sub(day0).Hours())/24, p.Status, p.Values[0])
				if p.Gone {
					say = fmt.Sprintf("%d:gone", int(p.At.Sub(day0).Hours())/24)
				}
				all = append(all, say)
			}
			return strings.Join(all, " ")
		}
		for _, test := range []struct {
			id    string
			since time.Time
			want  string
		}{
			{"a", day(-1), "0:1/100 2:0/100 4:1/120"},
			{"a", day(3), "2:0/100 4:1/120"},
			{"b", day(0), "0:1/10 2:1/11 4:gone 5:1/11"},
			{"c", day(0), "2:1/1"},
			{"x", day(0), ""},
		} {
			if got := trend(test.id, test.since); got != test.want {
				t.Errorf("trend of %s: %q, want %q", test.id, got, test.want)
			}
		}
		then, err := accountsAt(t, d, day(4))
		if a := then["a"]; err != nil || len(then) != 2 || a.Values[0].String() != "120" || a.Values[8].IsSet() ||
			a.Health() != api.HealthNormal {
			t.Errorf("at day 4: %v, error %v", then, err)
		}
	})
}

// Accounts of two platforms with the same ID have their own trends.
func TestSameIDOnTwoPlatforms(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		for day, counts := range [][2]int{{1000, 5}, {1001, 6}} {
			bilibili := strings.Replace(account("7", 1, counts[1]), "douyin", "bilibili", 1)
			d.RecordAccounts(
				day0.AddDate(0, 0, day),
				accounts(t, account("7", 1, counts[0]), bilibili),
				api.Int(2),
				true,
			)
		}
		d.Flush()
		for platform, want := range map[string]string{"douyin": "1000 1001", "bilibili": "5 6"} {
			key := history.AccountKey{Platform: platform, ID: "7"}
			trend, err := d.States().Trend(t.Context(), key, day0)
			var fans []string
			for _, p := range trend {
				fans = append(fans, p.Followers().String())
			}
			if got := strings.Join(fans, " "); got != want || err != nil {
				t.Errorf("%s: followers %q, want %q, error %v", platform, got, want, err)
			}
			if rows, err := d.States().AccountsByKey(t.Context(), []history.AccountKey{key}); err != nil ||
				len(rows) != 1 ||
				rows[0].Type != platform {
				t.Errorf("%s: accounts %v, error %v", platform, rows, err)
			}
		}
	})
}

// However lists of several writers interleave, no state follows an equal one.
func TestConcurrentWritersStoreNoStateTwice(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		const writers, rounds = 4, 30
		c = at(c, day0.AddDate(0, 0, 9))
		var all []*history.DB
		for range writers {
			all = append(all, open(t, c))
		}
		var wait sync.WaitGroup
		for w, d := range all {
			wait.Go(func() {
				for n := range rounds { // the same states at almost the same times, and in another order
					when := day0.Add(time.Duration(n*10+w) * time.Second)
					if w == 3 {
						when = day0.Add(time.Duration((rounds-n)*10) * time.Second)
					}
					list := accounts(
						t,
						account("same", 1, n),
						account("alternating", 1, (n+w)%2),
						account("steady", 1, 1),
					)
					d.RecordAccounts(when, list[:2+n%2], api.Int(3), true)
					d.Flush()
				}
			})
		}
		wait.Wait()
		records, err := all[0].Content().Records(t.Context())
		if err != nil || len(records) < 2*rounds {
			t.Fatalf("%d records, error %v", len(records), err)
		}
		twice := 0
		for i, r := range records[1:] {
			if before := records[i]; r.ID == before.ID && r.Kind == before.Kind &&
				string(r.Value) == string(before.Value) {
				twice++
			}
		}
		if twice > 0 {
			t.Errorf("%d of %d states are stored twice", twice, len(records))
		}
	})
}

// Without a key the catalog is the same; accounts are not.
func TestPartsAreSeparate(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
		d.RecordCatalog(day0, models(t, model("m", 1)))
		d.Works().Record(day0, api.WorkQuery{
			Platform: "douyin",
			WorkID:   "w",
		}, api.WorkDetail{Snapshots: []api.Snapshot{{ID: "s"}}})
		d.Entries().Remember(history.Entry{Kind: "session", ID: "s", At: day0})
		d.Close(t.Context())
		for name, change := range map[string]func(*history.Config){
			"other site": func(c *history.Config) { c.Site = "https://b.example" },
			"other key":  func(c *history.Config) { c.Key += "x" },
			"no key":     func(c *history.Config) { c.Key = "" },
		} {
			other := c
			change(&other)
			d := open(t, other)
			rows, _, when, err := d.Accounts(t.Context(), 0)
			snapshots, err2 := d.Works().Snapshots(t.Context(), "douyin", "w")
			recent, err3 := d.Entries().Recent(t.Context(), "session", 10)
			if err := errors.Join(err, err2, err3); err != nil || len(rows)+len(snapshots)+len(recent) > 0 ||
				!when.IsZero() {
				t.Errorf(
					"%s: %d accounts, %d snapshots, %d recent items, error %v",
					name,
					len(rows),
					len(snapshots),
					len(recent),
					err,
				)
			}
			catalog, _, err := d.Catalog(t.Context())
			if want := name != "other site"; len(catalog) > 0 != want || err != nil {
				t.Errorf("%s: %d models, error %v", name, len(catalog), err)
			}
		}
	})
}

func TestRecentItems(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		for i, id := range []string{"one", "two", "three", "one"} {
			d.Entries().Remember(history.Entry{
				Kind: "session",
				ID:   id,
				At:   day0.Add(time.Duration(i) * time.Minute),
				Body: jsontext.Value(fmt.Sprint(i)),
			})
		}
		d.Entries().Remember(history.Entry{Kind: "work", ID: "other", At: day0})
		d.Entries().Forget("session", "two")
		d.Flush()
		got, err := d.Entries().Recent(t.Context(), "session", 5)
		if err != nil || len(got) != 2 || got[0].ID != "one" || string(got[0].Body) != "3" || got[1].ID != "three" {
			t.Errorf("recent items %v, error %v", got, err)
		}
	})
}

// Users who share a key share the lists, but not their recent items and visits.
func TestUsersShareAKey(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		anna := c
		ben := c
		anna.User = "anna"
		ben.User = "ben"
		anna.Visit = true
		ben.Visit = true
		first := open(t, anna)
		first.RecordAccounts(day0, accounts(t, account("a", 1, 10)), api.Number{}, true)
		first.Entries().Remember(history.Entry{Kind: history.KindSearch, ID: "secret plan", At: day0})
		first.Flush()
		second := open(t, at(ben, day0.Add(time.Hour)))
		rows, _, _, err := second.Accounts(t.Context(), 10)
		if err != nil || len(rows) != 1 {
			t.Errorf("%d accounts, %v", len(rows), err)
		}
		recent, err := second.Entries().Recent(t.Context(), history.KindSearch, 10)
		if err != nil || len(recent) != 0 {
			t.Errorf("one sees %v of the other, %v", recent, err)
		}
		if visit, err := second.Points().LastVisit(t.Context()); err != nil || !visit.IsZero() {
			t.Errorf("the first visit follows one at %v, %v", visit, err)
		}
		if own, err := open(t, anna).Entries().Recent(
			t.Context(),
			history.KindSearch,
			10,
		); err != nil || len(own) != 1 {
			t.Errorf("a user has %v, %v", own, err)
		}
	})
}

func TestLastVisit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Visit = true
		visit := func(loads ...time.Time) time.Time {
			d := open(t, at(c, loads[0]))
			last, err := d.Points().LastVisit(t.Context())
			if err != nil {
				t.Error(err)
			}
			for _, l := range loads {
				d.RecordAccounts(l, accounts(t, account("a", 1, 1)), api.Int(1), true)
			}
			d.Close(t.Context())
			return last
		}
		if last := visit(day0, day0.Add(time.Hour)); !last.IsZero() {
			t.Errorf("before the first visit: %v", last)
		}
		if last := visit(day0.AddDate(1, 0, 0)); !last.Equal(day0.Add(time.Hour)) { // the clock jumps ahead
			t.Errorf("the first visit ended %v", last)
		}
		if last := visit(day0.AddDate(0, 0, 1)); !last.Equal(day0.Add(time.Hour)) { // and back
			t.Errorf("after the clock jumped: %v", last)
		}
	})
}

// What was recorded while the clock was ahead is ignored once it is set back, also where
// it equals the present state, and until a list is recorded after that time.
func TestClockJumpsBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Visit = true
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		visit := func(n, fans int, gone bool) {
			d := open(t, at(c, day(n)))
			list := []string{account("a", 1, fans), account("b", 1, 1)}
			if gone {
				list = list[:1]
			}
			d.RecordAccounts(day(n), accounts(t, list...), api.Int(int64(len(list))), true)
			d.RecordCatalog(day(n), models(t, model("m", fans)))
			d.Entries().Remember(history.Entry{Kind: history.KindGroup, ID: fmt.Sprint("g", n), At: day(n)})
			d.Close(t.Context())
		}
		visit(1, 10, false)
		visit(200, 30, true)
		visit(2, 30, false)
		visit(3, 40, false)
		d := open(t, at(c, day(4)))
		rows, _, when, err := d.Accounts(t.Context(), 0)
		if err != nil || ids(rows) != "a b" || rows[0].FansCount.String() != "40" || !when.Equal(day(3)) {
			t.Errorf("accounts %v of %v, error %v", rows, when, err)
		}
		var fans []string
		trend, err := d.States().Trend(t.Context(), douyin("a"), day0)
		for _, p := range trend {
			fans = append(fans, p.Followers().String())
		}
		if got := strings.Join(fans, " "); got != "10 30 40" || err != nil {
			t.Errorf("trend %s, error %v", got, err)
		}
		if last, err := d.Points().LastVisit(t.Context()); !last.Equal(day(3)) || err != nil {
			t.Errorf("last visit %v, error %v", last, err)
		}
		if groups, err := d.Entries().Recent(
			t.Context(),
			history.KindGroup,
			9,
		); err != nil || len(groups) != 4 || groups[0].ID != "g3" || groups[3].ID != "g200" {
			t.Errorf("recent groups %v, error %v", groups, err)
		}
		for n, want := range map[int]string{1: "m=10", 2: "m=30", 4: "m=40"} {
			if got, err := d.States().CatalogAt(t.Context(), day(n)); names(got) != want || err != nil {
				t.Errorf("catalog of day %d: %s, error %v", n, names(got), err)
			}
		}
		d.Close(t.Context())
		visit(201, 40, false)
		d = open(t, at(c, day(202)))
		if models, err := d.States().CatalogAt(t.Context(), day(202)); names(models) != "m=40" || err != nil {
			t.Errorf("catalog of day 202: %s, error %v", names(models), err)
		}
		if then, err := accountsAt(t, d, day(202)); err != nil || len(then) != 2 {
			t.Errorf("accounts of day 202: %v, error %v", then, err)
		}
	})
}

func TestNilHistory(t *testing.T) {
	var d *history.DB
	d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
	d.RecordCatalog(day0, nil)
	d.RecordPlatforms(day0, nil)
	d.RecordOptions(day0, "x", nil)
	d.Works().Record(day0, api.WorkQuery{}, api.WorkDetail{})
	d.Entries().Remember(history.Entry{})
	d.Entries().Forget("a", "b")
	_, _, _, err1 := d.Accounts(t.Context(), 0)
	_, _, err2 := d.Catalog(t.Context())
	_, _, err3 := d.Platforms(t.Context())
	_, err4 := d.States().Trend(t.Context(), douyin("a"), day0)
	_, err5 := accountsAt(t, d, day0)
	_, err6 := d.Works().Snapshots(t.Context(), "a", "b")
	_, err7 := d.Entries().Recent(t.Context(), "a", 1)
	_, err8 := d.Points().LastVisit(t.Context())
	_, _, err9 := d.Options(t.Context(), "x")
	_, err10 := d.States().AccountsByKey(t.Context(), []history.AccountKey{douyin("a")})
	_, err11 := d.States().CatalogAt(t.Context(), day0)
	_, err12 := d.States().OptionsAt(t.Context(), "x", day0)
	_, err13 := d.States().ModelVersions(t.Context(), "a")
	_, err14 := d.Works().ChangedSince(t.Context(), day0, 1)
	d.Entries().RememberAll([]history.Entry{{}})
	_, err15 := d.States().Turns(t.Context())
	_, err16 := d.Points().Of(t.Context(), history.SinceDay)
	_, err17 := d.Points().At(t.Context(), day0)
	_, err18 := d.States().Days(t.Context(), day0)
	_, err19 := d.States().Series(t.Context(), []history.AccountKey{douyin("a")}, day0)
	_, err20 := d.Works().SnapshotsSince(t.Context(), day0, 1)
	d.Sessions().Record(history.LoadedSession{ID: "a"})
	d.Points().Choose(history.SinceDay, day0)
	_, err21 := d.Sessions().List(t.Context())
	_, found, err22 := d.Sessions().Transcript(t.Context(), "a")
	_, err23 := d.Sessions().Search(t.Context(), []history.Word{{Text: "a"}})
	_, err24 := d.Points().Chosen(t.Context())
	_, err25 := d.States().PlatformDays(t.Context(), day0, day0)
	if err := errors.Join(
		err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12, err13, err14,
		err15, err16, err17, err18, err19, err20, err21, err22, err23, err24, err25,
	); err != nil || found {
		t.Error(found, err)
	}
	if p := d.Problem(t.Context()); p != nil {
		t.Error(p)
	}
	d.Close(t.Context())
}

func TestKeyIsNotStored(t *testing.T) {
	c := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "https://a.example",
		Key:  secretKey,
		Now:  func() time.Time { return day0 },
	}
	d := open(t, c)
	d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
	d.Close(t.Context())
	data, err := os.ReadFile(c.Path)
	if err != nil || strings.Contains(string(data), secretKey) || !strings.Contains(string(data), "Name of a") {
		t.Errorf("the file contains the key or no account; error %v", err)
	}
}
