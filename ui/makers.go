package ui

import (
	"channeldeck/ui/accounts"
	"channeldeck/ui/groups"
	"channeldeck/ui/options"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices"
	"channeldeck/ui/sessions"
	"channeldeck/ui/works"
)

// Makers are the panes of the dashboard in the order of their tabs.
func Makers() []Maker {
	return []Maker{
		{Name: accounts.Name, Make: func(c *pane.Context) Pane { return accounts.New(c) }, Finds: true},
		{Name: groups.Name, Make: func(c *pane.Context) Pane { return groups.New(c) }, Finds: true},
		{Name: options.Name, Make: func(c *pane.Context) Pane { return options.New(c) }, Finds: true},
		{Name: works.Name, Make: func(c *pane.Context) Pane { return works.New(c) }},
		{Name: sessions.Name, Make: func(c *pane.Context) Pane { return sessions.New(c) }},
		{Name: prices.Name, Make: func(c *pane.Context) Pane { return prices.New(c) }, Finds: true},
	}
}
