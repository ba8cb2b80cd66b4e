package store_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// listing answers with accounts of the group g, and with a list of groups.
func listing(groups func(http.ResponseWriter, *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/account-groups") {
			groups(w, r)
			return
		}
		_, _ = w.Write([]byte(listOf(1, "a", "1")))
	})
}

func named(name string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"code":0,"message":"ok","data":[{"id":"g","name":"` + name + `","rank":1}]}`))
	}
}

// The names of groups are requested with each load of the accounts. Where that fails, the names
// of the last list stay, also for the next start, and nothing is reported.
func TestNamesOfGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	d := panetest.History(t, path, panetest.Now)
	groups := named("Client: Harbor")
	w := panetest.New(t, panetest.Options{
		History: d,
		Handler: listing(func(w http.ResponseWriter, r *http.Request) { groups(w, r) }),
	})
	s := w.Site().Store
	deliver(s.Accounts.Require())
	if got := s.GroupName("g"); got != (history.GroupName{Listed: "Client: Harbor"}) {
		t.Errorf("loaded: %+v", got)
	}
	groups = named("Own brand")
	deliver(s.Accounts.Refresh())
	deliver(w.Site().NameGroup("g", "Mine"))
	want := history.GroupName{Listed: "Own brand", Local: "Mine"}
	if got := s.GroupName("g"); got != want || s.GroupNames()["g"] != want {
		t.Errorf("refreshed and named: %+v, %+v", got, s.GroupNames())
	}
	groups = http.NotFound
	deliver(s.Accounts.Refresh())
	if got := s.GroupName("g"); got != want || s.Accounts.Err != nil || s.State().Err != nil {
		t.Errorf("after a failure: %+v, error %v", got, s.State().Err)
	}
	d.Close(t.Context())

	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "down", http.StatusNotFound)
	})
	w = panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now), Handler: down})
	s = w.Site().Store
	deliver(s.Accounts.Require())
	if got := s.GroupName("g"); got != want || len(s.Groups.Value) != 1 {
		t.Errorf("without the service: %+v of %+v", got, s.Groups.Value)
	}
}

// A list of groups that never comes delays no account.
func TestSlowNamesOfGroups(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		Handler: listing(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
	})
	s := w.Site().Store
	batch := s.Accounts.Require()().(tea.BatchMsg)
	if deliver(batch[0]); !s.Accounts.Loaded() || s.Groups.Loaded() || !s.Groups.Running() {
		t.Errorf(
			"accounts loaded: %v; groups loaded: %v, running: %v",
			s.Accounts.Loaded(),
			s.Groups.Loaded(),
			s.Groups.Running(),
		)
	}
}

// The second of two sessions that share lists has the names of groups without a request.
func TestSharedNamesOfGroups(t *testing.T) {
	asked := 0
	s := newSessions(t, panetest.Options{Handler: listing(func(w http.ResponseWriter, r *http.Request) {
		asked++
		named("Client: Harbor")(w, r)
	})})
	first := s.open()
	second := s.open()
	deliver(first.Accounts.Require())
	deliver(second.Accounts.Require())
	if got := second.GroupName("g").Listed; got != "Client: Harbor" || asked != 1 {
		t.Errorf("%q after %d requests", got, asked)
	}
	if timers := len(s.Timers()); timers != 2 {
		t.Errorf("%d timers: the groups follow the accounts and need none", timers)
	}
}
