package groups

import (
	"net/http"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// The groups of two sites are in one list, each with its site and the accounts of that site.
func TestGroupsOfSeveralSites(t *testing.T) {
	twenty := panetest.Options{Sandbox: sandbox.Options{Accounts: 20}}
	w := panetest.Sites(t, twenty, panetest.Options{Sandbox: sandbox.Options{Accounts: 30, Seed: 3}})
	m := panetest.Begin(t, New, w, 150, 30)
	panetest.Shows(t, m.stack.View(), "50 accounts", "● a 20 accounts", "● b 30 accounts", "Site")
	counts := map[string]int{}
	groups := map[string]*resource.Group{}
	for _, g := range m.rows() {
		counts[g.Site] += g.Accounts
		if g.ID != "" {
			groups[g.Site] = g
		}
	}
	if counts["a"] != 20 || counts["b"] != 30 {
		t.Errorf("accounts in groups: %v", counts)
	}
	for site, g := range groups {
		panetest.Pump(t, m, m.Open(pane.Target{Site: site, GroupID: g.ID}))
		l := m.stack.Top().(*listScreen)
		if r, _ := l.Table.Current(); r.ID != g.ID || r.Site != site {
			t.Errorf("%s of %s opens %s of %s", g.ID, site, r.ID, r.Site)
		}
		up := panetest.Press(t, m, "a")
		if len(up) != 1 || up[0].(pane.Open).Target != (pane.Target{Pane: "accounts", Site: site, GroupID: g.ID}) {
			t.Errorf("the accounts of a group of %s: %v", site, up)
		}
		panetest.Press(t, m, "esc")
	}
	panetest.Press(t, m, "/", "site:b", "enter")
	l := m.stack.Top().(*listScreen)
	for g := range l.Table.Rows() {
		if g.Site != "b" {
			t.Errorf("%s of %s is shown", g.ID, g.Site)
		}
	}
	if shown, total := l.Table.Counts(); shown == 0 || shown == total {
		t.Errorf("%d of %d are shown", shown, total)
	}
}

// A group is created at the site that the user chooses; no site is chosen to begin with.
func TestCreateAtOneOfSeveralSites(t *testing.T) {
	asked := make(chan string, 10)
	at := func(site string) panetest.Options {
		return panetest.Options{Before: panetest.Noting(func(r *http.Request) {
			if r.Method == http.MethodPost {
				asked <- site
			}
		})}
	}
	m := panetest.Begin(t, New, panetest.Sites(t, at("a"), at("b")), 100, 24)
	panetest.Press(t, m, "A", "text:East", "enter", "enter")
	if panetest.Shows(t, m.stack.View(), "Choose the site with the arrow keys."); len(asked) > 0 {
		t.Errorf("created at %s, which nobody chose", <-asked)
	}
	up := panetest.Press(t, m, "right", "right", "enter")
	if len(asked) != 1 || !panetest.Notified(up, "Created: East · b") {
		t.Fatalf("%d requests, %v", len(asked), up)
	}
	if site := <-asked; site != "b" {
		t.Errorf("created at %s", site)
	}
	a := m.sites[0].created
	b := m.sites[1].created
	if len(a) > 0 || len(b) != 1 {
		t.Errorf("%d groups at a, %d at b", len(a), len(b))
	}
	panetest.Shows(t, m.stack.View(), "East", "b")
}

// The groups of one site stay when the other is down.
func TestGroupsWithoutASite(t *testing.T) {
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	broken := panetest.Options{Handler: down, API: api.Settings{Retries: -1}}
	for site, options := range map[string][2]panetest.Options{"a": {broken, {}}, "b": {{}, broken}} {
		m := panetest.Begin(t, New, panetest.Sites(t, options[0], options[1]), 150, 30)
		if panetest.Shows(
			t,
			m.stack.View(),
			"40 accounts",
			"✗ "+site+" 0 accounts",
			site+": ",
			"502",
		); len(m.rows()) == 0 || strings.Contains(m.stack.View(), "No groups") {
			t.Errorf("%s is down:\n%s", site, m.stack.View())
		}
	}
}
