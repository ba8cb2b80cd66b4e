package sessions

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// two serves only the sessions a and b.
func two() http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.Contains(r.URL.Path, "/a/"):
			return messages(record(
				"1",
				"user",
				textPart("I am A https://example.com/a/1.png https://example.com/a/2.png"),
			))
		case strings.Contains(r.URL.Path, "/b/"):
			return messages(record(
				"1",
				"user",
				textPart("I am B https://example.com/b/1.png https://example.com/b/2.png"),
			))
		}
		return `{"code":18104,"message":"Agent session not found","data":{}}`
	})
}

// loads returns the timers of the next loads.
func loads(w *panetest.World) []panetest.Timer {
	return slices.DeleteFunc(w.Timers(), func(timer panetest.Timer) bool {
		_, ok := timer.Msg.(updateDue)
		return !ok
	})
}

// due is the message of the timer that was set last.
func due(t *testing.T, w *panetest.World) any {
	t.Helper()
	timers := loads(w)
	if len(timers) == 0 {
		t.Fatal("no timer")
	}
	return timers[len(timers)-1].Msg
}

// TestRefusedIDIsNotAFailedRefresh opens an id that does not exist from a session.
func TestRefusedIDIsNotAFailedRefresh(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: two()}), 80, 12, "a")
	panetest.Press(t, m, "A", "ctrl+u", "text:nope", "enter", "esc")
	if m.top().updates.load.Err != nil {
		t.Errorf("the session has an error:\n%s", m.stack.View())
	}
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "nope"}))
	panetest.Press(t, m, "esc")
	if m.top().updates.load.Err != nil || !strings.Contains(m.stack.View(), "I am A") {
		t.Errorf("after esc:\n%s", m.stack.View())
	}
}

// An ID that is pasted after a session was opened is not joined to that of the session.
func TestFormIsEmptyAfterASession(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: two()}), 80, 12, "a")
	panetest.Press(t, m, "A", "text:b", "enter")
	if m.top().page.doc.id != "b" {
		t.Errorf("session %s is open:\n%s", m.top().page.doc.id, m.stack.View())
	}
}

// TestFollowingWaitsWhileAnotherSessionIsRead opens a session from one that is
// followed: it is not loaded until the user is back.
func TestFollowingWaitsWhileAnotherSessionIsRead(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: two()})
	m := begin(t, w, 80, 12, "a")
	panetest.Press(t, m, "w")
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "b"}))
	if m.top().updates.following {
		t.Error("the other session is followed")
	}
	before := len(w.Requests())
	if panetest.Pump(t, m, m.stack.Update(due(t, w))); len(w.Requests()) != before {
		t.Error("the session below is loaded")
	}
	panetest.Press(t, m, "esc")
	if panetest.Pump(t, m, m.stack.Update(due(t, w))); len(w.Requests()) != before+1 || !m.top().updates.following {
		t.Error("following does not continue")
	}
	stale := due(t, w)
	panetest.Press(t, m, "w", "esc")
	before = len(w.Requests())
	if panetest.Pump(t, m, m.stack.Update(stale)); len(w.Requests()) != before {
		t.Error("a closed session is loaded")
	}
}

func TestRefreshWhileAnotherSessionIsOpened(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: two()})
	w.Context.Refresh = time.Minute
	m := begin(t, w, 80, 12, "a")
	if timers := loads(w); len(timers) > 0 {
		t.Errorf("a session that is not followed is loaded again: %v", timers)
	}
	panetest.Press(t, m, "w")
	refresh := due(t, w)
	panetest.Press(t, m, "A", "ctrl+u", "text:b")
	opening := m.stack.Update(panetest.KeyMsg("enter"))
	panetest.Pump(t, m, m.stack.Update(refresh))
	if panetest.Pump(t, m, opening); m.top().page.doc.id != "b" {
		t.Errorf("session %s is open", m.top().page.doc.id)
	}
}

// TestSearchInANewerState gets it while the user types.
func TestSearchInANewerState(t *testing.T) {
	first := record("1", "user", textPart("go"))
	second := record("2", "assistant", textPart("one"))
	for _, later := range [][]string{
		{first, second, record("3", "assistant", textPart("needle"))},
		{record("1", "user", textPart("needle"))},
	} {
		records := []string{first, second}
		w := panetest.New(t, panetest.Options{Handler: serve(func() string { return messages(records...) })})
		m := begin(t, w, 80, 12, "s")
		panetest.Press(t, m, "w", "/")
		records = later
		panetest.Pump(t, m, m.stack.Update(due(t, w)))
		panetest.Press(t, m, "text:needle", "enter")
		if len(m.top().search.hits) != 1 || m.top().page.here().Message != len(later)-1 {
			t.Errorf(
				"%d hits, the cursor is in message %d:\n%s",
				len(m.top().search.hits),
				m.top().page.here().Message,
				m.stack.View(),
			)
		}
	}
}

func TestFollowingStaysAtTheHit(t *testing.T) {
	records := []string{record("1", "user", textPart("needle")), record("2", "assistant", textPart("needle"))}
	w := panetest.New(t, panetest.Options{Handler: serve(func() string { return messages(records...) })})
	m := begin(t, w, 80, 20, "s")
	panetest.Press(t, m, "w", "/", "text:needle", "enter")
	here := m.top().page.here()
	if m.top().search.at < 0 || !m.top().page.readsEnd() {
		t.Fatalf("hit %d, at the end: %t", m.top().search.at, m.top().page.readsEnd())
	}
	for _, id := range []string{"3", "4"} {
		records = append(records, record(id, "assistant", textPart("needle")))
		panetest.Pump(t, m, m.stack.Update(due(t, w)))
		if len(m.top().search.hits) != len(records) || m.top().page.here() != here {
			t.Errorf("%d hits, at %v; it was at %v", len(m.top().search.hits), m.top().page.here(), here)
		}
	}
}

func TestHitsInALongTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| platform | note |\n|---|---|\n")
	for i := range 200 {
		note := "nothing to say"
		if i >= 120 && i < 140 {
			note = "this platform is it"
		}
		fmt.Fprintf(&b, "| douyin-%d | %s |\n", i, note)
	}
	m := searched(t, b.String(), "platform", panetest.Options{})
	if n := len(m.top().search.hits); n < 21 {
		t.Fatalf("%d hits", n)
	}
	checkHits(t, m)
}

func TestFilesFollowTheirSession(t *testing.T) {
	pictures := 2
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(r *http.Request) string {
		text := ""
		for i := range pictures {
			text += fmt.Sprintf("https://example.com%s/%d.png ", r.URL.Path, i)
		}
		return messages(record("1", "user", textPart(text)))
	})})
	m := begin(t, w, 80, 14, "a")
	panetest.Press(t, m, "w", "do:sessions.media", " ", "down")
	pictures = 3
	panetest.Pump(t, m, m.stack.Update(due(t, w)))
	_, total := files(t, m).Counts()
	if r, _ := files(t, m).Current(); total != 3 || files(t, m).SelectedCount() != 1 || r.Number != 2 {
		t.Errorf("%d files, %d selected, the cursor at %d", total, files(t, m).SelectedCount(), r.Number)
	}
	panetest.Press(t, m, "/", "text:2.png", "enter", "esc", "esc")
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "b"}))
	panetest.Press(t, m, "do:sessions.media")
	if r, _ := files(t, m).Current(); files(t, m).SelectedCount() != 0 || r.Number != 1 {
		t.Errorf("in another session %d are selected, the cursor is at %d", files(t, m).SelectedCount(), r.Number)
	}
}
