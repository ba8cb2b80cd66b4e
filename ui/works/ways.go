package works

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// Open shows a work of this run, or fills the form in; it asks the platform for
// nothing by itself.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t == (pane.Target{Pane: t.Pane}) {
		return nil
	}
	m.Choice.Close()
	q := api.WorkQuery{Platform: t.Platform, WorkID: t.WorkID, AccountID: t.AccountID}
	if w := m.find(q); w != nil {
		m.mode = browsing
		return m.show(w)
	}
	if d := m.draft; d != nil && q.WorkID == "" && d.Platform == q.Platform && d.AccountID == q.AccountID {
		q = *d
	}
	return m.openForm(q, "")
}

// Remember returns what brings the pane back to how it is now. A watch that was
// left meanwhile does not begin again.
func (m *Model) Remember() func() tea.Cmd {
	current, other, shown, byAge, metric := m.current, m.other, m.view, m.byAge, m.metric
	asked, filled, began := m.mode == asking, m.form, m.began
	facts, rows, moments := m.facts.SavePosition(), m.metrics.SavePosition(), m.moments.SavePosition()
	at := 0
	if current != nil {
		at = current.at
	}
	return func() tea.Cmd {
		m.Choice.Close()
		if m.mode = browsing; asked {
			m.mode, m.form, m.began = asking, filled, began
		}
		if current != nil { // nothing is no way back from a work
			m.current, m.other, m.view, m.byAge, m.metric = current, other, shown, byAge, metric
			current.at = at
		}
		cmd := tea.Batch(m.refresh(), rows(), moments())
		facts()
		return cmd
	}
}

// AtRest reports whether esc has nothing to close here.
func (m *Model) AtRest() bool {
	return !m.Capturing() && m.mode == browsing && (m.current == nil || m.view == factsView)
}

// Things are the works of this run.
func (m *Model) Things() []pane.Thing {
	things := make([]pane.Thing, len(m.works))
	for i, w := range m.works {
		things[i] = pane.Thing{
			Kind: pane.KindWork, Label: w.title(), Note: text.Clean(w.query.Platform + " " + w.query.WorkID),
			Target: pane.Target{Pane: Name, Platform: w.query.Platform, WorkID: w.query.WorkID, AccountID: w.query.AccountID},
		}
	}
	return things
}
