package pane

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// Site is one of the sites that are shown: what is its own.
type Site struct {
	Name  string         // in the configuration, "" for none
	Store *store.Store   // what several panes show of it, and the fleet
	View  *resource.View // how its values are shown

	Examples []Thing         // things to try in the demo
	Earlier  []Thing         // works, sessions and groups of earlier visits, the newest first, once these are known
	Reports  []history.Entry // what was chosen for reports, the newest first

	session *Context
}

// History returns what earlier visits saw, nil for none.
func (s *Site) History() *history.DB { return s.Store.Fleet.History }

// Label is the name of the site where several are shown, else "".
func (s *Site) Label() string {
	if s.session.Sites.Several() {
		return s.Name
	}
	return ""
}

// Sites are the sites that are shown together. What is said of no site in particular is about the first one.
type Sites []*Site

// Show shows sites together. It must be called before panes are made.
func (c *Context) Show(sites ...*Site) {
	c.Sites = sites
	c.View = sites[0].View
	var views []*resource.View
	for _, site := range sites {
		site.session = c
		views = append(views, site.View)
	}
	if c.Sites.Several() {
		c.View = resource.OfSites(c.Sites.Names(), views)
	}
}

// HasHistory reports whether what is loaded is recorded.
func (c *Context) HasHistory() bool {
	return c.Sites.First().History() != nil
}

// Stores are the data of the sites.
func (c *Context) Stores() store.Stores {
	var stores store.Stores
	for _, site := range c.Sites {
		stores = append(stores, site.Store)
	}
	return stores
}

// First returns the first site.
func (s Sites) First() *Site { return s[0] }

// Several reports whether there is more than one site.
func (s Sites) Several() bool { return len(s) > 1 }

// Index returns the index of a site by its name, 0 for another name.
func (s Sites) Index(name string) int {
	return max(slices.Index(s.Names(), name), 0)
}

// Named returns a site by its name, the first one for another name.
func (s Sites) Named(name string) *Site { return s[s.Index(name)] }

// Names are the names of the sites.
func (s Sites) Names() []string {
	var names []string
	for _, site := range s {
		names = append(names, site.Name)
	}
	return names
}

// Fleets are the fleets of the sites, which answer questions about all of them.
func (s Sites) Fleets() []fleet.Site {
	var fleets []fleet.Site
	for _, site := range s {
		fleets = append(fleets, fleet.Site{Name: site.Name, Fleet: site.Store.Fleet})
	}
	return fleets
}

// RowKey identifies what a site has in lists of all sites; "" is the first site.
func (s Sites) RowKey(site, id string) string {
	if !s.Several() {
		return id
	}
	return resource.SiteKey(cmp.Or(site, s.First().Name), id)
}

// Each returns the commands that run returns for each of what a pane has of several sites.
func Each[S any](sites []S, run func(S) tea.Cmd) tea.Cmd {
	var all []tea.Cmd
	for _, site := range sites {
		all = append(all, run(site))
	}
	return tea.Batch(all...)
}
