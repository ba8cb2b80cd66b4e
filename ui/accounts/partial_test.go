package accounts

import (
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
)

// An account that the service left out is found after L, which the line above the list
// names.
func TestAccountOutsideOfAPartialList(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 1500}, Before: awkward.Cut})
	m := panetest.Begin(t, New, w, 100, 20)
	sent := map[string]bool{}
	for _, a := range loaded(m).Rows {
		sent[a.ID] = true
	}
	panetest.Press(t, m, "R")
	hidden := ""
	for _, a := range loaded(m).Rows {
		if !sent[a.ID] {
			hidden = a.ID
		}
	}
	if hidden == "" {
		t.Fatal("the service holds nothing back")
	}
	w.ResetStore()
	m = panetest.Begin(t, New, w, 100, 20)
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, AccountID: hidden}))
	if view := m.stack.View(); !strings.Contains(view, "No account matches") || !strings.Contains(view, "1 ID") ||
		!strings.Contains(view, "R to load") {
		t.Errorf("nothing says that it may be missing:\n%s", view)
	}
	if panetest.Press(t, m, "R"); rowsOf(m).Position() != 1 {
		t.Errorf("not shown:\n%s", m.stack.View())
	}
}

// While the accounts are loading, a filter without a match is not called empty.
func TestNoMatchInACompleteList(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 100, 20)
	m.stack.Update(panetest.KeyMsg("r"))
	m.Open(pane.Target{Pane: Name, AccountID: "no such account"})
	if view := m.stack.View(); !strings.Contains(view, "No account matches") {
		t.Errorf("nothing says that it is not there:\n%s", view)
	}
}
