package prices

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// modelScreen is the page of one model.
type modelScreen struct {
	*pageScreen
	name  string
	found bool // in a catalog; a later one may not have it
}

// openModel opens the page of a model, by its name.
func (m *Model) openModel(name string) {
	m.Push(&modelScreen{name: name, pageScreen: m.newPage(func() page { return m.modelPage(name) })})
}

// fill leaves the page if the loaded catalog does not have the model.
func (s *modelScreen) fill() tea.Cmd {
	m := s.m
	if m.catalogs.loaded && !s.found {
		if s.found = m.snapshot().byName[s.name] != nil; !s.found {
			return tea.Batch(m.Pop(), pane.Notify(pane.Warning, m.Words.T("prices.no_such_model", "Name", clean(s.name))))
		}
	}
	return s.pageScreen.fill()
}

// modelPage is everything that a model states: what the inspector shows.
func (m *Model) modelPage(name string) page {
	model := m.snapshot().byName[name]
	if model == nil {
		return m.gonePage()
	}
	row := &Row{Model: model, prices: model.Rows, head: true, changes: m.snapshot().byModel[model]}
	return page{
		title:  modelTitle(model),
		lines:  func(width int) []string { return m.BlockLines(m.blocks(row), width) },
		json:   func() any { return model.VideoModel },
		export: func() tea.Cmd { return m.exportPrices(model.Rows) },
	}
}
