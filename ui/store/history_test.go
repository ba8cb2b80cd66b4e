package store_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

// With the service down, the second start has the data of the first one, with its
// age, and the error.
func TestLastKnownDataIsShown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	s := first.Context.Store
	for _, cmd := range []tea.Cmd{s.Accounts.Require(), s.Platforms.Require(), s.Catalog.Require()} {
		deliver(cmd)
	}
	rows, models := len(s.Accounts.List().Rows), len(s.Catalog.Value)
	first.Context.History.Close(t.Context())

	answered := false
	second := panetest.New(t, panetest.Options{
		History: panetest.History(t, path, panetest.Now.AddDate(0, 0, 1)),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			answered = true
			http.Error(w, "down", http.StatusNotFound)
		}),
	})
	s = second.Context.Store
	for _, cmd := range []tea.Cmd{s.Accounts.Require(), s.Platforms.Require(), s.Catalog.Require()} {
		deliver(cmd)
	}
	if !answered || rows == 0 || models == 0 {
		t.Fatalf("%d accounts and %d models; requests %v", rows, models, second.Requests())
	}
	if got := len(s.Accounts.List().Rows); got != rows || !s.Accounts.At.Equal(panetest.Now) || s.Accounts.Err == nil {
		t.Errorf("%d of %d accounts of %v, error %v", got, rows, s.Accounts.At, s.Accounts.Err)
	}
	if len(s.Catalog.Value) != models || !s.Catalog.At.Equal(panetest.Now) || s.Catalog.Err == nil || len(s.Platforms.Value) == 0 {
		t.Errorf("%d of %d models of %v, error %v", len(s.Catalog.Value), models, s.Catalog.At, s.Catalog.Err)
	}
}

// The first rows are shown before the others are read, and a response that arrives
// in between is not replaced.
func TestResponseWinsOverHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	d := panetest.History(t, path, panetest.Now)
	old := panetest.New(t, panetest.Options{History: d})
	deliver(old.Context.Store.Accounts.Require())
	d.Close(t.Context())

	w := panetest.New(t, panetest.Options{
		History: panetest.History(t, path, panetest.Now), Handler: panetest.Answers(func(*http.Request) string { return twoOfThree }),
	})
	a := accountsOf(w)
	batch := a.Require()().(tea.BatchMsg)
	restored, request := batch[0], batch[1]
	msg := restored().(store.Message)
	changed, rest := msg.Deliver()
	if rows := a.List().Rows; changed == nil || rest == nil || a.Loaded() || len(rows) == 0 || strings.HasPrefix(rows[0].ID, "a:") {
		t.Fatalf("%d rows at first, loaded %v", len(rows), a.Loaded())
	}
	deliver(request)
	if deliver(rest); len(a.List().Rows) != 2 {
		t.Errorf("the response was replaced by %d rows", len(a.List().Rows))
	}
}
