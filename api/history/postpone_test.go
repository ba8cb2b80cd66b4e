package history_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// What is recorded while writes are postponed is stored after that: when it ends, after two seconds, or as soon
// as somebody waits for it. A visit begins with a postponement.
func TestPostponedWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	for _, test := range []struct {
		name  string
		visit bool
		end   func(t *testing.T, d *history.DB, resume func())
	}{
		{"resume", false, func(_ *testing.T, _ *history.DB, resume func()) { resume() }},
		{"resume of a visit", true, func(_ *testing.T, _ *history.DB, resume func()) { resume() }},
		{"time", false, func(*testing.T, *history.DB, func()) { <-time.After(2 * time.Second) }},
		{"wait", false, func(t *testing.T, d *history.DB, _ func()) { d.Wait(t.Context()) }},
		{"close", true, func(t *testing.T, d *history.DB, _ func()) { d.Close(t.Context()) }},
		{"apply", true, func(t *testing.T, d *history.DB, _ func()) {
			entry := history.Entry{Kind: history.KindWatch, ID: "w", At: day0}
			if err := d.Entries().Apply(t.Context(), history.Update{Put: []history.Entry{entry}}); err != nil {
				t.Error(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := history.Config{
					Path:  path,
					Site:  test.name,
					Visit: test.visit,
					Tick:  make(chan time.Time),
					Now:   func() time.Time { return day0 },
				}
				d := history.Open(c)
				defer d.Close(t.Context())
				resume := d.Postpone()
				resumeToo := d.Postpone() // of another site
				resumeToo()
				d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
				synctest.Wait()
				if n := countRecorded(t, c); n != 0 {
					t.Errorf("%d accounts were stored meanwhile", n)
				}
				test.end(t, d, resume)
				synctest.Wait()
				if n := countRecorded(t, c); n != 1 {
					t.Errorf("%d accounts are stored", n)
				}
				resume() // does nothing
			})
		})
	}
}

// A history that is opened later is opened by Begin, after two seconds, or by Close. What reads it waits.
func TestOpenedLater(t *testing.T) {
	for name, open := range map[string]func(t *testing.T, d *history.DB){
		"begin": func(_ *testing.T, d *history.DB) { d.Begin() },
		"time":  func(*testing.T, *history.DB) { <-time.After(2 * time.Second) },
		"close": func(t *testing.T, d *history.DB) { d.Close(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "h.db")
			synctest.Test(t, func(t *testing.T) {
				d := history.Open(history.Config{
					Path:  path,
					Visit: true,
					Later: true,
					Tick:  make(chan time.Time),
					Now:   func() time.Time { return day0 },
				})
				defer d.Close(t.Context())
				read := make(chan error, 1)
				go func() {
					_, _, _, err := d.Accounts(t.Context(), 0)
					read <- err
				}()
				synctest.Wait()
				if _, err := os.Stat(path); !os.IsNotExist(err) || d.Ready() {
					t.Errorf("the file is there: error %v, ready %t", err, d.Ready())
				}
				open(t, d)
				if err := <-read; err != nil && name != "close" {
					t.Error(err)
				}
				if _, err := os.Stat(path); err != nil {
					t.Error(err)
				}
				d.Begin() // does nothing
			})
		})
	}
}

// countRecorded returns how many accounts a history has.
func countRecorded(t *testing.T, c history.Config) int {
	c.ReadOnly = true
	d := history.Open(c)
	defer d.Close(t.Context())
	rows, _, _, err := d.Accounts(t.Context(), 0)
	if err != nil {
		t.Error(err)
	}
	return len(rows)
}
