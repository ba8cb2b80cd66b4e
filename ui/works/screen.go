package works

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/works/metrics"
)

// The views of a work.
const (
	overviewTab = iota // cards, the chart, and where there is room the facts
	factsTab           // the facts in the overview have the focus, or the screen
	metricsTab
	snapshotsTab
	compareTab
	tabCount
)

// workScreen is the screen of a work: a header and one of the views.
type workScreen struct {
	*work
	m             *Model
	number        int // of the selected snapshot; 0 follows the newest
	tab           int
	cards         []string // metrics with values, and the engagement rate
	metric        string   // the visible one of the cards, "" without any
	facts         facts.Pager
	chart         chart.Chart
	span          metrics.Span // of the chart
	metrics       *pane.List[metricRow]
	snapshots     *pane.List[snapshotRow]
	resource      *resource.Resource[snapshotRow]
	columns       []string // the metrics that resource has columns for
	compare       *compareView
	width, height int
}

func (m *Model) newWorkScreen(w *work) *workScreen {
	s := &workScreen{work: w, m: m, facts: facts.Pager{Keys: m.Keys.Pager()}}
	s.metrics, s.snapshots, s.compare = s.newMetricList(), s.newSnapshotList(nil), s.newCompare()
	return s
}

// list is the visible list, nil in the overview and the facts.
func (s *workScreen) list() pane.Screen {
	switch s.tab {
	case metricsTab:
		return s.metrics
	case snapshotsTab:
		return s.snapshots
	case compareTab:
		return s.compare
	}
	return nil
}

func (s *workScreen) showTab(tab int) {
	s.tab = tab
	s.followSelected()
	s.arrange()
}

// refill shows what was loaded.
func (s *workScreen) refill() tea.Cmd {
	s.fillCards()
	cmd := tea.Batch(s.fillSnapshots(), s.compare.fill())
	s.arrange()
	return cmd
}

// arrange sets the size of the view and shows the selected snapshot in it.
func (s *workScreen) arrange() {
	s.fillMetrics()
	if list := s.list(); list != nil {
		list.SetSize(s.width, s.bodyHeight())
		return
	}
	left, _ := pane.Split(s.width)
	s.arrangeChart(left, s.bodyHeight()-s.stripHeight())
	s.arrangeFacts()
}

func (s *workScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.onKey(msg)
	case tea.MouseMsg:
		if !s.load.Loaded() {
			return nil
		}
		msg.Y -= len(s.header())
		return s.updateView(msg)
	case worksChanged:
		if msg.work == s.work || msg.work == s.compare.other {
			return s.refill()
		}
		return nil
	case store.Changed: // may bring the names of the account and the platform
		s.arrange()
		return nil
	}
	return tea.Batch(s.metrics.Update(msg), s.snapshots.Update(msg), s.compare.Update(msg))
}

// updateView passes input to the view, and selects the snapshot under the cursor of
// the snapshots.
func (s *workScreen) updateView(msg tea.Msg) tea.Cmd {
	if s.list() == nil {
		s.arrangeFacts() // the ages in it
		s.facts.Update(msg)
		return nil
	}
	cmd := s.list().Update(msg)
	if r, ok := s.snapshots.Table.Current(); ok && s.tab == snapshotsTab && r.index != s.selected() {
		s.selectEntry(r.index)
	}
	return cmd
}

func (s *workScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m, k := s.m, &s.m.keys
	tabs := []key.Binding{k.Chart, k.Facts, k.Metrics, k.Snapshots}
	switch {
	case s.Capturing():
		return s.updateView(msg)
	case key.Matches(msg, k.Open):
		return m.openForm(m.suggestion(), "", false)
	case key.Matches(msg, k.Account):
		return m.openForm(s.query, fieldAccount, false)
	case key.Matches(msg, k.Works):
		return m.pickWork(m.Words.T("works.choose_work"), m.works, m.show)
	case key.Matches(msg, m.Keys.Refresh):
		return s.confirm()
	case !s.load.Loaded():
	case key.Matches(msg, k.Watch):
		return s.toggleWatch()
	case key.Matches(msg, k.Compare):
		return s.pickOther()
	case key.Matches(msg, k.Link):
		return s.copyLink()
	case key.Matches(msg, tabs...):
		s.showTab(slices.IndexFunc(tabs, func(b key.Binding) bool { return key.Matches(msg, b) }))
	case key.Matches(msg, k.NextView):
		s.showTab((s.tab + 1) % tabCount)
	case key.Matches(msg, k.Earlier):
		s.selectEntry(s.selected() - 1)
	case key.Matches(msg, k.Later):
		s.selectEntry(s.selected() + 1)
	case s.list() == nil:
		return s.onPageKey(msg)
	default:
		return s.updateView(msg)
	}
	return nil
}

func (s *workScreen) onPageKey(msg tea.KeyMsg) tea.Cmd {
	m, k := s.m, &s.m.Keys
	switch i := s.selected(); {
	case key.Matches(msg, k.Copy):
		return s.pickCopy()
	case key.Matches(msg, k.CopyJSON) && s.tab == factsTab && !s.earlier:
		return m.CopyJSON(m.Words.T("works.copied_response"), s.load.Value.WorkDetail)
	case key.Matches(msg, k.CopyJSON) && i >= 0:
		return m.CopyJSON(m.Words.N("works.snapshots.copied_json", 1), s.history.Entries()[i].Snapshot)
	case key.Matches(msg, k.Export):
		s.snapshots.Export()
	case key.Matches(msg, m.keys.PreviousMetric):
		s.selectCard(-1)
	case key.Matches(msg, m.keys.NextMetric):
		s.selectCard(1)
	case key.Matches(msg, m.keys.Base):
		return s.nextBase()
	case key.Matches(msg, k.Detail) && s.tab == overviewTab:
		s.showTab(factsTab)
	case key.Matches(msg, k.Home) && s.tab == overviewTab:
		s.selectEntry(0)
	case key.Matches(msg, k.End) && s.tab == overviewTab:
		s.selectEntry(len(s.history.Entries()) - 1)
	default:
		return s.updateView(msg)
	}
	return nil
}

// selected is the index in Entries of the selected snapshot, or -1.
func (s *workScreen) selected() int {
	entries := s.history.Entries()
	if i := slices.IndexFunc(entries, func(e *metrics.Entry) bool { return e.Number == s.number }); i >= 0 {
		return i
	}
	return len(entries) - 1
}

// selectEntry selects Entries()[i] if it exists. Selecting the newest entry also selects
// the newest one after each refresh.
func (s *workScreen) selectEntry(i int) {
	entries := s.history.Entries()
	if i < 0 || i >= len(entries) {
		return
	}
	s.number = entries[i].Number
	if i == len(entries)-1 {
		s.number = 0
	}
	s.followSelected()
	s.fillMetrics()
	if s.list() == nil {
		s.arrangeFacts()
	}
}

// followSelected moves the cursor of the table to the selected snapshot.
func (s *workScreen) followSelected() {
	if i := s.selected(); i >= 0 {
		s.snapshots.Table.MoveTo(strconv.Itoa(s.history.Entries()[i].Number))
	}
}

// confirm asks whether to refresh the work.
func (s *workScreen) confirm() tea.Cmd {
	m := s.m
	switch {
	case s.load.Running():
	case api.IsCode(s.load.Err, api.CodeUnsupportedCapability):
		return pane.Notify(pane.Info, m.Words.T("works.not_supported"))
	default:
		m.Confirm(pane.Question{
			Title: m.Words.T("works.confirm"), Text: m.Words.T("works.confirm_text"), Yes: m.Words.T("key.works.query"),
			Then: func() tea.Cmd {
				call := m.call(s.work)
				m.Refit()
				return call
			},
		})
	}
	return nil
}

func (m *Model) pickWork(title string, works []*work, then func(*work) tea.Cmd) tea.Cmd {
	var items []picker.Item
	for i, w := range slices.Backward(works) {
		note := m.PlatformName(w.query.Platform) + " " + m.Theme.Glyphs.Between + " " + m.Words.N("works.n_snapshots", len(w.history.Entries()))
		items = append(items, picker.Item{ID: strconv.Itoa(i), Label: w.title() + "  " + text.Clean(w.query.WorkID), Note: note, Chosen: w == m.visible()})
	}
	m.PickOne(title, items, func(id string) tea.Cmd {
		if i, _ := strconv.Atoi(id); works[i] != m.visible() {
			return then(works[i])
		}
		return nil
	})
	return nil
}

func (s *workScreen) State() store.State { return s.load.State() }

func (s *workScreen) Capturing() bool {
	return s.load.Loaded() && s.list() != nil && s.list().Capturing()
}

// Back clears the filter of a view, or returns to the overview.
func (s *workScreen) Back() (tea.Cmd, bool) {
	if b, ok := s.list().(pane.Backer); ok {
		if cmd, handled := b.Back(); handled {
			return cmd, true
		}
	}
	if s.tab == overviewTab {
		return nil, false
	}
	s.showTab(overviewTab)
	return nil, true
}

func (s *workScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

func (s *workScreen) View() string {
	lines, height := s.header(), s.bodyHeight()
	switch {
	case s.load.Loaded() && s.list() != nil:
		lines = append(lines, s.list().View())
	case s.load.Loaded():
		lines = append(lines, s.viewOverview())
	case s.load.Running():
		lines = append(lines, s.m.ViewLoading(s.load.State(), s.width, height))
	case s.load.Err != nil:
		x, next := s.explain()
		title := s.m.Words.T("works.failed", "Platform", s.m.PlatformName(s.query.Platform))
		lines = append(lines, s.m.ViewExplained(title, x, next, s.width, height))
	}
	return text.Fit(strings.Join(lines, "\n"), s.width, s.height)
}

func (s *workScreen) ShortHelp() []key.Binding {
	m, k := s.m, &s.m.keys
	short := []key.Binding{m.Keys.Refresh, m.Keys.Detail, k.NextMetric, k.Earlier, k.Later}
	switch {
	case s.Capturing():
		return s.list().ShortHelp()
	case s.load.State().Loading():
		return []key.Binding{k.Open, k.Account, k.Works}
	case !s.load.Loaded():
		return []key.Binding{m.Keys.Refresh, k.Open, k.Account, k.Works}
	case s.tab == factsTab:
		return []key.Binding{m.Keys.Back, m.Keys.Down, m.Keys.Copy, k.Earlier, k.Later}
	case s.tab == overviewTab:
		return append(short, k.Compare, k.Watch, m.Keys.Export, k.Metrics, k.Snapshots)
	}
	return append(s.list().ShortHelp(), k.NextView, m.Keys.Refresh)
}

func (s *workScreen) FullHelp() [][]key.Binding {
	if s.Capturing() || !s.load.Loaded() {
		return [][]key.Binding{s.ShortHelp()}
	}
	k, own := &s.m.Keys, &s.m.keys
	keys := [][]key.Binding{
		{own.Open, own.Account, own.Watch, own.Works},
		{own.Chart, own.Facts, own.Metrics, own.Snapshots, own.Compare, own.NextView, k.Back},
		{own.Earlier, own.Later, own.Link},
	}
	if list := s.list(); list != nil {
		return append(keys, list.(help.KeyMap).FullHelp()...)
	}
	return append(keys, []key.Binding{k.Refresh, k.Copy, k.CopyJSON, k.Export, k.Detail},
		[]key.Binding{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, own.PreviousMetric, own.NextMetric, own.Base})
}
