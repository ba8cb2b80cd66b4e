// Package groups is the pane of account groups: creating one, and the known
// groups with the health and the sums of their accounts.
package groups

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/form"
)

// Name is the name of the pane.
const Name = "groups"

// Model is the pane.
type Model struct {
	*pane.Stack
	keys     keyMap
	resource *resource.Resource[resource.Group]

	created  []*api.AccountGroup               // in this run, oldest first
	earlier  store.Loader[[]*api.AccountGroup] // created in earlier runs, newest first
	creating store.Loader[*api.AccountGroup]
	sent     string // the name sent last
	unknown  string // the name whose creation has an unknown outcome, "" for none
	doubt    string // why the last request failed
	form     *form.Form
}

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct{ Create, Send, Accounts, Rename, LoadAll, Report key.Binding }

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c, Name), resource: resource.Groups(c.View)}
	m.keys = keyMap{
		Report: c.Bind("groups.report", "P"),
		Create: c.Bind("groups.create", "A"), Send: c.Bind("groups.send", "enter"),
		Accounts: c.Bind("groups.accounts", "a"), Rename: c.Bind("groups.rename", "R"), LoadAll: c.Bind("groups.load_all", "L"),
	}
	m.keys.Create.SetEnabled(!c.ReadOnly)
	m.form = m.newForm()
	m.Push(m.newList(""))
	return m
}

// Init loads the accounts, which name the groups.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.Store.Accounts.Require(), m.Store.Platforms.Require(), m.loadEarlier(), m.Stack.Update(store.Changed{Kind: store.KindAccounts}))
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := m.creating.Take(msg); mine {
		cmd = tea.Batch(cmd, m.onCreated())
		m.Refit()
		return cmd
	}
	if mine, cmd := m.earlier.Take(msg); mine {
		return tea.Batch(cmd, m.Stack.Update(store.Changed{Kind: store.KindAccounts}))
	}
	return m.Stack.Update(msg)
}

// loadEarlier reads the groups created in earlier runs: the service does not list
// them.
func (m *Model) loadEarlier() tea.Cmd {
	h := m.History
	if h == nil {
		return nil
	}
	return m.earlier.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) ([]*api.AccountGroup, error) {
		return fleet.CreatedGroups(ctx, h)
	})
}

// State is the state of the accounts and of a group being created.
func (m *Model) State() store.State {
	s := m.Store.Accounts.State()
	s.InFlight += m.creating.State().InFlight
	return s
}

// Open shows the list with the cursor on a group.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.GroupID == "" {
		return nil
	}
	l := m.newList(t.GroupID)
	m.Push(l)
	return l.fill()
}

// rows are the known groups.
func (m *Model) rows() []resource.Group {
	return resource.KnownGroups(m.Store.Accounts.List().Groups, m.created, m.earlier.Value, m.Store.Past.Value)
}

// Things are the groups the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, g := range m.rows() {
		if g.ID != "" {
			things = append(things, pane.Thing{
				Kind: pane.KindGroup, Label: g.Title(m.Context.View), Note: m.Words.N("groups.n_accounts", g.Accounts),
				Target: pane.Target{Pane: Name, GroupID: g.ID},
			})
		}
	}
	return things
}
