package accounts

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func hundred(lang words.Lang) panetest.Options {
	return panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 100}}
}

// One key offers all filters: typing a part of a platform, a status or a group sets it, and choosing it
// again takes it away.
func TestFilterByChoosing(t *testing.T) {
	for lang, status := range map[words.Lang]string{words.English: "abnormal", words.Chinese: "异常"} {
		m := panetest.Begin(t, New, panetest.New(t, hundred(lang)), 120, 38)
		panetest.Press(t, m, "f")
		for _, title := range []string{
			"menu.filter_by",
			"key.accounts.platforms",
			"key.accounts.by_group",
			"key.accounts.ids",
		} {
			panetest.Shows(t, m.stack.View(), m.words.T(title))
		}
		panetest.Press(t, m, "text:tik", "enter", "f", "text:"+status, "enter")
		if f := top(m).filter; !slices.Equal(f.Platforms, []string{"tiktok"}) || f.Status != fleet.Abnormal {
			t.Errorf("%s: the filter is %+v", lang, f)
		}
		panetest.Press(t, m, "f", "text:douyin", "enter", "f", "text:tik")
		panetest.Shows(t, m.stack.View(), m.theme.Glyphs.Selected+" "+m.words.T("overview.baseline_shown"))
		panetest.Press(t, m, "enter", "f", "text:"+status, "enter")
		if f := top(m).filter; !slices.Equal(f.Platforms, []string{"douyin"}) || f.Status != fleet.Any {
			t.Errorf("%s: after choosing both again the filter is %+v", lang, f)
		}
	}
}

// The box of filters also opens those in which several values can be chosen, and the one for IDs.
func TestFilterBySeveral(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, hundred(words.English)), 120, 38)
	panetest.Press(t, m, "f", "text:groups", "enter", " ", "down", " ", "enter")
	if f := top(m).filter; len(f.Groups) != 2 {
		t.Errorf("the groups are %q", f.Groups)
	}
	id := loaded(m).Rows[3].ID
	panetest.Press(t, m, "=", "f", "text:by id", "enter", "text:"+id, "enter")
	if f := top(m).filter; len(f.Groups) != 0 || !slices.Equal(f.IDs, []string{id}) {
		t.Errorf("the filter is %+v", f)
	}
	panetest.Press(t, m, "do:accounts.status", "text:normal", "down", "enter")
	if f := top(m).filter; f.Status == fleet.Any {
		t.Errorf("the status is %q", f.Status)
	}
}

// Reset shows the accounts that the list was opened with, in the first order.
func TestResetOfFilters(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, hundred(words.English)), 120, 38)
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "douyin"}))
	panetest.Press(t, m, "x", "/", "text:a", "enter", "s", "text:followers", "enter", "=")
	f := top(m).filter
	by, _ := rowsOf(m).Sort()
	if !f.SameFilters(&fleet.Query{Platforms: []string{"douyin"}}) || top(m).Query.Value() != "" || by != "status" {
		t.Errorf("the filter is %+v %q, sorted by %s", f, top(m).Query.Value(), by)
	}
}

// What belongs to an account is in one box, and the keys that led there do nothing.
func TestGoToOfAnAccount(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, hundred(words.English)), 120, 38)
	a, _ := rowsOf(m).Current()
	for text, want := range map[string]pane.Target{
		"works":   {Pane: "works", Platform: a.Type, AccountID: a.ID},
		"options": {Pane: "options", Platform: a.Type},
		"group":   {Pane: "groups", GroupID: a.GroupID},
	} {
		up := panetest.Press(t, m, ">", "text:"+text, "enter")
		if got := opened(up); got != want {
			t.Errorf("%s opens %+v, not %+v", text, got, want)
		}
	}
	for _, old := range strings.Fields("p t C # O u !") {
		if up := panetest.Press(t, m, old); len(up) > 0 || m.stack.Depth() != 1 {
			t.Errorf("%q does %v", old, up)
		}
	}
}

// The baseline that is compared with is a choice here too.
func TestBaselineOfAccounts(t *testing.T) {
	w := panetest.New(t, panetest.Options{DemoHistory: true, Sandbox: sandbox.Options{Accounts: 50}})
	m := panetest.Begin(t, New, w, 120, 38)
	panetest.Press(t, m, "b", "text:7 days", "enter")
	if got := m.store.Baseline(); got != "7d" {
		t.Errorf("the baseline is %q", got)
	}
}

// The border says since when accounts are new and their numbers changed.
func TestBorderSaysSinceWhen(t *testing.T) {
	w := panetest.New(t, panetest.Options{DemoHistory: true, Sandbox: sandbox.Options{Accounts: 50}})
	m := panetest.Begin(t, New, w, 120, 38)
	border := func(width int) string {
		m.stack.SetSize(width, 24)
		return strings.Split(ansi.Strip(m.stack.View()), "\n")[1]
	}
	for _, step := range []struct {
		chosen string
		width  int
		want   string
	}{
		{"", 120, "since yesterday 09:30 · 1/50"},
		{"", 80, "since yesterday 09:30 · 1/50"},
		{"7 days", 120, "▲ · since 13 May 09:30 · 1/50"},
		{"7 days", 60, "▲ · since 13 May 09:30 · 1/50"},
		{"7 days", 55, "▲ · 1/50"},
	} {
		if step.chosen != "" && string(m.store.Baseline()) != "7d" {
			panetest.Press(t, m, "b", "text:"+step.chosen, "enter")
		}
		if got := border(step.width); !strings.Contains(got, step.want) {
			t.Errorf("baseline %q, %d columns: no %q in\n%s", step.chosen, step.width, step.want, got)
		}
	}
	first := panetest.Begin(t, New, panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 50}}), 120, 38)
	if view := first.stack.View(); strings.Contains(view, "since") || strings.Contains(view, "recorded from now on") {
		t.Errorf("without a history:\n%s", view)
	}
}

// The column of signs has no title in the table: the border names it where the rows are sorted by it.
func TestSortBySignsIsNamed(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "by status ▲ · 1/100",
		words.Chinese: "按状态 ▲ · 1/100",
	} {
		m := panetest.Begin(t, New, panetest.New(t, hundred(lang)), 120, 38)
		lines := strings.Split(ansi.Strip(m.stack.View()), "\n")
		if !strings.Contains(lines[1], want) || strings.Contains(lines[2], "▲") {
			t.Errorf("no %q in\n%s\n%s", want, lines[1], lines[2])
		}
		panetest.Press(t, m, "s", "text:"+m.words.T("accounts.column.fansCount"), "enter")
		lines = strings.Split(ansi.Strip(m.stack.View()), "\n")
		if strings.Contains(lines[1], "▲") || !strings.Contains(lines[2], "▼") {
			t.Errorf("sorted by followers:\n%s\n%s", lines[1], lines[2])
		}
	}
}

// Each number above the list has its word, also in the rule of a low screen.
func TestNumbersHaveWords(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"100 accounts", "abnormal", "normal"},
		words.Chinese: {"100 个账号", "异常", "正常"},
	} {
		m := panetest.Begin(t, New, panetest.New(t, hundred(lang)), 80, 22)
		panetest.Shows(t, strings.Split(m.stack.View(), "\n")[0], want...)
		m.stack.SetSize(60, 14)
		panetest.Shows(t, strings.Split(m.stack.View(), "\n")[0], want[:2]...)
	}
}
