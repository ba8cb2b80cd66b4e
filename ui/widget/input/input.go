// Package input is the one-line text field of every screen.
package input

import (
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
)

// Model is a text field. Create one with New.
type Model struct {
	textinput.Model
}

// New returns an empty field without focus.
func New(t *theme.Theme) Model {
	return Model{t.TextInput()}
}

// Update handles a key.
func (m Model) Update(msg tea.Msg) (Model, tea.Cmd) {
	if press, ok := msg.(tea.KeyMsg); ok && m.Focused() && key.Matches(press, textinput.DefaultKeyMap.DeleteWordForward) {
		m.deleteWordForward()
		return m, nil
	}
	var cmd tea.Cmd
	m.Model, cmd = m.Model.Update(msg)
	return m, cmd
}

// deleteWordForward deletes the word after the cursor, and in a masked field
// everything after it, so as not to reveal word breaks. The widget's own
// deleteWordForward panics at the last letter (bubbles v1.0.0).
func (m *Model) deleteWordForward() {
	value := []rune(m.Value())
	from, to := m.Position(), m.Position()
	for to < len(value) && unicode.IsSpace(value[to]) {
		to++
	}
	for to < len(value) && !unicode.IsSpace(value[to]) {
		to++
	}
	if m.EchoMode != textinput.EchoNormal {
		to = len(value)
	}
	m.SetValue(string(value[:from]) + string(value[to:]))
	m.SetCursor(from)
}
