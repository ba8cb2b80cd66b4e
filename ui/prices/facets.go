package prices

import (
	"slices"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// facet is a value of the catalog that can be a filter.
type facet struct {
	column quote.Column
	value  string
	on     bool
}

// facets are the values of columns, those of the question switched on.
func (m *Model) facets(columns ...quote.Column) []facet {
	var list []facet
	for _, c := range columns {
		for _, value := range m.catalog().Values.List(c) {
			current, named := m.question.Value(c)
			list = append(list, facet{c, value, named && current == value})
		}
	}
	return list
}

// switchFacet adds a facet to the question, or removes it.
func (m *Model) switchFacet(f facet) {
	q := m.question
	q.Set(f.column, f.value, !f.on)
	m.setQuestion(q)
}

// pickFacet moves into the toggles above the list or, where there is no room for
// them, offers every value of the catalog in a picker.
func (l *listScreen) pickFacet() tea.Cmd {
	if l.width >= togglesWidth {
		l.choosing = true
		return nil
	}
	m := l.m
	list := m.facets(quote.Facets()...)
	items := make([]picker.Item, len(list))
	for i, f := range list {
		items[i] = picker.Item{ID: strconv.Itoa(i), Label: m.values(f.column, f.value), Note: m.Words.T("prices.facet." + f.column.Flag()), Chosen: f.on}
	}
	m.PickOne(m.Words.T("prices.choose_facet"), items, func(id string) tea.Cmd {
		i, _ := strconv.Atoi(id)
		m.switchFacet(list[i])
		return nil
	})
	return nil
}

// togglesWidth is the minimum width for toggles above a list.
const togglesWidth = 160

// toggle is a facet on the screen.
type toggle struct {
	facet
	line, x, width int // in the lines of toggles
}

// toggles places the modes, resolutions and durations in lines, each column in lines
// of its own.
func (l *listScreen) toggles() []toggle {
	if l.width < togglesWidth || !l.m.snapshots.Loaded() {
		return nil
	}
	var list []toggle
	line, x := -1, 0
	for _, f := range l.m.facets(quote.ByMode, quote.ByResolution, quote.ByDuration) {
		width := 2 + text.Width(l.m.values(f.column, f.value))
		n := len(list)
		if n == 0 || list[n-1].column != f.column || x+width > l.width {
			line, x = line+1, l.labelWidth()
		}
		list = append(list, toggle{f, line, x, width})
		x += width + 3
	}
	return list
}

// labelWidth is the width of the names of the toggles with the blanks around them.
func (l *listScreen) labelWidth() int {
	width := 0
	for _, c := range []quote.Column{quote.ByMode, quote.ByResolution, quote.ByDuration} {
		width = max(width, text.Width(l.m.Words.T("prices.facet."+c.Flag())))
	}
	return width + 3
}

// toggleLines draws the toggles.
func (l *listScreen) toggleLines(width int) []string {
	t, w := l.m.Theme, l.m.Words
	var lines []string
	for i, f := range l.toggles() {
		if f.line == len(lines) {
			name := ""
			if i == 0 || f.x == l.labelWidth() {
				name = w.T("prices.facet." + f.column.Flag())
			}
			lines = append(lines, " "+t.Tone(theme.Muted).Render(name))
		}
		sign, style := t.Glyphs.Between, t.Tone(theme.Plain)
		if f.on {
			sign, style = t.Glyphs.Normal, t.Tone(theme.Accent)
		}
		if l.choosing && i == l.toggle {
			style = t.Table.Cursor
		}
		line := lines[f.line]
		lines[f.line] = line + text.Blank(f.x-text.Width(line)) + style.Render(sign+" "+l.m.values(f.column, f.value))
	}
	for i := range lines {
		lines[i] = text.Cut(lines[i], width)
	}
	return lines
}

// onToggleKey handles a key while the user is among the toggles; handled is false for
// one that belongs to the list.
func (l *listScreen) onToggleKey(msg tea.KeyMsg) (handled bool) {
	list, k := l.toggles(), &l.m.Keys
	if l.choosing = len(list) > 0; !l.choosing {
		return false
	}
	l.toggle = min(l.toggle, len(list)-1)
	at := list[l.toggle]
	switch {
	case key.Matches(msg, k.Left):
		l.toggle = max(l.toggle-1, 0)
	case key.Matches(msg, k.Right):
		l.toggle = min(l.toggle+1, len(list)-1)
	case key.Matches(msg, k.Up):
		l.toggle = nearest(list, at.line-1, at.x, l.toggle)
	case key.Matches(msg, k.Down):
		l.toggle = nearest(list, at.line+1, at.x, l.toggle)
	case key.Matches(msg, k.Select, k.Confirm):
		l.m.switchFacet(at.facet)
	case key.Matches(msg, l.m.keys.Facets):
		l.choosing = false
	default:
		l.choosing = false
		return false
	}
	return true
}

// nearest returns the index of the toggle in a line that is nearest to a cell, else
// otherwise.
func nearest(list []toggle, line, x, otherwise int) int {
	best := otherwise
	for i, f := range list {
		if f.line == line && (list[best].line != line || abs(f.x-x) < abs(list[best].x-x)) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// clickToggle switches the toggle that is clicked.
func (l *listScreen) clickToggle(msg tea.MouseMsg) (handled bool) {
	if msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft {
		return false
	}
	list := l.toggles()
	i := slices.IndexFunc(list, func(f toggle) bool { return f.line == msg.Y-1 && f.x <= msg.X && msg.X < f.x+f.width })
	if i >= 0 {
		l.m.switchFacet(list[i].facet)
	}
	return i >= 0
}
