package prices

import "channeldeck/api/quote"

// snapshot is a loaded catalog.
type snapshot struct {
	*quote.Catalog
	standard quote.Question // the default one, zero for none
	byName   map[string]*quote.Model
}

func newSnapshot(catalog *quote.Catalog) snapshot {
	s := snapshot{Catalog: catalog, standard: catalog.DefaultQuestion(), byName: map[string]*quote.Model{}}
	for _, model := range catalog.Models {
		s.byName[model.Name] = model
	}
	return s
}

// onCatalog shows the catalog of the store: at first the models, if there is no quote.
func (m *Model) onCatalog() {
	c := &m.Store.Catalog
	same := len(c.Value) == len(m.models) && (len(m.models) == 0 || &c.Value[0] == &m.models[0]) && m.loaded
	if !c.Loaded() || same {
		return
	}
	m.loaded, m.models, m.catalog = true, c.Value, newSnapshot(quote.New(c.Value))
	m.parse()
	if !m.begun && m.Depth() == 1 && m.asked().IsZero() {
		m.Push(m.newCatalogScreen(listModels, ""))
	}
	m.begun = true
}
