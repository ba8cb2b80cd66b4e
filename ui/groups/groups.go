// Package groups is the pane of account groups: creating one, and the known
// groups with the health and the sums of their accounts.
package groups

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "groups"

// Model is the pane.
type Model struct {
	ctx   *pane.Context
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	store *store.Store

	keys     keyMap
	resource *resource.Resource[*resource.Group]

	sites    []*site // that are shown
	creating store.Loader[*api.AccountGroup]
	sent     request // the last one
	unknown  request // whose outcome is unknown; zero for none
	doubt    string  // why the last request failed
	form     *form.Form
}

// site holds the data of one site.
type site struct {
	ctx     *pane.Context
	own     *pane.Site
	store   *store.Store
	created []*api.AccountGroup               // in this run, oldest first
	taken   []string                          // IDs of the accounts that the form is for
	earlier store.Loader[[]*api.AccountGroup] // created in earlier runs, newest first
}

// request is a request to create a group: its name, and at which of several sites.
type request struct{ name, site string }

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Create, Send, Accounts, Abnormal, Rename, LoadAll, Report key.Binding
	AbnormalAccounts, Options                                 key.Binding // in the box of >
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{
		ctx:      c,
		stack:    pane.NewStack(c, Name),
		words:    c.Words,
		theme:    c.Theme,
		view:     c.View,
		store:    c.Sites.First().Store,
		resource: resource.Groups(c.View),
	}
	m.keys = keyMap{
		Report:   c.Bind("groups.report"),
		Create:   c.Bind("groups.create"),
		Send:     c.Bind("groups.send"),
		Accounts: c.Bind("groups.accounts"),
		Abnormal: c.Bind("groups.abnormal"),
		Options:  c.Bind("groups.options"),

		AbnormalAccounts: c.Bind("groups.abnormal_accounts"),

		Rename:  c.Bind("groups.rename"),
		LoadAll: c.Bind("groups.load_all"),
	}
	m.keys.Create.SetEnabled(!c.ReadOnly)
	m.keys.Rename.SetEnabled(c.Moment.IsZero())
	for _, one := range c.Sites {
		m.sites = append(m.sites, &site{ctx: c, own: one, store: one.Store})
	}
	m.form = m.newForm()
	m.stack.Push(m.newList(pane.Target{}))
	return m
}

// Stack are the screens of the pane.
func (m *Model) Stack() *pane.Stack { return m.stack }

// Init loads the accounts, which name the groups.
func (m *Model) Init() tea.Cmd {
	var earlier []tea.Cmd
	for _, s := range m.sites {
		earlier = append(earlier, s.loadEarlier())
	}
	load := m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
		return tea.Batch(s.Accounts.Require(), s.Platforms.Require())
	})
	return tea.Batch(
		load,
		tea.Batch(earlier...),
		m.stack.Update(store.Changed{Kind: store.KindAccounts}),
	)
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := m.creating.Take(msg); mine {
		cmd = tea.Batch(cmd, m.onCreated())
		m.stack.Refit()
		return cmd
	}
	for _, s := range m.sites {
		if mine, cmd := s.earlier.Take(msg); mine {
			return tea.Batch(cmd, m.stack.Update(store.Changed{Kind: store.KindAccounts}))
		}
	}
	if msg == tea.Msg(pane.SettingsChanged{}) {
		m.form.Reword(m.fields())
	}
	return m.stack.Update(msg)
}

// loadEarlier reads the groups created in earlier runs: not every service lists them.
func (s *site) loadEarlier() tea.Cmd {
	f := s.own.Store.Fleet
	if f.History == nil {
		return nil
	}
	return s.earlier.Start(s.ctx.Base, s.own.View.Now, func(
		ctx context.Context, _ func(any),
	) ([]*api.AccountGroup, error) {
		return f.Groups().Created(ctx)
	})
}

// State is the state of the accounts and of a group being created.
func (m *Model) State() store.State {
	s := m.ctx.Stores().AccountsState()
	s.InFlight += m.creating.State().InFlight
	return s
}

// Open shows the list with the cursor on a group, or the form of a new group for some accounts.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.AccountIDs != "" {
		ids := make([][]string, len(m.sites))
		ids[m.ctx.Sites.Index(t.Site)] = strings.Split(t.AccountIDs, "\n")
		return m.openFormFor(ids)
	}
	if t.GroupID == "" {
		return nil
	}
	l := m.newList(t)
	m.stack.Push(l)
	return l.fill()
}

// rows are the known groups of all sites.
func (m *Model) rows() (rows []*resource.Group) {
	for _, s := range m.sites {
		rows = append(rows, s.known()...)
	}
	return rows
}

// known are the known groups of the site.
func (s *site) known() []*resource.Group {
	sent := resource.SentGroups{
		Listed:  s.store.Groups.Value,
		Created: s.created,
		Earlier: s.earlier.Value,
	}
	rows := resource.KnownGroups(s.store.Accounts.List().Groups, sent, s.store.Past.Value)
	for _, g := range rows {
		g.Site = s.own.Name
	}
	return rows
}

// named are the known groups of the site with a name, which the service or users here gave them.
func (s *site) named(name string) (found []*resource.Group) {
	for _, g := range s.known() {
		names := s.ctx.View.Lists.GroupName(g.ID)
		if g.Sent != nil {
			names.Listed = g.Sent.Name
		}
		if fleet.IsGroupNamed(names, name) {
			found = append(found, g)
		}
	}
	return found
}

// Things are the groups the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, g := range m.rows() {
		if g.ID != "" {
			t := pane.Thing{
				Kind:   pane.KindGroup,
				Label:  g.Title(m.view),
				Note:   m.words.N("groups.n_accounts", g.Accounts),
				Target: pane.Target{Pane: Name, GroupID: g.ID},
			}
			if m.ctx.Sites.Several() {
				t.Note = m.view.SiteText(t.Note, g.Site)
				t.Target.Site = g.Site
			}
			things = append(things, t)
		}
	}
	return things
}
