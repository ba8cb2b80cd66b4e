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

// startRow is a work of this run or an example of the demo.
type startRow struct {
	query    api.WorkQuery
	title    string
	platform string // its display name
	work     *work  // nil for an example
}

// startScreen is the first screen: the works of this run, newest first, and the
// examples of the demo.
type startScreen struct {
	*pane.List[startRow]
	m             *Model
	width, height int
}

func (m *Model) newStart() *startScreen {
	s := &startScreen{m: m}
	s.List = pane.NewList(m.Stack, pane.ListConfig[startRow]{
		Resource: m.startResource(), Title: s.title, Facts: s.facts, Summary: s.summary,
		Empty:   m.empty("works.no_match"),
		State:   func() store.State { return store.State{} },
		Refresh: m.Store.Platforms.Refresh,
		Open:    pane.Action[startRow]{Key: m.keys.Show, Row: m.openRow},
		Actions: []pane.Action[startRow]{{Key: m.keys.Open, Do: func() tea.Cmd { return m.openForm(m.suggestion(), "", false) }}},
		Footer:  s.footer,
	})
	return s
}

func (m *Model) startResource() *pane.Resource[startRow] {
	title := textColumn("work", 100, 60, theme.Plain, func(r startRow) string { return r.title })
	id := textColumn("id", 80, 40, theme.Muted, func(r startRow) string { return r.query.WorkID })
	account := textColumn("account", 60, 32, theme.Muted, func(r startRow) string { return r.query.AccountID })
	title.Pinned, id.CutMiddle, account.CutMiddle = true, true, true
	snapshots := func(r startRow) (n api.Number) {
		if r.work != nil {
			n = api.Int(int64(len(r.work.history.Entries())))
		}
		return n
	}
	return &pane.Resource[startRow]{
		Name: "works.recent", ID: func(r startRow) string { return r.query.WorkID },
		Key:    func(r startRow) string { return r.query.Platform + "/" + r.query.WorkID },
		Record: func(r startRow) any { return r.query },
		Columns: []pane.Column[startRow]{
			title, textColumn("platform", 90, 20, theme.Plain, func(r startRow) string { return r.platform }), id, account,
			numberColumn(m, "snapshots", "", 70, snapshots),
		},
	}
}

// Update is one step.
func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case worksChanged, store.Changed: // the latter may bring the platforms' names
		return s.SetRows(s.m.startRows())
	}
	return s.List.Update(msg)
}

func (m *Model) startRows() []startRow {
	var rows []startRow
	for _, w := range slices.Backward(m.works) {
		rows = append(rows, startRow{w.query, w.title(), m.PlatformName(w.query.Platform), w})
	}
	for _, e := range m.Examples {
		q := api.WorkQuery{Platform: e.Target.Platform, WorkID: e.Target.WorkID, AccountID: e.Target.AccountID}
		if e.Kind == pane.KindWork && m.find(q) == nil {
			rows = append(rows, startRow{q, text.Clean(e.Note), m.PlatformName(q.Platform), nil})
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

func (s *startScreen) summary(width int) []string {
	w := s.m.Words
	line := w.N("works.n_works", len(s.m.works))
	if len(s.m.works) == 0 {
		line = w.T("works.none", "Key", s.m.keys.Open.Help().Key)
	}
	var lines []string
	for _, l := range text.Wrap(line, max(width-2, 1)) {
		lines = append(lines, " "+s.m.Theme.Tone(theme.Muted).Render(l))
	}
	return lines
}

func (s *startScreen) title(r startRow) string {
	return " " + s.m.Theme.Title.Render(text.Clean(r.title))
}

func (s *startScreen) facts(r startRow) []facts.Fact {
	return []facts.Fact{
		{Name: s.m.factName("platform"), Value: r.platform},
		{Name: s.m.factName("id"), Value: r.query.WorkID},
		{Name: s.m.factName("account"), Value: r.query.AccountID, Note: s.m.accountName(r.query.AccountID)},
	}
}

func (s *startScreen) empty() bool {
	_, total := s.Table.Counts()
	return total == 0
}

// SetSize sets the room in cells.
func (s *startScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.List.SetSize(width, height)
}

// View draws the list or, where it is empty, how to open a work.
func (s *startScreen) View() string {
	if s.empty() {
		return s.m.ViewNothing(s.m.Words.T("works.none", "Key", s.m.keys.Open.Help().Key), s.width, s.height)
	}
	return s.List.View()
}

func (s *startScreen) footer() []key.Binding {
	if s.empty() {
		return []key.Binding{s.m.keys.Open}
	}
	return []key.Binding{s.m.keys.Show, s.m.keys.Open, s.m.Keys.Filter}
}
