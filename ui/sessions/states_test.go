package sessions

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// two are sessions a and b; there is no other.
func two() http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.Contains(r.URL.Path, "/a/"):
			return messages(said("1", "user", textPart("I am A https://example.com/a/1.png https://example.com/a/2.png")))
		case strings.Contains(r.URL.Path, "/b/"):
			return messages(said("1", "user", textPart("I am B https://example.com/b/1.png https://example.com/b/2.png")))
		}
		return `{"code":18104,"message":"Agent session not found","data":{}}`
	})
}

// due is the message of the timer that was set last.
func due(t *testing.T, w *panetest.World) any {
	t.Helper()
	timers := w.Timers()
	if len(timers) == 0 {
		t.Fatal("no timer")
	}
	return timers[len(timers)-1].Msg
}

// What could not be opened says nothing of the session that stays open.
func TestARefusedIDIsNoFailedRefresh(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: two()}), 80, 12, "a")
	panetest.Press(t, m, "o", "ctrl+u", "text:nope", "enter", "esc")
	running := m.Update(panetest.KeyMsg("r"))
	if m.hasAlert() {
		t.Errorf("while it is refreshed:\n%s", m.View())
	}
	panetest.Pump(t, m, running)
	back := m.Remember()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "nope"}))
	panetest.Press(t, m, "esc")
	if panetest.Pump(t, m, back()); m.hasAlert() {
		t.Errorf("after the way back:\n%s", m.View())
	}
}

// Following ends with the session that was followed, and goes on where one comes
// back to the same.
func TestTheWayBackAndFollowing(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: two()})
	m := begin(t, w, 80, 12, "a")
	back := m.Remember()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "b"}))
	panetest.Press(t, m, "f")
	if panetest.Pump(t, m, back()); m.follow.on || m.doc.id != "a" {
		t.Errorf("session %s, follows: %t", m.doc.id, m.follow.on)
	}
	panetest.Press(t, m, "f")
	back = m.Remember()
	_ = m.Update(due(t, w)) // a look that the way back ends
	if panetest.Pump(t, m, back()); !m.follow.on {
		t.Fatal("does not follow any more")
	}
	before := len(w.Requests())
	if panetest.Pump(t, m, m.Update(due(t, w))); len(w.Requests()) != before+1 {
		t.Error("never looks again")
	}
}

// There is no way back from a session to none: what was read of it stays.
func TestBackFromASessionToNothingKeepsIt(t *testing.T) {
	m := New(panetest.New(t, panetest.Options{Handler: two()}).Context)
	m.SetSize(80, 12)
	back := m.Remember()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "a"}))
	if panetest.Pump(t, m, back()); m.doc == nil || !strings.Contains(m.View(), "I am A") {
		t.Errorf("the session is closed:\n%s", m.View())
	}
}

func TestARefreshWaitsForWhatIsBeingOpened(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: two()})
	w.Context.Refresh = time.Minute
	m := begin(t, w, 80, 12, "a")
	refresh := due(t, w)
	panetest.Press(t, m, "o", "ctrl+u", "text:b")
	opening := m.Update(panetest.KeyMsg("enter"))
	panetest.Pump(t, m, m.Update(refresh))
	if panetest.Pump(t, m, opening); m.doc.id != "b" {
		t.Errorf("session %s is open", m.doc.id)
	}
}

// A newer state comes while one types: what is found is found in it.
func TestASearchInAStateThatHasChanged(t *testing.T) {
	first, second := said("1", "user", textPart("go")), said("2", "assistant", textPart("one"))
	for _, later := range [][]string{{first, second, said("3", "assistant", textPart("needle"))}, {said("1", "user", textPart("needle"))}} {
		records := []string{first, second}
		w := panetest.New(t, panetest.Options{Handler: answer(func() string { return messages(records...) })})
		m := begin(t, w, 80, 12, "s")
		panetest.Press(t, m, "f", "/")
		records = later
		panetest.Pump(t, m, m.Update(due(t, w)))
		panetest.Press(t, m, "text:needle", "enter")
		if m.search.hits.Len() != 1 || m.here().Message != len(later)-1 {
			t.Errorf("%d hits, the cursor is in message %d:\n%s", m.search.hits.Len(), m.here().Message, m.View())
		}
	}
}

// Who follows and stands on a hit stays on it, and in the count.
func TestFollowingLeavesOneOnAHit(t *testing.T) {
	records := []string{said("1", "user", textPart("needle")), said("2", "assistant", textPart("needle"))}
	w := panetest.New(t, panetest.Options{Handler: answer(func() string { return messages(records...) })})
	m := begin(t, w, 80, 20, "s")
	panetest.Press(t, m, "f", "/", "text:needle", "enter")
	at, here := m.search.at, m.here()
	if at < 0 || !m.readsEnd() {
		t.Fatalf("hit %d, at the end: %t", at, m.readsEnd())
	}
	for _, id := range []string{"3", "4"} {
		records = append(records, said(id, "assistant", textPart("needle")))
		panetest.Pump(t, m, m.Update(due(t, w)))
		if m.search.at != at || m.search.hits.Len() != len(records) || m.here() != here {
			t.Errorf("hit %d of %d, at %v; it was hit %d, at %v", m.search.at, m.search.hits.Len(), m.here(), at, here)
		}
	}
}

// The head of a long table is repeated in its later pieces.
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
	m := told(t, b.String(), "platform", panetest.Options{})
	if n := m.search.hits.Len(); n < 21 {
		t.Fatalf("%d hits", n)
	}
	checkHits(t, m)
}

func TestTheShelfIsThatOfTheSession(t *testing.T) {
	pictures := 2
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(r *http.Request) string {
		text := ""
		for i := range pictures {
			text += fmt.Sprintf("https://example.com%s/%d.png ", r.URL.Path, i)
		}
		return messages(said("1", "user", textPart(text)))
	})})
	m := begin(t, w, 80, 14, "a")
	panetest.Press(t, m, "f", "m", " ", "down")
	pictures = 3
	panetest.Pump(t, m, m.Update(due(t, w)))
	_, total := m.shelf.table.Counts()
	if r, _ := m.shelf.table.Current(); total != 3 || m.shelf.table.SelectedCount() != 1 || r.number != 2 {
		t.Errorf("%d files, %d selected, the cursor at %d", total, m.shelf.table.SelectedCount(), r.number)
	}
	panetest.Press(t, m, "/", "text:2.png", "enter", "esc", "esc")
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, SessionID: "b"}))
	panetest.Press(t, m, "m")
	if r, _ := m.shelf.table.Current(); m.shelf.table.SelectedCount() != 0 || r.number != 1 {
		t.Errorf("in another session %d are selected, the cursor is at %d", m.shelf.table.SelectedCount(), r.number)
	}
}
