// Package options is the pane of platforms and their publish options: the
// capabilities of each platform, its options with the requests that follow from
// them, and all platforms side by side.
package options

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = options.Name

// Model is the pane: it routes messages to its screens. Those of all sites are screens of the first one.
type Model struct {
	*site
	sites []*site // that are shown
}

// site is the pane at one site: what the screens of the site share.
type site struct {
	pane  *Model
	ctx   *pane.Context
	own   *pane.Site // whose data it has
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	store *store.Store

	loads
	keys    keyMap
	visited bool              // the pane has been shown
	drafts  map[string]string // what was typed into checks, by platform, option and schema
	files   fileCheck
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	sites := pane.NewSites(c, Name, func(s *pane.Stack, own *pane.Site) *site {
		m := &site{
			ctx:   c,
			own:   own,
			stack: s,
			words: c.Words,
			theme: c.Theme,
			view:  own.View,
			store: own.Store,
			loads: loads{
				ctx:        c,
				own:        own,
				byPlatform: map[string]*load{},
			},
			keys:   newKeyMap(c),
			drafts: map[string]string{},
		}
		m.files.values = map[string]string{}
		return m
	})
	m := &Model{site: sites[0], sites: sites}
	for _, s := range sites {
		s.pane = m
	}
	m.stack.Push(m.newPlatformList())
	return m
}

// siteNamed is the pane at a site.
func (m *Model) siteNamed(name string) *site {
	return m.sites[m.ctx.Sites.Index(name)]
}

// Stack are the screens of the pane.
func (m *site) Stack() *pane.Stack { return m.stack }

// Init loads the platforms.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(
		m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
			return s.Platforms.Require()
		}),
		m.stack.Update(store.Changed{Kind: store.KindPlatforms}),
	)
}

// State is that of the stack.
func (m *site) State() store.State { return m.stack.State() }

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	for _, m := range m.sites {
		if mine, cmd := m.files.reading.Take(msg); mine {
			return tea.Batch(cmd, m.onRead())
		}
		if mine, cmd := m.take(msg); mine {
			return tea.Batch(cmd, m.stack.Update(store.Changed{Kind: store.KindPlatforms}))
		}
	}
	cmd := m.stack.Update(msg)
	changed, ok := msg.(store.Changed)
	if ok && changed.Kind == store.KindPlatforms {
		cmd = tea.Batch(
			cmd,
			pane.Each(m.sites, func(m *site) tea.Cmd {
				return tea.Batch(m.refreshOptions(), m.survey())
			}),
		)
	}
	return cmd
}

// Visit loads the options of all platforms in the background when the pane is shown: the
// list has a column with their numbers. The first failure ends that.
func (m *Model) Visit() tea.Cmd {
	return pane.Each(m.sites, func(m *site) tea.Cmd {
		m.visited = true
		return m.survey()
	})
}

// survey begins to load the options that are still missing.
func (m *site) survey() tea.Cmd {
	if !m.visited || !m.store.Platforms.Loaded() || len(m.queue) > 0 {
		return nil
	}
	cmd := m.enqueue(true, func(l *load) bool { return !l.Started() })
	return tea.Batch(cmd, m.stack.Update(store.Changed{Kind: store.KindPlatforms}))
}

// refreshOptions loads the options on screen again after an automatic refresh
// of the platforms.
func (m *site) refreshOptions() tea.Cmd {
	if m.ctx.Refresh <= 0 || m.store.Platforms.Running() {
		return nil
	}
	p := pane.Topmost[*platformScreen](m.stack)
	if p != nil && p.m == m && m.load(p.id).Loaded() &&
		!m.load(p.id).Running() {
		return m.loadOptions(p.id)
	}
	return nil
}

// Open shows a platform, also before the platforms are loaded.
func (m *Model) Open(t pane.Target) tea.Cmd {
	of := m.siteNamed(t.Site)
	if t.Platform == "" {
		return nil
	}
	if of.store.Platforms.Loaded() && of.store.Platform(t.Platform) == nil {
		return of.unknownPlatform(t.Platform)
	}
	return of.openPlatform(t.Platform)
}

func (m *site) unknownPlatform(id string) tea.Cmd {
	return pane.Notify(pane.Warning, m.words.T("options.no_platform", "Platform", text.Clean(id)))
}

// Things are the platforms the palette can open.
func (m *Model) Things() []pane.Thing {
	return pane.Things(m.sites, func(m *site) (things []pane.Thing) {
		for i := range m.store.Platforms.Value {
			p := &m.store.Platforms.Value[i]
			if p.Hidden() {
				continue
			}
			word, _ := options.StatusWord(m.view, p)
			things = append(things, pane.Thing{
				Kind:   pane.KindPlatform,
				Label:  m.view.PlatformName(p.Platform),
				Note:   m.words.T("options.thing", "Status", word),
				Target: pane.Target{Pane: Name, Platform: p.Platform},
			})
		}
		return things
	})
}
