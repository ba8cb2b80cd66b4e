package works

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// startRow is a work of this run or an example of the demo. Exports read it outside
// Update, except for the work.
type startRow struct {
	query           api.WorkQuery
	title, platform string
	snapshots       api.Number // unset for an example
	work            *work      // nil for an example
}

// newStart returns the first screen: the works of this run, newest first, and the
// examples of the demo.
func (m *Model) newStart() *pane.List[startRow] {
	k := &m.keys
	title := textColumn("work", 100, 60, theme.Plain, func(r startRow) string { return r.title })
	title.Min, title.Grow, title.Pinned = 40, true, true
	id := textColumn("id", 80, 40, theme.Muted, func(r startRow) string { return r.query.WorkID })
	id.Min = 0
	account := textColumn("account", 60, 32, theme.Muted, func(r startRow) string { return r.query.AccountID })
	account.Hidden = true // the inspector has it
	return pane.NewList(m.Stack, pane.ListConfig[startRow]{
		Resource: &pane.Resource[startRow]{
			Name: "works.recent", ID: func(r startRow) string { return r.query.WorkID },
			Key:    func(r startRow) string { return r.query.Platform + "/" + r.query.WorkID },
			Record: func(r startRow) any { return r.query },
			Columns: []pane.Column[startRow]{
				title,
				textColumn("platform", 90, 20, theme.Plain, func(r startRow) string { return r.platform }),
				id,
				account,
				numberColumn("snapshots", "", 70, func(r startRow) api.Number { return r.snapshots }, plainCell(m.exact)),
			},
		},
		Heading: m.Words.T("works.choose_work"),
		Title:   func(r startRow) string { return r.title },
		Blocks:  m.startBlocks,
		Summary: m.startSummary,
		Empty:   m.empty(m.nothingOpen()),
		State:   func() store.State { return store.State{} },
		Refresh: m.Store.Platforms.Refresh,
		Open:    pane.Action[startRow]{Key: k.Show, Row: m.openRow},
		Actions: []pane.Action[startRow]{{Key: k.Open, Do: func() tea.Cmd { return m.openForm(m.suggestion(), "", false) }}},
		Footer:  func() []key.Binding { return []key.Binding{k.Show, k.Open, m.Keys.Filter} },
	})
}

// startBlocks are the values of the form that opens a work, and what opening it does.
func (m *Model) startBlocks(r startRow) []pane.Block {
	account := facts.Fact{Name: m.factName("account"), Value: r.query.AccountID, Note: m.accountName(r.query.AccountID)}
	if account.Value == "" {
		account.Value, account.Tone = m.Words.T("works.no_account"), theme.Muted
	}
	note := m.Words.T("works.opens_form", "Key", m.keys.Show.Help().Key)
	if r.work != nil {
		note = m.Words.T("works.opens_work", "Key", m.keys.Show.Help().Key)
	}
	return []pane.Block{
		{Facts: []facts.Fact{{Name: m.factName("platform"), Value: r.platform}, {Name: m.factName("id"), Value: r.query.WorkID}, account}},
		{Lines: func(width int) []string { return m.Note(note, width) }},
	}
}

func (m *Model) nothingOpen() string {
	return m.Words.T("works.none", "Key", m.keys.Open.Help().Key)
}

// startSummary is the number of works, or above examples how to open the first one.
func (m *Model) startSummary(width int) (lines []string) {
	line := m.Words.N("works.n_works", len(m.works))
	if _, rows := m.start.Table.Counts(); rows == 0 {
		return nil
	}
	if len(m.works) == 0 {
		line = m.nothingOpen()
	}
	for _, l := range text.Wrap(line, max(width-2, 1)) {
		lines = append(lines, " "+m.Theme.Tone(theme.Muted).Render(l))
	}
	return lines
}

func (m *Model) startRows() []startRow {
	var rows []startRow
	for _, w := range slices.Backward(m.works) {
		snapshots := api.Int(int64(len(w.history.Entries())))
		rows = append(rows, startRow{w.query, w.title(), m.PlatformName(w.query.Platform), snapshots, w})
	}
	for _, e := range m.Examples {
		q := api.WorkQuery{Platform: e.Target.Platform, WorkID: e.Target.WorkID, AccountID: e.Target.AccountID}
		if e.Kind == pane.KindWork && m.find(q) == nil {
			rows = append(rows, startRow{query: q, title: text.Clean(e.Note), platform: m.PlatformName(q.Platform)})
		}
	}
	return rows
}

// openRow shows a work of this run, or the form with an example.
func (m *Model) openRow(r startRow) tea.Cmd {
	if r.work != nil {
		return m.show(r.work)
	}
	return m.openForm(r.query, "", false)
}
