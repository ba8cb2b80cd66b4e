package prices

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// pickFacet offers the values of the catalog. The chosen one becomes a filter; one that
// is a filter already is removed.
func (l *listScreen[R]) pickFacet() tea.Cmd {
	m := l.m
	question := l.filtered()
	var items []picker.Item
	for _, by := range quote.Facets() {
		if by == quote.ByName { // the list shows the models
			continue
		}
		current, named := question.Value(by)
		for _, value := range m.catalog.Values.List(by) {
			items = append(items, picker.Item{
				ID:      string(by) + ":" + value,
				Section: facetHeading(m.view, by),
				Label:   facetName(m.view, by, value),
				Chosen:  named && current == value,
			})
		}
	}
	m.stack.PickOne(m.words.T("prices.choose_facet"), items, func(id string) tea.Cmd {
		by, value, _ := strings.Cut(id, ":")
		l.flip(quote.Column(by), value)
		return nil
	})
	return nil
}

// flip makes a value a filter, or removes it if it is one.
func (l *listScreen[R]) flip(by quote.Column, value string) {
	q := l.filtered()
	current, named := q.Value(by)
	q.Set(by, value, !named || current != value)
	l.m.changeQuestion(q)
}

// filtered returns the question that toggles and facets change. A quote begins with the default
// one.
func (l *listScreen[R]) filtered() quote.Question {
	if l.c.kind == listQuote {
		return *l.m.asked()
	}
	return l.m.question
}

func facetHeading(v *resource.View, by quote.Column) string {
	return resource.UpperFirst(v.Words.T("prices.facet." + by.Flag()))
}

// facetName is a value below its heading, which says that durations are seconds.
func facetName(v *resource.View, by quote.Column, value string) string {
	if by == quote.ByDuration && value != "-1" {
		return v.Words.Exact(text.Clean(value))
	}
	return v.Prices().Values(by, value)
}

// toggle is a value of the catalog above a wide list: a click flips it.
type toggle struct {
	column         quote.Column
	value          string
	heading        string // if it is the first one below
	line, x, width int    // in the lines of toggles
}

// togglesWidth is the minimum width for toggles.
const togglesWidth = 160

// toggles places modes, resolutions and durations in lines of a width.
func (m *Model) toggles(width int) []toggle {
	if len(m.lists) == 0 || width < togglesWidth {
		return nil
	}
	columns := []quote.Column{quote.ByMode, quote.ByResolution, quote.ByDuration}
	start := 0
	for _, by := range columns {
		start = max(start, text.Width(facetHeading(m.view, by))+3)
	}
	var list []toggle
	line := -1
	for _, by := range columns {
		x := width
		heading := facetHeading(m.view, by)
		for _, value := range m.catalog.Values.List(by) {
			t := toggle{
				column:  by,
				value:   value,
				heading: heading,
				width:   2 + text.Width(facetName(m.view, by, value)),
			}
			if x+t.width > width {
				line++
				x = start
			}
			t.line = line
			t.x = x
			heading = ""
			list = append(list, t)
			x += t.width + 3
		}
	}
	return list
}

func (l *listScreen[R]) toggleLines(width int) []string {
	m := l.m
	t := m.theme
	question := l.filtered()
	var lines []string
	for _, o := range m.toggles(width) {
		if o.line == len(lines) {
			lines = append(lines, " "+t.Tone(theme.Muted).Render(o.heading))
		}
		sign := t.Glyphs.Between
		tone := theme.Plain
		current, named := question.Value(o.column)
		if named && current == o.value {
			sign = t.Glyphs.Normal
			tone = theme.Accent
		}
		line := lines[o.line]
		name := m.ctx.Zones.Mark(t.Tone(tone).Render(sign+" "+
			facetName(m.view, o.column, o.value)), func() tea.Cmd {
			l.flip(o.column, o.value)
			return nil
		})
		lines[o.line] = text.Cut(line+text.Blank(o.x-text.Width(line))+name, width)
	}
	return lines
}
