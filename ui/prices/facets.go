package prices

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

// facet is a value of the catalog that can be a filter.
type facet struct {
	column quote.Column
	value  string
	on     bool
}

func (m *Model) switchFacet(f facet) {
	q := m.question
	q.Set(f.column, f.value, !f.on)
	m.setQuestion(q)
}

// togglesWidth is the minimum width for toggles that are always on the screen.
const togglesWidth = 160

func (l *listScreen) pickFacet() tea.Cmd {
	l.setChoosing(true)
	return nil
}

func (l *listScreen) setChoosing(on bool) {
	l.choosing = on
	l.Arrange() // the toggles may come or go
}

// toggle is a facet on the screen.
type toggle struct {
	facet
	line, x, width int // in the lines of toggles
}

// toggles places the values of the catalog in lines, those of one heading after the
// other. While the user is not among them, a wide screen shows the first three headings
// and a narrow one none.
func (l *listScreen) toggles() []toggle {
	columns := []quote.Column{quote.ByMode, quote.ByResolution, quote.ByDuration}
	switch {
	case !l.m.snapshots.Loaded(), !l.choosing && l.width < togglesWidth:
		return nil
	case l.choosing:
		columns = append(columns, quote.ByAspectRatio, quote.ByTag, quote.ByScope, quote.ByVideo, quote.ByAudio)
	}
	start := 0
	for _, c := range columns {
		start = max(start, text.Width(l.m.facetHeading(c))+3)
	}
	var list []toggle
	line, x := -1, 0
	for _, c := range columns {
		current, named := l.m.question.Value(c)
		for _, value := range l.m.catalog().Values.List(c) {
			f := facet{c, value, named && current == value}
			width := 2 + text.Width(l.m.facetName(f))
			n := len(list)
			if n == 0 || l.m.facetHeading(list[n-1].column) != l.m.facetHeading(c) || x+width > l.width {
				line, x = line+1, start
			}
			list = append(list, toggle{f, line, x, width})
			x += width + 3
		}
	}
	return list
}

func (m *Model) facetHeading(c quote.Column) string { return m.Words.T("prices.facet." + c.Flag()) }

// facetName is a facet below its heading, which says that durations are seconds.
func (m *Model) facetName(f facet) string {
	if f.column == quote.ByDuration {
		return m.Words.Exact(clean(f.value))
	}
	return m.values(f.column, f.value)
}

// hiddenToggles returns how many lines of toggles are scrolled off a low screen, so
// that the current toggle stays visible.
func (l *listScreen) hiddenToggles(list []toggle) int {
	if !l.choosing || len(list) == 0 {
		return 0
	}
	l.toggle = min(l.toggle, len(list)-1)
	return max(list[l.toggle].line+1-max(l.height-9, 2), 0)
}

func (l *listScreen) toggleLines(width int) []string {
	t := l.m.Theme
	var lines []string
	heading := ""
	list := l.toggles()
	for i, f := range list {
		if f.line == len(lines) {
			name := l.m.facetHeading(f.column)
			if name == heading {
				name = ""
			} else {
				heading = name
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
		lines[f.line] = text.Cut(line+text.Blank(f.x-text.Width(line))+style.Render(sign+" "+l.m.facetName(f.facet)), width)
	}
	lines = lines[l.hiddenToggles(list):]
	return lines[:min(len(lines), max(l.height-9, 2))]
}

// onToggleKey handles a key while the user is among the toggles; handled is false for
// one that belongs to the list.
func (l *listScreen) onToggleKey(msg tea.KeyMsg) (handled bool) {
	list, k := l.toggles(), &l.m.Keys
	if l.setChoosing(len(list) > 0); !l.choosing {
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
		l.setChoosing(false)
	default:
		l.setChoosing(false)
		return false
	}
	return true
}

// nearest returns the index of the toggle in a line that is nearest to column x, or
// otherwise if the line has none.
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

func (l *listScreen) clickToggle(msg tea.MouseMsg) (handled bool) {
	if msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft {
		return false
	}
	list := l.toggles()
	line := msg.Y - len(l.headline(l.width)) + l.hiddenToggles(list)
	i := slices.IndexFunc(list, func(f toggle) bool { return f.line == line && f.x <= msg.X && msg.X < f.x+f.width })
	if i >= 0 {
		l.m.switchFacet(list[i].facet)
	}
	return i >= 0
}
