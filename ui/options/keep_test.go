package options

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
)

// What a person has done to the matrix outlives a refresh.
func TestMatrixKeepsItsPlaceOverARefresh(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 100, 20)
	panetest.Press(t, m, "m", "right", "right", "s", "down", "down", "down", "c", "down", "down", "down", " ", "enter")
	before := m.View()
	if panetest.Pump(t, m, m.loadPlatforms()); m.View() != before {
		t.Errorf("after a refresh it is\n%s\nbefore:\n%s", m.View(), before)
	}
}

func TestWheelScrollsJSON(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 12)
	panetest.Press(t, m, "v")
	before := m.View()
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	if m.View() == before {
		t.Error("the wheel does nothing")
	}
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress})
	if m.View() != before {
		t.Error("the wheel does not scroll back")
	}
}
