package prices

import (
	"cmp"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// quoteScreen is the list of the answers to the question, or of what several shots cost.
// The first screen is one, and answers the default question while nothing is asked.
type quoteScreen struct {
	*listScreen[*Answer]
	sums  *pane.List[*ShotRow] // of several shots; nil for one
	shots int                  // that sums has columns for
}

// openQuestion opens the field of the question, above its answers.
func (m *Model) openQuestion() tea.Cmd {
	if _, ok := m.Top().(*quoteScreen); ok {
		return m.ask.Open()
	}
	m.pushQuote()
	return m.ask.Open()
}

// pushQuote shows the answers to the question.
func (m *Model) pushQuote() {
	s := &quoteScreen{}
	v := m.Context.View
	s.listScreen = newList(m, listConfig[*Answer]{
		kind: listQuote, of: AnswerResource(v, false), answer: func(a *Answer) *Answer { return a }, shown: s.initialColumns,
		free: func(a *Answer) (string, resource.Cell) {
			if a.refusal == nil {
				return "", resource.Cell{}
			}
			return string(quote.ByPrice), noteCell(v, answerNotes(v, a))
		},
		field: &m.ask, blank: func() bool { return len(m.shots.List) == 0 }, below: s.below,
		rows: s.rows, about: s.about, alerts: func() []note { return m.ask.alerts(m.Context) }, keep: s.KeepSite,
		actions: []pane.Action[*Answer]{{Key: m.keys.View, Do: s.showModels}},
		footer:  []key.Binding{m.keys.Ask, m.keys.Facets, m.Keys.Filter, m.keys.View, m.Keys.Detail, m.Keys.Sort, m.keys.Files, m.Keys.Export, m.Keys.Refresh},
	})
	m.Push(s)
}

// showModels shows all models, under the same filter.
func (s *quoteScreen) showModels() tea.Cmd {
	models := s.m.newCatalogScreen(listModels, "")
	s.m.Push(models)
	return models.Query.Set(s.Query.Value())
}

// initialColumns are the columns at first: not those for what the question names, whose values would
// be equal in all rows.
func (s *quoteScreen) initialColumns() []string {
	q := s.m.asked()
	same := map[string]bool{"total": q.Count < 2, "mode": q.Mode != "", "resolution": q.Resolution != "", "duration": q.Duration.IsSet()}
	ids := []string{signColumn, "label", "price", "total", "perSecond", "discount", "mode", "resolution", "duration", "note"}
	return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
}

func (s *quoteScreen) rows() []*Answer {
	q := *s.m.asked()
	for _, id := range []string{"perSecond", "discount"} {
		s.Table.SetTitle(id, s.m.Words.T("prices.quote."+id))
	}
	s.Table.SetTitle("total", s.m.Words.N("prices.quote.total", q.Clips()))
	if q.IsZero() {
		return nil
	}
	return answerSections(s.m.Context.View, Answers(s.m.catalog.Catalog, q, quote.ByPrice, nil))
}

// about is the question, and how its answers are ranked, below it if the line is too
// short.
func (s *quoteScreen) about(room int) (line string, below []string) {
	t := s.m.Theme
	if understood := cmp.Or(s.m.ask.understood, shotsText(s.m.Context.View, quote.Shots{List: []quote.Question{*s.m.asked()}})); understood != "" {
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
	credits := map[quote.Credits]bool{}
	offers := 0
	id := "prices.matches"
	if s.sums != nil {
		id = "prices.matches_all"
		for r := range s.sums.Table.Rows() {
			if r.kind() == "model" {
				offers++
				credits[r.Credits] = true
			}
		}
	} else {
		for r := range s.Table.Rows() {
			if r.offer != nil {
				offers++
				credits[r.Model.Credits] = true
			}
		}
		if by, desc := s.Table.Sort(); by == string(quote.ByPrice) && !desc {
			id = "prices.matches_cheapest"
		}
	}
	matches := s.m.Words.N(id, offers)
	if len(credits) > 1 {
		matches = text.Sentences(matches, s.m.Words.N("prices.scopes_apart", len(credits)))
	}
	return matches
}

// fill shows the current data: the answers to one question, or the sums of several shots.
func (s *quoteScreen) fill() tea.Cmd {
	m := s.m
	if !m.shots.Several() {
		s.sums = nil
		return s.listScreen.fill()
	}
	if s.sums == nil || s.shots != len(m.shots.List) {
		s.sums, s.shots = s.newSums(), len(m.shots.List)
	}
	cmd := s.sums.SetRows(shotSections(m.Context.View, ShotRows(m.catalog.Plan(m.shots))))
	s.sums.SetSize(s.width, s.height) // the columns depend on the budget
	return cmd
}

// newSums returns a list of what the shots cost.
func (s *quoteScreen) newSums() *pane.List[*ShotRow] {
	m := s.m
	k := &m.keys
	r := ShotResource(m.Context.View, &m.shots, m.catalog.Values)
	r.Shown = func(int) []string {
		var ids []string
		for _, c := range r.Columns {
			beside := c.ID == "note" && s.width >= pane.FrameWidth && !m.HideInspector // the inspector has it
			if !c.ExportOnly && !beside && (c.ID != "over" || m.shots.Budget.IsSet()) {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	return pane.NewList(m.Stack, pane.ListConfig[*ShotRow]{
		Resource: r, Site: (*ShotRow).site, Heading: "prices.view.shots", File: "shots",
		Title: func(r *ShotRow) string { return shotTitle(m.Context.View, r) }, Aside: func(r *ShotRow) string { return m.aside(r.Credits) },
		Blocks:  func(r *ShotRow) []resource.Block { return shotBlocks(m.Context.View, &m.shots, r) },
		Summary: s.summary, Empty: s.empty, State: m.State, Kind: shotKind,
		Free: func(r *ShotRow) (string, resource.Cell, bool) {
			if r.heading == "" && r.kind() == "refused" {
				return "total", resource.Cell{Text: shotNote(m.Context.View, &m.shots, r), Tone: theme.Muted}, true
			}
			return "label", resource.Cell{Text: r.heading, Tone: theme.Strong}, r.heading != ""
		},
		Refresh: m.refresh, Footer: s.footer,
		Actions: []pane.Action[*ShotRow]{{Key: k.Ask, Do: m.openQuestion}, {Key: k.Files, Do: m.openFiles, Inspector: true}, {Key: k.Facets, Do: s.pickFacet}, {Key: k.Clear, Do: s.clear}},
	})
}

func (s *quoteScreen) below() below {
	if s.sums != nil {
		return s.sums.Table
	}
	return s.Table
}

func (s *quoteScreen) Update(msg tea.Msg) tea.Cmd {
	if s.sums == nil {
		return s.listScreen.Update(msg)
	}
	if msg == tea.Msg(pane.SettingsChanged{}) {
		return tea.Batch(s.listScreen.Update(msg), s.sums.Reword(ShotResource(s.m.Context.View, &s.m.shots, s.m.catalog.Values)))
	}
	if _, ok := msg.(tea.KeyMsg); !ok || !s.typing() {
		return s.sums.Update(msg)
	}
	cmd := s.listScreen.Update(msg)
	if s.sums != nil {
		s.sums.Arrange()
	}
	return cmd
}

// front is the list that is shown.
func (s *quoteScreen) front() interface {
	pane.Screen
	pane.Backer
	KeepSite(site string) tea.Cmd
	NextSite() func() tea.Cmd
} {
	if s.sums != nil {
		return s.sums
	}
	return s.listScreen
}

func (s *quoteScreen) View() string { return s.front().View() }

// KeepSite keeps the rows of a site in the list that is shown.
func (s *quoteScreen) KeepSite(site string) tea.Cmd { return s.front().KeepSite(site) }

// NextSite is that of the list that is shown.
func (s *quoteScreen) NextSite() func() tea.Cmd { return s.front().NextSite() }

func (s *quoteScreen) SetSize(width, height int) {
	s.listScreen.SetSize(width, height)
	if s.sums != nil {
		s.sums.SetSize(width, height)
	}
}

func (s *quoteScreen) Capturing() bool {
	return s.listScreen.Capturing() || s.sums != nil && s.sums.Capturing()
}

// Back clears the selection and the filter and, on the first screen, the question.
func (s *quoteScreen) Back() (tea.Cmd, bool) {
	if cmd, handled := s.front().Back(); handled || s.m.Depth() > 1 || s.m.ask.Value() == "" {
		return cmd, handled
	}
	return s.clear(), true
}

func (s *quoteScreen) ShortHelp() []key.Binding { return s.front().ShortHelp() }

func (s *quoteScreen) FullHelp() [][]key.Binding {
	if s.sums != nil && !s.typing() {
		return s.sums.FullHelp()
	}
	return s.listScreen.FullHelp()
}
