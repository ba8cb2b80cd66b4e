// Package prices is the pane of video model prices: the catalog by model and by
// price, a quote for a question in words, reference files checked against the
// models' limits, one model in full, and several side by side. It needs a base URL but no
// key.
package prices

import (
	"cmp"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
)

// Name is the name of the pane.
const Name = "prices"

// Model is the pane: it routes messages to its screens and holds what they share.
type Model struct {
	*pane.Stack
	keys     keyMap
	lists    []quote.Listed // that are loaded, from which catalog is made
	catalog  snapshot
	ask      field
	question quote.Question // in ask; zero if ask has several shots
	shots    quote.Shots    // in ask
	check    fileCheck
	versions modelVersions
	version  filled // of all this, for the screens
	begun    bool   // a catalog was shown
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
	return top.fill()
}

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Ask, Files, Facets, View, Fold, UnfoldAll, FoldAll, Compare, Since, Clear key.Binding
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c, Name), version: 1}
	m.catalog = newSnapshot(quote.New(nil))
	m.keys = keyMap{
		Ask: c.Bind("prices.ask", "$"), Files: c.Bind("prices.files", "i"), Facets: c.Bind("prices.facets", "f"),
		View: c.Bind("prices.view", "v"), Fold: c.Bind("prices.unfold", "z"), UnfoldAll: c.Bind("prices.unfold_all", "+"), FoldAll: c.Bind("prices.fold_all", "-", "="),
		Compare: c.Bind("prices.compare", "m"), Since: c.Bind("prices.since", "H"), Clear: c.Bind("prices.clear"),
	}
	m.ask = field{Search: c.Search("prices.ask"), name: "ask"}
	m.check.field = field{Search: c.Search("prices.files"), name: "files"}
	m.pushQuote()
	return m
}

// Init loads the catalog.
func (m *Model) Init() tea.Cmd {
	m.onCatalog()
	load := m.OfSites(func(s *store.Store) tea.Cmd { return s.Catalog.Require() })
	return tea.Batch(load, m.fillTop())
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd { return tea.Batch(m.update(msg), m.fillTop()) }

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if changed, ok := msg.(store.Changed); ok && changed.Kind == store.KindCatalog {
		m.onCatalog()
		return nil
	}
	if msg == tea.Msg(pane.SettingsChanged{}) {
		m.ask.understood = shotsText(m.Context.View, m.shots)
		m.version++ // for the pages
	}
	if mine, cmd := m.versions.Take(msg); mine {
		return tea.Batch(cmd, m.onVersions())
	}
	if mine, cmd := m.check.reading.Take(msg); mine {
		return tea.Batch(cmd, m.onRead())
	}
	return m.Stack.Update(msg)
}

// refresh loads the catalogs of all sites again.
func (m *Model) refresh() tea.Cmd {
	return m.OfSites(func(s *store.Store) tea.Cmd { return s.Catalog.Refresh() })
}

func catalogState(s *store.Store) store.State { return s.Catalog.State() }

// State is the state of the catalogs.
func (m *Model) State() store.State {
	s := m.StateOfSites(catalogState)
	s.InFlight += m.check.reading.State().InFlight
	if len(m.lists) == 0 {
		s.At = time.Time{}
	}
	return s
}

// parse reads the fields. Files are read from disk by readFiles only.
func (m *Model) parse() {
	m.setShots(quote.ParseShots(m.ask.Value(), m.catalog.Values))
	m.check.parse(m.catalog.Values)
}

func (m *Model) setShots(s quote.Shots, problems []quote.Problem) {
	m.shots, m.ask.problems, m.question = s, problems, quote.Question{}
	if len(s.List) > 0 && !s.Several() {
		m.question = s.List[0]
	}
	m.ask.understood = shotsText(m.Context.View, s)
	m.version++
}

// asked returns the question that a quote answers: while there is none, the default one.
func (m *Model) asked() *quote.Question {
	if len(m.shots.List) == 0 {
		return &m.catalog.standard
	}
	return &m.question
}

// changeShot replaces the last shot, also in the field. A zero question removes it.
func (m *Model) changeShot(q quote.Question) {
	s := m.shots
	s.List = slices.Clone(s.List[:max(len(s.List)-1, 0)])
	if !q.IsZero() {
		s.List = append(s.List, q)
	}
	m.ask.SetValue(s.Text(m.catalog.Values, func(by quote.Column, value string) string { return m.PriceValues(by, value) }))
	m.setShots(s, nil)
}

// ShowView shows a view of the quote.
func (m *Model) ShowView(v config.View) tea.Cmd { return tea.Batch(m.Stack.ShowView(v), m.fillTop()) }

// setQuestion sets the text of the question.
func (m *Model) setQuestion(s string) {
	m.ask.SetValue(s)
	m.ask.Keep()
	m.parse()
}

// Open shows the answers to a question, or one model, by its name, whatever the filter
// is.
func (m *Model) Open(t pane.Target) tea.Cmd {
	switch {
	case t.Question != "":
		m.setQuestion(t.Question)
		if _, ok := m.Top().(*quoteScreen); !ok || m.Depth() == 1 {
			m.pushQuote()
		}
		return m.fillTop()
	case t.Model == "":
		return nil
	}
	s := m.newCatalogScreen(listModels, m.RowKey(t.Site, t.Model))
	m.Push(s)
	cmd := m.fillTop()
	s.Inspect()
	return cmd
}

// Read returns the quote for a question that names more than what is listed itself, such
// as a model or a tag.
func (m *Model) Read(s string) []pane.Thing {
	shots, problems := quote.ParseShots(s, m.catalog.Values)
	asks := func(q quote.Question) bool {
		return q.Duration.IsSet() || q.Count > 0 || q.Mode != "" || q.Resolution != "" || q.AspectRatio != ""
	}
	if len(problems) > 0 || !slices.ContainsFunc(shots.List, asks) {
		return nil
	}
	return []pane.Thing{{Kind: pane.KindQuote, Label: shotsText(m.Context.View, shots), Target: pane.Target{Pane: Name, Question: s}}}
}

// aside is what pays for a model or, of several sites, its site: the headings name both.
func (m *Model) aside(c quote.Credits) string { return cmp.Or(c.Site, m.CreditsOf(c)) }

// Things are the models that the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, model := range m.catalog.Models {
		things = append(things, pane.Thing{
			Kind: pane.KindModel, Label: model.DisplayName(), Note: m.SiteText(m.ScopeName(model.Scope), model.Site),
			Target: pane.Target{Pane: Name, Site: model.Site, Model: model.Name},
		})
	}
	return things
}
