package accounts

import (
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
)

// due runs the newest timer and returns the requests that follow.
func due(t *testing.T, w *panetest.World, m *Model) []string {
	t.Helper()
	timers := w.Timers()
	last := timers[len(timers)-1]
	if last.After != 5*time.Minute {
		t.Errorf("the next load is due after %v", last.After)
	}
	before := len(w.Requests())
	panetest.Pump(t, m, func() tea.Msg { return last.Msg })
	return w.Requests()[before:]
}

func TestAutomaticRefresh(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	panetest.Begin(t, New, w, 100, 20)
	if len(w.Timers()) != 0 {
		t.Fatal("it refreshes although the user did not configure it")
	}
	w = panetest.New(t, panetest.Options{Refresh: 5 * time.Minute, Handler: answer(list(1, account(1, "")))})
	m := panetest.Begin(t, New, w, 100, 20)
	var first panetest.Timer
	for _, timer := range w.Timers() { // the platforms have a timer of their own
		first = timer
	}
	if got := due(t, w, m); len(got) != 1 {
		t.Errorf("requests: %v", got)
	}
	before := len(w.Requests())
	panetest.Pump(t, m, func() tea.Msg { return first.Msg }) // another answer has come since
	if got := w.Requests()[before:]; len(got) != 0 {
		t.Errorf("an outdated timer sent requests: %v", got)
	}
}

// Refreshing a completed list loads all rows again.
func TestRefreshOfACompletedList(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		Refresh: 5 * time.Minute,
		Sandbox: sandbox.Options{Accounts: 1500},
		Before:  awkward.Cut,
	})
	m := panetest.Begin(t, New, w, 100, 20)
	panetest.Press(t, m, "R")
	rows := len(loaded(m).Rows)
	if got := due(t, w, m); len(loaded(m).Rows) != rows || len(got) < 10 {
		t.Errorf("%d rows, then %d by %v", rows, len(loaded(m).Rows), got)
	}
	if panetest.Press(t, m, "r"); len(loaded(m).Rows) != rows {
		t.Errorf("%d rows, and %d after the key", rows, len(loaded(m).Rows))
	}
}

func TestChosenColumns(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	w.Context.Columns = map[string][]string{Name: {"nickname", "uid", "avatar"}}
	m := panetest.Begin(t, New, w, 200, 20)
	var chosen []string
	columns, _ := rowsOf(m).Columns()
	for _, c := range columns {
		chosen = append(chosen, c.ID)
	}
	if !slices.Equal(chosen, []string{"nickname", "uid"}) {
		t.Errorf("columns %v", chosen)
	}
}
