package groups

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// Open shows a group, at once or when the accounts are there that name it.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.GroupID == "" {
		return nil
	}
	m.Choice.Close()
	cmd := m.query.Set("")
	m.browse()
	m.wanted = t.GroupID
	if m.list.Have() {
		return tea.Batch(cmd, m.findWanted())
	}
	return cmd
}

// findWanted moves to the group that was asked for.
func (m *Model) findWanted() tea.Cmd {
	id := m.wanted
	m.wanted = ""
	if id == "" || m.table.MoveTo(id) {
		return nil
	}
	return pane.Notify(pane.Info, m.ctx.Words.T("groups.unknown_group", "ID", text.Clean(id)))
}

// Remember returns what brings the pane back to how it is now.
func (m *Model) Remember() func() tea.Cmd {
	query, mode, wanted := m.query.Value(), m.mode, m.wanted
	place, scroll := m.table.Place(), m.detail.Place()
	return func() tea.Cmd {
		m.Choice.Close()
		m.wanted = wanted
		cmd := tea.Batch(m.query.Set(query), place())
		m.browse()
		if mode == showingDetail || mode == creating {
			m.mode = mode
		}
		m.resize()
		m.fillDetail()
		scroll()
		if m.list.Have() {
			return tea.Batch(cmd, m.findWanted())
		}
		return cmd
	}
}

// AtRest reports whether esc has nothing to close here.
func (m *Model) AtRest() bool {
	return !m.Capturing() && m.mode == browsing && m.query.Value() == ""
}

// Things are the groups one can go to.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, g := range all(m.list.Value, m.created) {
		if g.id == "" {
			continue
		}
		name, named := g.name()
		if !named {
			name = g.id
		}
		things = append(things, pane.Thing{
			Kind: pane.KindGroup, Label: name, Note: m.ctx.Words.N("groups.n_accounts", g.accounts),
			Target: pane.Target{Pane: Name, GroupID: g.id},
		})
	}
	return things
}

// Named are the groups whose id a text is or begins.
func (m *Model) Named(s string) []pane.Thing {
	var things []pane.Thing
	for _, g := range pane.NamedBy(s, all(m.list.Value, m.created), func(g row) string { return g.id }) {
		name, _ := g.name()
		things = append(things, pane.Thing{Kind: pane.KindGroup, Label: g.id, Note: name, Target: pane.Target{Pane: Name, GroupID: g.id}})
	}
	return things
}
