package ui

import (
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/groups"
	"channeldeck/ui/options"
	"channeldeck/ui/overview"
	"channeldeck/ui/prices"
	"channeldeck/ui/sessions"
	"channeldeck/ui/works"
)

// Makers returns the panes of the dashboard in the order of their tabs and their keys. A new pane is one entry
// here.
func Makers() []Maker {
	return []Maker{
		{
			Name:      overview.Name,
			Make:      overview.Make,
			Watches:   overview.Watches,
			ViewTerms: []string{"sort", "columns", "baseline"},
		},
		{
			Name:         accounts.Name,
			Make:         accounts.Make,
			FeedsPalette: true,
			ViewTerms:    []string{"sort", "columns", "baseline"},
			ViewFilters:  true,
		},
		{
			Name:         groups.Name,
			Make:         groups.Make,
			FeedsPalette: true,
			ViewTerms:    []string{"sort", "columns"},
		},
		{
			Name:         options.Name,
			Make:         options.Make,
			FeedsPalette: true,
		},
		{
			Name: works.Name,
			Make: works.Make,
		},
		{
			Name: sessions.Name,
			Make: sessions.Make,
		},
		{
			Name:         prices.Name,
			Make:         prices.Make,
			FeedsPalette: true,
			ViewTerms:    []string{"sort", "columns", "question"},
		},
	}
}

// Panes returns what settings can say about the panes of makers.
func Panes(makers []Maker) []config.Pane {
	panes := make([]config.Pane, len(makers))
	for i, m := range makers {
		panes[i] = m.settings()
	}
	return panes
}

// settings returns what settings can say about the pane.
func (m *Maker) settings() config.Pane {
	return config.Pane{
		Name:        m.Name,
		ViewTerms:   m.ViewTerms,
		ViewFilters: m.ViewFilters,
	}
}
