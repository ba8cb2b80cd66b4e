package prices

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/store"
)

// snapshot is a loaded catalog and its changes since an earlier one. It is built
// outside Update and never modified.
type snapshot struct {
	catalog *quote.Catalog
	since   *quote.Catalog // nil for the first snapshot
	byName  map[string]*quote.Model
	changes []*quote.Change
	byModel map[*quote.Model][]*quote.Change // without those of removed models
}

func newSnapshot(since, now *quote.Catalog) snapshot {
	s := snapshot{catalog: now, since: since, byName: map[string]*quote.Model{}, byModel: map[*quote.Model][]*quote.Change{}}
	for _, model := range now.Models {
		s.byName[model.Name] = model
	}
	if since != nil {
		s.changes = quote.Changes(since, now)
	}
	for _, ch := range s.changes {
		if ch.Kind != quote.GoneModel {
			s.byModel[ch.Model] = append(s.byModel[ch.Model], ch)
		}
	}
	return s
}

// catalogs are the newest snapshot of the catalog, and the catalog that the user has
// seen. The snapshot holds the changes between them.
type catalogs struct {
	*pane.Context
	models    []api.VideoModel // of the store, from which the snapshot is built
	current   store.Loader[snapshot]
	visited   store.Loader[*quote.Catalog] // of the previous visit; nil for the first one
	seen      *quote.Catalog               // changes since then are news
	refreshed *quote.Catalog               // on screen when the user pressed refresh, until the response; or nil
}

// update handles the messages about the catalog.
func (s *catalogs) update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if changed, ok := msg.(store.Changed); ok && changed.Kind == store.KindCatalog {
		return s.onCatalog(), true
	}
	if mine, cmd := s.current.Take(msg); mine {
		return tea.Batch(cmd, s.onSnapshot()), true
	}
	if mine, cmd := s.visited.Take(msg); mine {
		return tea.Batch(cmd, s.onVisited()), true
	}
	return nil, false
}

// refresh reloads the catalog for the user, who has then seen the current one.
func (s *catalogs) refresh() tea.Cmd {
	if s.current.Loaded() {
		s.refreshed = s.current.Value.catalog
	}
	return s.Store.Catalog.Refresh()
}

// onCatalog builds a snapshot of the catalog in the store.
func (s *catalogs) onCatalog() tea.Cmd {
	c := &s.Store.Catalog
	same := len(c.Value) == len(s.models) && (len(s.models) == 0 || &c.Value[0] == &s.models[0]) && s.current.Loaded()
	if !c.Running() && c.Err != nil {
		s.refreshed = nil
	}
	if !c.Loaded() || same && (s.refreshed == nil || c.Running()) {
		return nil
	}
	if s.refreshed != nil {
		s.seen, s.refreshed = s.refreshed, nil
	}
	models := c.Value
	s.models = models
	return s.build(func() *quote.Catalog { return quote.New(models) })
}

// loadVisited reads the catalog of the user's previous visit.
func (s *catalogs) loadVisited() tea.Cmd {
	h := s.History
	if h == nil {
		return nil
	}
	return s.visited.Start(s.Base, s.Now, func(ctx context.Context, _ func(any)) (*quote.Catalog, error) {
		at, err := h.LastVisit(ctx)
		if err != nil || at.IsZero() {
			return nil, err
		}
		models, err := h.CatalogAt(ctx, at)
		if err != nil || len(models) == 0 {
			return nil, err
		}
		return quote.New(models), nil
	})
}

// onVisited compares the snapshot with the catalog of the previous visit.
func (s *catalogs) onVisited() tea.Cmd {
	if s.visited.Value == nil {
		return nil
	}
	s.seen = s.visited.Value
	return s.rebuild()
}

// onSnapshot builds the snapshot again if the user read the news while it was built.
func (s *catalogs) onSnapshot() tea.Cmd {
	if s.seen == nil {
		s.seen = s.current.Value.catalog
	} else if s.current.Value.since != s.seen {
		return s.rebuild()
	}
	return nil
}

// rebuild compares the newest catalog with what the user has seen since.
func (s *catalogs) rebuild() tea.Cmd {
	if !s.current.Loaded() {
		return nil
	}
	now := s.current.Value.catalog
	return s.build(func() *quote.Catalog { return now })
}

// build builds a snapshot outside Update.
func (s *catalogs) build(now func() *quote.Catalog) tea.Cmd {
	since := s.seen
	return s.current.Start(s.Base, s.Now, func(context.Context, func(any)) (snapshot, error) { return newSnapshot(since, now()), nil })
}
