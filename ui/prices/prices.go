// Package prices is the pane of video model prices: the catalog by model and by
// price, a quote for a question in words, reference files checked against the
// models' limits, one model in full, several side by side, and what changed since
// the user last looked. It needs a base URL but no key.
package prices

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/store"
)

// Name is the name of the pane.
const Name = "prices"

// Model is the pane.
type Model struct {
	*pane.Stack
	keys keyMap

	models    []api.VideoModel // of the store, from which the snapshot is built
	snapshots store.Loader[snapshot]
	visited   store.Loader[*quote.Catalog] // of the previous visit; nil for the first one
	seen      *quote.Catalog               // changes since then are news
	refreshed *quote.Catalog               // on screen when the user pressed refresh, until the response; or nil

	ask      field
	question quote.Question // in ask
	ranked   quote.Column

	describe field
	files    []quote.File // in describe
	reading  store.Loader[described]

	versions store.Loader[[]history.ModelVersion] // of the model whose key is sinceOf
	sinceOf  string

	unfolded map[string]bool // models, by key
	version  filled          // of the data, for the screens
}

// filled is the version of the data on a screen. When the data changes, only the
// visible screen is filled again.
type filled int

func (f *filled) shown() *filled { return f }

// fillTop fills the visible screen, if its data is outdated.
func (m *Model) fillTop() tea.Cmd {
	top, ok := m.Top().(interface {
		shown() *filled
		fill() tea.Cmd
	})
	if !ok || *top.shown() == m.version {
		return nil
	}
	*top.shown() = m.version
	return tea.Batch(top.fill(), m.fillTop()) // which may have left the screen
}

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Ask, Files, Facets, View, Unfold, UnfoldAll, Compare, News, Since, Clear key.Binding
}

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c), ranked: quote.ByPrice, unfolded: map[string]bool{}, version: 1}
	m.snapshots.Value = snapshot{catalog: quote.New(nil)}
	m.keys = keyMap{
		Ask: c.Bind("prices.ask", "a"), Files: c.Bind("prices.files", "i"), Facets: c.Bind("prices.facets", "f"),
		View: c.Bind("prices.view", "v"), Unfold: c.Bind("prices.unfold", "o"), UnfoldAll: c.Bind("prices.unfold_all", "O"),
		Compare: c.Bind("prices.compare", "m"), News: c.Bind("prices.news", "n"), Since: c.Bind("prices.since", "H"), Clear: c.Bind("prices.clear", "X"),
	}
	m.ask = field{Search: c.Search("prices.ask"), name: "ask"}
	m.describe = field{Search: c.Search("prices.files"), name: "files"}
	m.Push(m.newList(listModels))
	return m
}

// Init loads the catalog.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.Store.Catalog.Require(), m.loadVisited(), m.onCatalog())
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd { return tea.Batch(m.update(msg), m.fillTop()) }

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if changed, ok := msg.(store.Changed); ok && changed.Kind == store.KindCatalog {
		return m.onCatalog()
	}
	if mine, cmd := m.snapshots.Take(msg); mine {
		return tea.Batch(cmd, m.onSnapshot())
	}
	if mine, cmd := m.visited.Take(msg); mine {
		return tea.Batch(cmd, m.onVisited())
	}
	if mine, cmd := m.versions.Take(msg); mine {
		return tea.Batch(cmd, m.onVersions())
	}
	if mine, cmd := m.reading.Take(msg); mine {
		return tea.Batch(cmd, m.onRead())
	}
	return m.Stack.Update(msg)
}

// State is the state of the catalog.
func (m *Model) State() store.State {
	s := m.Store.Catalog.State()
	s.InFlight += m.reading.State().InFlight
	if !m.snapshots.Loaded() {
		s.At = m.snapshots.At
		s.InFlight += m.snapshots.State().InFlight
	}
	return s
}

// snapshot is a loaded catalog and its changes since an earlier one. It is built
// outside Update and never modified.
type snapshot struct {
	catalog *quote.Catalog
	since   *quote.Catalog // nil for the first snapshot
	byKey   map[string]*quote.Model
	changes []*quote.Change
	byModel map[*quote.Model][]*quote.Change // without those of models that are gone
	byRow   map[*quote.Row]*quote.Change
}

func newSnapshot(since, now *quote.Catalog) snapshot {
	s := snapshot{
		catalog: now, since: since, byKey: map[string]*quote.Model{},
		byModel: map[*quote.Model][]*quote.Change{}, byRow: map[*quote.Row]*quote.Change{},
	}
	for _, model := range now.Models {
		s.byKey[model.Key] = model
	}
	if since == nil {
		return s
	}
	s.changes = quote.Changes(since, now)
	for _, c := range s.changes {
		if c.Kind != quote.GoneModel {
			s.byModel[c.Model] = append(s.byModel[c.Model], c)
		}
		if c.New != nil {
			s.byRow[c.New] = c
		}
	}
	return s
}

func (m *Model) catalog() *quote.Catalog { return m.snapshots.Value.catalog }

// refresh reloads the catalog for the user, who has then seen the current one.
func (m *Model) refresh() tea.Cmd {
	if m.snapshots.Loaded() {
		m.refreshed = m.catalog()
	}
	return m.Store.Catalog.Refresh()
}

// onCatalog builds a snapshot of the catalog in the store.
func (m *Model) onCatalog() tea.Cmd {
	c := &m.Store.Catalog
	m.version++
	same := len(c.Value) == len(m.models) && (len(m.models) == 0 || &c.Value[0] == &m.models[0]) && m.snapshots.Loaded()
	if !c.Running() && c.Err != nil {
		m.refreshed = nil
	}
	if !c.Loaded() || same && (m.refreshed == nil || c.Running()) {
		return nil
	}
	if m.refreshed != nil {
		m.seen, m.refreshed = m.refreshed, nil
	}
	models := c.Value
	m.models = models
	return m.build(func() *quote.Catalog { return quote.New(models) })
}

// loadVisited reads the catalog of the user's previous visit.
func (m *Model) loadVisited() tea.Cmd {
	h := m.History
	if h == nil {
		return nil
	}
	return m.visited.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (*quote.Catalog, error) {
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

// onVisited shows what changed since the previous visit.
func (m *Model) onVisited() tea.Cmd {
	if m.visited.Value == nil {
		return nil
	}
	m.seen = m.visited.Value
	if !m.snapshots.Loaded() {
		return nil
	}
	now := m.catalog()
	return m.build(func() *quote.Catalog { return now })
}

// build builds a snapshot outside Update.
func (m *Model) build(now func() *quote.Catalog) tea.Cmd {
	since := m.seen
	return m.snapshots.Start(m.Base, m.Now, func(context.Context, func(any)) (snapshot, error) { return newSnapshot(since, now()), nil })
}

func (m *Model) onSnapshot() tea.Cmd {
	s := m.snapshots.Value
	if m.seen == nil {
		m.seen = s.catalog
	} else if s.since != m.seen { // the user read the news meanwhile
		return m.build(func() *quote.Catalog { return s.catalog })
	}
	m.parse()
	return nil
}

// parse reads the fields. Files are read from disk by readFiles only.
func (m *Model) parse() {
	m.version++
	m.question, m.ask.problems = quote.ParseQuestion(m.ask.Value(), m.catalog().Values)
	if d := &m.reading.Value; d.text == m.describe.Value() {
		m.files, m.describe.problems = d.files, d.problems
	} else {
		m.files, m.describe.problems = quote.ParseFiles(m.describe.Value(), m.catalog().Values, nil)
	}
}

// Open shows one model, by its name.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.Model == "" {
		return nil
	}
	m.push(&pageScreen{name: t.Model})
	return m.fillTop()
}

// Things are the models that the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, model := range m.catalog().Models {
		things = append(things, pane.Thing{
			Kind: pane.KindModel, Label: modelTitle(model), Note: m.scope(model.Scope), Target: pane.Target{Pane: Name, Model: model.Name},
		})
	}
	return things
}
