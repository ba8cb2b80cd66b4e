package works

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// startScreen is the first screen: the works opened in this run and earlier ones, and
// the examples of the demo.
type startScreen struct {
	*pane.List[pane.Recent]
	m *Model
}

func (m *Model) newStart() *startScreen {
	k, s := &m.keys, &startScreen{m: m}
	open := func() tea.Cmd { return m.openForm(m.suggestion(), "", false) }
	s.List = pane.NewRecents(m.Stack, pane.KindWork, "works.recent", pane.ListConfig[pane.Recent]{
		Heading: m.Words.T("works.choose_work"),
		Title:   func(r pane.Recent) string { return r.Label },
		Blocks:  s.blocks,
		Summary: s.summary,
		Empty:   m.Empty("works.no_match", s.nothingOpen()),
		Nothing: open,
		Refresh: m.Store.Platforms.Refresh,
		Open:    pane.Action[pane.Recent]{Key: k.Show, Row: s.open},
		Actions: []pane.Action[pane.Recent]{{Key: k.Open, Do: open}},
		Footer:  func() []key.Binding { return []key.Binding{k.Show, k.Open, m.Keys.Filter} },
	})
	return s
}

func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case worksChanged:
		cmd := s.fill()
		s.Table.MoveTo(msg.work.query.Platform + "/" + msg.work.query.WorkID)
		return cmd
	case pane.Recalled, store.Changed: // which may bring the platforms' names
		return s.fill()
	}
	return s.List.Update(msg)
}

func queryOf(t pane.Target) api.WorkQuery {
	return api.WorkQuery{Platform: t.Platform, WorkID: t.WorkID, AccountID: t.AccountID}
}

// blocks are the values of the form that opens a work, and what opening it does.
func (s *startScreen) blocks(r pane.Recent) []resource.Block {
	m := s.m
	note := m.Words.T("works.opens_form", "Key", m.keys.Show.Help().Key)
	if m.find(queryOf(r.Target)) != nil || m.History != nil {
		note = m.Words.T("works.opens_work", "Key", m.keys.Show.Help().Key)
	}
	return []resource.Block{
		{Facts: []resource.Fact{{Name: m.factName("platform"), Value: m.PlatformName(r.Target.Platform)}, {Name: m.factName("id"), Value: r.Target.WorkID}, m.accountFact(r.Target.AccountID)}},
		{Lines: func(width int) []string { return m.Note(note, width) }},
	}
}

func (s *startScreen) nothingOpen() string {
	return s.m.Words.T("works.none", "Key", s.m.keys.Open.Help().Key)
}

// summary is the number of works opened in this run, or how to open the first one.
func (s *startScreen) summary(width int) []string {
	m := s.m
	line := m.Words.N("works.n_works", len(m.works))
	if _, rows := s.Table.Counts(); rows == 0 {
		return nil
	}
	if len(m.works) == 0 {
		line = s.nothingOpen()
	}
	return []string{text.Cut(" "+m.Theme.Tone(theme.Muted).Render(line), width)}
}

// fill shows the works known now, the newest first.
func (s *startScreen) fill() tea.Cmd {
	opened := s.m.Things()
	slices.Reverse(opened)
	return s.SetRows(s.m.Recents(pane.KindWork, opened))
}

// open shows a work of this run or of the history, or the form with an example.
func (s *startScreen) open(r pane.Recent) tea.Cmd {
	q := queryOf(r.Target)
	if w := s.m.find(q); w != nil {
		return s.m.show(w)
	}
	return s.m.openEarlier(q, false)
}
