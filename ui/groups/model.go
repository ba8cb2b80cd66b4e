// Package groups is the pane of account groups: creating one, and those that
// are known so far with the health and the sums of their accounts.
package groups

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/table"
)

// Name is the name of the pane.
const Name = "groups"

// mode is what keys mean at the moment.
type mode uint8

const (
	browsing mode = iota
	creating
	showingDetail
)

// Model is the pane.
type Model struct {
	pane.Frame
	ctx  *pane.Context
	keys keyMap
	mode mode

	table    *table.Table[row]
	list     pane.Loader[*tally]
	again    pane.Refresher
	complete bool // the person asked for what the service does not send in one answer
	creating pane.Loader[*api.AccountGroup]
	created  []*api.AccountGroup // oldest first
	sent     string              // the name that was sent last
	unknown  string              // the name whose create has an unknown outcome, "" for none
	doubt    string              // what the form says of that
	wanted   string              // the group to go to when the accounts are there

	form   *form.Form
	query  pane.Query
	detail facts.Pager
}

// New makes the pane.
func New(c *pane.Context) *Model {
	m := &Model{ctx: c, keys: newKeyMap(c)}
	m.detail.Keys = m.keys.Pager()
	m.form = m.newForm()
	m.table = table.New(table.Config[row]{
		Theme: c.Theme, Keys: m.keys.Unmarked(), Columns: columns(c), Context: c.Base,
		Key: func(g row) string { return g.id },
	})
	m.table.Choose(c.Columns[Name])
	m.query = pane.NewQuery(c, m.keys.Keys, m.table)
	m.Choice = pane.NewChoice(c, m.keys.Keys)
	return m
}

// Init loads the accounts, which name the groups.
func (m *Model) Init() tea.Cmd { return m.load() }

// SetSize sets the room in cells.
func (m *Model) SetSize(width, height int) {
	m.Width, m.Height = width, height
	m.resize()
	m.fillDetail()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool {
	return m.Choice.IsOpen() || m.query.Typing() || m.mode == creating
}

// State is what the header says of the groups.
func (m *Model) State() pane.State {
	s := m.list.State()
	s.InFlight += m.creating.State().InFlight
	return s
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.update(msg)
	m.fillDetail()
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if cmd, taken := m.Hand(msg, m.onKey, m.onMouse); taken {
		return cmd
	}
	if m.again.Due(msg) && !m.list.Running() {
		return m.load()
	}
	if mine, cmd := m.list.Take(msg); mine {
		return tea.Batch(cmd, m.onList())
	}
	if mine, cmd := m.creating.Take(msg); mine {
		return tea.Batch(cmd, m.onCreated())
	}
	return m.table.Update(msg)
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.mode == creating:
		return m.onFormKey(msg)
	case m.query.Typing():
		cmd := m.query.Update(msg)
		m.resize()
		return cmd
	case m.mode == showingDetail:
		return m.onDetailKey(msg)
	}
	return m.onBrowseKey(msg)
}

func (m *Model) onBrowseKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Filter):
		cmd := m.query.Begin()
		m.resize()
		return cmd
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.table, nil)
	case key.Matches(msg, k.Export):
		m.chooseExport()
	case key.Matches(msg, k.Back) && m.query.Value() != "":
		cmd := m.query.Set("")
		m.resize()
		return cmd
	case key.Matches(msg, k.LoadAll):
		return m.loadAll()
	case key.Matches(msg, k.Detail):
		m.openDetail()
	default:
		if cmd, taken := m.onSharedKey(msg); taken {
			return cmd
		}
		return m.table.Update(msg)
	}
	return nil
}

// onSharedKey takes the keys that do the same in the list and in the detail.
func (m *Model) onSharedKey(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	k := &m.keys
	switch {
	case slices.Contains(k.Create.Keys(), msg.String()): // read-only switches it off, and says so
		return m.beginCreate(), true
	case key.Matches(msg, k.Accounts):
		g, ok := m.table.Current()
		if !ok || g.id == "" {
			return nil, true
		}
		return pane.Goto(pane.Target{Pane: "accounts", GroupID: g.id}), true
	case key.Matches(msg, k.Refresh):
		return m.load(), true
	case key.Matches(msg, k.Copy), key.Matches(msg, k.CopyCell), key.Matches(msg, k.CopyJSON):
		return m.copy(msg), true
	}
	return nil, false
}

func (m *Model) onDetailKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Back), key.Matches(msg, m.keys.Detail):
		m.browse()
		return nil
	case m.detail.Update(msg):
		return nil
	}
	cmd, _ := m.onSharedKey(msg)
	return cmd
}

// browse goes back to the table. The detail beside it begins at its top.
func (m *Model) browse() {
	m.mode = browsing
	m.detail.Top()
	m.resize()
}

func (m *Model) openDetail() {
	if _, ok := m.table.Current(); ok {
		m.mode = showingDetail
		m.detail.Top()
		m.resize()
	}
}

func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	switch m.mode {
	case browsing:
		msg.Y -= len(m.above())
		return m.table.Mouse(msg)
	case showingDetail:
		m.detail.Update(msg)
	}
	return nil
}
