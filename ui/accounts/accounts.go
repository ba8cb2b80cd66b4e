// Package accounts is the pane of channel accounts: their health, filtered by
// platform, status, id and a fuzzy query, each in full, sums of the selected
// ones, copied and exported.
package accounts

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "accounts"

// Model is the pane.
type Model struct {
	ctx   *pane.Context
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	store *store.Store

	keys     keyMap
	resource *resource.Resource[row]
	things   things
}

// things caches the things that the palette can open, for one list of accounts and the names of
// platforms at one time.
type things struct {
	list  *fleet.List
	named time.Time
	all   []pane.Thing
}

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Platforms, Status, ByGroup, Abnormal, Changed, IDs key.Binding
	LoadAll, ClearFilters, Baseline                    key.Binding
	Works, Options, Group, Report, FailedCall          key.Binding
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
		resource: resource.Accounts(c.View),
	}
	if !c.HasHistory() {
		m.resource.Columns = slices.DeleteFunc(
			m.resource.Columns,
			func(c resource.Column[row]) bool { return c.OnRequest },
		)
	}
	m.keys = keyMap{
		Platforms:    c.Bind("accounts.platforms"),
		Status:       c.Bind("accounts.status"),
		ByGroup:      c.Bind("accounts.by_group"),
		Abnormal:     c.Bind("accounts.abnormal"),
		Changed:      c.Bind("accounts.changed"),
		IDs:          c.Bind("accounts.ids"),
		LoadAll:      c.Bind("accounts.load_all"),
		ClearFilters: c.Bind("accounts.clear"),
		Baseline:     c.Bind("accounts.baseline"),
		Works:        c.Bind("accounts.works"),
		Options:      c.Bind("accounts.options"),
		Group:        c.Bind("accounts.group"),
		FailedCall:   c.Bind("accounts.failed_call"),
		Report:       c.Bind("accounts.report"),
	}
	m.stack.Push(m.newList(fleet.Query{}))
	m.store.Selected = m.selected
	return m
}

// selected are the accounts that are selected in the list that is shown.
func (m *Model) selected() []row {
	return slices.Collect(pane.Topmost[*listScreen](m.stack).Table.Selected())
}

// Stack are the screens of the pane.
func (m *Model) Stack() *pane.Stack { return m.stack }

// Init loads the accounts, and the platforms for their names.
func (m *Model) Init() tea.Cmd {
	load := m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
		return tea.Batch(s.Accounts.Require(), s.Platforms.Require())
	})
	return tea.Batch(load, m.stack.Update(store.Changed{Kind: store.KindAccounts}))
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd { return m.stack.Update(msg) }

// State is the state of the accounts and the platforms.
func (m *Model) State() store.State {
	s := m.ctx.Stores().AccountsState()
	for _, site := range m.ctx.Sites {
		s.InFlight += site.Store.Platforms.State().InFlight
	}
	return s
}

// Open shows the accounts of a platform, a group or a status, some accounts, or one.
func (m *Model) Open(t pane.Target) tea.Cmd {
	var f fleet.Query
	if m.ctx.Sites.Several() { // other panes are about the first one
		f.Sites = []string{cmp.Or(t.Site, m.ctx.Sites.First().Name)}
	}
	switch {
	case t.AccountID != "":
		f.IDs = []string{t.AccountID}
	case t.AccountIDs != "":
		f.IDs = strings.Split(t.AccountIDs, "\n")
	case t.GroupID != "":
		f.Groups = []string{t.GroupID}
	case t.Platform != "":
		f.Platforms = []string{t.Platform}
	case t.Status == "":
		return nil
	}
	if t.Status != "" {
		f.Status = fleet.Status(t.Status)
	}
	l := m.newList(f)
	m.stack.Push(l)
	return l.Update(store.Changed{}) // fills the list, and reads what the inspector adds
}

// Things are the platforms and accounts the palette can open.
func (m *Model) Things() []pane.Thing {
	l := m.store.Accounts.List()
	named := m.store.Platforms.At
	if m.things.list == l && m.things.named.Equal(named) && !m.ctx.Sites.Several() {
		return m.things.all
	}
	all := make([]pane.Thing, 0, len(l.Platforms)+len(l.Rows))
	for _, p := range l.Platforms {
		all = append(all, pane.Thing{
			Kind:   pane.KindPlatform,
			Label:  m.view.PlatformName(p.ID),
			Note:   m.words.N("accounts.total", p.Accounts),
			Target: pane.Target{Pane: Name, Platform: p.ID},
		})
	}
	for _, site := range m.ctx.Sites {
		for _, a := range site.Store.Accounts.List().Rows {
			t := pane.Target{Pane: Name, Site: site.Label(), AccountID: a.ID}
			all = append(all, pane.Thing{
				Kind:   pane.KindAccount,
				Label:  resource.AccountName(site.View, a),
				Note:   m.aside(a),
				Target: t,
			})
		}
	}
	m.things = things{l, named, all}
	return all
}

// aside is the platform of an account and, of several sites, its site.
func (m *Model) aside(a row) string {
	site := m.ctx.Sites.Named(a.Site)
	name := site.View.PlatformName(a.Type)
	if !m.ctx.Sites.Several() {
		return name
	}
	return m.view.SiteText(name, a.Site)
}
