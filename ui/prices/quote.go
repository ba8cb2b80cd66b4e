package prices

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

// quoteScreen is the list of the answers to the question.
type quoteScreen struct{ *listScreen }

// openQuestion opens the field of the question, above its answers.
func (m *Model) openQuestion() tea.Cmd {
	if _, ok := m.Top().(*quoteScreen); ok {
		return m.ask.Open()
	}
	s := &quoteScreen{}
	s.listScreen = m.newList(listConfig{
		kind: listQuote, field: &m.ask, blank: func() bool { return m.question.IsZero() },
		rows: s.rows, about: s.about, alerts: func() []note { return m.ask.alerts(m.Context) }, footer: m.answerFooter(),
	})
	for _, id := range []string{"price", "perSecond", "discount"} {
		s.Table.SetTitle(id, m.Words.T("prices.quote."+id))
	}
	s.showRanking()
	m.Push(s)
	return m.ask.Open()
}

func (s *quoteScreen) Update(msg tea.Msg) tea.Cmd {
	return tea.Batch(s.listScreen.Update(msg), s.rank())
}

// rank ranks the quote by the column that the user sorts by.
func (s *quoteScreen) rank() tea.Cmd {
	id, desc := s.Table.Sort()
	by := rankingOf(id)
	if by == s.m.ranked && desc == (by == quote.ByDiscount) || s.Query.Value() != "" && id == "" {
		return nil
	}
	if by == "" {
		s.showRanking()
		return pane.Notify(pane.Info, s.m.Words.T("prices.no_ranking"))
	}
	s.m.ranked = by
	s.m.version++
	return nil
}

// showRanking marks the column by which the quote is ranked.
func (s *quoteScreen) showRanking() {
	id := s.m.ranked
	if id == quote.ByName {
		id = quote.ByLabel
	}
	s.Table.SortBy(string(id), s.m.ranked == quote.ByDiscount)
}

func (s *quoteScreen) rows() []*Row {
	s.Table.SetTitle("total", s.m.Words.N("prices.quote.total", s.m.question.Clips()))
	s.showRanking()
	return s.quoteRows()
}

// about is the question, and how its answers are ranked, below it if the line is too
// short.
func (s *quoteScreen) about(room int) (line string, below []string) {
	t := s.m.Theme
	if understood := s.m.ask.understood; understood != "" {
		line = "  " + t.Tone(theme.Accent).Render(understood)
	}
	by := ranking(s.m.Context.View, s.Table.Rows(), s.m.ranked)
	if text.Width(line)+2+text.Width(by) > room {
		return line, s.m.Paragraph(by, s.width, theme.Muted)
	}
	return line + "  " + t.Tone(theme.Muted).Render(by), nil
}
