// Package works is the pane of published works: one opened by platform and id,
// its facts, its metrics and how they move, all snapshots of this run as a table
// and as a chart, watched from time to time, and held beside another.
//
// A call of work details has effects: it asks the platform live, uses its quota,
// stores a snapshot, and can mark the account abnormal. So there is one call for
// one deliberate act, which is the confirming key and no other; only call makes it.
package works

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// Name is the name of the pane.
const Name = "works"

// mode is what keys mean at the moment.
type mode uint8

const (
	browsing     mode = iota
	asking            // the form for a work
	confirming        // whether to ask again
	settingWatch      // how often to ask
)

// view is what is shown of a work.
type view uint8

const (
	factsView view = iota
	metricsView
	chartView
	snapshotsView
	compareView
	views
)

// Model is the pane.
type Model struct {
	pane.Frame
	ctx  *pane.Context
	keys keyMap
	mode mode
	view view

	works   []*work // of this run
	current *work   // nil before the first
	other   *work   // to compare with, nil for none

	form      *form.Form
	began     api.WorkQuery  // what stood in the form at first
	draft     *api.WorkQuery // what was typed when esc left it, nil for nothing
	platforms pane.Loader[[]api.Platform]
	accounts  pane.Loader[accountList]
	named     pane.Loader[api.AccountList] // one account of which only the id was known
	learned   map[string]api.Account       // by id, newer than accounts

	watch   metrics.Watch
	watched *work
	ticks   int // generation of the watch's ticks
	every   time.Duration

	facts     facts.Pager
	metrics   *table.Table[metricRow]
	snapshots *table.Table[snapshotRow]
	moments   *table.Table[momentRow]
	columns   []string        // the metrics that snapshots has columns of
	plotted   map[string]bool // the metrics that are drawn; nil for the first that there is
	plots     []plot
	firstPlot int
	base      metrics.Base
	metric    string // that is compared
	byAge     bool
	versus    versus
}

// New makes the pane.
func New(c *pane.Context) *Model {
	m := &Model{ctx: c, keys: newKeyMap(c), every: defaultEvery, metric: metrics.Listed()[0], learned: map[string]api.Account{}}
	m.Choice = pane.NewChoice(c, m.keys.Keys)
	m.facts.Keys = m.keys.Pager()
	m.metrics = m.newMetricTable()
	m.snapshots = m.newSnapshotTable(nil)
	m.moments = m.newMomentTable()
	return m
}

// Init loads the platforms, to tell which of them can be asked for works.
func (m *Model) Init() tea.Cmd { return m.loadPlatforms() }

// SetSize sets the room in cells.
func (m *Model) SetSize(width, height int) {
	m.Width, m.Height = width, height
	if m.form != nil {
		m.form.SetSize(width, max(height-1, 1))
	}
	m.arrange()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool { return m.Choice.IsOpen() || m.mode == asking }

// State is what the header says of the work that is shown.
func (m *Model) State() pane.State {
	var s pane.State
	if m.current != nil {
		s = m.current.load.State()
	}
	for _, w := range m.works {
		if w != m.current && w.load.Running() {
			s.InFlight++
		}
	}
	s.InFlight += m.platforms.State().InFlight + m.accounts.State().InFlight + m.named.State().InFlight
	return s
}

// Leave stops the watch: nobody looks any more.
func (m *Model) Leave() tea.Cmd { return m.stopWatch("works.watch_left") }

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, taken := m.Hand(msg, m.onKey, m.onMouse); taken {
		return cmd
	}
	if tick, ok := msg.(watchTick); ok {
		return m.onTick(tick)
	}
	for _, w := range m.works {
		if mine, cmd := w.load.Take(msg); mine {
			return tea.Batch(cmd, m.onAnswer(w))
		}
	}
	if mine, cmd := m.platforms.Take(msg); mine {
		return tea.Batch(cmd, m.onPlatforms())
	}
	if mine, cmd := m.accounts.Take(msg); mine {
		return tea.Batch(cmd, m.onAccounts())
	}
	if mine, cmd := m.named.Take(msg); mine {
		m.onNamed()
		return cmd
	}
	return tea.Batch(m.metrics.Update(msg), m.snapshots.Update(msg), m.moments.Update(msg))
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch m.mode {
	case asking:
		return m.onFormKey(msg)
	case confirming:
		return m.onConfirmKey(msg)
	case settingWatch:
		return m.onWatchKey(msg)
	}
	return m.onBrowseKey(msg)
}

func (m *Model) onBrowseKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Ask), m.current == nil && key.Matches(msg, k.Confirm):
		return m.openForm(m.suggestion(), "")
	case m.current == nil:
		return m.nothingYet(msg)
	case key.Matches(msg, k.Account):
		return m.openForm(m.current.query, fieldAccount)
	case key.Matches(msg, k.Works):
		m.chooseWork(m.ctx.Words.T("works.choose_work"), nil, m.show)
		return nil
	case key.Matches(msg, k.Again):
		return m.askAgain()
	case !m.current.load.Have():
		return nil
	case key.Matches(msg, k.Export):
		m.chooseExport()
		return nil
	case key.Matches(msg, k.Watch):
		return m.toggleWatch()
	case key.Matches(msg, k.Compare):
		return m.compare()
	case key.Matches(msg, k.NextView):
		return m.look((m.view + 1) % views)
	case key.Matches(msg, k.Back):
		return m.look(factsView)
	}
	if v, ok := m.viewKey(msg); ok {
		return m.look(v)
	}
	if key.Matches(msg, k.Copy, k.CopyCell, k.CopyJSON, k.Link) {
		return m.copy(msg)
	}
	return m.onViewKey(msg)
}

// nothingYet answers a key that needs a work.
func (m *Model) nothingYet(msg tea.KeyMsg) tea.Cmd {
	for _, group := range m.FullHelp() {
		if key.Matches(msg, group...) {
			return pane.Notify(pane.Info, m.ctx.Words.T("works.none", "Key", m.keys.Ask.Help().Key))
		}
	}
	return nil
}

// look shows the work in another way.
func (m *Model) look(v view) tea.Cmd {
	m.view = v
	m.arrange()
	m.followSelected()
	return nil
}

// viewKey is the view that a key leads to.
func (m *Model) viewKey(msg tea.KeyMsg) (view, bool) {
	k := &m.keys
	for v, b := range map[view]key.Binding{factsView: k.Facts, metricsView: k.Metrics, chartView: k.Chart, snapshotsView: k.Snapshots} {
		if key.Matches(msg, b) {
			return v, true
		}
	}
	return 0, false
}

// onViewKey takes the keys that mean something else in each view.
func (m *Model) onViewKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Earlier):
		m.step(-1)
		return nil
	case key.Matches(msg, k.Later):
		m.step(1)
		return nil
	}
	switch m.view {
	case factsView:
		if !m.onMarkerKey(msg) {
			m.fillSelected() // for the ages in it
			m.facts.Update(msg)
		}
	case metricsView:
		return m.onMetricsKey(msg)
	case chartView:
		if !m.canDraw() {
			return m.onSnapshotsKey(msg)
		}
		m.onChartKey(msg)
	case snapshotsView:
		return m.onSnapshotsKey(msg)
	case compareView:
		return m.onCompareKey(msg)
	}
	return nil
}

// onMouse scrolls what is under the pointer, and clicks into tables.
func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	if m.mode != browsing || m.current == nil {
		return nil
	}
	msg.Y -= m.above()
	switch m.view {
	case factsView:
		m.facts.Update(msg)
	case metricsView:
		return m.metrics.Mouse(msg)
	case snapshotsView:
		cmd := m.snapshots.Mouse(msg)
		m.followTable()
		return cmd
	case compareView:
		msg.Y -= m.Height - m.above() - m.momentsHeight()
		return m.moments.Mouse(msg)
	}
	return nil
}
