// Package options is the pane of platforms and their publish options: what each
// platform can do, what it wants to know before publishing, the requests that
// follow from that, and all platforms side by side.
package options

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/jsonview"
	"channeldeck/ui/widget/table"
)

// Name is the name of the pane.
const Name = "options"

// screen is what the pane shows. Each but the first leads back to one before.
type screen uint8

const (
	atList     screen = iota // the platforms
	atPlatform               // one, with its options
	atOption                 // one of these
	atRaw                    // JSON, of a platform or an option
	atCheck                  // a value against a schema
	atMatrix                 // all platforms
)

// Model is the pane.
type Model struct {
	pane.Frame
	ctx    *pane.Context
	keys   keyMap
	screen screen

	platforms pane.Loader[[]api.Platform]
	again     pane.Refresher
	answer    pane.Loader[answer]
	survey    pane.Loader[survey]
	reading   pane.Loader[*reading]
	verdict   pane.Loader[verdict]
	known     map[string][]api.PublishOption // by platform, of those that answered
	since     map[string]time.Time           // when they did
	asked     string                         // the platform that answer is of
	wanted    string                         // a platform to open when the list is there
	opened    bool                           // the platform at hand was opened from elsewhere

	list     *table.Table[row]
	platform *api.Platform // at hand
	offers   *table.Table[offer]
	about    facts.Pager // what is said of the platform
	page     saying      // that, as lines
	option   offer       // at hand
	doc      facts.Pager // of the option
	raw      *jsonview.Model
	rawBack  screen
	rawJSON  string

	input        input.Area
	drafts       map[string]string // what was typed, by platform, option and schema
	filters      bool              // the filters are checked, not a body
	checked      *part
	verdictPager facts.Pager

	matrix *table.Table[*line]
	grid   grid
	turned bool

	listQuery   pane.Query
	offerQuery  pane.Query // of the options of one platform
	matrixQuery pane.Query
	turnedQuery pane.Query // of the matrix turned round, whose rows are others
	beside      saying     // of the current platform, beside the list of a wide terminal
}

// New makes the pane.
func New(c *pane.Context) *Model {
	m := &Model{
		ctx: c, keys: newKeyMap(c), input: input.NewArea(c.Theme),
		known: map[string][]api.PublishOption{}, since: map[string]time.Time{}, drafts: map[string]string{},
	}
	m.input.MaxHeight, m.input.MaxWidth = 0, 0
	k := &m.keys
	for _, p := range []*facts.Pager{&m.about, &m.doc, &m.verdictPager} {
		p.Keys = k.Pager()
	}
	m.list = table.New(table.Config[row]{
		Theme: c.Theme, Keys: k.Unmarked(), Columns: listColumns(c), Context: c.Base,
		Key: func(r row) string { return r.Platform.Platform },
	})
	m.list.ShowColumns(c.Columns[Name])
	m.offers = table.New(table.Config[offer]{
		Theme: c.Theme, Keys: k.Unmarked(), Columns: optionColumns(c), Context: c.Base,
		Key: func(o offer) string { return o.Field },
	})
	m.listQuery, m.offerQuery = pane.NewQuery(c, k.Keys, m.list), pane.NewQuery(c, k.Keys, m.offers)
	m.matrixQuery, m.turnedQuery = pane.NewQuery(c, k.Keys, nil), pane.NewQuery(c, k.Keys, nil) // over the matrix when there is one
	m.Choice = pane.NewChoice(c, k.Keys)
	m.raw = jsonview.New(c.Theme, k.json(), jsonview.Words{Search: k.Search.Help().Key, Nothing: c.Words.T("picker.nothing")})
	return m
}

// Init loads the platforms.
func (m *Model) Init() tea.Cmd { return m.loadPlatforms() }

// SetSize sets the room in cells.
func (m *Model) SetSize(width, height int) {
	m.Width, m.Height = width, height
	m.resize()
	m.fillPanel()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool {
	return m.Choice.IsOpen() || m.query().Typing() || m.screen == atCheck || m.screen == atRaw && m.raw.Capturing()
}

// isAtPlatform reports whether what is shown is of the platform at hand.
func (m *Model) isAtPlatform() bool {
	switch m.screen {
	case atPlatform, atOption, atCheck:
		return true
	case atRaw:
		return m.rawBack != atList
	}
	return false
}

// State is what the header says of the platforms.
func (m *Model) State() pane.State {
	s := m.platforms.State()
	if m.isAtPlatform() {
		s.At = m.since[m.platform.Platform]
		if s.Err = nil; m.asked == m.platform.Platform {
			s.Err = m.answer.Err
		}
	}
	s.InFlight += m.answer.State().InFlight + m.survey.State().InFlight
	return s
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.update(msg)
	m.fillPanel()
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if cmd, taken := m.Hand(msg, m.onKey, m.onMouse); taken {
		return cmd
	}
	if m.again.Due(msg) && !m.platforms.Running() {
		return m.refresh()
	}
	if cmd, mine := m.onLoaded(msg); mine {
		return cmd
	}
	cmds := []tea.Cmd{m.list.Update(msg), m.offers.Update(msg)}
	if m.matrix != nil {
		cmds = append(cmds, m.matrix.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.query().Typing():
		cmd := m.query().Update(msg)
		m.resize()
		return cmd
	case m.screen == atCheck:
		return m.onCheckKey(msg)
	case m.screen == atRaw:
		return m.onRawKey(msg)
	case key.Matches(msg, m.keys.Back):
		return m.back()
	}
	switch m.screen {
	case atPlatform:
		return m.onPlatformKey(msg)
	case atOption:
		return m.onOptionKey(msg)
	case atMatrix:
		return m.onMatrixKey(msg)
	}
	return m.onListKey(msg)
}

// back leaves a filter first, then the screen.
func (m *Model) back() tea.Cmd {
	if q := m.query(); q.Value() != "" {
		cmd := q.Set("")
		m.resize()
		return cmd
	}
	switch m.screen {
	case atPlatform, atMatrix:
		m.screen = atList
	case atOption:
		m.screen = atPlatform
	}
	m.resize()
	return nil
}

func (m *Model) onListKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	r, ok := m.list.Current()
	if ok {
		if cmd, taken := m.onPlatformAction(msg, r.Platform); taken {
			return cmd
		}
	}
	switch {
	case key.Matches(msg, k.Enter) && ok:
		m.opened = false
		return m.openPlatform(r.Platform.Platform)
	case key.Matches(msg, k.Matrix) && m.platforms.Have():
		return m.openMatrix()
	case key.Matches(msg, k.Refresh):
		return m.loadPlatforms()
	case key.Matches(msg, k.Filter):
		return m.beginFilter()
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.list, nil)
	case key.Matches(msg, k.Export):
		m.chooseExport()
	default:
		return m.list.Update(msg)
	}
	return nil
}

// onPlatformAction takes the keys that do something with a platform, in the list
// and on its own screen.
func (m *Model) onPlatformAction(msg tea.KeyMsg, p *api.Platform) (cmd tea.Cmd, taken bool) {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Accounts):
		return pane.Goto(pane.Target{Pane: "accounts", Platform: p.Platform}), true
	case key.Matches(msg, k.Works):
		return pane.Goto(pane.Target{Pane: "works", Platform: p.Platform}), true
	case key.Matches(msg, k.Raw):
		return m.openRaw(p), true
	case key.Matches(msg, k.Copy):
		return m.ctx.CopyShort(p.Platform), true
	case key.Matches(msg, k.CopyJSON):
		return m.copyJSON(p, p.Platform), true
	case key.Matches(msg, k.CopyCell) && m.screen == atList:
		return m.ctx.CopyCell(m.list), true
	}
	return nil, false
}

// onPlatformKey moves in the table of options, where there are some, and pages
// through what is said below it.
func (m *Model) onPlatformKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	o, ok := m.offers.Current()
	switch {
	case key.Matches(msg, k.Enter) && ok:
		return m.openOption(o)
	case key.Matches(msg, k.Refresh):
		return m.loadOptions()
	case key.Matches(msg, k.Copy) && ok:
		return m.ctx.CopyShort(o.Field)
	case key.Matches(msg, k.CopyCell) && ok:
		return m.ctx.CopyCell(m.offers)
	case key.Matches(msg, k.CopyJSON) && ok:
		return m.copyJSON(o, o.Field)
	case len(m.options()) == 0:
	case key.Matches(msg, k.Filter):
		return m.beginFilter()
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.offers, nil)
		return nil
	case key.Matches(msg, k.Export):
		m.chooseExport()
		return nil
	}
	if cmd, taken := m.onPlatformAction(msg, m.platform); taken {
		return cmd
	}
	pages := key.Matches(msg, k.PageUp) || key.Matches(msg, k.PageDown)
	if pages || !ok {
		m.about.Update(msg)
		return nil
	}
	return m.offers.Update(msg)
}

func (m *Model) onOptionKey(msg tea.KeyMsg) tea.Cmd {
	k, r, w := &m.keys, m.read(), m.ctx.Words
	switch {
	case key.Matches(msg, k.Raw):
		return m.openRaw(m.option)
	case key.Matches(msg, k.CheckBody):
		return m.beginCheck(false)
	case key.Matches(msg, k.CheckFilter):
		return m.beginCheck(true)
	case key.Matches(msg, k.Copy):
		return m.ctx.CopyShort(m.option.Field)
	case key.Matches(msg, k.CopyJSON):
		return m.copyJSON(m.option, m.option.Field)
	case key.Matches(msg, k.CopyQuery):
		if r == nil || !r.filter.sent || r.filter.problem != nil {
			return pane.Notify(pane.Info, w.T("options.no_query_to_copy"))
		}
		return m.ctx.CopyText(w.T("options.copied_query"), r.query.String())
	case key.Matches(msg, k.CopyBody):
		if r == nil || r.create.body == "" {
			return pane.Notify(pane.Info, w.T("options.no_body_to_copy"))
		}
		return m.ctx.CopyText(w.T("options.copied_body"), r.create.body)
	}
	m.doc.Update(msg)
	return nil
}

func (m *Model) onMatrixKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Turn):
		m.turned, m.matrix = !m.turned, nil
		return m.showMatrix()
	case key.Matches(msg, k.Refresh):
		return tea.Batch(m.loadPlatforms(), m.loadSurvey(true))
	case key.Matches(msg, k.Filter):
		return m.beginFilter()
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.matrix, nil)
	case key.Matches(msg, k.Export):
		m.chooseExport()
	case key.Matches(msg, k.CopyCell):
		return m.ctx.CopyCell(m.matrix)
	default:
		return m.matrix.Update(msg)
	}
	return nil
}

func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	msg.Y -= len(m.above())
	switch m.screen {
	case atList:
		return m.list.Mouse(msg)
	case atPlatform:
		if len(m.options()) > 0 && msg.Y >= 0 && msg.Y < m.offerLines() && msg.X < m.ListWidth() {
			return m.offers.Mouse(msg)
		}
		m.about.Update(msg)
	case atOption:
		m.doc.Update(msg)
	case atRaw:
		m.raw.Mouse(msg)
	case atCheck:
		m.verdictPager.Update(msg)
	case atMatrix:
		return m.matrix.Mouse(msg)
	}
	return nil
}
