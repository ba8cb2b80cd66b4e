// Package input has the text fields of all screens: the widgets of bubbles, which
// clean and limit what is typed or pasted.
package input

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// MaxText is the maximum length of a field in bytes.
const MaxText = 4 << 10

// Changed is the message of a field that dropped a part of what was typed or pasted.
type Changed struct {
	Hidden  int // characters that are invisible or control the terminal
	Omitted int // bytes beyond MaxText
}

// Model is a text field of one line. Create one with New.
type Model struct {
	textinput.Model
	theme *theme.Theme
}

// The widgets of bubbles have styles of the global renderer, which shows neither colours nor a
// text cursor if standard output is not a terminal; ours have those of the theme. Their cursor
// does not blink, so that nothing is written while the user is idle. Some of their bindings are
// removed: DeleteAfterCursor is ctrl+k, which opens the palette; Paste reads the clipboard of
// this machine, which over SSH is not the user's; DeleteWordForward panics at the last letter
// of a line (bubbles v1.0.0).

// New returns an empty field of at most MaxText bytes, without focus.
func New(t *theme.Theme) Model {
	in := textinput.New()
	in.Prompt = ""
	in.Cursor.SetMode(cursor.CursorStatic)
	in.KeyMap.DeleteAfterCursor = key.Binding{}
	in.KeyMap.Paste = key.Binding{}
	in.KeyMap.DeleteWordForward = key.Binding{}
	return Model{in, t}
}

// View draws the field in the colours that the theme has now.
func (m Model) View() string {
	t := m.theme
	m.PromptStyle = t.Ink(t.Palette.Accent)
	m.TextStyle = t.Ink(t.Palette.Text)
	m.PlaceholderStyle = t.Ink(t.Palette.Faint)
	m.CompletionStyle = m.PlaceholderStyle
	m.Cursor.Style = t.Renderer.NewStyle().Reverse(true)
	m.Cursor.TextStyle = m.TextStyle
	return m.Model.View()
}

// SetValue replaces the text, cleaned and cut to the limit.
func (m *Model) SetValue(s string) {
	kept, _ := fit(s, MaxText)
	m.Model.SetValue(kept)
}

// SetWidth sets the room for text and cursor in cells.
func (m *Model) SetWidth(cells int) {
	cells = max(cells-1, 1)
	if m.Width != cells {
		m.Width = cells
		m.SetCursor(m.Position()) // scrolls
	}
}

// Update handles a key. Its command sends Changed if a part of the text was dropped.
func (m Model) Update(msg tea.Msg) (Model, tea.Cmd) {
	press, ok := msg.(tea.KeyMsg)
	if !ok || !m.Focused() {
		return m, nil
	}
	k := &m.KeyMap
	switch {
	case press.Paste: // key.Matches would be slow with a long text
		return m.insert(press)
	case key.Matches(press, k.WordForward, k.WordBackward, k.DeleteWordBackward):
		width := m.Width
		m.Width = 0 // or the widget scrolls after each character, in quadratic time
		m.Model, _ = m.Model.Update(press)
		m.SetWidth(width + 1)
	case len(press.Runes) == 0:
		m.Model, _ = m.Model.Update(press)
	case !press.Alt:
		return m.insert(press)
	}
	return m, nil
}

func (m Model) insert(press tea.KeyMsg) (Model, tea.Cmd) {
	kept, changed := fit(string(press.Runes), MaxText-len(m.Value()))
	press.Runes = []rune(kept)
	m.Model, _ = m.Model.Update(press)
	if changed == (Changed{}) {
		return m, nil
	}
	return m, func() tea.Msg { return changed }
}

// fit cleans s and cuts it to at most limit bytes. Of a text that is far too long it
// reads the beginning only.
func fit(s string, limit int) (kept string, changed Changed) {
	begin := prefix(s, 16*MaxText)
	clean := text.Clean(begin)
	kept = prefix(clean, limit)
	changed.Hidden = utf8.RuneCountInString(strings.ReplaceAll(begin, "\r\n", "\n")) - utf8.RuneCountInString(clean)
	changed.Omitted = len(s) - len(begin) + len(clean) - len(kept)
	return kept, changed
}

// prefix returns the characters of s that fit into n bytes.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n = max(n, 0); n > 0 && !utf8.RuneStart(s[n]); {
		n--
	}
	return s[:n]
}

// Area is a text field of several lines. Create one with NewArea.
type Area struct {
	textarea.Model
	theme *theme.Theme
}

// NewArea returns an empty field without focus.
func NewArea(t *theme.Theme) Area {
	in := textarea.New()
	in.Prompt = ""
	in.ShowLineNumbers = false
	in.Cursor.SetMode(cursor.CursorStatic)
	in.KeyMap.DeleteAfterCursor = key.Binding{}
	in.KeyMap.Paste = key.Binding{}
	return Area{in, t}
}

// View draws the field in the colours that the theme has now.
func (a Area) View() string {
	t := a.theme
	plain := t.Renderer.NewStyle()
	faint := t.Ink(t.Palette.Faint)
	style := textarea.Style{
		Base:        plain,
		CursorLine:  plain,
		Text:        t.Ink(t.Palette.Text),
		EndOfBuffer: plain,
		Placeholder: faint,
	}
	a.FocusedStyle = style
	a.BlurredStyle = style
	a.Cursor.Style = plain.Reverse(true)
	a.Cursor.TextStyle = plain
	if a.Focused() {
		a.Focus() // which makes it draw with the style
	} else {
		a.Blur()
	}
	return a.Model.View()
}

// Update handles a key. The widget's own WordBackward never returns when only
// white space is before the cursor (bubbles v1.0.0); here it goes to the start.
func (a Area) Update(msg tea.Msg) (Area, tea.Cmd) {
	press, ok := msg.(tea.KeyMsg)
	if ok && key.Matches(press, a.KeyMap.WordBackward) &&
		strings.TrimSpace(a.beforeCursor()) == "" {
		msg = tea.KeyMsg{Type: tea.KeyCtrlHome}
	}
	var cmd tea.Cmd
	a.Model, cmd = a.Model.Update(msg)
	return a, cmd
}

func (a *Area) beforeCursor() string {
	lines := strings.Split(a.Value(), "\n")
	at := a.LineInfo()
	row := a.Line()
	return strings.Join(lines[:row], "") + string(
		[]rune(lines[row])[:at.StartColumn+at.ColumnOffset],
	)
}
