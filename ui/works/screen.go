package works

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/command"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// The views of a work.
const (
	overviewTab = iota
	factsTab    // the overview with the focus on the facts
	metricsTab
	snapshotsTab
	compareTab
	tabCount
)

// view is the part of a work screen below its header.
type view interface {
	pane.Screen
	FullHelp() [][]key.Binding
}

// workScreen is the screen of a work: a header and one of the views. It handles the
// keys that concern several views.
type workScreen struct {
	*subject
	header        header
	overview      *overview
	metrics       *metricView
	snapshots     *snapshotView
	compare       *compareView
	tab, home     int // home: the one with which the screen was opened
	width, height int
}

func (m *site) newWorkScreen(w *work) *workScreen {
	shown := &subject{work: w, m: m}
	s := &workScreen{
		subject:   shown,
		header:    header{subject: shown},
		overview:  newOverview(shown),
		snapshots: &snapshotView{subject: shown},
		compare:   newCompare(shown),
	}
	s.snapshots.makeList()
	s.metrics = s.newMetricView()
	return s
}

// view is the visible view.
func (s *workScreen) view() view {
	views := [tabCount]view{
		overviewTab:  s.overview,
		factsTab:     s.overview,
		metricsTab:   s.metrics,
		snapshotsTab: s.snapshots,
		compareTab:   s.compare,
	}
	return views[s.tab]
}

// inOverview reports whether the overview is visible, whatever has the focus in it.
func (s *workScreen) inOverview() bool {
	return s.tab == overviewTab || s.tab == factsTab
}

func (s *workScreen) showTab(tab int) {
	s.tab = tab
	s.overview.focusFacts(tab == factsTab)
	s.snapshots.follow()
	s.arrange()
}

// refill shows what was loaded.
func (s *workScreen) refill() tea.Cmd {
	s.overview.cards.fill()
	cmd := tea.Batch(s.snapshots.fill(), s.compare.fill())
	s.arrange()
	return cmd
}

// arrange sets the size of the view and shows the selected snapshot in it.
func (s *workScreen) arrange() {
	s.metrics.fill()
	s.view().SetSize(s.width, s.height-len(s.header.lines()))
}

func (s *workScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.onKey(msg)
	case tea.MouseMsg:
		if !s.load.Loaded() {
			return nil
		}
		msg.Y -= len(s.header.lines())
		return s.updateView(msg)
	case worksChanged:
		if slices.Contains(s.compare.works(), msg.work) {
			return s.refill()
		}
		return nil
	case pane.SettingsChanged:
		reworded := s.snapshots.Reword(s.snapshots.rowsOf(s.snapshots.columns))
		return tea.Batch(
			s.metrics.Update(msg),
			reworded,
			s.compare.Update(msg),
			s.refill(),
		)
	case store.Changed: // may bring the names of the account and the platform
		s.arrange()
		return nil
	}
	return tea.Batch(
		s.metrics.Update(msg),
		s.snapshots.Update(msg),
		s.compare.Update(msg),
	)
}

// updateView passes input to the view. A move of the cursor of the snapshots selects
// the snapshot under it.
func (s *workScreen) updateView(msg tea.Msg) tea.Cmd {
	cmd := s.view().Update(msg)
	r, ok := s.snapshots.Table.Current()
	if ok && s.tab == snapshotsTab && r.Index != s.selected() {
		s.selectEntry(r.Index)
	}
	return cmd
}

func (s *workScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	k := &s.m.keys
	m := s.m
	tabs := []key.Binding{k.Chart, k.Facts, k.Metrics, k.Snapshots}
	switch {
	case s.Capturing():
		return s.updateView(msg)
	case key.Matches(msg, k.Open):
		return m.askForm()
	case key.Matches(msg, k.Account):
		return m.openForm(s.query, fieldAccount, false)
	case key.Matches(msg, k.Works):
		return m.pickWork()
	case key.Matches(msg, k.Accounts):
		return m.showAccount(s.query)
	case key.Matches(msg, k.Options):
		return m.showOptions(s.query)
	case key.Matches(msg, m.stack.Keys.GoTo):
		return m.stack.Menu("menu.go_to", k.Works, k.Options)
	case key.Matches(msg, m.stack.Keys.Refresh):
		return s.confirm()
	case !s.load.Loaded():
	case key.Matches(msg, k.Watch):
		return m.watch.toggle(s.work)
	case key.Matches(msg, k.Compare):
		return s.pickOthers()
	case key.Matches(msg, k.Link):
		return s.copyLink()
	case key.Matches(msg, k.Report):
		return m.writeReport(s.work.query.Platform)
	case key.Matches(msg, tabs...):
		s.showTab(slices.IndexFunc(tabs, func(b key.Binding) bool {
			return key.Matches(msg, b)
		}))
	case key.Matches(msg, k.NextView):
		s.showTab((s.tab + 1) % tabCount)
	case key.Matches(msg, k.PreviousView):
		s.showTab((s.tab + tabCount - 1) % tabCount)
	case key.Matches(msg, k.Earlier):
		s.selectEntry(s.selected() - 1)
	case key.Matches(msg, k.Later):
		s.selectEntry(s.selected() + 1)
	case s.inOverview():
		return s.onOverviewKey(msg)
	default:
		return s.updateView(msg)
	}
	return nil
}

// onOverviewKey handles the keys of the overview, which do something else in the lists.
func (s *workScreen) onOverviewKey(msg tea.KeyMsg) tea.Cmd {
	k := &s.m.stack.Keys
	m := s.m
	switch i := s.selected(); {
	case key.Matches(msg, k.Copy):
		return m.stack.Output.CopyShort(s.query.WorkID)
	case key.Matches(msg, k.CopyAs):
		return m.stack.Menu("menu.copy_as", m.keys.Link, k.CopyJSON)
	case key.Matches(msg, k.CopyJSON) && s.showsResponse():
		return m.stack.Output.CopyJSON(
			m.words.T("works.copied_response"),
			s.load.Value.WorkDetail,
		)
	case key.Matches(msg, k.CopyJSON) && i >= 0:
		return m.stack.Output.CopyJSON(
			m.words.N("works.snapshots.copied_json", 1),
			s.history.Entries()[i].Snapshot,
		)
	case key.Matches(msg, k.Raw) && s.showsResponse():
		return m.stack.ShowJSON(s.work.title(), s.load.Value.WorkDetail)
	case key.Matches(msg, k.Raw) && i >= 0:
		return m.stack.ShowJSON(s.work.title(), s.history.Entries()[i].Snapshot)
	case key.Matches(msg, k.Export):
		s.snapshots.Export()
	case key.Matches(msg, m.keys.PreviousMetric):
		s.overview.selectCard(-1)
	case key.Matches(msg, m.keys.NextMetric):
		s.overview.selectCard(1)
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

// showsResponse reports whether the facts of a response have the focus.
func (s *workScreen) showsResponse() bool { return s.tab == factsTab && !s.earlier }

// selectEntry shows Entries()[i], if it exists, in all views.
func (s *workScreen) selectEntry(i int) {
	if !s.subject.selectEntry(i) {
		return
	}
	s.snapshots.follow()
	s.metrics.fill()
	if s.inOverview() {
		s.overview.facts.Fill()
	}
}

// nextBase bases the engagement rate on the next metric of the work that it can be based on.
func (s *workScreen) nextBase() tea.Cmd {
	all := bases(s.history.Entries())
	if len(all) == 0 {
		return nil
	}
	s.m.wording.base = all[(slices.Index(all, s.base())+1)%len(all)]
	s.overview.cards.fill()
	s.arrange()
	return nil
}

// workItems are the items of a picker of works, the last one first. Their IDs are indexes.
func (m *site) workItems(works []*work) (items []picker.Item) {
	for i, w := range slices.Backward(works) {
		note := text.Join(
			" "+m.theme.Glyphs.Between+" ",
			m.view.PlatformName(w.query.Platform),
			m.words.N("works.n_snapshots", len(w.history.Entries())),
			text.Line(w.query.WorkID),
		)
		items = append(items, picker.Item{
			ID:     strconv.Itoa(i),
			Label:  w.title(),
			Note:   note,
			Chosen: w == m.visible(),
		})
	}
	return items
}

// showAccount shows the account of a work.
func (m *site) showAccount(q api.WorkQuery) tea.Cmd {
	if q.AccountID == "" {
		return m.ctx.Inform("works.without_account")
	}
	return m.stack.Goto(pane.Target{
		Pane:      "accounts",
		Site:      m.own.Label(),
		AccountID: q.AccountID,
	})
}

// showOptions shows the publish options of the platform of a work.
func (m *site) showOptions(q api.WorkQuery) tea.Cmd {
	return m.stack.Goto(pane.Target{
		Pane:     "options",
		Site:     m.own.Label(),
		Platform: q.Platform,
	})
}

// pickWork shows the work of this run that the user picks.
func (m *site) pickWork() tea.Cmd {
	works := m.works
	m.stack.PickOne(m.words.T("works.choose_work"), m.workItems(works), func(id string) tea.Cmd {
		i, _ := strconv.Atoi(id)
		if works[i] != m.visible() {
			return m.show(works[i])
		}
		return nil
	})
	return nil
}

// WithCommandRows calls then with the work, which own commands run for.
func (s *workScreen) WithCommandRows(then func([]command.Row) tea.Cmd) tea.Cmd {
	type record struct {
		Platform  string    `json:"platform"`
		ID        string    `json:"id"`
		AccountID string    `json:"accountId,omitzero"`
		Work      *api.Work `json:"work,omitzero"`
	}
	r := record{
		Platform:  s.query.Platform,
		ID:        s.query.WorkID,
		AccountID: s.query.AccountID,
	}
	if found, ok := s.history.Work(); ok {
		r.Work = &found
	}
	return then([]command.Row{{ID: r.ID, Record: r}})
}

// Links returns the page of the work.
func (s *workScreen) Links() func() []string {
	found, ok := s.history.Work()
	if !ok {
		return nil
	}
	return func() []string { return []string{found.URL.Or("")} }
}

func (s *workScreen) State() store.State { return s.load.State() }

func (s *workScreen) Capturing() bool {
	return s.load.Loaded() && s.view().Capturing()
}

// Back clears the filter of a view, or returns to the overview.
func (s *workScreen) Back() (tea.Cmd, bool) {
	b, ok := s.view().(pane.Backer)
	if ok {
		if cmd, handled := b.Back(); handled {
			return cmd, true
		}
	}
	if s.tab == overviewTab || s.tab == s.home {
		return nil, false
	}
	s.showTab(overviewTab)
	return nil, true
}

func (s *workScreen) SetSize(width, height int) {
	s.width = width
	s.height = height
	s.header.width = width
	s.header.height = height
	s.arrange()
}

func (s *workScreen) View() string {
	lines := s.header.lines()
	height := s.height - len(lines)
	if s.load.Loaded() {
		lines = append(lines, s.view().View())
	} else if s.load.Running() {
		lines = append(lines, s.m.stack.ViewLoading(s.load.State(), s.width, height))
	} else if s.load.Err != nil {
		x, next := s.header.explain()
		title := s.m.words.T("works.failed", "Platform", s.m.view.PlatformName(s.query.Platform))
		lines = append(lines, s.m.ctx.ViewExplained(title, x, next, s.width, height))
	}
	return text.Fit(strings.Join(lines, "\n"), s.width, s.height)
}

func (s *workScreen) ShortHelp() []key.Binding {
	k := &s.m.stack.Keys
	own := &s.m.keys
	if s.load.State().Loading() {
		return []key.Binding{own.Open, own.Works}
	}
	if !s.load.Loaded() {
		return []key.Binding{k.Refresh, own.Open, own.Works}
	}
	if s.Capturing() || s.inOverview() {
		return s.view().ShortHelp()
	}
	return append(s.view().ShortHelp(), own.NextView, k.Refresh)
}

func (s *workScreen) FullHelp() [][]key.Binding {
	if s.Capturing() {
		return [][]key.Binding{s.ShortHelp()}
	}
	if !s.load.Loaded() {
		return [][]key.Binding{append(s.ShortHelp(), s.m.keys.Account)}
	}
	k := &s.m.stack.Keys
	own := &s.m.keys
	return append([][]key.Binding{
		{own.Open, s.watchKey(), own.Accounts, own.Account, k.GoTo, own.Works, own.Options, k.Browser},
		{
			own.NextView, own.PreviousView, own.Compare, own.Snapshots, own.Chart, own.Facts,
			own.Metrics, k.Back,
		},
		{own.Earlier, own.Later, own.Link, own.Report},
	}, s.helpOfView()...)
}

// helpOfView are the keys of the view, except those that go to another view here.
func (s *workScreen) helpOfView() [][]key.Binding {
	k := &s.m.stack.Keys
	groups := s.view().FullHelp()
	for i, group := range groups {
		groups[i] = slices.DeleteFunc(slices.Clone(group), func(b key.Binding) bool {
			return b.Help() == k.NextRegion.Help() || b.Help() == k.PreviousRegion.Help()
		})
	}
	return groups
}
