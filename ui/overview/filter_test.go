package overview

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// shownFindings returns the findings in the list.
func shownFindings(m *Model) (all []*findings.Finding) {
	for r := range m.screen.findings.Table.Rows() {
		if r.Finding != nil {
			all = append(all, r.Finding)
		}
	}
	return all
}

// The box of f narrows the findings by kind, platform and group, with a chip for each; the cursor is on the
// first finding that is left. Choosing one again, esc and reset take it away.
func TestFilterFindingsByChoosing(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{Lang: lang})), 120, 38)
		all := len(shownFindings(m))
		title := m.view.KindTitle(findings.PriceChanged)
		for _, again := range [][]string{{"f", "text:" + title, "enter"}, {"esc"}, {"="}} {
			panetest.Press(t, m, "f", "text:"+title, "enter")
			shown := shownFindings(m)
			current, ok := m.screen.findings.Table.Current()
			if len(shown) != 1 || shown[0].Kind != findings.PriceChanged || !ok || current.Finding != shown[0] {
				t.Errorf("%s: %d findings, the cursor on %+v:\n%s", lang.Tag(), len(shown), current, m.stack.View())
			}
			if chips := m.screen.chips(); len(chips) != 1 || chips[0].Text != title {
				t.Errorf("%s: the chips are %+v", lang.Tag(), chips)
			}
			panetest.Press(t, m, again...)
			if n := len(shownFindings(m)); n != all || m.screen.filter.isOn() {
				t.Errorf("%s: %q shows %d of %d findings", lang.Tag(), again, n, all)
			}
		}
	}
}

// Filters of different kinds hold together, and a facet says how many accounts or things it keeps of those.
func TestFacetsOfFindings(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{})), 120, 38)
	panetest.Press(t, m, "f", "text:bilibili", "enter")
	for _, f := range shownFindings(m) {
		if f.Platform != "bilibili" {
			t.Errorf("%s of %q is shown", f.Kind, f.Platform)
		}
	}
	facet := func(id string) *pane.Facet {
		for _, f := range m.screen.facets() {
			if f.ID == id {
				return &f
			}
		}
		return &pane.Facet{}
	}
	if f := facet(string(findings.Incident)); f.Count != 3 || f.On {
		t.Errorf("of incidents on the platform: %+v", f)
	}
	if f := facet(string(findings.PriceChanged)); f.ID != "" {
		t.Errorf("a kind without findings on the platform: %+v", f)
	}
	if f := facet("bilibili"); !f.On || f.Count == 0 {
		t.Errorf("the platform: %+v", f)
	}
	panetest.Pump(t, m, facet(string(findings.Incident)).Toggle())
	if shown := shownFindings(m); len(shown) != 1 || shown[0].Kind != findings.Incident {
		t.Errorf("%d findings", len(shown))
	}
	if chips := m.screen.chips(); len(chips) != 2 || !strings.Contains(chips[1].Text, "bilibili") {
		t.Errorf("the chips are %+v", chips)
	}
	panetest.Press(t, m, "=", "f", "text:g0", "enter")
	if m.screen.filter.groups[0] != "g0" {
		t.Fatalf("the filter is %+v", m.screen.filter)
	}
	for _, f := range shownFindings(m) {
		if groupsOf(f)["g0"] == 0 {
			t.Errorf("%s of the groups %v is shown", f.Kind, groupsOf(f))
		}
	}
}

// A kind of which there are many is folded, but not where the user asked for it.
func TestFilterByAFoldedKind(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{})), 120, 38)
	account := m.store.Accounts.List().Rows[0]
	for i := range manyAlike + 1 {
		m.all = append(m.all, &findings.Finding{
			Kind:     findings.Silent,
			Section:  findings.Open,
			ID:       string(rune('a' + i)),
			Platform: account.Type,
			Account:  account,
		})
	}
	panetest.Pump(t, m, m.screen.fill())
	count := func() (n int) {
		for _, f := range shownFindings(m) {
			if f.Kind == findings.Silent {
				n++
			}
		}
		return n
	}
	if n := count(); n != 0 {
		t.Errorf("%d findings of a folded kind", n)
	}
	panetest.Press(t, m, "f", "text:"+m.view.KindTitle(findings.Silent), "enter")
	if n := count(); n != manyAlike+1 {
		t.Errorf("%d findings of the kind that was chosen:\n%s", n, m.stack.View())
	}
}

// An inspector does not repeat its heading, and an incident needs none.
func TestInspectorSaysItOnce(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for _, f := range []*findings.Finding{
		{Kind: findings.Abnormal, Section: findings.Open, Platform: "x"},
		{Kind: findings.Incident, What: findings.TurnedAbnormal, Platform: "x", Count: 3},
	} {
		if title := m.blocks(f)[0].Title; title != "" {
			t.Errorf("%s: the heading %q stands above %q", f.Kind, title, m.view.Finding(f).Sentence())
		}
	}
	price := move(t, m, func(r *resource.FindingRow) bool {
		return r.Finding != nil && r.Kind == findings.PriceChanged
	})
	if title := m.blocks(price.Finding)[0].Title; title == "" {
		t.Error("a change of prices has no heading")
	}
}

// Before accounts are known, a failure is told once, in one region.
func TestFailureIsToldOnce(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
		Handler: panetest.Answers(func(*http.Request) string {
			return `{"code":7,"message":"too many requests","data":{},"requestId":"r-1"}`
		}),
	}), 120, 38)
	if view := m.stack.View(); strings.Count(view, "too many requests") != 1 || strings.Contains(view, "Platforms") {
		t.Errorf("the failure:\n%s", view)
	}
}

// The line of the platforms of several sites has each platform once.
func TestPlatformsOfSeveralSitesInALine(t *testing.T) {
	w := panetest.Sites(t, options(t, panetest.Options{}), options(t, panetest.Options{}))
	m := panetest.Begin(t, New, w, 80, 22)
	panetest.Shows(t, m.stack.View(), "Abnormal by platform: bilibili 6 · x 4")
}

// Beside the platforms of several sites stands how many of their accounts are abnormal.
func TestPlatformsOfSeveralSites(t *testing.T) {
	w := panetest.Sites(
		t,
		panetest.Options{History: panetest.History(t, t.TempDir()+"/a.db", panetest.Now)},
		panetest.Options{History: panetest.History(t, t.TempDir()+"/b.db", panetest.Now)},
	)
	m := panetest.Begin(t, New, w, 120, 38)
	if view := m.screen.platforms.View(); !strings.Contains(view, "Abnormal") {
		t.Errorf("the platforms:\n%s", view)
	}
}

// The border of a narrow inspector shortens the platform before it cuts how many accounts a finding is about.
func TestTitleOfANarrowInspector(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	f := move(t, m, ofKind(findings.Incident)).Finding
	f.Platform = "WeChat Channels"
	border, _, _ := strings.Cut(ansi.Strip(m.screen.drawInspector(32, 20)), "\n")
	if !strings.Contains(border, " 3 accounts ") || !strings.Contains(border, " WeChat Ch. ") {
		t.Errorf("the border is %q", border)
	}
}

// A filter that leaves only findings that are folded unfolds them, and folds them again when it is taken away.
// The title of a section counts what the filter keeps.
func TestFilterUnfoldsWhatIsLeft(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{})), 120, 38)
	m.all = append(m.all, &findings.Finding{
		Kind:     findings.NeverFetched,
		Section:  findings.Expected,
		ID:       "1",
		Name:     "Quiet",
		Platform: "x",
	}, &findings.Finding{Kind: findings.Stale, Section: findings.Expected, ID: "2", Name: "Old", Platform: "x"})
	panetest.Pump(t, m, m.screen.fill())
	panetest.Press(t, m, "f", "text:"+m.view.KindTitle(findings.NeverFetched), "enter")
	if shown := shownFindings(m); len(shown) != 1 || shown[0].ID != "1" {
		t.Errorf("%d findings:\n%s", len(shown), m.stack.View())
	}
	section := &resource.FindingSection{Of: findings.Expected, Count: 1}
	if of := m.screen.sectionPlatforms(section); len(of) != 1 || of[0].Value != "1" {
		t.Errorf("by platform: %+v", of)
	}
	panetest.Press(t, m, "esc")
	for _, f := range shownFindings(m) {
		if f.Section == findings.Expected {
			t.Errorf("%s is shown without the filter", f.Name)
		}
	}
}

// However many prices changed, what to do next is in the inspector.
func TestNextBeforeManyPrices(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	f := *move(t, m, ofKind(findings.PriceChanged)).Finding
	for range 30 {
		f.Changes = append(f.Changes, f.Changes[0])
	}
	lines := strings.Join(m.inspect(&f, 30, 20), "\n")
	if !strings.Contains(ansi.Strip(lines), m.words.T("finding.next")) {
		t.Errorf("the inspector:\n%s", lines)
	}
}

// Before the history is read the box offers all kinds, and the same keys choose the logins that may end as later.
func TestChooseLoginsBeforeTheHistoryIsRead(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		m := New(panetest.New(t, options(t, panetest.Options{Lang: lang})).Context)
		ill := &api.Account{ID: "a", Type: "linkedin", Nickname: "Ill", Status: api.Int(0)}
		m.store.Accounts.Value = fleet.NewList([]*api.Account{ill}, api.Int(1))
		m.store.Accounts.At = panetest.Now
		m.stack.SetSize(120, 40)
		panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindAccounts}))
		panetest.Press(t, m, "f", "l")
		if view := m.stack.View(); strings.Contains(view, m.view.KindTitle(findings.LikelyToTurn)+" 0") {
			t.Errorf("%s: 0 logins, which is not known:\n%s", lang.Tag(), view)
		}
		panetest.Press(t, m, "enter")
		if kinds := m.screen.filter.kinds; !slices.Equal(kinds, []findings.Kind{findings.LikelyToTurn}) {
			t.Errorf("%s: %v are shown:\n%s", lang.Tag(), kinds, m.stack.View())
		}
	}
}
