package prices

import (
	"channeldeck/ui/resource/prices"

	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/table"
)

// catalogScreen is the list of models, which unfold, or of their prices.
type catalogScreen struct {
	*listScreen[*prices.Row]
	unfolded map[string]bool // models, by keyOf
}

// newCatalogScreen returns a list of the models or prices that pass the filter, or of the
// one model with a key.
func (m *Model) newCatalogScreen(kind list, only string) *catalogScreen {
	s := &catalogScreen{unfolded: map[string]bool{}}
	k := &m.keys
	c := listConfig[*prices.Row]{
		kind:  kind,
		of:    prices.PriceResource(m.view),
		shown: s.initialColumns,
		answer: func(r *prices.Row) *prices.Answer {
			return &prices.Answer{Entry: r.Entry}
		},
		mark:   markOf,
		export: s.exportPrices,
		only:   only,
		rows:   s.rows,
		about:  s.about,
		alerts: func() []prices.Note { return m.ask.alerts(m.ctx) },
		actions: []pane.Action[*prices.Row]{
			{Key: k.View, Do: s.nextView},
			{Key: k.PreviousView, Do: s.previousView},
		},
		reset: s.foldAll,
	}
	if kind == listModels {
		c.of = prices.CatalogResource(m.view)
		c.actions = append(c.actions,
			pane.Action[*prices.Row]{Key: k.Fold, Do: s.toggleFold},
			pane.Action[*prices.Row]{Key: k.UnfoldAll, Do: s.unfoldAll},
			pane.Action[*prices.Row]{Key: k.FoldAll, Do: s.foldAll},
			pane.Action[*prices.Row]{Key: m.stack.Keys.UnfoldAll, Do: s.unfoldAll},
			pane.Action[*prices.Row]{Key: m.stack.Keys.FoldAll, Do: s.foldAll},
		)
	}
	s.listScreen = newList(m, c)
	return s
}

func (s *catalogScreen) rows() []*prices.Row {
	rows := s.modelRows()
	if s.c.kind == listPrices {
		rows = prices.PriceRows(s.m.catalog.Match(s.m.question.Filter))
	}
	slices.SortStableFunc(rows, func(a, b *prices.Row) int {
		return a.Model.Credits.Compare(b.Model.Credits)
	})
	scope := prices.ByScope(s.m.view, rows)
	return prices.WithHeadings(rows,
		func(r *prices.Row) string { return scope(r.Model) },
		func(heading string, below *prices.Row) *prices.Row {
			return &prices.Row{Entry: prices.HeadingOf(heading, below)}
		},
	)
}

// modelRows are the models that pass the filter, each followed by its prices
// where it is unfolded.
func (s *catalogScreen) modelRows() []*prices.Row {
	var rows []*prices.Row
	for _, model := range s.m.catalog.Models {
		matched := s.matching(model)
		if len(matched) == 0 {
			continue
		}
		head := &prices.Row{
			Entry:    prices.Entry{Model: model, Prices: matched, Head: true},
			Unfolded: s.unfolded[keyOf(model)],
		}
		rows = append(rows, head)
		if head.Unfolded && matched[0].Priced() {
			for _, price := range prices.PriceRows(matched) {
				price.Under = true
				rows = append(rows, price)
			}
		}
	}
	return rows
}

// matching returns the prices of a model that are in the list, none of a model that is not in it.
func (s *catalogScreen) matching(model *quote.Model) []*quote.Row {
	switch s.c.only {
	case "":
		return model.Match(&s.m.question.Filter)
	case keyOf(model):
		return model.Rows
	}
	return nil
}

// markOf returns the kind of a row. Prices below their model are not counted.
func markOf(r *prices.Row) table.Kind {
	if r.Under {
		return table.SubRow
	}
	return kindOf(r)
}

// initialColumns are the columns at first.
func (s *catalogScreen) initialColumns() []string {
	if !s.m.catalog.Priced() {
		return []string{
			prices.SignColumn,
			"label",
			"name",
			"resolution",
			"aspectRatio",
			"duration",
			"mode",
			"limits",
		}
	}
	if s.c.kind == listModels {
		return []string{
			prices.SignColumn,
			"label",
			"price",
			"perSecond",
			"duration",
			"resolution",
			"discount",
			"note",
		}
	}
	ids := []string{
		prices.SignColumn,
		"label",
		"mode",
		"resolution",
		"aspectRatio",
		"duration",
		"price",
		"perSecond",
		"originPrice", "discount", "note",
	}
	if prices.Varied(s.m.catalog.Match(quote.Filter{})) {
		ids = slices.Insert(ids, 6, "variant")
	}
	return ids
}

// exportPrices exports the prices of the models.
func (s *catalogScreen) exportPrices() tea.Cmd {
	return s.WithExported(func(rows []*prices.Row) {
		if len(rows) == 0 { // not loaded yet, or nothing matches
			return
		}
		var prices []*quote.Row
		seen := map[*quote.Row]bool{} // an unfolded model and its rows have the same prices
		for _, r := range rows {
			for _, p := range r.Prices {
				if !seen[p] {
					seen[p] = true
					prices = append(prices, p)
				}
			}
		}
		s.m.exportPrices(prices)
	})
}

// about is the number of prices.
func (s *catalogScreen) about(int) (line string, below []string) {
	if !s.m.catalog.Priced() {
		return "", nil
	}
	n := len(s.m.catalog.Match(quote.Filter{}))
	return "  " + s.m.theme.Tone(theme.Muted).Render(s.m.words.N("prices.n_prices", n)), nil
}

// nextView shows the prices of the models under the same filter, or the quote after them.
func (s *catalogScreen) nextView() tea.Cmd {
	if s.c.kind == listModels {
		list := s.m.newCatalogScreen(listPrices, "")
		s.m.stack.Push(list)
		return list.Query.Set(s.Query.Value())
	}
	return tea.Batch(s.previousView(), s.m.stack.Pop())
}

// previousView shows the models of the prices under the same filter, or the quote before them.
func (s *catalogScreen) previousView() tea.Cmd {
	cmd := s.m.stack.Pop()
	to, ok := s.m.stack.Top().(*catalogScreen)
	if !ok {
		return cmd
	}
	return tea.Batch(cmd, to.Query.Set(s.Query.Value()))
}

// Update handles a message. Keys fold or unfold the model under the cursor.
func (s *catalogScreen) Update(msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyMsg)
	r, ok := s.Table.Current()
	k := &s.m.stack.Keys
	folds := isKey && ok && !s.Capturing() && s.c.kind == listModels && key.Matches(press, k.Left, k.Right)
	if folds {
		open := key.Matches(press, k.Right)
		if open != s.unfolded[keyOf(r.Model)] {
			return s.setUnfolded(open, r.Model)
		}
	}
	return s.listScreen.Update(msg)
}

// Back clears the filter, then the question.
func (s *catalogScreen) Back() (tea.Cmd, bool) {
	cmd, handled := s.listScreen.Back()
	if handled || s.m.ask.Value() == "" {
		return cmd, handled
	}
	return s.clear(), true
}

func (s *catalogScreen) toggleFold() tea.Cmd {
	r, ok := s.Table.Current()
	if !ok {
		return nil
	}
	return s.setUnfolded(!s.unfolded[keyOf(r.Model)], r.Model)
}

func (s *catalogScreen) unfoldAll() tea.Cmd {
	return s.setUnfolded(true, s.m.catalog.Models...)
}

func (s *catalogScreen) foldAll() tea.Cmd {
	return s.setUnfolded(false, s.m.catalog.Models...)
}

func (s *catalogScreen) setUnfolded(open bool, models ...*quote.Model) tea.Cmd {
	r, ok := s.Table.Current()
	for _, model := range models {
		s.unfolded[keyOf(model)] = open
	}
	cmd := s.fill()
	if ok {
		s.Table.MoveTo(keyOf(r.Model))
	}
	return cmd
}
