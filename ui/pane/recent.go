package pane

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// Recent is a thing that the first screen of a pane offers. The message "recent." +
// Source says where it comes from: opened in this run, earlier, or the demo.
type Recent struct {
	Thing
	Source string
}

// Recalled announces that Context.Earlier is known.
type Recalled struct{}

// Recents returns the things of a kind that were opened in this run, those of earlier
// visits and the examples of the demo, each once.
func (c *Context) Recents(kind Kind, opened []Thing) []Recent {
	var list []Recent
	add := func(source string, things []Thing, label func(Thing) string) {
		for _, t := range things {
			same := func(r Recent) bool { return r.Target.Identity() == t.Target.Identity() }
			if t.Kind == kind && !slices.ContainsFunc(list, same) {
				t.Label = label(t)
				list = append(list, Recent{t, source})
			}
		}
	}
	name := func(t Thing) string { return t.Label }
	add("opened", opened, name)
	add("earlier", c.Earlier, name)
	add("demo", c.Examples, func(t Thing) string { return cmp.Or(text.Clean(t.Note), t.Label) })
	return list
}

// Identity is a target without what does not identify the thing: a work is the same,
// whatever account it was looked up with.
func (t Target) Identity() Target {
	if t.WorkID != "" {
		t.AccountID = ""
	}
	return t
}

// NewRecents returns the first screen of a pane that lists nothing by itself: recent
// works or sessions. Of the configuration it sets the resource, which gets a name,
// and the state.
func NewRecents(s *Stack, kind Kind, name string, config ListConfig[Recent]) *List[Recent] {
	id := func(r Recent) string { return cmp.Or(r.Target.WorkID, r.Target.SessionID) }
	title := resource.Text("title", 100, 40, 90, theme.Plain, func(r Recent) string { return r.Label })
	title.Pinned, title.Grow = true, true
	columns := []resource.Column[Recent]{title}
	if kind == KindWork {
		columns = append(columns, resource.Text("platform", 90, 0, 20, theme.Plain, func(r Recent) string { return s.PlatformName(r.Target.Platform) }))
	}
	config.Resource = &resource.Resource[Recent]{
		Name: name, ID: id, Key: func(r Recent) string { return r.Target.Platform + "/" + id(r) },
		Record: func(r Recent) any {
			return struct {
				Platform  string `json:"platform,omitzero"`
				ID        string `json:"id"`
				AccountID string `json:"accountId,omitzero"`
			}{r.Target.Platform, id(r), r.Target.AccountID}
		},
		Columns: append(columns,
			resource.Text("id", 80, 0, 40, theme.Muted, func(r Recent) string { return text.Clean(id(r)) }),
			resource.Text("source", 70, 0, 12, theme.Muted, func(r Recent) string { return s.Words.T("recent." + r.Source) }),
		),
	}
	config.State = func() store.State { return store.State{} }
	if config.Refresh == nil {
		config.Refresh = func() tea.Cmd { return nil }
	}
	return NewList(s, config)
}
