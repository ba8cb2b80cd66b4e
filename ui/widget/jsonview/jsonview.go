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
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
)

// KeyMap is the keys of a view.
type KeyMap struct {
	scroll.KeyMap
	Search          key.Binding // opens the search field
	Next, Previous  key.Binding // line with a hit
	Confirm, Cancel key.Binding // in the field: keep the query, restore the one before
}

// Words is the text of a view.
type Words struct {
	Search  string // before the query
	Nothing string // where nothing is found
}

// Model is a view of one JSON value.
type Model struct {
	theme *theme.Theme
	keys  KeyMap
	words Words

	lines         []string
	index         pager.Index // of the lines, made by the first search
	page          pager.Pager
	width, height int

	input input.Search
	query string
	hits  []int // lines
	hit   int   // the current one of hits
}

// maxLine is how many bytes of one line are shown: enough for any text that one
// reads, not for a picture in a data URL.
const maxLine = 16 << 10

// New returns an empty view with the field of its search.
func New(t *theme.Theme, keys KeyMap, words Words, field input.Search) *Model {
	m := &Model{theme: t, keys: keys, words: words, input: field}
	m.page.Draw = func(i int) []string { return m.draw(m.lines[i]) }
	return m
}

func (m *Model) draw(line string) []string {
	if len(line) > maxLine {
		line = line[:maxLine] + m.theme.Glyphs.Ellipsis
	}
	rows := markdown.Code(m.theme, text.Clean(line), "json", max(m.width, 1))
	for i, row := range rows {
		rows[i] = text.Cut(row, m.width) // a wide letter does not fit in one cell
	}
	return rows
}

// SetJSON shows another value, from its beginning and without a search. Text that is
// not JSON is shown as it is.
func (m *Model) SetJSON(raw []byte) {
	v := jsontext.Value(slices.Clone(raw))
	err := v.Format(jsontext.Multiline(true), jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		v = raw
	}
	m.lines, m.index = strings.Split(string(v), "\n"), nil
	m.page.Reset(len(m.lines))
	m.page.Top, m.page.Cursor = pager.Spot{}, pager.Spot{}
	m.Clear()
}

// SetSize sets the size in cells.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.page.Reset(len(m.lines))
	m.input.SetWidth(width - text.Width(m.words.Search+"   "+m.words.Nothing))
	m.arrange()
}

// arrange gives the page the room that the search leaves.
func (m *Model) arrange() {
	m.page.Height = m.height
	if m.searching() {
		m.page.Height = max(m.height-1, 0)
	}
	m.page.Show()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool { return m.input.Typing() }

// searching reports whether the line of the search is shown.
func (m *Model) searching() bool { return m.input.Typing() || m.query != "" }

// Position returns the visible range and the whole, for a scroll thumb.
func (m *Model) Position() (from, to, of int) { return m.page.Position() }

// Query is what is searched for, "" for nothing.
func (m *Model) Query() string { return m.query }

// Clear ends the search.
func (m *Model) Clear() {
	m.input.SetValue("")
	m.input.Keep()
	m.search("")
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	k, p := &m.keys, &m.page
	switch {
	case m.input.Typing():
		var cmd tea.Cmd
		switch {
		case ok && key.Matches(press, k.Confirm):
			m.input.Keep()
		case ok && key.Matches(press, k.Cancel):
			m.input.Cancel()
		default:
			cmd, _ = m.input.Update(msg)
		}
		if m.arrange(); m.input.Value() != m.query {
			m.search(m.input.Value())
		}
		return cmd
	case !ok:
	case key.Matches(press, k.Up):
		p.Scroll(-1)
	case key.Matches(press, k.Down):
		p.Scroll(1)
	case key.Matches(press, k.PageUp):
		p.Scroll(-p.Height)
	case key.Matches(press, k.PageDown):
		p.Scroll(p.Height)
	case key.Matches(press, k.HalfUp):
		p.Scroll(-p.Height / 2)
	case key.Matches(press, k.HalfDown):
		p.Scroll(p.Height / 2)
	case key.Matches(press, k.Home):
		p.Jump(pager.Spot{})
	case key.Matches(press, k.End):
		p.End()
	case key.Matches(press, k.Search):
		cmd := m.input.Open()
		m.arrange()
		return cmd
	case key.Matches(press, k.Next):
		m.goTo(m.hit + 1)
	case key.Matches(press, k.Previous):
		m.goTo(m.hit - 1)
	}
	return nil
}

// Mouse scrolls with the wheel.
func (m *Model) Mouse(msg tea.MouseMsg) {
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		m.page.Scroll(-3)
	case tea.MouseButtonWheelDown:
		m.page.Scroll(3)
	}
}

// search finds the lines with a hit and goes to the first from here on.
func (m *Model) search(query string) {
	m.query, m.hits = query, nil
	if m.index == nil && query != "" {
		for _, line := range m.lines {
			m.index = append(m.index, pager.Fold(line))
		}
	}
	for _, h := range m.index.Search(query) {
		m.hits = append(m.hits, h.Item)
	}
	m.hits = slices.Compact(m.hits)
	m.arrange()
	at, _ := slices.BinarySearch(m.hits, m.page.Top.Item)
	m.goTo(at)
}

// goTo goes to a hit, from the last one to the first.
func (m *Model) goTo(hit int) {
	if n := len(m.hits); n > 0 {
		m.hit = (hit + n) % n
		m.page.Jump(pager.Spot{Item: m.hits[m.hit]})
	}
}

// View returns the lines of the value and of the search.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	lines := m.page.View(pager.Query{Text: m.query, Style: m.theme.Search, Current: m.theme.Hit})
	if m.searching() {
		lines = append(lines, make([]string, m.page.Height-len(lines))...)
		lines = append(lines, m.searchLine())
	}
	return strings.Join(lines, "\n")
}

func (m *Model) searchLine() string {
	s := m.theme.Tone(theme.Muted).Render(m.words.Search) + " "
	if m.input.Typing() {
		s += m.input.View()
	} else {
		s += text.Clean(m.query)
	}
	if m.query != "" && len(m.hits) == 0 {
		s += "  " + m.theme.Tone(theme.Warn).Render(m.words.Nothing)
	}
	return text.Cut(s, m.width)
}
