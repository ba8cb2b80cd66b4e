package options

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/testkit/panetest"
)

// twoSites returns the pane of the sites a and b. asked gets the name of a site and the path of
// each request to it.
func twoSites(t *testing.T, asked chan string) *Model {
	t.Helper()
	at := func(site string) panetest.Options {
		return panetest.Options{Sandbox: sandbox.Options{Accounts: 20}, Before: panetest.Noting(func(r *http.Request) {
			asked <- site + " " + r.URL.Path
		})}
	}
	return panetest.Begin(t, New, panetest.Sites(t, at("a"), at("b")), 150, 40)
}

// toPlatform moves the cursor to a platform of a site.
func toPlatform(t *testing.T, m *Model, site, id string) {
	t.Helper()
	if !m.stack.Top().(*platformList).Table.MoveTo(m.ctx.Sites.RowKey(site, id)) {
		t.Fatalf("%s has no platform %s", site, id)
	}
}

// Platforms of two sites with equal IDs are different rows, and what is opened from one is of its site.
func TestPlatformsOfSeveralSites(t *testing.T) {
	asked := make(chan string, 1000)
	m := twoSites(t, asked)
	list := m.stack.Top().(*platformList)
	each := len(m.store.Platforms.Value)
	if n, _ := list.Table.Counts(); n != 2*each {
		t.Fatalf("%d rows of %d platforms", n, each)
	}
	panetest.Shows(t, m.stack.View(), "● a ", "● b ", "Site")
	panetest.Pump(t, m, m.Visit())
	for r := range list.Table.Rows() {
		if !r.Loaded {
			t.Errorf("the options of %s of %s are missing", r.Platform.Platform, r.Site)
		}
	}
	for len(asked) > 0 {
		<-asked
	}
	for _, site := range []string{"b", "a"} {
		toPlatform(t, m, site, "youtube")
		if up := panetest.Press(t, m, ">"); len(up) != 1 ||
			up[0].(pane.Open).Target != (pane.Target{Pane: "works", Site: site, Platform: "youtube"}) {
			t.Errorf("the works of a platform of %s: %v", site, up)
		}
		panetest.Press(t, m, "enter")
		panetest.Shows(t, m.stack.View(), "YouTube "+site)
		panetest.Press(t, m, "r")
		if got := <-asked; !strings.HasPrefix(got, site+" ") || len(asked) > 0 {
			t.Errorf("the options of %s: %s", site, got)
		}
		if up := panetest.Press(t, m, "a"); len(up) != 1 ||
			up[0].(pane.Open).Target != (pane.Target{Pane: "accounts", Site: site, Platform: "youtube"}) {
			t.Errorf("the accounts of a platform of %s: %v", site, up)
		}
		panetest.Press(t, m, "/", "text:category", "enter", "v")
		panetest.Shows(t, m.stack.View(), "YouTube "+site+" · ")
		panetest.Press(t, m, "esc", "esc", "esc")
	}
	panetest.Press(t, m, "i", "tab", "text:1080x1920 30s video", "enter")
	panetest.Shows(t, m.stack.View(), " · a ─")
	panetest.Press(t, m, "esc")
	if things := m.Things(); len(things) != 2*each || things[0].Target.Site != "a" || things[each].Target.Site != "b" {
		t.Errorf("the palette has %d things", len(things))
	}
	panetest.Pump(t, m, m.Open(pane.Target{Site: "b", Platform: "youtube"}))
	panetest.Shows(t, m.stack.View(), "YouTube b")
	panetest.Press(t, m, "esc")
	for _, shown := range []int{each, each, 2 * each} {
		panetest.Pump(t, m, m.stack.NextSite()())
		if n, _ := list.Table.Counts(); n != shown {
			t.Errorf("%d platforms are shown", n)
		}
	}
}

// The matrix has the capabilities and options of each site below common columns.
func TestMatrixOfSeveralSites(t *testing.T) {
	m := twoSites(t, make(chan string, 1000))
	panetest.Press(t, m, "m")
	s := m.stack.Top().(*matrixScreen)
	lines := map[string]map[string]int{"a": {}, "b": {}}
	for l := range s.Table.Rows() {
		lines[l.Site][l.Name]++
		if len(l.Stated) == 0 {
			t.Errorf("nothing is known of %s of %s", l.Name, l.Site)
		}
	}
	if len(lines["a"]) == 0 || len(lines["a"]) != len(lines["b"]) || len(s.heads) != len(m.store.Platforms.Value) {
		t.Errorf("%d lines of a, %d of b, %d columns", len(lines["a"]), len(lines["b"]), len(s.heads))
	}
	panetest.Shows(t, m.stack.View(), "Site")
	panetest.Pump(t, m, m.stack.NextSite()())
	if shown := slices.Collect(s.Table.Rows()); len(shown) == 0 ||
		slices.ContainsFunc(shown, func(l *options.Feature) bool { return l.Site != "a" }) {
		t.Errorf("%d lines of one site", len(shown))
	}
}

// A site that is down does not hide the platforms of the other, and says why.
func TestPlatformsWithoutASite(t *testing.T) {
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	broken := panetest.Options{Handler: down, API: api.Settings{Retries: -1}}
	for site, served := range map[string][2]panetest.Options{"a": {broken, {}}, "b": {{}, broken}} {
		m := panetest.Begin(t, New, panetest.Sites(t, served[0], served[1]), 150, 30)
		panetest.Shows(t, m.stack.View(), "✗ "+site+" ", site+": ", "502", "Douyin")
		panetest.Press(t, m, "m")
		panetest.Shows(t, m.stack.View(), "Site")
	}
}
