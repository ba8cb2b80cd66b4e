//go:build unix

package e2e

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// remembered is the environment of a user whose history has accounts in a tenth as
// many groups, with a number of daily states, and whose service never responds again.
func remembered(t testing.TB, accounts, days int) look {
	t.Helper()
	state := t.TempDir()
	held := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-held:
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(held) })
	now := time.Now()
	d := history.Open(history.Config{
		Path: filepath.Join(state, "channeldeck", "channeldeck.db"),
		Site: server.URL,
		Key:  "KEY",
		Now:  func() time.Time { return now },
	})
	for day := range days {
		rows := make([]*api.Account, accounts) // the history reads those of earlier days meanwhile
		for i := range rows {
			rows[i] = &api.Account{
				ID:            fmt.Sprint("douyin_", i),
				UserID:        "u",
				Type:          "douyin",
				UID:           fmt.Sprint(i),
				Nickname:      fmt.Sprintf("Channel %06d", i),
				GroupID:       fmt.Sprint("g", i%(accounts/10)),
				FansCount:     api.Int(int64(1000*i + day)),
				LastStatsTime: api.SomeTime(now.Format(time.RFC3339)),
				Status:        api.Int(int64(min(i%14, 1))),
				Avatar:        api.Some("https://cdn.example/avatars/" + fmt.Sprint(i) + ".jpg"),
			}
		}
		d.RecordAccounts(now.AddDate(0, 0, day-days+1), rows, api.Int(int64(accounts)), true)
	}
	d.Close(context.Background())
	if p := d.Problem(context.Background()); p != nil {
		t.Fatal(p)
	}
	return look{answers: true, env: append(service(server.URL, "KEY"), "XDG_STATE_HOME="+state)}
}

// The last known accounts appear although the service does not answer.
func TestFirstPaintFromHistory(t *testing.T) {
	t.Parallel()
	w := start(t, remembered(t, 30, 2), channeldeck)
	w.wait(0, "Channel 000000")
	w.wait(0, "30 accounts")
}

// With the service down, the second start shows the accounts and prices of yesterday
// with their age, and what is wrong; likewise where only the key was revoked.
func TestStartWithoutService(t *testing.T) {
	t.Parallel()
	var revoked atomic.Bool
	server := serving(t, sandbox.Options{}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if revoked.Load() && r.Header.Get("X-Api-Key") != "" {
				fmt.Fprint(w, `{"code":401,"message":"Unauthorized","data":{}}`)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	yesterday := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	state := t.TempDir()
	user := look{}.with(append(service(server.URL, testKey), "XDG_STATE_HOME="+state)...)
	first := open(t, user)
	first.wait("1/300")
	first.do("7", "Aurora 2.0")
	first.do("q", "")
	if code := first.exit(); code != 0 {
		t.Fatalf("exit %d", code)
	}
	passDay(t, databaseIn(state))

	revoked.Store(true)
	second := open(t, user)
	s := second.wait("1/300", "Showing data from "+yesterday, "401")
	if s.has(testKey) {
		t.Errorf("the key is on the screen:\n%s", s)
	}
	second.do("7", "Aurora 2.0", "q", "")
	second.exit()

	server.Close()
	refuse(t, server.Listener.Addr())
	third := open(t, user)
	third.wait("1/300", "Showing data from "+yesterday, "refused the connection")
	third.do("7", "Aurora 2.0")
	third.wait("Showing data from ", "refused the connection") // the catalog was loaded a moment ago
	third.do("q", "")
	third.exit()
}

func databaseIn(state string) string { return filepath.Join(state, "channeldeck", "channeldeck.db") }

// passDay makes everything in a history a day older.
func passDay(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"changes", "entries", "snapshots"} {
		if _, err := db.Exec("UPDATE history_" + table + " SET at = at - 86400000"); err != nil {
			t.Fatal(err)
		}
	}
}

// A history that cannot be used does not keep the dashboard from working, which says
// so once.
func TestDashboardWithoutUsableHistory(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, nil)
	for _, test := range []struct {
		name, says string
		prepare    func(t *testing.T, state string) (env []string)
	}{
		{"directory that cannot be written", "The history is unavailable", func(t *testing.T, state string) []string {
			put(t, filepath.Join(state, "channeldeck"), "a file in its place")
			return nil
		}},
		{"damaged file", "The history was damaged", func(t *testing.T, state string) []string {
			put(t, databaseIn(state), strings.Repeat("no database ", 1000))
			return nil
		}},
		{"newer file", "written by a newer version of channeldeck", func(t *testing.T, state string) []string {
			d := history.Open(history.Config{Path: databaseIn(state), Now: time.Now})
			d.Close(t.Context())
			db, err := sql.Open("sqlite", databaseIn(state))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.Exec(`UPDATE history_schema SET version = 99999`); err != nil {
				t.Fatal(err)
			}
			return nil
		}},
		{"full disk", "The disk is full", func(t *testing.T, state string) []string {
			if out, err := exec.Command(
				"mount",
				"-t",
				"tmpfs",
				"-o",
				"size=220k",
				"tmpfs",
				state,
			).CombinedOutput(); err != nil {
				t.Skipf("needs the right to mount a small file system: %v\n%s", err, out)
			}
			t.Cleanup(func() { _ = exec.Command("umount", "-l", state).Run() })
			return nil
		}},
		{"lost server", "The history is unavailable", func(*testing.T, string) []string {
			return []string{"CHANNELDECK_HISTORY=postgres://u@/db?host=/none"}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			state := t.TempDir()
			env := append(service(server.URL, testKey), "XDG_STATE_HOME="+state)
			m := open(t, look{}.with(append(env, test.prepare(t, state)...)...))
			m.wait("1/300", test.says)
			m.do("j", "2/300")
			m.gone(test.says)
			m.do("r", "", "7", "Aurora 2.0", "2", "2/300")
			if s := m.screen(); s.has(test.says) {
				t.Errorf("it says so again:\n%s", s)
			}
			m.do("q", "")
			if code := m.exit(); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// Without a history the dashboard neither reads nor writes a file of it.
func TestDashboardWithHistoryOff(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, nil)
	for name, user := range map[string]look{
		"flag":    {args: []string{"--no-history"}, env: service(server.URL, testKey)},
		"setting": {env: append(service(server.URL, testKey), "CHANNELDECK_HISTORY=false")},
		"demo":    {args: []string{"--demo", "--accounts", "200"}},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			garbage := strings.Repeat("no database ", 1000)
			put(t, databaseIn(state), garbage) // reading it would move it aside
			m := open(t, user.with("XDG_STATE_HOME="+state))
			m.wait("1/")
			m.do("7", "Aurora 2.0", "q", "")
			m.exit()
			files, err := os.ReadDir(filepath.Dir(databaseIn(state)))
			if content, err2 := os.ReadFile(databaseIn(state)); err != nil || err2 != nil || len(files) != 1 ||
				string(content) != garbage {
				t.Errorf("files %v, errors %v, %v", files, err, err2)
			}
		})
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkFirstPaintFromHistory measures the time to the first rows and to all of
// them from the history, before any response, and to the minimal program's first
// line: with 10,000 accounts, and with 2,500 and a year of daily states (30 days
// with -short).
func BenchmarkFirstPaintFromHistory(b *testing.B) {
	floor := minimal(b)
	days := 365
	if testing.Short() {
		days = 30
	}
	many := remembered(b, 10_000, 1)
	year := remembered(b, 2_500, days)
	b.ResetTimer()
	var least, rows, all, ofYear figures[time.Duration]
	for b.Loop() {
		least = append(least, first(b, floor, look{answers: true}, "minimal 0")...)
		took := first(b, channeldeck, many, "▌", "10,000 accounts")
		rows = append(rows, took[0])
		all = append(all, took[1])
		ofYear = append(ofYear, first(b, channeldeck, year, "▌")...)
	}
	b.ReportMetric(ms(least.at(.5)), "minimal-ms")
	b.ReportMetric(ms(rows.at(.5)), "rows-ms")
	b.ReportMetric(float64(rows.at(.5))/float64(least.at(.5)), "rows/minimal")
	b.ReportMetric(ms(all.at(.5)), "all-ms")
	b.ReportMetric(ms(ofYear.at(.5)), "year-rows-ms")
}
