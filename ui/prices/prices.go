// Package prices is the pane of video model prices: the catalog by model and by
// price, a quote for a question in words, reference files checked against the
// models' limits, one model in full, and several side by side. It needs a base URL but no
// key.
package prices

import (
	"cmp"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/store"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = prices.Name

// Model is the pane: it routes messages to its screens and holds what they share.
type Model struct {
	ctx   *pane.Context
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View

	keys     keyMap
	lists    []quote.Listed // that are loaded, from which catalog is made
	catalog  snapshot
	ask      field
	question quote.Question // in ask
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
	top, ok := m.stack.Top().(interface {
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
	Ask, Files, Facets, View, PreviousView, Compare, Since key.Binding

	Fold, UnfoldAll, FoldAll, Clear key.Binding // without keys: those that all panes share do the same
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{
		ctx:     c,
		stack:   pane.NewStack(c, Name),
		words:   c.Words,
		theme:   c.Theme,
		view:    c.View,
		version: 1,
	}
	m.catalog = newSnapshot(quote.New(nil))
	m.keys = keyMap{
		Ask:          c.Bind("prices.ask"),
		Files:        c.Bind("prices.files"),
		Facets:       c.Bind("prices.facets"),
		View:         c.Bind("prices.view"),
		PreviousView: c.Bind("prices.previous_view"),
		Fold:         c.Bind("prices.unfold"),
		UnfoldAll:    c.Bind("prices.unfold_all"),
		FoldAll:      c.Bind("prices.fold_all"),
		Compare:      c.Bind("prices.compare"),
		Since:        c.Bind("prices.since"),
		Clear:        c.Bind("prices.clear"),
	}
	m.ask = field{Search: c.Search("prices.ask"), name: "ask"}
	m.check.field = field{Search: c.Search("prices.files"), name: "files"}
	m.pushQuote()
	return m
}

// Stack are the screens of the pane.
func (m *Model) Stack() *pane.Stack { return m.stack }

// Init loads the catalog.
func (m *Model) Init() tea.Cmd {
	m.onCatalog()
	load := m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
		return s.Catalog.Require()
	})
	return tea.Batch(load, m.fillTop())
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	return tea.Batch(m.update(msg), m.fillTop())
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	changed, ok := msg.(store.Changed)
	if ok && changed.Kind == store.KindCatalog {
		m.onCatalog()
		return nil
	}
	if msg == tea.Msg(pane.SettingsChanged{}) {
		m.ask.understood = prices.QuestionText(m.view, &m.question)
		m.version++ // for the pages
	}
	if mine, cmd := m.versions.Take(msg); mine {
		return tea.Batch(cmd, m.onVersions())
	}
	if mine, cmd := m.check.reading.Take(msg); mine {
		m.onRead()
		return cmd
	}
	return m.stack.Update(msg)
}

// refresh loads the catalogs of all sites again.
func (m *Model) refresh() tea.Cmd {
	return m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
		return s.Catalog.Refresh()
	})
}

func catalogState(s *store.Store) store.State { return s.Catalog.State() }

// State is the state of the catalogs.
func (m *Model) State() store.State {
	s := m.ctx.Stores().CatalogState()
	s.InFlight += m.check.reading.State().InFlight
	if len(m.lists) == 0 {
		s.At = time.Time{}
	}
	return s
}

// parse reads the fields. Files are read from disk by readFiles only.
func (m *Model) parse() {
	question, problems := quote.ParseQuestion(m.ask.Value(), m.catalog.Values)
	m.show(question, problems)
	m.check.parse(m.catalog.Values)
}

// show shows the answers to a question, and what of the field was not understood.
func (m *Model) show(q quote.Question, problems []quote.Problem) {
	m.question = q
	m.ask.problems = problems
	m.ask.understood = prices.QuestionText(m.view, &m.question)
	m.version++
}

// asked returns the question that a quote answers: while there is none, the default one.
func (m *Model) asked() *quote.Question {
	if m.question.IsZero() {
		return &m.catalog.standard
	}
	return &m.question
}

// changeQuestion replaces the question, also in the field.
func (m *Model) changeQuestion(q quote.Question) {
	name := func(by quote.Column, value string) string {
		return m.view.Prices().Values(by, value)
	}
	m.ask.SetValue(q.Text(m.catalog.Values, name))
	m.show(q, nil)
}

// setQuestion sets the text of the question.
func (m *Model) setQuestion(s string) {
	m.ask.SetValue(s)
	m.ask.Keep()
	m.parse()
}

// Open shows the answers to a question, or one model, by its name, whatever the filter
// is.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.Question != "" {
		m.setQuestion(t.Question)
		_, ok := m.stack.Top().(*quoteScreen)
		if !ok || m.stack.Depth() == 1 {
			m.pushQuote()
		}
		return m.fillTop()
	}
	if t.Model == "" {
		return nil
	}
	s := m.newCatalogScreen(listModels, m.ctx.Sites.RowKey(t.Site, t.Model))
	m.stack.Push(s)
	cmd := m.fillTop()
	s.Inspect()
	return cmd
}

// Read returns the quote for a question that names more than what is listed itself, such
// as a model or a tag.
func (m *Model) Read(s string) []pane.Thing {
	q, problems := quote.ParseQuestion(s, m.catalog.Values)
	asks := q.Duration.IsSet() || q.Count > 0 || q.Mode != "" || q.Resolution != "" ||
		q.AspectRatio != ""
	if len(problems) > 0 || !asks {
		return nil
	}
	return []pane.Thing{{
		Kind:   pane.KindQuote,
		Label:  prices.QuestionText(m.view, &q),
		Target: pane.Target{Pane: Name, Question: s},
	}}
}

// aside names the credits that pay for a model or, of several sites, its site: the headings name
// both.
func (m *Model) aside(c quote.Credits) string {
	return cmp.Or(c.Site, m.view.Prices().CreditsOf(c))
}

// Things are the models that the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, model := range m.catalog.Models {
		things = append(things, pane.Thing{
			Kind:   pane.KindModel,
			Label:  model.DisplayName(),
			Note:   m.view.SiteText(m.view.Prices().ScopeName(model.Scope), model.Site),
			Target: pane.Target{Pane: Name, Site: model.Site, Model: model.Name},
		})
	}
	return things
}
