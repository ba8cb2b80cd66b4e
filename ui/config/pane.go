package config

import (
	"slices"
)

// Pane describes a pane of the dashboard for settings that name it.
type Pane struct {
	Name        string   // in settings, flags and views
	ViewTerms   []string // what a saved view can say besides text; none for a pane without views
	ViewFilters bool     // a saved view can have all filters too
}

// paneNames returns the names of panes, in their order.
func paneNames(panes []Pane) []string {
	names := make([]string, len(panes))
	for i, p := range panes {
		names[i] = p.Name
	}
	return names
}

// viewLists returns the names of the panes with views, sorted.
func viewLists(panes []Pane) []string {
	var names []string
	for _, p := range panes {
		if p.ViewTerms != nil {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return names
}
