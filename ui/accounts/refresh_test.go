package accounts

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
)

// due runs the timer that was set last and returns the requests that follow.
func due(t *testing.T, w *panetest.World, m *Model) []string {
	t.Helper()
	timers := w.Timers()
	last := timers[len(timers)-1]
	if last.After != 5*time.Minute {
		t.Errorf("the next load is due after %v", last.After)
	}
	before := len(w.Requests())
	panetest.Pump(t, m, m.Update(last.Msg))
	return w.Requests()[before:]
}

func TestRefreshByItself(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	panetest.Begin(t, New, w, 100, 20)
	if len(w.Timers()) != 0 {
		t.Fatal("it refreshes although nobody asked for that")
	}
	w.Context.Refresh = 5 * time.Minute
	m := panetest.Begin(t, New, w, 100, 20)
	first := w.Timers()[0]
	if got := due(t, w, m); len(got) != 1 {
		t.Errorf("requests: %v", got)
	}
	before := len(w.Requests())
	panetest.Pump(t, m, m.Update(first.Msg)) // another answer has come since
	if got := w.Requests()[before:]; len(got) != 0 {
		t.Errorf("an old timer asked: %v", got)
	}
}

// A list that was completed is not cut again.
func TestRefreshOfACompletedList(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 3000, CutUnfiltered: true}})
	w.Context.Refresh = 5 * time.Minute
	m := panetest.Begin(t, New, w, 100, 20)
	panetest.Press(t, m, "L")
	rows := len(m.list.Value.rows)
	if got := due(t, w, m); len(m.list.Value.rows) != rows || len(got) < 10 {
		t.Errorf("%d rows, then %d by %v", rows, len(m.list.Value.rows), got)
	}
	if panetest.Press(t, m, "r"); len(m.list.Value.rows) != rows {
		t.Errorf("%d rows, and %d after the key", rows, len(m.list.Value.rows))
	}
}

func TestColumnsOfThePerson(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	w.Context.Columns = map[string][]string{Name: {"nickname", "uid", "avatar"}}
	m := panetest.Begin(t, New, w, 200, 20)
	var chosen []string
	for _, c := range m.table.Columns() {
		if c.Chosen {
			chosen = append(chosen, c.ID)
		}
	}
	if !slices.Equal(chosen, []string{"nickname", "uid"}) {
		t.Errorf("columns %v", chosen)
	}
}
