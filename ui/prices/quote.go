package prices

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/text"
)

// quoteScreen is the list of the answers to the question. The first screen is one, and answers the
// default question while nothing is asked.
type quoteScreen struct {
	*listScreen[*prices.Answer]
}

// ShowView shows a view of the answers, which may be outdated when they were covered.
func (s *quoteScreen) ShowView(v config.SavedView) tea.Cmd {
	return tea.Batch(s.List.ShowView(v), s.m.fillTop())
}

// openQuestion opens the field of the question, above its answers.
func (m *Model) openQuestion() tea.Cmd {
	_, ok := m.stack.Top().(*quoteScreen)
	if ok {
		return m.ask.Open()
	}
	m.pushQuote()
	return m.ask.Open()
}

// pushQuote shows the answers to the question.
func (m *Model) pushQuote() {
	s := &quoteScreen{}
	k := &m.keys
	s.listScreen = newList(m, listConfig[*prices.Answer]{
		kind:   listQuote,
		of:     prices.AnswerResource(m.view, false),
		shown:  s.initialColumns,
		answer: func(a *prices.Answer) *prices.Answer { return a },
		free:   s.reason,
		field:  &m.ask,
		blank:  func() bool { return m.question.IsZero() },
		rows:   s.rows,
		about:  s.about,
		alerts: func() []prices.Note { return m.ask.alerts(m.ctx) },
		actions: []pane.Action[*prices.Answer]{
			{Key: k.View, Do: s.showModels},
			{Key: k.PreviousView, Do: s.showPrices},
		},
	})
	m.stack.Push(s)
}

// reason returns the cell that a model without an offer shows in place of its price, and the column
// of the cell.
func (s *quoteScreen) reason(a *prices.Answer) (column string, cell resource.Cell) {
	if a.Refusal == nil {
		return "", resource.Cell{}
	}
	v := s.m.view
	return string(quote.ByPrice), prices.NoteCell(v, prices.AnswerNotes(v, a))
}

// showModels shows all models, under the same filter.
func (s *quoteScreen) showModels() tea.Cmd {
	models := s.m.newCatalogScreen(listModels, "")
	s.m.stack.Push(models)
	return models.Query.Set(s.Query.Value())
}

// showPrices shows all prices, under the same filter.
func (s *quoteScreen) showPrices() tea.Cmd {
	cmd := s.showModels()
	models, ok := s.m.stack.Top().(*catalogScreen)
	if !ok {
		return cmd
	}
	return tea.Batch(cmd, models.nextView())
}

// initialColumns are the columns at first: not those for what the question names, whose values would
// be equal in all rows.
func (s *quoteScreen) initialColumns() []string {
	q := s.m.asked()
	same := map[string]bool{
		"total":      q.Count < 2,
		"mode":       q.Mode != "",
		"resolution": q.Resolution != "",
		"duration":   q.Duration.IsSet(),
	}
	ids := []string{
		prices.SignColumn,
		"label",
		"price",
		"total",
		"perSecond",
		"discount",
		"mode",
		"resolution",
		"duration", "note",
	}
	return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
}

func (s *quoteScreen) rows() []*prices.Answer {
	q := *s.m.asked()
	for _, id := range []string{"perSecond", "discount"} {
		s.Table.SetTitle(id, s.m.words.T("prices.quote."+id))
	}
	s.Table.SetTitle("total", s.m.words.N("prices.quote.total", q.Clips()))
	if q.IsZero() {
		return nil
	}
	return prices.AnswerSections(
		s.m.view,
		prices.Answers(s.m.catalog.Catalog, q, quote.ByPrice, nil),
	)
}

// about is the question, and how its answers are ranked, below it if the line is too
// short.
func (s *quoteScreen) about(room int) (line string, below []string) {
	t := s.m.theme
	understood := prices.QuestionText(s.m.view, s.m.asked())
	if understood != "" {
		line = "  " + t.Tone(theme.Accent).Render(understood)
	}
	by := s.ranking()
	if text.Width(line)+2+text.Width(by) > room {
		return line, s.m.view.Note(by, s.width)
	}
	return line + "  " + t.Tone(theme.Muted).Render(by), nil
}

// ranking says how many models answer the question, and whether kinds of credits are
// ranked separately.
func (s *quoteScreen) ranking() string {
	credits := map[quote.Credits]bool{}
	offers := 0
	for r := range s.Table.Rows() {
		if r.Offer != nil {
			offers++
			credits[r.Model.Credits] = true
		}
	}
	id := "prices.matches"
	by, desc := s.Table.Sort()
	if by == string(quote.ByPrice) && !desc {
		id = "prices.matches_cheapest"
	}
	matches := s.m.words.N(id, offers)
	if len(credits) > 1 {
		matches = text.Sentences(matches, s.m.words.N("prices.scopes_apart", len(credits)))
	}
	return matches
}

// Back clears the selection and the filter and, on the first screen, the question.
func (s *quoteScreen) Back() (tea.Cmd, bool) {
	cmd, handled := s.listScreen.Back()
	asked := s.m.stack.Depth() == 1 && s.m.ask.Value() != ""
	if handled || !asked {
		return cmd, handled
	}
	return s.clear(), true
}
