package input

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestSearchHistory(t *testing.T) {
	s := NewSearch(plain(), &Queries{})
	typeIn := func(text string) {
		s.Open()
		s.SetValue("")
		s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
	}
	for _, query := range []string{"one", "two", "one"} {
		typeIn(query)
		s.Keep()
	}
	typeIn("dropped")
	if s.Cancel(); s.Value() != "one" || s.Typing() {
		t.Errorf("cancelling restores %q", s.Value())
	}
	s.Open()
	var shown []string
	for _, k := range []tea.KeyType{tea.KeyUp, tea.KeyUp, tea.KeyUp, tea.KeyDown, tea.KeyDown} {
		if _, handled := s.Update(tea.KeyMsg{Type: k}); !handled {
			t.Errorf("%v is not handled", k)
		}
		shown = append(shown, s.Value())
	}
	if got := strings.Join(shown, " "); got != "dropped two two dropped one" {
		t.Errorf("up and down show %s", got)
	}
	if _, handled := s.Update(tea.KeyMsg{Type: tea.KeyDown}); handled {
		t.Error("down is handled beyond the newest entry")
	}
}
