package input

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
)

// Area is a text field of several lines. Create one with NewArea.
type Area struct {
	textarea.Model
}

// NewArea returns an empty field without focus.
func NewArea(t *theme.Theme) Area { return Area{t.TextArea()} }

// Update handles a key. The widget's own WordBackward never returns when only
// white space is before the cursor (bubbles v1.0.0); here it goes to the start.
func (a Area) Update(msg tea.Msg) (Area, tea.Cmd) {
	if press, ok := msg.(tea.KeyMsg); ok && key.Matches(press, a.KeyMap.WordBackward) && strings.TrimSpace(a.beforeCursor()) == "" {
		msg = tea.KeyMsg{Type: tea.KeyCtrlHome}
	}
	var cmd tea.Cmd
	a.Model, cmd = a.Model.Update(msg)
	return a, cmd
}

func (a *Area) beforeCursor() string {
	lines, at := strings.Split(a.Value(), "\n"), a.LineInfo()
	row := a.Line()
	return strings.Join(lines[:row], "") + string([]rune(lines[row])[:at.StartColumn+at.ColumnOffset])
}
