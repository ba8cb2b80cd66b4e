package triage

import (
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

func open(t testing.TB, o panetest.Options) *Model {
	return panetest.Begin(t, New, panetest.New(t, o), 120, 38)
}

// Without a history the page has what the service knows now.
func TestScreenWithoutHistory(t *testing.T) {
	panetest.Screen(t, "now", open)
}

// Enter opens the account in its pane.
func TestOpen(t *testing.T) {
	m := open(t, panetest.Options{})
	f := m.found.Value.findings[0]
	up := panetest.Press(t, m, "enter")
	if want := (pane.Open{Target: pane.Target{Pane: "accounts", AccountID: f.Account.ID}}); len(up) != 1 || up[0] != want || f.Kind != Abnormal {
		t.Errorf("%v, not %v", up, want)
	}
}
