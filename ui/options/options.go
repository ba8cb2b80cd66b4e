// Package options is the pane of platforms and their publish options: the
// capabilities of each platform, its options with the requests that follow from
// them, and all platforms side by side.
package options

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Name is the name of the pane.
const Name = "options"

// Model is the pane: it routes messages to its screens, and holds what they share.
type Model struct {
	*pane.Stack
	loads
	sites   []*Model // of the sites that are shown; the first one is the pane
	keys    keyMap
	visited bool              // the pane has been shown
	drafts  map[string]string // what was typed into checks, by platform, option and schema
	files   fileCheck
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	sites := pane.NewSites(c, Name, func(s *pane.Stack) *Model {
		m := &Model{Stack: s, loads: loads{c: s.Context, byPlatform: map[string]*load{}}, keys: newKeyMap(s.Context), drafts: map[string]string{}}
		m.files.field = input.New(s.Theme)
		m.files.field.Placeholder = s.Words.T("prices.files_example")
		return m
	})
	for _, m := range sites {
		m.sites = sites
	}
	sites[0].Push(sites[0].newPlatformList())
	return sites[0]
}

// at is the model of a site.
func (m *Model) at(site string) *Model { return m.sites[m.SiteIndex(site)] }

// Init loads the platforms.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.OfSites(func(s *store.Store) tea.Cmd { return s.Platforms.Require() }), m.Stack.Update(store.Changed{Kind: store.KindPlatforms}))
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	for _, m := range m.sites {
		if mine, cmd := m.files.reading.Take(msg); mine {
			return tea.Batch(cmd, m.onRead())
		}
		if mine, cmd := m.take(msg); mine {
			return tea.Batch(cmd, m.Stack.Update(store.Changed{Kind: store.KindPlatforms}))
		}
	}
	cmd := m.Stack.Update(msg)
	if changed, ok := msg.(store.Changed); ok && changed.Kind == store.KindPlatforms {
		cmd = tea.Batch(cmd, pane.Each(m.sites, func(m *Model) tea.Cmd { return tea.Batch(m.refreshOptions(), m.survey()) }))
	}
	return cmd
}

// Visit loads the options of all platforms in the background when the pane is shown: the
// list has a column with their numbers. The first failure ends that.
func (m *Model) Visit() tea.Cmd {
	return pane.Each(m.sites, func(m *Model) tea.Cmd {
		m.visited = true
		return m.survey()
	})
}

// survey begins to load the options that are still missing.
func (m *Model) survey() tea.Cmd {
	if !m.visited || !m.Store.Platforms.Loaded() || len(m.queue) > 0 {
		return nil
	}
	cmd := m.enqueue(true, func(l *load) bool { return !l.Started() })
	return tea.Batch(cmd, m.Stack.Update(store.Changed{Kind: store.KindPlatforms}))
}

// refreshOptions loads the options on screen again after an automatic refresh
// of the platforms.
func (m *Model) refreshOptions() tea.Cmd {
	if m.Refresh <= 0 || m.Store.Platforms.Running() {
		return nil
	}
	if p := pane.Topmost[*platformScreen](m.Stack); p != nil && p.m == m && m.load(p.id).Loaded() && !m.load(p.id).Running() {
		return m.loadOptions(p.id)
	}
	return nil
}

// Open shows a platform, also before the platforms are loaded.
func (m *Model) Open(t pane.Target) tea.Cmd {
	m = m.at(t.Site)
	switch {
	case t.Platform == "":
		return nil
	case m.Store.Platforms.Loaded() && m.Platform(t.Platform) == nil:
		return m.unknownPlatform(t.Platform)
	}
	return m.openPlatform(t.Platform)
}

func (m *Model) unknownPlatform(id string) tea.Cmd {
	return pane.Notify(pane.Warning, m.Words.T("options.no_platform", "Platform", text.Clean(id)))
}

// Things are the platforms the palette can open.
func (m *Model) Things() []pane.Thing {
	return pane.Things(m.sites, func(m *Model) (things []pane.Thing) {
		for i := range m.Store.Platforms.Value {
			p := &m.Store.Platforms.Value[i]
			if p.Hidden() {
				continue
			}
			word, _ := statusWord(m.Context.View, p)
			things = append(things, pane.Thing{
				Kind: pane.KindPlatform, Label: m.PlatformName(p.Platform), Note: m.Words.T("options.thing", "Status", word),
				Target: pane.Target{Pane: Name, Platform: p.Platform},
			})
		}
		return things
	})
}
