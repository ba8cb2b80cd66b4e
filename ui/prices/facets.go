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
func (l *listScreen) pickFacet() tea.Cmd {
	m, shot := l.m, l.lastShot()
	var items []picker.Item
	for _, by := range quote.Facets() {
		if by == quote.ByName { // the list shows the models
			continue
		}
		current, named := shot.Value(by)
		for _, value := range m.catalog.Values.List(by) {
			items = append(items, picker.Item{
				ID: string(by) + ":" + value, Section: facetHeading(m.Context.View, by), Label: facetName(m.Context.View, by, value),
				Chosen: named && current == value,
			})
		}
	}
	m.PickOne(m.Words.T("prices.choose_facet"), items, func(id string) tea.Cmd {
		by, value, _ := strings.Cut(id, ":")
		l.flip(quote.Column(by), value)
		return nil
	})
	return nil
}

// flip makes a value a filter, or removes it if it is one.
func (l *listScreen) flip(by quote.Column, value string) {
	q := l.lastShot()
	current, named := q.Value(by)
	q.Set(by, value, !named || current != value)
	l.m.changeShot(q)
}

// lastShot returns the shot that toggles and facets change: the question, or the last one
// of several. A quote begins with the default one.
func (l *listScreen) lastShot() quote.Question {
	if n := len(l.m.shots.List); n > 0 {
		return l.m.shots.List[n-1]
	}
	if l.c.kind == listQuote {
		return *l.m.asked()
	}
	return quote.Question{}
}

func facetHeading(v *resource.View, by quote.Column) string {
	return v.Words.T("prices.facet." + by.Flag())
}

// facetName is a value below its heading, which says that durations are seconds.
func facetName(v *resource.View, by quote.Column, value string) string {
	if by == quote.ByDuration && value != "-1" {
		return v.Words.Exact(clean(value))
	}
	return v.PriceValues(by, value)
}

// togglesWidth is the minimum width for toggles.
const togglesWidth = 160

// toggleLines are the modes, resolutions and durations of the catalog above a wide list: a click
// flips one.
func (l *listScreen) toggleLines(width int) (lines []string) {
	m := l.m
	if len(m.lists) == 0 || width < togglesWidth {
		return nil
	}
	v, t, shot := m.Context.View, m.Theme, l.lastShot()
	columns := []quote.Column{quote.ByMode, quote.ByResolution, quote.ByDuration}
	start := 0
	for _, by := range columns {
		start = max(start, text.Width(facetHeading(v, by))+3)
	}
	for _, by := range columns {
		current, named := shot.Value(by)
		x, heading := width, facetHeading(v, by)
		for _, value := range m.catalog.Values.List(by) {
			sign, tone, name := t.Glyphs.Between, theme.Plain, facetName(v, by, value)
			if named && current == value {
				sign, tone = t.Glyphs.Normal, theme.Accent
			}
			if x+2+text.Width(name) > width {
				lines = append(lines, " "+t.Tone(theme.Muted).Render(heading))
				x, heading = start, ""
			}
			last := &lines[len(lines)-1]
			toggle := m.Zones.Mark(t.Tone(tone).Render(sign+" "+name), func() tea.Cmd {
				l.flip(by, value)
				return nil
			})
			*last = text.Cut(*last+text.Blank(x-text.Width(*last))+toggle, width)
			x += 2 + text.Width(name) + 3
		}
	}
	return lines
}
