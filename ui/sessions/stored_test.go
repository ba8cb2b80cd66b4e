package sessions

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// A session that was opened is listed and opens after a restart without the service, with
// its age, and is refreshed once the service is back.
func TestStoredSessionOpensWithoutTheService(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	w := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	begin(t, w, 120, 30, example("08"))
	w.Site().History().Close(t.Context())

	later := panetest.Now.Add(10 * time.Hour)
	var down atomic.Bool
	down.Store(true)
	o := panetest.Options{History: panetest.History(t, path, later), Before: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if down.Load() {
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	}}
	w = panetest.New(t, o)
	w.Context.View.Now = func() time.Time { return later }
	if err := o.History.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := begin(t, w, 120, 30, "")
	view := m.stack.View()
	for _, want := range []string{
		"1 session",
		"1 with problems",
		"Publish last night's clip",
		"CredentialExpired",
		"10h ago",
		"publish_work ×2",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("the list lacks %q:\n%s", want, view)
		}
	}
	if n := len(w.Requests()); n > 0 {
		t.Errorf("the list sends %d requests", n)
	}
	panetest.Press(t, m, "enter")
	r := m.top()
	if r == nil || !r.page.doc.at.Equal(panetest.Now) || r.updates.load.Err == nil ||
		!strings.Contains(m.stack.View(), "Showing data from") {
		t.Fatalf("opened without the service:\n%s", m.stack.View())
	}
	down.Store(false)
	panetest.Press(t, m, "r")
	if r.updates.load.Err != nil || !r.page.doc.at.Equal(later) {
		t.Errorf("with the service again, the state is from %v:\n%s", r.page.doc.at, m.stack.View())
	}
}

// A session that is followed is stored again when it changes, and its row shows the new
// numbers.
func TestFollowedSessionIsStored(t *testing.T) {
	records := []string{record("1", "user", textPart("go"))}
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Handler: serve(func() string { return messages(records...) })})
	m := begin(t, w, 120, 30, "s")
	panetest.Press(t, m, "w")
	records = append(records, record("2", "assistant", textPart("gone")), record("3", "user", textPart("more")))
	panetest.Pump(t, m, m.stack.Update(due(t, w)))
	if rows := slices.Collect(m.start.Table.Rows()); len(rows) != 1 || rows[0].Turns != 2 {
		t.Errorf("rows %+v", rows)
	}
	h.Wait(t.Context())
	if all, err := h.Sessions().List(t.Context()); err != nil || len(all) != 1 || all[0].Messages != 3 {
		t.Errorf("stored %+v, error %v", all, err)
	}
}

// The landing screen reads the messages of the session under the cursor only.
func TestListDoesNotReadMessages(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h})
	for _, end := range []string{"01", "08"} {
		begin(t, w, 120, 30, example(end))
	}
	h.Wait(t.Context())
	m := begin(t, w, 120, 30, "")
	rows := slices.Collect(m.start.Table.Rows())
	current, _ := m.start.Table.Current()
	if len(rows) != 2 || m.start.about.session(current) == nil {
		t.Fatalf("rows %+v", rows)
	}
	panetest.Press(t, m, "down")
	if next, _ := m.start.Table.Current(); next.ID == current.ID || m.start.about.session(current) != nil ||
		m.start.about.session(next) == nil {
		t.Errorf("after a move the inspector does not show %s", next.ID)
	}
}

func TestEveryColumnOfSessions(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	now := panetest.Now
	rows := append(resource.SessionRows([]history.Session{
		{ID: "a", Title: "first", First: now.Add(-time.Hour), Last: now, Turns: 1, Problems: 2, At: now, Bytes: 400},
		{ID: "b", At: now},
		{ID: "c", Running: true, At: now},
	}), &resource.Session{Session: history.Session{ID: "d", Title: "d"}, Source: "demo"})
	panetest.EveryColumn(t, w.Context.View, resource.Sessions(w.Context.View), rows)
}

func TestListScreens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	w := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	for _, end := range []string{"01", "08", "0a"} {
		begin(t, w, 120, 30, example(end))
	}
	w.Site().History().Close(t.Context())
	panetest.Screen(t, "list", func(t testing.TB, o panetest.Options) *Model {
		o.History = panetest.History(t, path, panetest.Now)
		w := panetest.New(t, o)
		w.Site().Examples = []pane.Thing{{
			Kind:   pane.KindSession,
			Note:   "A session of the demo",
			Target: pane.Target{SessionID: "x"},
		}}
		return begin(t, w, 120, 40, "")
	})
}

// A search of all sessions opens a hit in its place, and the search in the session goes on
// from there.
func TestFoundSessionOpensAtTheHit(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h})
	for _, end := range []string{"01", "08"} {
		begin(t, w, 120, 30, example(end))
	}
	h.Wait(t.Context())
	m := begin(t, w, 120, 30, "")
	panetest.Press(t, m, "do:sessions.find_all", "text:CREDENTIALEXP", "enter")
	if view := m.stack.View(); !strings.Contains(view, "publish_work error") || !strings.Contains(view, "1 session") {
		t.Fatalf("the hits:\n%s", view)
	}
	panetest.Press(t, m, "enter")
	r := m.top()
	if r == nil || r.page.here().Message != 1 || r.search.at != 0 || !strings.Contains(m.stack.View(), "hit 1 of 1") {
		t.Fatalf("the place of the hit:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc", "esc")
	if _, ok := m.stack.Top().(*findScreen); !ok {
		t.Errorf("esc leads to:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "do:sessions.find_all", "ctrl+u", "text:nowhere", "enter")
	if view := m.stack.View(); !strings.Contains(view, "No stored session contains") {
		t.Errorf("without a hit:\n%s", view)
	}
}
