package prices

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
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
	m.Push(s)
	return m.ask.Open()
}

func (s *quoteScreen) rows() []*Row {
	s.Table.SetTitle("total", s.m.Words.N("prices.quote.total", s.m.question.Clips()))
	if s.m.question.IsZero() {
		return nil
	}
	return s.m.sections(Answers(s.m.catalog(), s.m.question, quote.ByPrice, nil))
}

// about is the question, and how its answers are ranked, below it if the line is too
// short.
func (s *quoteScreen) about(room int) (line string, below []string) {
	t := s.m.Theme
	if understood := s.m.ask.understood; understood != "" {
		line = "  " + t.Tone(theme.Accent).Render(understood)
	}
	by := s.ranking()
	if text.Width(line)+2+text.Width(by) > room {
		return line, s.m.Paragraph(by, s.width, theme.Muted)
	}
	return line + "  " + t.Tone(theme.Muted).Render(by), nil
}

// ranking says how many models answer the question, and whether kinds of credits are
// ranked separately.
func (s *quoteScreen) ranking() string {
	scopes := map[quote.Scope]bool{}
	offers := 0
	for r := range s.Table.Rows() {
		if r.offer != nil {
			offers++
			scopes[r.Model.Scope] = true
		}
	}
	id := "prices.matches"
	if by, desc := s.Table.Sort(); by == string(quote.ByPrice) && !desc {
		id = "prices.matches_cheapest"
	}
	matches := s.m.Words.N(id, offers)
	if len(scopes) > 1 {
		matches = text.Sentences(matches, s.m.Words.N("prices.scopes_apart", len(scopes)))
	}
	return matches
}
