package ui

import (
	"channeldeck/ui/accounts"
	"channeldeck/ui/groups"
	"channeldeck/ui/options"
	"channeldeck/ui/overview"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices"
	"channeldeck/ui/sessions"
	"channeldeck/ui/works"
)

// Makers returns the panes of the dashboard in the order of their tabs. A new pane
// is one line here.
func Makers() []Maker {
	return []Maker{
		{Name: overview.Name, Make: func(c *pane.Context) Pane { return overview.New(c) }},
		{Name: accounts.Name, Make: func(c *pane.Context) Pane { return accounts.New(c) }, FeedsPalette: true},
		{Name: groups.Name, Make: func(c *pane.Context) Pane { return groups.New(c) }, FeedsPalette: true},
		{Name: options.Name, Make: func(c *pane.Context) Pane { return options.New(c) }, FeedsPalette: true},
		{Name: works.Name, Make: func(c *pane.Context) Pane { return works.New(c) }},
		{Name: sessions.Name, Make: func(c *pane.Context) Pane { return sessions.New(c) }},
		{Name: prices.Name, Make: func(c *pane.Context) Pane { return prices.New(c) }, FeedsPalette: true},
	}
}
