package panetest

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/demo"
	"channeldeck/ui/testkit/filled"
)

// past returns the history of the demo.
func (w *World) past(t testing.TB, o Options) *history.DB {
	config := history.Config{
		Path:  filepath.Join(t.TempDir(), "h.db"),
		Site:  "s",
		Key:   Key,
		Visit: true,
		Now:   o.Sandbox.Now,
	}
	source := demo.Source{
		Client:  w.client,
		Sandbox: w.Sandbox.Server,
		Chinese: sandbox.IsChinese(o.Lang.Tag()),
		Now:     o.Sandbox.Now(),
	}
	kind := filling{
		accounts: o.Sandbox.Accounts,
		seed:     o.Sandbox.Seed,
		chinese:  source.Chinese,
		now:      source.Now.UnixNano(),
	}
	err := pasts.Fill(kind, config.Path, func() error {
		return demo.Fill(t.Context(), source, config)
	})
	if err != nil {
		t.Fatal(err)
	}
	h := history.Open(config)
	t.Cleanup(func() { h.Close(context.Background()) })
	return h
}

// pasts has the histories of the demo that were made: to make one takes a second.
var pasts filled.Files

// filling holds the parameters of a history of the demo.
type filling struct {
	accounts int
	seed     uint64
	chinese  bool
	now      int64
}

// History opens the history of a file, the same for all visits of a test. It is
// closed at the end of the test, if not earlier.
func History(t testing.TB, path string, now time.Time) *history.DB {
	t.Helper()
	h := history.Open(history.Config{
		Path:  path,
		Visit: true,
		Site:  "s",
		Key:   Key,
		Now:   func() time.Time { return now },
	})
	t.Cleanup(func() { h.Close(context.Background()) })
	return h
}

// RefuseWrites makes the history of a file refuse to store what the user does, which is told as
// [Refused], and returns what ends that.
func RefuseWrites(t testing.TB, path string) (accept func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	run := func(before, after string) {
		t.Helper()
		for _, what := range []string{"INSERT", "UPDATE", "DELETE"} {
			if _, err := db.Exec(before + " refuse_" + what + fmt.Sprintf(after, what)); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(
		"CREATE TRIGGER",
		" BEFORE %s ON history_entries BEGIN SELECT RAISE(ABORT, 'no entries today'); END",
	)
	return func() { run("DROP TRIGGER", "%.0s") }
}

// Refused is how the reason of [RefuseWrites] is told.
const Refused = "the database reports an error (SQLite 1811)"
