//go:build unix

package history_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// growing is a fleet that changes from day to day: all statistics are fetched again, six of ten accounts have
// other followers, and one of 400 turns.
type growing struct {
	random *rand.Rand
	day    int
	rows   []*api.Account
}

func newGrowing(tb testing.TB, n int) *growing {
	tb.Helper()
	server, err := sandbox.New(sandbox.Options{Accounts: n})
	if err != nil {
		tb.Fatal(err)
	}
	service := httptest.NewServer(server)
	defer service.Close()
	client, err := api.New(service.URL, api.Settings{APIKey: sandbox.DefaultAPIKey})
	if err != nil {
		tb.Fatal(err)
	}
	list, err := client.AllAccounts(tb.Context(), api.AccountQuery{}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return &growing{random: rand.New(rand.NewPCG(1, 2)), rows: list.List}
}

func (g *growing) now() time.Time { return day0.AddDate(0, 0, g.day) }

// next makes the accounts of the next day.
func (g *growing) next() {
	g.day++
	rows := make([]*api.Account, len(g.rows)) // a history may still read the earlier ones
	for i, before := range g.rows {
		a := *before
		a.LastStatsTime = api.SomeTime(g.now().Add(-time.Hour).Format("2006-01-02T15:04:05.000Z"))
		fans, known := a.FansCount.Int64()
		if known && g.random.IntN(10) < 6 {
			a.FansCount = api.Int(max(fans+g.random.Int64N(100)-20, 0))
		}
		if g.random.IntN(400) == 0 {
			status, _ := a.Status.Int64()
			a.Status = api.Int(1 - min(status, 1))
		}
		rows[i] = &a
	}
	g.rows = rows
}

// record records the accounts of the day.
func (g *growing) record(d *history.DB) {
	d.RecordAccounts(g.now(), g.rows, api.Int(int64(len(g.rows))), true)
	d.Flush()
}

// recordDays fills a new file with some days.
func (g *growing) recordDays(tb testing.TB, path string, days int) {
	tb.Helper()
	d := open(tb, history.Config{
		Path:      path,
		Site:      "s",
		Key:       "k",
		Now:       g.now,
		Bulk:      true,
		KeepBytes: 10 << 30,
	})
	for range days {
		g.next()
		g.record(d)
	}
	d.Close(tb.Context())
}

// plainly writes what recording a day wrote into a copy of a file: the rows of the items, and the changes of the
// day, in one transaction with a prepared statement for each table.
func plainly(tb testing.TB, recorded, before string, since time.Time) time.Duration {
	tb.Helper()
	source, err := sql.Open("sqlite", recorded)
	if err != nil {
		tb.Fatal(err)
	}
	defer source.Close()
	read := func(statement string, args ...any) (all [][]any) {
		rows, err := source.Query(statement, args...)
		if err != nil {
			tb.Fatal(err)
		}
		defer rows.Close()
		columns, err := rows.Columns()
		if err != nil {
			tb.Fatal(err)
		}
		for rows.Next() {
			values := make([]any, len(columns))
			places := make([]any, len(columns))
			for i := range values {
				places[i] = &values[i]
			}
			if err := rows.Scan(places...); err != nil {
				tb.Fatal(err)
			}
			all = append(all, values)
		}
		return all
	}
	items := read(`SELECT part, kind, id, sort, hash, counted, body FROM history_items`)
	changes := read(`SELECT part, kind, id, at, state FROM history_changes WHERE at >= $1`, since.UnixMilli())
	target, err := sql.Open("sqlite", "file:"+before+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=cache_size(-512)&_txlock=immediate")
	if err != nil {
		tb.Fatal(err)
	}
	defer target.Close()
	begun := cpu(tb)
	tx, err := target.Begin()
	if err != nil {
		tb.Fatal(err)
	}
	write := func(statement string, all [][]any) {
		insert, err := tx.Prepare(statement)
		if err != nil {
			tb.Fatal(err)
		}
		defer insert.Close()
		for _, row := range all {
			if _, err := insert.Exec(row...); err != nil {
				tb.Fatal(err)
			}
		}
	}
	write(`INSERT INTO history_changes (part, kind, id, at, state) VALUES (?,?,?,?,?)`, changes)
	write(`INSERT INTO history_items (part, kind, id, sort, hash, counted, body) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT (part, kind, id) DO UPDATE SET sort = excluded.sort, hash = excluded.hash,
			counted = excluded.counted, body = excluded.body`, items)
	if err := tx.Commit(); err != nil {
		tb.Fatal(err)
	}
	return cpu(tb) - begun
}

// BenchmarkRecord measures the processor time of recording a new day of accounts after some days, and that of
// writing the same rows plainly; and of recording the same list again, after which nothing is written.
func BenchmarkRecord(b *testing.B) {
	days := 30
	sizes := []int{2_500, 20_000, 100_000}
	if testing.Short() {
		days = 3
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint("accounts=", n), func(b *testing.B) {
			g := newGrowing(b, n)
			path := filepath.Join(b.TempDir(), "h.db")
			g.recordDays(b, path, days)
			before := path + ".before"
			config := history.Config{
				Path: path,
				Site: "s",
				Key:  "k",
				Now:  g.now,
			}
			var record, plain, same time.Duration
			for b.Loop() {
				b.StopTimer()
				copyFile(b, path, before)
				g.next()
				d := history.Open(config)
				d.Wait(b.Context())
				b.StartTimer()
				begun := cpu(b)
				g.record(d)
				record += cpu(b) - begun
				b.StopTimer()
				begun = cpu(b)
				g.record(d)
				same += cpu(b) - begun
				d.Close(b.Context())
				plain += plainly(b, path, before, g.now())
				b.StartTimer()
			}
			b.ReportMetric(record.Seconds()/float64(b.N), "cpu-s/new-day")
			b.ReportMetric(plain.Seconds()/float64(b.N), "cpu-s/plain")
			b.ReportMetric(record.Seconds()/plain.Seconds(), "new-day/plain")
			b.ReportMetric(same.Seconds()/float64(b.N), "cpu-s/same")
		})
	}
}

// BenchmarkDatabase measures the database after some days: the bytes of the file, also by the number of changes,
// and those that count for the limit.
func BenchmarkDatabase(b *testing.B) {
	type size struct{ accounts, days int }
	sizes := []size{{5_000, 90}, {5_000, 365}, {20_000, 90}}
	if testing.Short() {
		sizes = []size{{500, 10}}
	}
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dx%d", size.accounts, size.days), func(b *testing.B) {
			for b.Loop() {
				g := newGrowing(b, size.accounts)
				path := filepath.Join(b.TempDir(), "h.db")
				g.recordDays(b, path, size.days)
				d := open(b, history.Config{
					Path:      path,
					Site:      "s",
					Key:       "k",
					Now:       g.now,
					KeepBytes: 10 << 30,
				})
				_, used, err := d.Content().Summaries(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				db, err := d.SQL(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				var file, changes float64
				err = db.QueryRow(`SELECT (page_count - freelist_count) * page_size,
					(SELECT count(*) FROM history_changes)
					FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&file, &changes)
				if err != nil {
					b.Fatal(err)
				}
				d.Close(b.Context())
				b.ReportMetric(file/1e6, "MB")
				b.ReportMetric(float64(used)/1e6, "MB-of-limit")
				b.ReportMetric(changes, "changes")
				b.ReportMetric(file/changes, "B/change")
			}
		})
	}
}

func copyFile(tb testing.TB, from, to string) {
	tb.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		tb.Fatal(err)
	}
}
