package prices

import (
	"slices"

	"channeldeck/api/quote"
	"channeldeck/ui/resource"
)

// snapshot is a loaded catalog of all sites.
type snapshot struct {
	*quote.Catalog
	standard quote.Question          // the default one, zero for none
	byKey    map[string]*quote.Model // see keyOf
}

func newSnapshot(catalog *quote.Catalog) snapshot {
	s := snapshot{
		Catalog:  catalog,
		standard: catalog.DefaultQuestion(),
		byKey:    map[string]*quote.Model{},
	}
	for _, model := range catalog.Models {
		s.byKey[keyOf(model)] = model
	}
	return s
}

// keyOf identifies a model among those of all sites.
func keyOf(m *quote.Model) string {
	return resource.SiteKey(m.Site, m.Name)
}

// onCatalog shows the catalogs of the sites: at first the models, if there is no quote.
func (m *Model) onCatalog() {
	var lists []quote.Listed
	for _, site := range m.ctx.Sites {
		if site.Store.Catalog.Loaded() {
			lists = append(lists, quote.Listed{Models: site.Store.Catalog.Value})
			if m.ctx.Sites.Several() {
				lists[len(lists)-1].Site = site.Name
			}
		}
	}
	same := func(a, b quote.Listed) bool {
		return a.Site == b.Site && len(a.Models) == len(b.Models) &&
			(len(a.Models) == 0 || &a.Models[0] == &b.Models[0])
	}
	if slices.EqualFunc(lists, m.lists, same) {
		return
	}
	m.lists = lists
	m.catalog = newSnapshot(quote.Join(lists...))
	m.parse()
	if !m.begun && m.stack.Depth() == 1 && m.asked().IsZero() {
		m.stack.Push(m.newCatalogScreen(listModels, ""))
	}
	m.begun = true
}
