package overview

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// The findings, platforms, groups and works of two sites are merged, each with its site; the
// numbers above them are the sums.
func TestOverviewOfSeveralSites(t *testing.T) {
	one := afterAVisit(t, panetest.Options{})
	w := panetest.Sites(t, options(t, panetest.Options{}), options(t, panetest.Options{}))
	m := panetest.Begin(t, New, w, 200, 58)
	panetest.Shows(
		t,
		m.stack.View(),
		"14 accounts",
		"● a 7 accounts 09:30 ● b 7 accounts 09:30",
		"Abnormal · a+b",
		"since yesterday 09:30",
		"Site",
	)
	if n := len(one.all); len(m.all) != 2*n {
		t.Errorf("%d findings, not twice %d", len(m.all), n)
	}
	if counts := map[string]int{}; !slices.IsSortedFunc(m.all, func(f, g *findings.Finding) int {
		counts[f.Site]++
		return slices.Index(findings.Sections(), f.Section) - slices.Index(findings.Sections(), g.Section)
	}) || len(counts) != 2 {
		t.Errorf("the findings are of %v, or not sorted", counts)
	}
	platforms, _ := m.parts()
	ones, _ := one.parts()
	if len(platforms) != 2*len(ones) || len(m.movingWorks()) != 2*len(one.movingWorks()) {
		t.Errorf("%d platforms, %d works", len(platforms), len(m.movingWorks()))
	}
	both := m.series()
	single := one.series()
	is := both[0].last.Sum
	of := single[0].last.Sum
	if is.Cmp(of.Add(of)) != 0 {
		t.Errorf("%s followers, not twice %s", is, of)
	}
	for i := range both {
		line, beside := m.aside(&both[i])
		own, ownBeside := one.aside(&single[i])
		if i == 0 && (line == "" || own != line) || i == 1 && line != "▲ 6 in 11 days" ||
			(beside == "") != (ownBeside == "") {
			t.Errorf("%q and %q, of one site %q and %q", line, beside, own, ownBeside)
		}
	}
	at := func(site string, kind findings.Kind) func(*resource.FindingRow) bool {
		return func(r *resource.FindingRow) bool { return r.Finding != nil && r.Site() == site && r.Kind == kind }
	}
	panetest.Pump(t, m, m.stack.NextSite()())
	panetest.Pump(t, m, m.stack.NextSite()())
	if m.screen.findings.Query.Value() != "site:b" {
		t.Errorf("the filter is %q", m.screen.findings.Query.Value())
	}
	for r := range m.screen.findings.Table.Rows() {
		if r.Site() != "b" {
			t.Errorf("%+v is shown", r.Finding)
		}
	}
	panetest.Press(t, m, "esc")
	for _, site := range []string{"a", "b"} {
		r := move(t, m, at(site, findings.PriceChanged))
		up := panetest.Press(t, m, "enter")
		if len(up) != 1 || up[0].(pane.Open).Target != (pane.Target{Pane: "prices", Site: site, Model: r.ID}) {
			t.Errorf("the price of %s: %v", site, up)
		}
	}
	r := move(t, m, at("b", findings.TurnedAbnormal))
	if up := panetest.Press(t, m, "enter"); len(up) != 1 ||
		up[0].(pane.Open).Target != (pane.Target{Pane: "accounts", Site: "b", AccountID: r.ID}) {
		t.Errorf("the account of b opens %v", up)
	}
	panetest.Press(t, m, "P")
	panetest.Shows(t, m.stack.View(), "Report ", " b ─╮")
	panetest.Press(t, m, "esc")
	panetest.Press(t, m, ".", "enter")
	known := func(site string) bool {
		i := slices.IndexFunc(m.all, func(f *findings.Finding) bool { return f.Site == site && f.Key() == r.Key() })
		return m.all[i].Section == findings.Expected
	}
	if !known("b") || known("a") {
		t.Errorf("known at a: %v, at b: %v", known("a"), known("b"))
	}
	panetest.Pump(t, m, m.stack.ShowLog())
	panetest.Shows(t, m.stack.View(), "b 2026-05-20 09:30 marked known Harbor Tea")
	panetest.Press(t, m, "esc")
	move(t, m, at("b", findings.Incident))
	if panetest.Press(t, m, "enter"); m.stack.Depth() != 2 {
		t.Errorf("the incident of b:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc", "b", "down", "enter")
	for _, s := range m.sites {
		if b := s.store.Baseline(); b != history.SinceDay {
			t.Errorf("%s is compared with %s", s.own.Name, b)
		}
	}
	panetest.Press(t, m, "do:overview.wall")
	panetest.Shows(t, m.stack.View(), "● a 7 accounts", "● b 7 accounts", "bilibili · a", "bilibili · b")
	for _, size := range [][2]int{{120, 38}, {80, 22}, {40, 10}} {
		m.stack.SetSize(size[0], size[1])
		panetest.Exact(t, m.stack.View(), size[0], size[1])
	}
}

// If the change of only one site is known, it is shown with the name of that site.
func TestChangeOfOneOfSeveralSites(t *testing.T) {
	never := panetest.Options{
		Handler: service(now(), ""),
		History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
	}
	m := panetest.Begin(t, New, panetest.Sites(t, never, options(t, panetest.Options{})), 200, 58)
	for _, s := range m.series() {
		if change, _ := m.aside(&s); !strings.HasPrefix(change, "b: ") {
			t.Errorf("%s: %q", s.title, change)
		}
	}
}

// The line of the platforms has the sums of several sites, the largest first.
func TestPlatformsOfSeveralSitesAreSorted(t *testing.T) {
	one := panetest.Options{Handler: service([]string{
		account("x", 1, "A", 0, 1, 0),
		account("x", 2, "B", 0, 1, 0),
		account("x", 3, "C", 0, 1, 0),
		account("youtube", 4, "D", 0, 1, 0),
		account("youtube", 5, "E", 0, 1, 0),
	}, "")}
	other := panetest.Options{Handler: service([]string{
		account("youtube", 6, "F", 0, 1, 0),
		account("youtube", 7, "G", 0, 1, 0),
	}, "")}
	m := panetest.Begin(t, New, panetest.Sites(t, one, other), 60, 24)
	got := m.screen.platformItems()
	if want := []string{"youtube 4", "x 3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A site that is down, with or without stored accounts, does not hide the other, and says why.
func TestOverviewWithoutASite(t *testing.T) {
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	never := panetest.Options{
		Handler: down,
		API:     api.Settings{Retries: -1},
		History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
	}
	stored := options(t, panetest.Options{API: api.Settings{Retries: -1}})
	stored.Handler = down
	for name, tt := range map[string]struct {
		a, b  panetest.Options
		shows []string
	}{
		"first": {
			never,
			options(t, panetest.Options{}),
			[]string{
				"7 accounts",
				"✗ a 0 accounts no data",
				"● b 7 accounts 09:30",
				"a: ✗",
				"502",
				"Abnormal · b",
				"Harbor Tea",
			},
		},
		"second": {
			options(t, panetest.Options{}),
			never,
			[]string{
				"7 accounts",
				"● a 7 accounts 09:30",
				"✗ b 0 accounts no data",
				"b: ✗",
				"502",
				"Abnormal · a",
				"Harbor Tea",
			},
		},
		"stored": {
			options(t, panetest.Options{}),
			stored,
			[]string{
				"15 accounts",
				"● a 7 accounts 09:30",
				"✗ b 8 accounts 2026-05-19 09:30",
				"b: ✗",
				"502",
				"Abnormal · a+b",
			},
		},
	} {
		m := panetest.Begin(t, New, panetest.Sites(t, tt.a, tt.b), 200, 58)
		panetest.Shows(t, m.stack.View(), tt.shows...)
		if s := m.State(); s.Err == nil || s.At.IsZero() || s.Site != "a+b" {
			t.Errorf("%s: the state is %+v", name, s)
		}
		if panetest.Press(t, m, "do:overview.wall"); name != "stored" {
			panetest.Shows(t, m.stack.View(), "✗ ", "502", "bilibili · ", ": no data")
		}
	}
}

// In a narrow list of several sites the platform goes first, then the site, and what happened stays.
func TestNarrowFindingsOfSeveralSites(t *testing.T) {
	w := panetest.Sites(t, options(t, panetest.Options{}), options(t, panetest.Options{}))
	for width := 40; width <= 60; width++ {
		m := panetest.Begin(t, New, w, width, 20)
		if view := m.stack.View(); !strings.Contains(view, "What happened") {
			t.Errorf("%d cells do not say what happened:\n%s", width, view)
		}
	}
}
