package prices

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
)

// snapshot is a loaded catalog and its changes since an earlier one.
type snapshot struct {
	catalog  *quote.Catalog
	standard quote.Question // the default one, zero for none
	since    *quote.Catalog // nil for the first snapshot
	byName   map[string]*quote.Model
	changes  []*quote.Change
	byModel  map[*quote.Model][]*quote.Change // without those of removed models
}

func newSnapshot(since, now *quote.Catalog) snapshot {
	s := snapshot{catalog: now, standard: now.DefaultQuestion(), since: since, byName: map[string]*quote.Model{}, byModel: map[*quote.Model][]*quote.Change{}}
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
	loaded  bool
	models  []api.VideoModel // of the store, from which the snapshot is made
	current snapshot
	visited store.Loader[*quote.Catalog] // of the point with which the user compares; nil if there is none
	point   time.Time                    // of visited
	seen    *quote.Catalog               // changes since then are news
}

// update handles the messages about the catalog.
func (s *catalogs) update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if changed, ok := msg.(store.Changed); ok {
		past := s.Store.Past.Value
		switch {
		case changed.Kind == store.KindCatalog:
			s.onCatalog()
			return nil, true
		case changed.Kind == store.KindPast && past != nil && !past.Point.Models.Equal(s.point):
			return s.loadVisited(past.Point.Models), true
		}
	}
	handled, cmd = s.visited.Take(msg)
	if handled && s.visited.Value != nil {
		s.seen = s.visited.Value
		if s.loaded {
			s.show(s.current.catalog)
		}
	}
	return cmd, handled
}

// refresh reloads the catalog for the user, who has then seen the current one.
func (s *catalogs) refresh() tea.Cmd {
	if s.loaded {
		s.seen = s.current.catalog
	}
	return s.Store.Catalog.Refresh()
}

// onCatalog makes a snapshot of the catalog in the store.
func (s *catalogs) onCatalog() {
	c := &s.Store.Catalog
	same := len(c.Value) == len(s.models) && (len(s.models) == 0 || &c.Value[0] == &s.models[0]) && s.loaded
	if !c.Loaded() || same {
		return
	}
	s.loaded, s.models = true, c.Value
	s.show(quote.New(c.Value))
}

// show makes a snapshot of a catalog.
func (s *catalogs) show(now *quote.Catalog) {
	s.current = newSnapshot(s.seen, now)
	if s.seen == nil {
		s.seen = now
	}
}

// loadVisited reads the catalog of the point with which the user compares: of a time, or
// of the baseline that was chosen last if the time is zero.
func (s *catalogs) loadVisited(at time.Time) tea.Cmd {
	h := s.History
	if h == nil {
		return nil
	}
	s.point = at
	return s.visited.Start(s.Base, s.Now, func(ctx context.Context, _ func(any)) (*quote.Catalog, error) {
		if at.IsZero() {
			point, err := h.Points().Chosen(ctx)
			if err != nil || point.Models.IsZero() {
				return nil, err
			}
			at = point.Models
		}
		models, err := h.Past().CatalogAt(ctx, at)
		if err != nil || len(models) == 0 {
			return nil, err
		}
		return quote.New(models), nil
	})
}
