// Package input is the text fields of every screen: the widgets of bubbles,
// limited in length, with what is typed or pasted cleaned as text of the service
// is.
package input

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Limits of a field in bytes.
const (
	MaxText = 4 << 10
	MaxID   = 512
)

// Changed is the message of a field that did not take all that was typed or
// pasted into it.
type Changed struct {
	Hidden  int // characters dropped because they are invisible or control the terminal
	Omitted int // bytes left out because the field holds no more than Limit
	Limit   int // bytes
}

// Model is a text field of one line. Create one with New or NewID.
type Model struct {
	textinput.Model
	limit int // bytes
}

// New returns an empty field of at most MaxText bytes, without focus.
func New(t *theme.Theme) Model { return Model{t.TextInput(), MaxText} }

// NewID returns an empty field of at most MaxID bytes, without focus.
func NewID(t *theme.Theme) Model { return Model{t.TextInput(), MaxID} }

// SetValue replaces the text, cleaned and cut to the limit.
func (m *Model) SetValue(s string) {
	kept, _ := fit(s, m.limit)
	m.Model.SetValue(kept)
}

// SetWidth sets the room for text and cursor in cells.
func (m *Model) SetWidth(cells int) {
	if cells = max(cells-1, 1); m.Width != cells {
		m.Width = cells
		m.SetCursor(m.Position()) // scrolls
	}
}

// Update handles a key. Its command sends Changed where not all was taken.
func (m Model) Update(msg tea.Msg) (Model, tea.Cmd) {
	press, ok := msg.(tea.KeyMsg)
	if !ok || !m.Focused() {
		return m, nil
	}
	if press.Paste { // no key; key.Matches would be slow with a long text
		return m.insert(press)
	}
	k := &textinput.DefaultKeyMap
	switch at := m.Position(); {
	case key.Matches(press, k.WordBackward):
		m.SetCursor(m.wordStart())
	case key.Matches(press, k.WordForward):
		m.SetCursor(m.wordEnd())
	case key.Matches(press, k.DeleteWordBackward):
		m.cut(m.wordStart(), at)
	case key.Matches(press, k.DeleteWordForward):
		m.cut(at, m.wordEnd())
	case len(press.Runes) > 0:
		return m.insert(press)
	default:
		m.Model, _ = m.Model.Update(press)
	}
	return m, nil
}

func (m Model) insert(press tea.KeyMsg) (Model, tea.Cmd) {
	kept, changed := fit(string(press.Runes), m.limit-len(m.Value()))
	press.Runes = []rune(kept)
	m.Model, _ = m.Model.Update(press)
	if changed == (Changed{}) {
		return m, nil
	}
	changed.Limit = m.limit
	return m, func() tea.Msg { return changed }
}

// fit cleans s and cuts it to at most limit bytes. Of a text that is far too
// long it looks at the beginning only.
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

// The widget's own word keys take time quadratic in the length of the text, and
// its DeleteWordForward panics at the last letter (bubbles v1.0.0).

// wordStart returns the position of the word before the cursor. A masked field
// is one word, so as not to reveal where its words are.
func (m *Model) wordStart() int {
	value, at := []rune(m.Value()), m.Position()
	if m.EchoMode != textinput.EchoNormal {
		return 0
	}
	for at > 0 && unicode.IsSpace(value[at-1]) {
		at--
	}
	for at > 0 && !unicode.IsSpace(value[at-1]) {
		at--
	}
	return at
}

// wordEnd returns the position behind the word after the cursor.
func (m *Model) wordEnd() int {
	value, at := []rune(m.Value()), m.Position()
	if m.EchoMode != textinput.EchoNormal {
		return len(value)
	}
	for at < len(value) && unicode.IsSpace(value[at]) {
		at++
	}
	for at < len(value) && !unicode.IsSpace(value[at]) {
		at++
	}
	return at
}

// cut removes the characters from position from to before to.
func (m *Model) cut(from, to int) {
	value := []rune(m.Value())
	m.Model.SetValue(string(value[:from]) + string(value[to:]))
	m.SetCursor(from)
}
