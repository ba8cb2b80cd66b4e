package groups

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
)

// filter narrows the groups.
type filter struct {
	abnormal  bool     // only groups with abnormal accounts
	empty     bool     // only groups without accounts
	platforms []string // only groups with accounts of one of them; none for all
}

// isOn reports whether the filter narrows the groups.
func (f *filter) isOn() bool {
	return f.abnormal || f.empty || len(f.platforms) > 0
}

// keeps reports whether a group passes the filter.
func (f *filter) keeps(g *resource.Group) bool {
	if f.abnormal && g.Abnormal == 0 || f.empty && g.Accounts > 0 {
		return false
	}
	return len(f.platforms) == 0 || slices.ContainsFunc(g.Platforms(), func(p *fleet.Tally) bool {
		return slices.Contains(f.platforms, p.ID)
	})
}

// setFilter shows the groups that a filter keeps.
func (l *listScreen) setFilter(f filter) tea.Cmd {
	l.filter = f
	return l.SetRows(l.rows())
}

// toggleAbnormal shows groups with abnormal accounts only, or all again.
func (l *listScreen) toggleAbnormal() tea.Cmd {
	f := l.filter
	f.abnormal = !f.abnormal
	return l.setFilter(f)
}

// facets are the filters with the number of groups that each keeps.
func (l *listScreen) facets() []pane.Facet {
	w := l.m.words
	groups := l.m.rows()
	count := func(f filter) (n int) {
		for _, g := range groups {
			if f.keeps(g) {
				n++
			}
		}
		return n
	}
	status := w.T("accounts.column.status")
	facets := []pane.Facet{
		{
			Section: status,
			ID:      "abnormal",
			Label:   w.T("groups.only_abnormal"),
			Count:   count(filter{abnormal: true}),
			On:      l.filter.abnormal,
			Toggle:  l.toggleAbnormal,
		},
		{
			Section: status,
			ID:      "empty",
			Label:   w.T("groups.only_empty"),
			Count:   count(filter{empty: true}),
			On:      l.filter.empty,
			Toggle: func() tea.Cmd {
				f := l.filter
				f.empty = !f.empty
				return l.setFilter(f)
			},
		},
	}
	for _, p := range l.m.ctx.Stores().AccountList().Platforms {
		facets = append(facets, pane.Facet{
			Section: w.T("groups.block_platforms"),
			ID:      p.ID,
			Label:   l.m.view.PlatformName(p.ID),
			Count:   count(filter{platforms: []string{p.ID}}),
		}.Among(l.filter.platforms, l.togglePlatform))
	}
	return facets
}

// togglePlatform shows the groups with accounts of a platform too, or no longer.
func (l *listScreen) togglePlatform(id string) tea.Cmd {
	f := l.filter
	f.platforms = pane.Toggled(f.platforms, id)
	return l.setFilter(f)
}

// chips are the filters that are on. A click takes one away.
func (l *listScreen) chips() (chips []pane.Chip) {
	w := l.m.words
	f := l.filter
	if f.abnormal {
		chips = append(chips, pane.Chip{Text: w.T("groups.only_abnormal"), Click: l.toggleAbnormal})
	}
	if f.empty {
		chips = append(chips, pane.Chip{
			Text: w.T("groups.only_empty"),
			Click: func() tea.Cmd {
				f.empty = false
				return l.setFilter(f)
			},
		})
	}
	if len(f.platforms) == 0 {
		return chips
	}
	names := make([]string, len(f.platforms))
	for i, id := range f.platforms {
		names[i] = l.m.view.PlatformName(id)
	}
	list := w.List(names)
	return append(chips, pane.Chip{
		Text:  w.T("accounts.chip_platform", "Value", list),
		Value: list,
		Click: func() tea.Cmd {
			f.platforms = nil
			return l.setFilter(f)
		},
	})
}

// Back clears the selection or the filter, then shows all groups again.
func (l *listScreen) Back() (tea.Cmd, bool) {
	cmd, handled := l.List.Back()
	if handled || !l.filter.isOn() {
		return cmd, handled
	}
	return l.setFilter(filter{}), true
}
