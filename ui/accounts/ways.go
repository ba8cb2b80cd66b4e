package accounts

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// Open shows the accounts of a platform or a group, or one account.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t == (pane.Target{Pane: t.Pane}) {
		return nil
	}
	m.Choice.Close()
	m.browse()
	m.filter = filter{}
	switch {
	case t.AccountID != "":
		m.filter.ids = []string{t.AccountID}
	case t.GroupID != "":
		m.filter.group = t.GroupID
	case t.Platform != "":
		m.filter.platforms = []string{t.Platform}
	}
	cmd := m.query.Set("")
	m.table.StayOnTop(true)
	cmd = tea.Batch(cmd, m.refilter())
	m.table.StayOnTop(true) // also where the service is asked
	m.opened = true
	return cmd
}

// Remember returns what brings the pane back to how it is now.
func (m *Model) Remember() func() tea.Cmd {
	filter, query, mode, opened := m.filter, m.query.Value(), m.mode, m.opened
	place, scroll := m.table.SavePosition(), m.detail.SavePosition()
	return func() tea.Cmd {
		m.Choice.Close()
		m.browse()
		if mode == showingDetail {
			m.mode = mode
		}
		m.filter = filter
		cmd := tea.Batch(m.query.Set(query), m.refilter(), place())
		m.opened = opened
		m.fillDetail()
		scroll()
		return cmd
	}
}

// AtRest reports whether esc has nothing to close here.
func (m *Model) AtRest() bool {
	return !m.Capturing() && m.mode == browsing && (!m.isFiltered() || m.opened && m.query.Value() == "")
}

// Things are the platforms and accounts one can go to.
func (m *Model) Things() []pane.Thing {
	l := &m.shown
	things := make([]pane.Thing, 0, len(l.platforms)+len(l.rows))
	for _, p := range l.platforms {
		things = append(things, pane.Thing{Kind: pane.KindPlatform, Label: p.name, Note: m.ctx.Words.N("accounts.total", p.count), Target: pane.Target{Pane: Name, Platform: p.name}})
	}
	for _, a := range l.rows {
		things = append(things, pane.Thing{Kind: pane.KindAccount, Label: name(a, l.twins[a.Nickname]), Note: a.Type, Target: pane.Target{Pane: Name, AccountID: a.ID}})
	}
	return things
}

// Named are the accounts whose id a text is or begins.
func (m *Model) Named(s string) []pane.Thing {
	var things []pane.Thing
	for _, a := range pane.NamedBy(s, m.shown.rows, func(a row) string { return a.ID }) {
		things = append(things, pane.Thing{Kind: pane.KindAccount, Label: a.ID, Note: name(a, false), Target: pane.Target{Pane: Name, AccountID: a.ID}})
	}
	return things
}

// goTo leads from the account under the cursor to what belongs to it.
func (m *Model) goTo(to string) tea.Cmd {
	a, ok := m.table.Current()
	if !ok {
		return nil
	}
	t := pane.Target{Pane: to, Platform: a.Type}
	switch to {
	case "works":
		t.AccountID = a.ID
	case "groups":
		t = pane.Target{Pane: to, GroupID: a.GroupID}
	}
	if to == "groups" && text.Clean(a.GroupID) == "" {
		return pane.Notify(pane.Info, m.ctx.Words.T("accounts.no_group"))
	}
	return pane.Goto(t)
}
