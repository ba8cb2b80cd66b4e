// Package groups is the pane of account groups: creating one, and the known
// groups with the health and the sums of their accounts.
package groups

import (
	"cmp"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/form"
)

// Name is the name of the pane.
const Name = "groups"

// Model is the pane.
type Model struct {
	*pane.Stack
	keys     keyMap
	resource *pane.Resource[row]

	created  []*api.AccountGroup // in this run, oldest first
	creating store.Loader[*api.AccountGroup]
	sent     string // the name sent last
	unknown  string // the name whose creation has an unknown outcome, "" for none
	doubt    string // why the last request failed
	form     *form.Form
}

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct{ Create, Send, Accounts, LoadAll key.Binding }

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c), resource: resource(c)}
	m.keys = keyMap{
		Create: c.Bind("groups.create", "n"), Send: c.Bind("groups.send", "enter"),
		Accounts: c.Bind("groups.accounts", "a"), LoadAll: c.Bind("groups.load_all", "L"),
	}
	m.keys.Create.SetEnabled(!c.ReadOnly)
	m.form = m.newForm()
	m.Push(m.newList(""))
	return m
}

// Init loads the accounts, which name the groups.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.Store.Accounts.Require(), m.Stack.Update(store.Changed{Kind: store.KindAccounts}))
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := m.creating.Take(msg); mine {
		cmd = tea.Batch(cmd, m.onCreated())
		m.Refit()
		return cmd
	}
	return m.Stack.Update(msg)
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

// rows are the groups created here, newest first, then those that accounts name.
func (m *Model) rows() []row {
	tallies := map[string]*store.GroupTally{}
	for _, t := range m.Store.Accounts.List().Groups {
		tallies[t.ID] = t
	}
	var rows []row
	for _, c := range slices.Backward(m.created) {
		rows = append(rows, row{GroupTally: cmp.Or(tallies[c.ID], &store.GroupTally{ID: c.ID}), created: c})
		delete(tallies, c.ID)
	}
	for _, t := range m.Store.Accounts.List().Groups {
		if tallies[t.ID] != nil {
			rows = append(rows, row{GroupTally: t})
		}
	}
	return rows
}

// Things are the groups the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, g := range m.rows() {
		if g.ID != "" {
			things = append(things, pane.Thing{
				Kind: pane.KindGroup, Label: g.title(), Note: m.Words.N("groups.n_accounts", g.Accounts),
				Target: pane.Target{Pane: Name, GroupID: g.ID},
			})
		}
	}
	return things
}

// MatchID returns the groups whose id s is or begins.
func (m *Model) MatchID(s string) []pane.Thing {
	var things []pane.Thing
	for _, g := range pane.MatchByID(s, m.rows(), func(g row) string { return g.ID }) {
		things = append(things, pane.Thing{Kind: pane.KindGroup, Label: g.ID, Note: g.fields().Name, Target: pane.Target{Pane: Name, GroupID: g.ID}})
	}
	return things
}
