package ui

import (
	"channeldeck/ui/accounts"
	"channeldeck/ui/groups"
	"channeldeck/ui/options"
	"channeldeck/ui/overview"
	"channeldeck/ui/prices"
	"channeldeck/ui/sessions"
	"channeldeck/ui/works"
)

// Makers returns the panes of the dashboard in the order of their tabs. A new pane
// is one line here.
func Makers() []Maker {
	return []Maker{
		{Name: overview.Name, Make: overview.Make},
		{Name: accounts.Name, Make: accounts.Make, FeedsPalette: true},
		{Name: groups.Name, Make: groups.Make, FeedsPalette: true},
		{Name: options.Name, Make: options.Make, FeedsPalette: true},
		{Name: works.Name, Make: works.Make},
		{Name: sessions.Name, Make: sessions.Make},
		{Name: prices.Name, Make: prices.Make, FeedsPalette: true},
	}
}
