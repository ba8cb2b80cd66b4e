package works

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// newStart returns the first screen: recent works, and the examples of the demo.
func (m *Model) newStart() *pane.List[pane.Recent] {
	k := &m.keys
	open := func() tea.Cmd { return m.openForm(m.suggestion(), "", false) }
	return pane.NewRecents(m.Stack, pane.KindWork, "works.recent", pane.ListConfig[pane.Recent]{
		Heading: m.Words.T("works.choose_work"),
		Title:   func(r pane.Recent) string { return r.Label },
		Blocks:  m.startBlocks,
		Summary: m.startSummary,
		Empty:   m.Empty("works.no_match", m.nothingOpen()),
		Nothing: open,
		Refresh: m.Store.Platforms.Refresh,
		Open:    pane.Action[pane.Recent]{Key: k.Show, Row: m.openRow},
		Actions: []pane.Action[pane.Recent]{{Key: k.Open, Do: open}},
		Footer:  func() []key.Binding { return []key.Binding{k.Show, k.Open, m.Keys.Filter} },
	})
}

func queryOf(t pane.Target) api.WorkQuery {
	return api.WorkQuery{Platform: t.Platform, WorkID: t.WorkID, AccountID: t.AccountID}
}

// startBlocks are the values of the form that opens a work, and what opening it does.
func (m *Model) startBlocks(r pane.Recent) []resource.Block {
	note := m.Words.T("works.opens_form", "Key", m.keys.Show.Help().Key)
	if m.find(queryOf(r.Target)) != nil || m.History != nil {
		note = m.Words.T("works.opens_work", "Key", m.keys.Show.Help().Key)
	}
	return []resource.Block{
		{Facts: []resource.Fact{{Name: m.factName("platform"), Value: m.PlatformName(r.Target.Platform)}, {Name: m.factName("id"), Value: r.Target.WorkID}, m.accountFact(r.Target.AccountID)}},
		{Lines: func(width int) []string { return m.Note(note, width) }},
	}
}

func (m *Model) nothingOpen() string {
	return m.Words.T("works.none", "Key", m.keys.Open.Help().Key)
}

// startSummary is the number of works, or above examples how to open the first one.
func (m *Model) startSummary(width int) []string {
	line := m.Words.N("works.n_works", len(m.works))
	if _, rows := m.start.Table.Counts(); rows == 0 {
		return nil
	}
	if len(m.works) == 0 {
		line = m.nothingOpen()
	}
	return []string{text.Cut(" "+m.Theme.Tone(theme.Muted).Render(line), width)}
}

// fillStart shows the works known now, the newest first.
func (m *Model) fillStart() tea.Cmd {
	opened := m.Things()
	slices.Reverse(opened)
	return m.start.SetRows(m.Recents(pane.KindWork, opened))
}

// openRow shows a work of this run or of the history, or the form with an example.
func (m *Model) openRow(r pane.Recent) tea.Cmd {
	q := queryOf(r.Target)
	if w := m.find(q); w != nil {
		return m.show(w)
	}
	return m.openEarlier(q, false)
}
