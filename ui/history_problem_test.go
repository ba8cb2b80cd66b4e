package ui

import (
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/history"
	"channeldeck/ui/words"
)

// Each kind of problem of the history is shown once, also one that comes after another, and the next is waited for.
func TestProblemsOfTheHistory(t *testing.T) {
	d := open(t, words.English, "accounts", 120, 40)
	for _, tt := range []struct {
		kind  history.ProblemKind
		shown string
	}{
		{history.SessionTooLarge, "The session is too large"},
		{history.Full, "The disk is full"},
		{history.SessionTooLarge, "The disk is full"},
	} {
		_, cmd := d.m.Update(historyProblem{&history.Problem{Kind: tt.kind, Err: errors.New("no")}})
		if view := ansi.Strip(d.m.View()); !strings.Contains(view, tt.shown) {
			t.Errorf("%s: no %q in\n%s", tt.kind, tt.shown, view)
		}
		if cmd == nil {
			t.Errorf("%s: no problem after it is waited for", tt.kind)
		}
	}
}
