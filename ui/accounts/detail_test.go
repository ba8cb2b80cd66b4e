package accounts

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// On a wide terminal the detail stands beside the list, from its top on,
// wherever it was scrolled when it was read in full.
func TestDetailBesideTheListBeginsAtItsTop(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 200, 12)
	beside := m.View()
	panetest.Press(t, m, "enter", "end")
	if strings.Contains(m.View(), " userId ") {
		t.Fatal("the detail does not scroll")
	}
	if panetest.Press(t, m, "esc"); m.View() != beside {
		t.Errorf("beside the list is\n%s\nbefore:\n%s", m.View(), beside)
	}
}

func TestWheelScrollsTheDetail(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 12)
	panetest.Press(t, m, "enter")
	before := m.View()
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	if m.View() == before {
		t.Error("the wheel does nothing")
	}
}

// Esc takes one thing at a time: what is typed, what it narrowed, the other
// filters. A filter that another pane asked for it leaves, to go back there.
func TestEscTakesOneFilterAtATime(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 100, 20)
	panetest.Press(t, m, "x", "/", "text:a", "enter", "esc")
	if m.query.Value() != "" || !m.filter.active() || m.AtRest() {
		t.Errorf("after one esc the query is %q, the filter %+v", m.query.Value(), m.filter)
	}
	if panetest.Press(t, m, "esc"); m.isFiltered() || !m.AtRest() {
		t.Error("after two escs there is still a filter")
	}
	panetest.Pump(t, m, m.Open(pane.Target{Platform: "douyin"}))
	if panetest.Press(t, m, "/", "text:a", "enter"); m.AtRest() {
		t.Error("esc would leave the pane with the query that was typed there")
	}
	if panetest.Press(t, m, "esc"); !m.AtRest() || !m.filter.active() {
		t.Error("esc does not lead back to the pane that asked for the filter")
	}
	if panetest.Press(t, m, "x"); m.AtRest() {
		t.Error("esc would leave the pane with a filter that was chosen there")
	}
}
