package sessions

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// TestStartListsSessions opens an example of the demo, which then is the newest of
// the sessions opened.
func TestStartListsSessions(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	for _, end := range []string{"03", "01"} {
		w.Site().Examples = append(w.Site().Examples, pane.Thing{
			Kind:   pane.KindSession,
			Label:  example(end),
			Note:   "example " + end,
			Target: pane.Target{Pane: Name, SessionID: example(end)},
		})
	}
	w.Site().Examples = append(w.Site().Examples, pane.Thing{Kind: pane.KindWork, Note: "a work"})
	m := begin(t, w, 120, 30, "")
	if view := m.stack.View(); !strings.Contains(view, "example 03") || strings.Contains(view, "a work") ||
		!strings.Contains(view, "No session is open.") {
		t.Fatalf("the examples:\n%s", view)
	}
	panetest.Press(t, m, "down", "enter")
	if m.top() == nil || m.top().page.doc.id != example("01") {
		t.Fatal("enter does not open the session under the cursor")
	}
	panetest.Press(t, m, "esc")
	if rows := slices.Collect(m.start.Table.Rows()); len(rows) != 2 || rows[0].ID != example("01") ||
		!rows[0].Known() ||
		!strings.HasPrefix(rows[0].Title, "We launch the drip bag line") {
		t.Errorf("after it was opened: %+v", rows)
	}
	panetest.Press(t, m, "A", "ctrl+u", "text:nonsense", "enter")
	view := m.stack.View()
	if f, ok := m.stack.Top().(*formScreen); !ok || f.field.Value() != "nonsense" ||
		!strings.Contains(view, "example 03") ||
		!strings.Contains(view, "Not a valid session ID.") {
		t.Errorf("a refused id beside the list:\n%s", view)
	} else if err := f.State().Err; err != nil {
		t.Errorf("the header says that there is no data: %v", err)
	}
	m.stack.SetSize(80, 22)
	if view := m.stack.View(); !strings.Contains(view, "example 03") || !strings.Contains(view, "nonsense") {
		t.Errorf("at 80 columns:\n%s", view)
	}
	panetest.Press(t, m, "esc")
	if m.stack.Depth() != 1 {
		t.Errorf("esc leaves %d screens", m.stack.Depth())
	}
}

// In the past only sessions that were stored then are listed: nothing is loaded.
func TestSessionsOfThePast(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	w.Context.Moment = panetest.Now
	w.Site().Examples = append(w.Site().Examples, pane.Thing{
		Kind:   pane.KindSession,
		Note:   "example 01",
		Target: pane.Target{Pane: Name, SessionID: example("01")},
	})
	m := begin(t, w, 120, 30, "")
	if view := m.stack.View(); strings.Contains(view, "example 01") || strings.Contains(view, "to load it") {
		t.Errorf("a session that was not stored:\n%s", view)
	}
}

// TestCancelledFormRestoresTheList cancels the form, which replaces the line above a
// long list.
func TestCancelledFormRestoresTheList(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	for i := range 40 {
		label := fmt.Sprintf("session %02d", i)
		w.Site().Examples = append(w.Site().Examples, pane.Thing{
			Kind:   pane.KindSession,
			Label:  label,
			Target: pane.Target{Pane: Name, SessionID: label},
		})
	}
	m := begin(t, w, 80, 20, "")
	before := m.stack.View()
	panetest.Press(t, m, "A", "esc")
	if view := m.stack.View(); view != before {
		t.Errorf("after esc:\n%s\nbefore:\n%s", view, before)
	}
	panetest.Press(t, m, "G", "A", "esc")
	if view := m.stack.View(); !strings.Contains(view, "session 39") {
		t.Errorf("the row under the cursor is not visible:\n%s", view)
	}
}

// TestLoadingShowsTheTimeAndEscCancels opens a session that takes its time.
func TestLoadingShowsTheTimeAndEscCancels(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	var clock panetest.Clock
	w.Context.View.Now = clock.Now
	m := begin(t, w, 100, 30, "")
	m.Open(pane.Target{SessionID: example("01")})
	clock.Forward(3 * time.Second)
	if view := m.stack.View(); !strings.Contains(view, "Loading the session… (3 s)") {
		t.Errorf("what is loading, and for how long:\n%s", view)
	}
	panetest.Press(t, m, "esc")
	if m.stack.Depth() != 1 || m.State().InFlight > 0 {
		t.Error("esc does not cancel the load")
	}
}

// While stored sessions are read, the list says so, and no row is said to be not stored.
func TestListWhileStoredSessionsAreRead(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
	})
	w.Site().Examples = append(w.Site().Examples, pane.Thing{
		Kind:   pane.KindSession,
		Note:   "example 01",
		Target: pane.Target{Pane: Name, SessionID: example("01")},
	})
	m := New(w.Context)
	m.stack.SetSize(120, 30)
	load := m.Init()
	view := m.stack.View()
	if !strings.Contains(view, "Loading stored sessions…") || strings.Contains(view, "No session is open") ||
		strings.Contains(view, "Not stored") {
		t.Errorf("while they are read:\n%s", view)
	}
	panetest.Pump(t, m, load)
	view = m.stack.View()
	if !strings.Contains(view, "No session is open") || !strings.Contains(view, "Not stored") {
		t.Errorf("when they were read:\n%s", view)
	}
}

// Without sessions to choose from, enter opens the field.
func TestEnterOpensTheFieldWithoutSessions(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 80, 24, "")
	if panetest.Press(t, m, "enter"); m.stack.Depth() != 2 || !m.stack.Capturing() {
		t.Errorf("enter in an empty list:\n%s", m.stack.View())
	}
}

// The inspector of the list reads the messages of a session once no open session covers it: those of a long one
// would take as much memory again.
func TestCoveredListReadsNoMessages(t *testing.T) {
	o := panetest.Options{History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)}
	m := begin(t, panetest.New(t, o), 120, 40, example("08"))
	o.History.Wait(t.Context())
	panetest.Pump(t, m, m.start.load())
	row, ok := m.start.Table.Current()
	if !ok || !row.Known() {
		t.Fatalf("the session is not listed:\n%s", m.stack.View())
	}
	if m.start.about.session(row) != nil || m.start.about.Reading() {
		t.Error("the messages are read again while they are open")
	}
	panetest.Press(t, m, "esc")
	if m.top() != nil || m.start.about.session(row) == nil {
		t.Errorf("the inspector has no messages:\n%s", m.stack.View())
	}
}
