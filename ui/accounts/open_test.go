package accounts

import (
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// A list opened by another pane starts at its first row.
func TestOpenedListStartsAtTheTop(t *testing.T) {
	for _, accounts := range []int{300, 3_000} { // sorted in Update, and outside of it
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: accounts}}),
			100,
			20,
		)
		panetest.Press(t, m, "end", "up", "up")
		current, _ := rowsOf(m).Current()
		panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, GroupID: current.GroupID}))
		shown, total := rowsOf(m).Counts()
		if shown == 0 || shown == total || rowsOf(m).Position() != 1 {
			t.Errorf("row %d of %d, of %d", rowsOf(m).Position(), shown, total)
		}
	}
}
