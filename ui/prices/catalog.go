package prices

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
)

// catalogScreen is the list of models, which unfold, or of their prices.
type catalogScreen struct {
	*listScreen
	unfolded map[string]bool // models, by key
}

// newCatalogScreen returns a list of the models or prices that pass the filter, or of the
// one model with a name.
func (m *Model) newCatalogScreen(kind list, only string) *catalogScreen {
	s, k, own := &catalogScreen{unfolded: map[string]bool{}}, &m.Keys, &m.keys
	c := listConfig{
		kind: kind, only: only, rows: s.rows, about: s.about, alerts: func() []note { return m.ask.alerts(m.Context) },
		actions: []pane.Action[*Row]{{Key: own.View, Do: s.switchView}},
		footer:  []key.Binding{own.Ask, own.Facets, k.Filter, own.View, k.Detail, k.Sort, own.Files, k.Export, k.Refresh},
	}
	if kind == listModels {
		c.actions = append(c.actions, pane.Action[*Row]{Key: own.Fold, Do: s.toggleFold},
			pane.Action[*Row]{Key: own.UnfoldAll, Do: func() tea.Cmd { return s.setUnfolded(true, m.catalog().Models...) }},
			pane.Action[*Row]{Key: own.FoldAll, Do: func() tea.Cmd { return s.setUnfolded(false, m.catalog().Models...) }})
		c.footer = slices.Insert(c.footer, 3, own.Fold)
	}
	s.listScreen = m.newList(c)
	return s
}

func (s *catalogScreen) rows() []*Row {
	rows := s.modelRows()
	if s.c.kind == listPrices {
		rows = priceRows(s.m.catalog().Match(s.m.question.Filter), false)
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return quote.CompareScopes(a.Model.Scope, b.Model.Scope) })
	return s.m.sections(rows)
}

// about is the number of prices.
func (s *catalogScreen) about(int) (line string, below []string) {
	if !s.m.catalog().Priced() {
		return "", nil
	}
	n := len(s.m.catalog().Match(quote.Filter{}))
	return "  " + s.m.Theme.Tone(theme.Muted).Render(s.m.Words.N("prices.n_prices", n)), nil
}

// switchView shows the prices of the models, or the models of the prices, under
// the same filter.
func (s *catalogScreen) switchView() tea.Cmd {
	var cmd tea.Cmd
	if s.c.kind == listPrices {
		cmd = s.m.Pop()
	} else {
		s.m.Push(s.m.newCatalogScreen(listPrices, ""))
	}
	if to, ok := s.m.Top().(*catalogScreen); ok {
		cmd = tea.Batch(cmd, to.Query.Set(s.Query.Value()))
	}
	return cmd
}

// Back clears the filter, then the question.
func (s *catalogScreen) Back() (tea.Cmd, bool) {
	if cmd, handled := s.listScreen.Back(); handled || s.m.ask.Value() == "" {
		return cmd, handled
	}
	return s.clear(), true
}

func (s *catalogScreen) toggleFold() tea.Cmd {
	r, ok := s.Table.Current()
	if !ok {
		return nil
	}
	return s.setUnfolded(!s.unfolded[r.Model.Name], r.Model)
}

func (s *catalogScreen) setUnfolded(open bool, models ...*quote.Model) tea.Cmd {
	r, ok := s.Table.Current()
	for _, model := range models {
		if delete(s.unfolded, model.Name); open {
			s.unfolded[model.Name] = true
		}
	}
	cmd := s.fill()
	if ok {
		s.Table.MoveTo(r.Model.Name)
	}
	return cmd
}
