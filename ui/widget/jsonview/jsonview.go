// Package jsonview shows JSON of any size: indented, in document order, with
// every digit, long lines broken, and with a search.
package jsonview

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// KeyMap are the keys of a view.
type KeyMap struct {
	Up, Down, PageUp, PageDown, Home, End key.Binding
	Search                                key.Binding // begins to type what to search for
	Next, Previous                        key.Binding // line with a hit
	Confirm, Cancel                       key.Binding // while typing: both leave the field and keep the search
}

// Words are what a view says.
type Words struct {
	Search  string // before what is typed
	Nothing string // where there is no hit
}

// Model is a view of one JSON value.
type Model struct {
	theme *theme.Theme
	keys  KeyMap
	words Words

	lines         []string
	folded        []string // lines, folded by the first search
	width, height int
	top           place

	input  input.Model
	typing bool
	query  string
	hits   []int // lines
	hit    int   // of hits
}

// place is a row of the screen within the broken lines.
type place struct{ line, row int }

// New makes an empty view.
func New(t *theme.Theme, keys KeyMap, words Words) *Model {
	return &Model{theme: t, keys: keys, words: words, input: input.New(t)}
}

// SetJSON shows another value, from its beginning and without a search. What is
// no JSON is shown as it is.
func (m *Model) SetJSON(raw []byte) {
	v := jsontext.Value(slices.Clone(raw))
	err := v.Format(jsontext.Multiline(true), jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		v = raw
	}
	m.lines, m.folded, m.top = strings.Split(string(v), "\n"), nil, place{}
	m.Clear()
}

// SetSize sets the room in cells.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.input.SetWidth(width - text.Width(m.words.Search+"   "+m.words.Nothing))
	m.top.row = 0
	m.scroll(0)
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool { return m.typing }

// Query is what is searched for, "" for nothing.
func (m *Model) Query() string { return m.query }

// Clear drops the search.
func (m *Model) Clear() {
	m.input.SetValue("")
	m.search("")
	m.StopTyping()
}

// StopTyping leaves the field; what was typed stays in force.
func (m *Model) StopTyping() {
	m.typing = false
	m.input.Blur()
	m.scroll(0) // where nothing is searched for, the line of the search is free
}

// Position is the first line in sight, from 1, and the number of lines, as they
// are before long ones are broken.
func (m *Model) Position() (line, lines int) {
	return min(m.top.line+1, len(m.lines)), len(m.lines)
}

// Hits are the place of the line one is at among those with a hit, from 1, and
// their number.
func (m *Model) Hits() (at, of int) {
	if len(m.hits) == 0 {
		return 0, 0
	}
	return m.hit + 1, len(m.hits)
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if m.typing {
		return m.typed(msg)
	}
	if !ok {
		return nil
	}
	switch k := &m.keys; {
	case key.Matches(press, k.Up):
		m.scroll(-1)
	case key.Matches(press, k.Down):
		m.scroll(1)
	case key.Matches(press, k.PageUp):
		m.scroll(-m.body())
	case key.Matches(press, k.PageDown):
		m.scroll(m.body())
	case key.Matches(press, k.Home):
		m.top = place{}
	case key.Matches(press, k.End):
		m.top = place{line: max(len(m.lines)-1, 0)}
		m.scroll(0)
	case key.Matches(press, k.Search):
		m.typing = true
		m.input.CursorEnd()
		return m.input.Focus()
	case key.Matches(press, k.Next):
		m.jump(m.hit + 1)
	case key.Matches(press, k.Previous):
		m.jump(m.hit - 1)
	}
	return nil
}

// Mouse scrolls with the wheel.
func (m *Model) Mouse(msg tea.MouseMsg) {
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		m.scroll(-3)
	case tea.MouseButtonWheelDown:
		m.scroll(3)
	}
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyMsg); ok && key.Matches(press, m.keys.Confirm, m.keys.Cancel) {
		m.StopTyping()
		return nil
	}
	var cmd tea.Cmd
	m.input, cmd = m.input.Update(msg)
	if m.input.Value() != m.query {
		m.search(m.input.Value())
	}
	return cmd
}

// search finds the lines with a hit and goes to the first from here on.
func (m *Model) search(query string) {
	m.query, m.hits, m.hit = query, nil, 0
	if query = text.Fold(query); query == "" {
		return
	}
	if m.folded == nil {
		m.folded = make([]string, len(m.lines))
		for i, l := range m.lines {
			m.folded[i] = text.Fold(l)
		}
	}
	for i, l := range m.folded {
		if strings.Contains(l, query) {
			m.hits = append(m.hits, i)
		}
	}
	at, _ := slices.BinarySearch(m.hits, m.top.line)
	m.jump(at)
}

// jump goes to a line with a hit, round the ends.
func (m *Model) jump(to int) {
	n := len(m.hits)
	if n == 0 {
		return
	}
	m.hit = (to + n) % n
	line := m.hits[m.hit]
	if line < m.top.line || line >= m.bottom() {
		m.top = place{line: line}
		m.scroll(-m.body() / 3)
	}
}
