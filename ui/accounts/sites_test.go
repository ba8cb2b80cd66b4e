package accounts

import (
	"net/http"
	"slices"
	"testing"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// withSites returns the pane of the sites a and b.
func withSites(t *testing.T, a, b panetest.Options) (*Model, *panetest.World) {
	t.Helper()
	w := panetest.Sites(t, a, b)
	return panetest.Begin(t, New, w, 150, 30), w
}

func twenty() panetest.Options {
	return panetest.Options{Sandbox: sandbox.Options{Accounts: 20}}
}

// The accounts of two sites with equal IDs are different rows, each with its site.
func TestAccountsOfSeveralSites(t *testing.T) {
	m, _ := withSites(t, twenty(), twenty())
	first, _ := top(m).Table.Current()
	panetest.Shows(t, m.stack.View(), "40 accounts", "● a 20 accounts", "● b 20 accounts", "1/40", "Site")
	if s := m.State(); s.Site != "a+b" || s.At.IsZero() || s.Err != nil {
		t.Errorf("the state is %+v", s)
	}
	panetest.Press(t, m, "/", "id:"+first.ID, "enter")
	rows := slices.Collect(top(m).Table.Rows())
	if len(rows) != 2 || rows[0].Site == rows[1].Site || rows[0].ID != rows[1].ID {
		t.Fatalf("%d rows have the ID %s", len(rows), first.ID)
	}
	panetest.Press(t, m, " ")
	if n := top(m).Table.SelectedCount(); n != 1 {
		t.Errorf("space selects %d rows", n)
	}
	panetest.Press(t, m, " ", "/", "ctrl+u", "site:b", "enter")
	panetest.Shows(t, m.stack.View(), "20 of 40")
	for a := range top(m).Table.Rows() {
		if a.Site != "b" || m.ctx.Sites.Named(a.Site) != m.ctx.Sites[1] {
			t.Fatalf("%s is shown, of %s", a.ID, a.Site)
		}
	}
	if up := panetest.Press(t, m, "do:accounts.works"); len(up) != 1 || up[0].(pane.Open).Target.Site != "b" {
		t.Errorf("the works of another site: %v", up)
	}
	panetest.Pump(t, m, m.Open(pane.Target{AccountID: first.ID}))
	if n, _ := top(m).Table.Counts(); n != 1 {
		t.Errorf("another pane, which shows a, opens %d accounts", n)
	}
	panetest.Pump(t, m, m.Open(pane.Target{AccountID: first.ID, Site: "b"}))
	if a, _ := top(m).Table.Current(); a == nil || a.Site != "b" {
		t.Errorf("the palette opens %+v", a)
	}
}

// A click on a site shows only its accounts, and another one all.
func TestSiteOfAccountsIsChosen(t *testing.T) {
	m, _ := withSites(t, twenty(), panetest.Options{Sandbox: sandbox.Options{Accounts: 30, Seed: 3}})
	l := top(m)
	panetest.Pump(t, m, l.KeepSite("b"))
	panetest.Shows(t, m.stack.View(), "/ site:b", "1/30", "30 accounts")
	panetest.Pump(t, m, l.KeepSite("b"))
	panetest.Shows(t, m.stack.View(), "1/50", "50 accounts")
	for _, shows := range []string{"1/20", "1/30", "1/50"} { // of the next site, at last of all
		panetest.Pump(t, m, m.stack.NextSite()())
		panetest.Shows(t, m.stack.View(), shows)
	}
	platforms := map[string]int{}
	for a := range l.Table.Rows() {
		platforms[a.Type]++
	}
	for _, p := range m.ctx.Stores().AccountList().Platforms {
		if p.Accounts != platforms[p.ID] {
			t.Errorf("%s has %d accounts, not %d", p.ID, platforms[p.ID], p.Accounts)
		}
	}
	if n := len(m.Things()); n != len(m.store.Accounts.List().Platforms)+50 {
		t.Errorf("the palette has %d things", n)
	}
}

// A site that is down does not hide the other, and says why.
func TestOneOfSeveralSitesIsDown(t *testing.T) {
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	broken := panetest.Options{Handler: down, API: api.Settings{Retries: -1}}
	for site, options := range map[string][2]panetest.Options{"a": {broken, twenty()}, "b": {twenty(), broken}} {
		m, _ := withSites(t, options[0], options[1])
		panetest.Shows(t, m.stack.View(), "20 accounts 09:30", "✗ "+site+" 0 accounts", site+": ", "502", "1/20")
		if s := m.State(); s.Err == nil || s.At.IsZero() || s.InFlight > 0 {
			t.Errorf("%s is down, and the state is %+v", site, s)
		}
	}
}
