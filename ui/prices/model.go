// Package prices is the pane of video model prices: the catalog by model and by
// combination, a question in words with its quote, reference files held against
// the models' limits, one model in full, several side by side, and what changed
// since the person last looked. It needs a base URL and no key.
package prices

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/table"
)

// Name is the name of the pane.
const Name = "prices"

// mode is what keys mean at the moment.
type mode uint8

const (
	browsing mode = iota
	asking
	describing // reference files
	reading    // a page: one model, several, what changed
)

// view is what the table shows.
type view uint8

const (
	byModel view = iota // one row a model, that unfolds
	byPrice             // one row a combination
	answers             // the quote
	checks              // what the models say to reference files
	viewCount
)

// Model is the pane.
type Model struct {
	pane.Frame
	ctx  *pane.Context
	keys keyMap
	mode mode
	view view
	back view // byModel or byPrice, under an answer or a check

	list   pane.Loader[look]
	again  pane.Refresher
	seen   *quote.Catalog    // by the person: what differs from it is new
	words  *quote.Vocabulary // of the catalog, or the usual words before there is one
	tables [viewCount]*table.Table[*row]
	chose  [viewCount]bool // the person chose the columns
	sizes  [viewCount][2]int

	ask      input.Model
	question quote.Question
	unclear  []quote.Problem // in ask
	ranked   quote.Column

	describe input.Model
	files    []quote.File
	unread   []quote.Problem // in describe

	query    pane.Query
	unfolded map[string]bool // models, by key
	page     page
	beside   panel
	pager    facts.Pager
	wanted   string // a model to open once the catalog is there
}

// New makes the pane.
func New(c *pane.Context) *Model {
	m := &Model{
		ctx: c, keys: newKeyMap(c), words: quote.NewVocabulary(nil), ranked: quote.ByPrice, unfolded: map[string]bool{},
		ask: input.New(c.Theme), describe: input.New(c.Theme),
	}
	m.pager.Keys = m.keys.Pager()
	for v, columns := range [viewCount][]table.Column[*row]{priceColumns(m, true), priceColumns(m, false), answerColumns(m), checkColumns(m)} {
		m.tables[v] = table.New(table.Config[*row]{
			Theme: c.Theme, Keys: m.keys.Table(), Columns: columns, Context: c.Base, Key: func(r *row) string { return r.key },
		})
	}
	m.query = pane.NewQuery(c, m.keys.Keys, views{m})
	m.Choice = pane.NewChoice(c, m.keys.Keys)
	if own := c.Columns[Name]; len(own) > 0 {
		m.tables[byModel].ShowColumns(own)
		m.tables[byPrice].ShowColumns(own)
	}
	return m
}

// Init loads the catalog.
func (m *Model) Init() tea.Cmd { return m.reload() }

// SetSize sets the room in cells.
func (m *Model) SetSize(width, height int) {
	m.Width, m.Height = width, height
	m.resize()
	m.turnPage()
	m.fillPanel()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool {
	return m.Choice.IsOpen() || m.query.Typing() || m.mode == asking || m.mode == describing
}

// State is what the header says of the catalog.
func (m *Model) State() pane.State { return m.list.State() }

// table is the one in front.
func (m *Model) table() *table.Table[*row] { return m.tables[m.view] }

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.update(msg)
	m.resize()
	m.fillPanel()
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if cmd, taken := m.Hand(msg, m.onKey, m.onMouse); taken {
		return cmd
	}
	if m.again.Due(msg) {
		if m.list.Running() { // its answer will do, and is waited for anew
			return nil
		}
		return m.load(m.seen, false)
	}
	if mine, cmd := m.list.Take(msg); mine {
		return tea.Batch(cmd, m.onLook())
	}
	var cmds []tea.Cmd
	for _, t := range m.tables {
		cmds = append(cmds, t.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case !m.list.Have():
		return nil
	case m.mode == reading:
		m.pager.Update(msg)
		return nil
	}
	msg.Y -= len(m.linesAbove())
	return m.table().Mouse(msg)
}
