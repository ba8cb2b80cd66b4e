package ui

import (
	"channeldeck/ui/accounts"
	"channeldeck/ui/pane"
)

// Makers are the panes of the dashboard in the order of their tabs.
func Makers() []Maker {
	return []Maker{
		{Name: accounts.Name, Make: func(c *pane.Context) Pane { return accounts.New(c) }},
	}
}
