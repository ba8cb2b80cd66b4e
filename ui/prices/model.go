package prices

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
)

// modelScreen is the page of one model.
type modelScreen struct {
	*pageScreen
	name string // of the model until the catalog is loaded, then ""
	key  string // of the model
}

// openModel opens the page of a model, by its name.
func (m *Model) openModel(name string) {
	s := &modelScreen{name: name}
	s.pageScreen = m.newPage(func() page { return m.modelPage(s.key) })
	m.Push(s)
}

// fill finds the model once the catalog is loaded.
func (s *modelScreen) fill() tea.Cmd {
	if name := s.name; name != "" && s.m.catalogs.current.Loaded() {
		s.name = ""
		i := slices.IndexFunc(s.m.catalog().Models, func(model *quote.Model) bool { return model.Name == name })
		if i < 0 {
			return tea.Batch(s.m.Pop(), pane.Notify(pane.Warning, s.m.Words.T("prices.no_such_model", "Name", clean(name))))
		}
		s.key = s.m.catalog().Models[i].Key
	}
	return s.pageScreen.fill()
}

// modelPage is everything that a model states: what the inspector shows.
func (m *Model) modelPage(key string) page {
	model := m.snapshot().byKey[key]
	if model == nil {
		return m.gonePage()
	}
	row := &Row{Model: model, prices: model.Rows, head: true, changes: m.snapshot().byModel[model]}
	return page{
		title:  modelTitle(model),
		lines:  func(width int) []string { return m.BlockLines(m.blocks(row), width) },
		json:   func() any { return model.VideoModel },
		export: func() export { return m.modelExport(model) },
	}
}
