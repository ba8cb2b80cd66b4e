package accounts

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
)

func TestSumsOfTheSelection(t *testing.T) {
	taken := `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":`
	rows := []string{account(1, taken+"1250"), account(2, taken+"700.5"), account(3, `,"fansCount":0`)}
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(r *http.Request) string {
		if !strings.HasSuffix(r.URL.Path, "/accounts") {
			return `{"code":0,"message":"ok","data":[]}`
		}
		return list(len(rows), rows...)
	})})
	m := panetest.Begin(t, New, w, 120, 20)
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"one", func() { panetest.Press(t, m, " ") }, "1 selected   Followers 1.3k"},
		{"all", func() { panetest.Press(t, m, "*") }, "3 selected   Followers ≥ 2k (2 of 3 known)"},
		{
			"sorted",
			func() { panetest.Press(t, m, "s", "enter", "do:reverse") },
			"3 selected   Followers ≥ 2k (2 of 3 known)",
		},
		{
			"other figures",
			func() { rows[1] = account(2, taken+"9000"); panetest.Press(t, m, "r") },
			"3 selected   Followers ≥ 10.3k (2 of 3 known)",
		},
		{
			"one gone",
			func() { rows = rows[1:]; panetest.Press(t, m, "r") },
			"2 selected   Followers ≥ 9k (1 of 2 known)",
		},
		{"none", func() { panetest.Press(t, m, "*") }, ""},
	} {
		step.do()
		view := m.stack.View()
		line, _, _ := strings.Cut(view, "\n")
		if !strings.HasPrefix(line, " "+m.words.N("accounts.total", len(rows))) ||
			!strings.HasSuffix(strings.TrimRight(line, " "), step.want) ||
			strings.Contains(line, "selected") != (step.want != "") {
			t.Errorf("%s: %q, want %q", step.what, line, step.want)
		}
	}
}

// The cost of a key does not depend on the number of selected accounts: the sums
// are computed when the selection changes.
func TestDrawingDoesNotComputeSums(t *testing.T) {
	cost := func(n int) float64 {
		m := manySelected(t, n)
		return testing.AllocsPerRun(20, func() {
			m.stack.Update(panetest.KeyMsg("down"))
			m.stack.View()
			m.stack.Update(panetest.KeyMsg("up"))
			m.stack.View()
		})
	}
	few := cost(100)
	many := cost(5_000)
	if many > 1.1*few {
		t.Errorf("%v allocations with 100 selected, %v with 5,000", few, many)
	}
}

// Integers are summed without allocation.
func TestSumsDoNotAllocate(t *testing.T) {
	cost := func(n int) float64 {
		m := manySelected(t, n)
		return testing.AllocsPerRun(5, func() { new(selectionSums).add(top(m)) })
	}
	few := cost(100)
	many := cost(5_000)
	if many > few+20 {
		t.Errorf("%v allocations for the sums of 100, %v for those of 5,000", few, many)
	}
}

// The inspector shows the exact sums of the selection.
func TestInspectorShowsExactSums(t *testing.T) {
	taken := `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":`
	rows := list(2, account(1, taken+"9007199254740993"), account(2, taken+"1234567.5"))
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: answer(rows)}), 80, 24)
	if panetest.Press(t, m, "enter"); strings.Contains(m.stack.View(), "Selection") {
		t.Error("sums without a selection")
	}
	panetest.Press(t, m, "esc", "*", "enter")
	if view := m.stack.View(); !strings.Contains(view, "9,007,199,255,975,560.5") ||
		!strings.Contains(view, "2 accounts") {
		t.Errorf("the exact sum is missing:\n%s", view)
	}
}

// The sums in the inspector are those of all selected accounts, also of the last one.
func TestInspectorFollowsTheSelection(t *testing.T) {
	rows := list(3, account(1, `,"fansCount":1`), account(2, `,"fansCount":20`), account(3, `,"fansCount":300`))
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: answer(rows)}), 120, 24)
	for _, want := range []string{"Selection · 1 account", "Selection · 2 accounts", "Selection · 3 accounts"} {
		panetest.Press(t, m, " ")
		_, inspector, _ := strings.Cut(m.stack.View(), want)
		if !strings.Contains(inspector, "Followers") || strings.Contains(strings.Split(inspector, "Works")[0], "/") {
			t.Errorf("%s: sums of other accounts:\n%s", want, m.stack.View())
		}
	}
}

// A time in the future is marked: the clocks differ.
func TestStatisticsFromTheFuture(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{
			Handler: answer(list(1, account(1, `,"lastStatsTime":"2026-05-20T12:30:00Z","fansCount":1`))),
		}),
		100,
		24,
	)
	if view := m.stack.View(); !strings.Contains(view, "in 3h") {
		t.Errorf("not marked:\n%s", view)
	}
}

// The line above the list has the share of normal accounts, as far as there is room.
func TestShareOfNormalAccounts(t *testing.T) {
	failing := strings.Replace(account(2, ""), `"status":1`, `"status":0`, 1)
	for width, want := range map[int]string{120: "██░░░░░░ 75% normal", 36: " ✗ 1 abnormal"} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{
				Handler: answer(list(4, account(1, ""), failing, account(3, ""), account(4, ""))),
			}),
			width,
			20,
		)
		line, _, _ := strings.Cut(m.stack.View(), "\n")
		if !strings.HasSuffix(strings.TrimRight(line, " "), want) {
			t.Errorf("at %d: %q", width, line)
		}
	}
}

// One abnormal account of 250 is not none, and one normal account is not nobody.
func TestShareOfOneAccount(t *testing.T) {
	for normal, want := range map[int]string{249: "99%", 1: "0.4%", 166: "66%", 167: "67%"} {
		rows := make([]string, 250)
		for i := range rows {
			if rows[i] = account(i, ""); i >= normal {
				rows[i] = strings.Replace(rows[i], `"status":1`, `"status":0`, 1)
			}
		}
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Handler: answer(list(len(rows), rows...))}),
			120,
			20,
		)
		line, _, _ := strings.Cut(m.stack.View(), "\n")
		if !strings.HasSuffix(strings.TrimRight(line, " "), " "+want+" normal") {
			t.Errorf("%d normal: %q", normal, line)
		}
	}
}

// On a low screen the border of the list says how many accounts are abnormal, before anything else.
func TestAbnormalAccountsInTheBorder(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 2500}}), 60, 14)
	line, _, _ := strings.Cut(m.stack.View(), "\n")
	want := fmt.Sprintf("── 2,500 accounts  ✗ %d abnormal ", loaded(m).Abnormal)
	if !strings.HasPrefix(ansi.Strip(line), want) {
		t.Errorf("the border is %q", line)
	}
}
