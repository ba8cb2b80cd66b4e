package sessions

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// twoSites returns the pane of the sites a and b, each with a history of its own. asked gets the
// name of a site with each of its requests.
func twoSites(t *testing.T, asked chan string) *Model {
	t.Helper()
	at := func(site string) panetest.Options {
		h := panetest.History(t, filepath.Join(t.TempDir(), site+".db"), panetest.Now)
		return panetest.Options{History: h, Before: panetest.Noting(func(*http.Request) { asked <- site })}
	}
	w := panetest.Sites(t, at("a"), at("b"))
	for _, site := range w.Context.Sites {
		site.Examples = []pane.Thing{{
			Kind:   pane.KindSession,
			Note:   "Of " + site.Name,
			Target: pane.Target{Pane: Name, SessionID: example("03")},
		}}
	}
	return panetest.Begin(t, New, w, 150, 30)
}

// Sessions of two sites with equal IDs are different rows, and each is opened, stored and
// found again at its site.
func TestSessionsOfSeveralSites(t *testing.T) {
	asked := make(chan string, 100)
	m := twoSites(t, asked)
	panetest.Shows(t, m.stack.View(), "Of a", "Of b", "Site", "1/2")
	for _, site := range []string{"b", "a"} {
		panetest.Pump(t, m, m.Open(pane.Target{Site: site, SessionID: example("08")}))
		panetest.Shows(t, m.stack.View(), " "+site+" ─")
		if got := m.State().Site; got != site {
			t.Errorf("the header names the site %q of a session of %s", got, site)
		}
		_ = m.siteNamed(site).stack.Goto(pane.Target{Pane: "accounts", AccountID: "1"})
		if up := m.ctx.ForRoot(); len(up) != 1 || up[0].(pane.Open).Target.Site != site {
			t.Errorf("what a session of %s names: %v", site, up)
		}
		if got := <-asked; got != site || len(asked) > 0 {
			t.Errorf("the session of %s is requested from %s", site, got)
		}
		panetest.Press(t, m, "esc")
	}
	for _, s := range m.sites {
		s.own.History().Wait(t.Context())
		if all, err := s.own.History().Sessions().List(t.Context()); err != nil || len(all) != 1 || len(s.opened) != 1 {
			t.Errorf("%s has %d stored sessions, %d opened, %v", s.own.Name, len(all), len(s.opened), err)
		}
	}
	panetest.Pump(t, m, m.start.load())
	rows := slices.Collect(m.start.Table.Rows())
	if len(rows) != 4 || rows[0].ID != rows[1].ID || rows[0].Site == rows[1].Site {
		t.Fatalf("the rows are %+v", rows)
	}
	panetest.Shows(t, m.stack.View(), "2 sessions", "3 · list_accounts, publish_work")
	var sites []string
	for _, thing := range append(m.Things(), m.MatchID(example("08"))...) {
		sites = append(sites, thing.Target.Site+" "+thing.Note[max(len(thing.Note)-1, 0):])
	}
	if got := strings.Join(sites, ", "); got != "a a, b b, a a, b b" {
		t.Errorf("the palette has the sites %s", got)
	}
	for _, shown := range []int{2, 2, 4} {
		panetest.Pump(t, m, m.stack.NextSite()())
		if n, _ := m.start.Table.Counts(); n != shown {
			t.Errorf("%d sessions are shown", n)
		}
	}
	panetest.Press(t, m, "do:sessions.find_all", "text:credentialexp", "enter")
	panetest.Shows(t, m.stack.View(), "2 sessions", "Site")
	if got := m.State().Site; got != "" {
		t.Errorf("the header names only the site %q of the hits of both", got)
	}
	panetest.Press(t, m, "/", "site:b", "enter", "enter")
	if r := m.top(); r == nil || r.m.own.Name != "b" || r.search.at != 0 {
		t.Errorf("the hit of b opens:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc", "esc", "esc", "esc", "/", "site:b", "enter", "tab")
	panetest.Shows(t, m.stack.View(), "Tools of all sessions", "site:b")
	tools := pane.Topmost[*toolScreen](m.stack)
	listed := func() string {
		var sites []string
		for tool := range tools.Table.Rows() {
			sites = append(sites, tool.Site)
		}
		slices.Sort(sites)
		return strings.Join(slices.Compact(sites), ",")
	}
	if got := listed(); got != "b" {
		t.Errorf("with the sessions of b, the tools of %q are listed", got)
	}
	panetest.Press(t, m, "enter")
	panetest.Shows(t, m.stack.View(), "Sessions · b")
	panetest.Press(t, m, "esc", "esc")
	failed := 1 << 30
	for tool := range tools.Table.Rows() {
		if tool.Failed > failed {
			t.Errorf("%s of %s, which failed %d times, is below one with %d", tool.Name, tool.Site, tool.Failed, failed)
		}
		failed = tool.Failed
	}
	if got := listed(); got != "a,b" {
		t.Errorf("without the filter, the tools of %q are listed", got)
	}
	panetest.Shows(t, m.stack.View(), "Site")
	panetest.Press(t, m, "home", "enter")
	first, _ := tools.Table.Current()
	panetest.Shows(t, m.stack.View(), "Sessions · "+first.Site)
}

// The form asks for the site, beginning with that of the session under the cursor, and names it.
func TestSessionIsOpenedAtOneOfSeveralSites(t *testing.T) {
	asked := make(chan string, 100)
	m := twoSites(t, asked)
	for r, _ := m.start.Table.Current(); r.Site != "b"; r, _ = m.start.Table.Current() {
		panetest.Press(t, m, "down")
	}
	panetest.Press(t, m, "A")
	panetest.Shows(t, m.stack.View(), "Choose a site")
	panetest.Press(t, m, "enter", "text:"+example("01"))
	panetest.Shows(t, m.stack.View(), "Open by ID", " b ─")
	panetest.Press(t, m, "enter")
	if r := m.top(); r == nil || r.m.own.Name != "b" || <-asked != "b" || len(asked) > 0 {
		t.Errorf("opened:\n%s", m.stack.View())
	}
}

// The stored sessions of a site are listed while the other one is down, and opened from its history.
func TestSessionsWithoutASite(t *testing.T) {
	paths := map[string]string{"a": filepath.Join(t.TempDir(), "a.db"), "b": filepath.Join(t.TempDir(), "b.db")}
	for _, path := range paths {
		w := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
		begin(t, w, 120, 30, example("08"))
		w.Site().History().Close(t.Context())
	}
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	broken := panetest.Options{
		Handler: down,
		API:     api.Settings{Retries: -1},
		History: panetest.History(t, paths["a"], panetest.Now),
	}
	m := panetest.Begin(
		t,
		New,
		panetest.Sites(t, broken, panetest.Options{History: panetest.History(t, paths["b"], panetest.Now)}),
		150,
		30,
	)
	panetest.Shows(t, m.stack.View(), "2 sessions", "1/2")
	for site, failed := range map[string]bool{"a": true, "b": false} {
		panetest.Pump(t, m, m.Open(pane.Target{Site: site, SessionID: example("08")}))
		if r := m.top(); r == nil || r.m.own.Name != site || (r.updates.load.Err != nil) != failed {
			t.Errorf("the session of %s:\n%s", site, m.stack.View())
		}
	}
	m.sites[0].own.History().Close(t.Context()) // what cannot be read of one hides no hits of the other
	panetest.Pump(t, m, m.find("credentialexp"))
	panetest.Shows(t, m.stack.View(), "1 session ")
}
