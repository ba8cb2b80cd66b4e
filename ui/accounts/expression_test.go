package accounts

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The line of the filter takes expressions beside text. What is not understood leaves the rows
// as they are, and says so; tab completes names, operators and values.
func TestExpressionsInTheFilterLine(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 200}}), 120, 20)
	count := func() int {
		shown, _ := rowsOf(m).Counts()
		return shown
	}
	says := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			if view := m.stack.View(); !strings.Contains(view, text) {
				t.Errorf("no %q in\n%s", text, view)
			}
		}
	}
	all := count()
	panetest.Press(t, m, "/", "text:stat")
	says("tab status:")
	panetest.Press(t, m, "tab", "text:abnormal")
	ill := count()
	if ill == 0 || ill >= all || top(m).Query.Value() != "status:abnormal" {
		t.Fatalf("%d of %d rows for %q", ill, all, top(m).Query.Value())
	}
	panetest.Press(t, m, "text: followrs>9")
	says("understand the filter followrs>9")
	if count() != ill {
		t.Errorf("%d rows for a mistake", count())
	}
	panetest.Press(t, m, "esc", "esc")
	if count() != all {
		t.Errorf("%d of %d rows after esc", count(), all)
	}
	by, desc := rowsOf(m).Sort()
	panetest.Press(t, m, "/", "text:followers")
	says("tab followers>  followers<  followers>=")
	panetest.Press(t, m, "text:>1 columns:id,粉线")
	says("No column “粉线”")
	panetest.Press(t, m, "backspace", "backspace", "text:followers sort:-")
	says("sort:-type")
	panetest.Press(t, m, "text:followers dad", "enter")
	if id, desc := rowsOf(m).Sort(); id != "fansCount" || !desc {
		t.Errorf("sorted by %s, descending %v", id, desc)
	}
	if chosen, _ := rowsOf(m).Columns(); len(chosen) != 2 || chosen[0].ID != "id" || chosen[1].ID != "fansCount" {
		t.Errorf("%d columns", len(chosen))
	}
	panetest.Press(t, m, "esc")
	if id, was := rowsOf(m).Sort(); id != by || was != desc {
		t.Errorf("sorted by %s after esc", id)
	}
	if chosen, _ := rowsOf(m).Columns(); len(chosen) == 2 {
		t.Error("the columns of the line after esc")
	}
	q := fleet.Query{Status: fleet.Abnormal, Match: "columns:x", Sort: "-id", Columns: []string{"id"}}
	panetest.Pump(t, m, top(m).ShowView(config.SavedView{List: Name, Query: q}))
	if line := top(m).Query.Value(); line != `"columns:x"` {
		t.Errorf("the line of a view: %s", line)
	}
	if chosen, _ := rowsOf(m).Columns(); len(chosen) != 1 {
		t.Errorf("%d columns of a view", len(chosen))
	}
	panetest.Press(t, m, "esc")
	if count() != ill {
		t.Errorf("%d rows of a view, want %d", count(), ill)
	}
}

// Filters of a saved view are worded: columns by their titles, and accounts without a new work in a sentence.
func TestChipsOfExpressions(t *testing.T) {
	t.Parallel()
	terms := []fleet.Term{
		fleet.NoWorkFor(14 * 24 * time.Hour),
		{Column: "fansCount", Op: ">", Value: "100k"},
		{Column: "nickname", Op: ":", Value: "tea"},
	}
	for lang, chips := range map[words.Lang][]string{
		words.English: {"no new work for 14 days", "Followers > 100k", "Name: tea"},
		words.Chinese: {"14 天无新作品", "粉丝 > 100k", "昵称：tea"},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 20}})
		m := panetest.Begin(t, New, w, 120, 20)
		view := config.SavedView{List: Name, Query: fleet.Query{Terms: terms}}
		panetest.Pump(t, m, top(m).ShowView(view))
		panetest.Shows(t, m.stack.View(), chips...)
		if strings.Contains(m.stack.View(), "workCount") {
			t.Errorf("a name of the interface:\n%s", m.stack.View())
		}
	}
}
