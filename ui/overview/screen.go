package overview

import (
	"cmp"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
)

// screen is the whole pane: the findings, and as many other regions as fit.
type screen struct {
	*pane.Regions
	m         *Model
	findings  *pane.List[*resource.FindingRow]
	platforms *pane.List[*resource.Part]
	groups    *pane.List[*resource.Part]
	works     *pane.List[*resource.MovingWork]
	folded    map[findings.Section]bool
	unfolded  map[kindIn]bool
	filter    filter
	divided   division
	width     int
	needed    int         // of the height of a narrow screen, by the findings when it was divided
	note      input.Model // of a finding that becomes known

	unfoldedAll bool // by a filter that left folded findings only

	platformRows, groupRows []*resource.Part
}

func (m *Model) newScreen() *screen {
	s := &screen{
		m:        m,
		folded:   foldedAtFirst(),
		unfolded: map[kindIn]bool{},
	}
	s.findings = m.newFindings(s)
	s.findings.Table.StayOnTop() // until the cursor is moved: the history arrives later
	s.platforms = m.newParts(s, "overview.platforms", &s.platformRows, func(p *resource.Part) pane.Target {
		return pane.Target{Pane: "accounts", Site: p.Site, Platform: p.ID}
	})
	s.groups = m.newParts(s, "overview.groups", &s.groupRows, func(p *resource.Part) pane.Target {
		return pane.Target{Pane: "accounts", Site: p.Site, GroupID: p.ID}
	})
	s.works = m.newWorks(s)
	s.platforms.Table.StayOnTop() // the counts of the first accounts order them differently
	s.groups.Table.StayOnTop()
	s.works.Table.StayOnTop()
	s.Regions = pane.NewRegions(s.area, s.findings, s.platforms, s.groups, s.works)
	s.Next = m.stack.Keys.NextRegion
	s.Previous = m.stack.Keys.PreviousRegion
	return s
}

// refresh loads the accounts, the platforms and the catalog again.
func (s *screen) refresh() tea.Cmd {
	return s.m.ctx.Stores().Each(func(of *store.Store) tea.Cmd {
		return tea.Batch(
			of.Accounts.Refresh(),
			of.Platforms.Refresh(),
			of.Catalog.Refresh(),
		)
	})
}

// fill shows what is known now.
func (s *screen) fill() tea.Cmd {
	platforms, groups := s.m.parts()
	s.findings.Table.RenewWidths() // platforms and groups got their names
	s.platforms.Table.RenewWidths()
	s.groups.Table.RenewWidths()
	s.works.Table.RenewWidths()
	s.platformRows = platforms
	s.groupRows = groups
	for _, parts := range []*pane.List[*resource.Part]{s.platforms, s.groups} {
		parts.Table.SetTitle("change", s.m.changeTitle())
	}
	cmd := tea.Batch(
		s.findings.SetRows(s.rows()),
		s.platforms.SetRows(platforms),
		s.groups.SetRows(groups),
		s.works.SetRows(s.m.movingWorks()),
	)
	s.divided.isOld = true
	s.Arrange()
	return cmd
}

// changeTitle is the title of the changes over a month: the time that they are over.
func (m *Model) changeTitle() string {
	return cmp.Or(m.view.SpanTitle(history.SpanMonth), m.words.T("overview.platforms.column.change"))
}

// State is the state of the pane.
func (s *screen) State() store.State { return s.m.State() }

// ShowView shows a view of the findings.
func (s *screen) ShowView(v config.SavedView) tea.Cmd {
	s.Focus(s.findings)
	return s.findings.ShowView(v)
}

func (s *screen) atFindings() bool {
	return s.Front() == pane.Focusable(s.findings)
}

// Update handles a message. The inspector follows a move later, and what else a key does at once.
func (s *screen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		return s.Regions.Update(msg)
	}
	_, moves := s.m.stack.Keys.Move(press, 1)
	cmd := s.onKey(press)
	if !moves {
		s.Redraw()
	}
	return cmd
}

// View draws the screen. A narrow one is divided again if the number of findings shown changed.
func (s *screen) View() string {
	if s.width < pane.FrameWidth && s.needed != s.neededRows() {
		s.Arrange()
	}
	return s.Regions.View()
}

func (s *screen) onKey(press tea.KeyMsg) tea.Cmd {
	if s.atFindings() {
		if cmd, handled := s.fold(press); handled {
			return cmd
		}
		if !s.Capturing() && key.Matches(press, s.m.stack.Keys.GoTo) {
			return s.pickGoTo()
		}
	} else if !s.Capturing() && key.Matches(press, s.m.keys.Baseline) {
		return s.m.stack.PickBaseline()
	}
	if !s.Capturing() && key.Matches(press, s.m.keys.Wall) {
		return s.m.openWall()
	}
	return s.Regions.Update(press)
}
func (s *screen) footer() []key.Binding {
	k := &s.m.stack.Keys
	own := &s.m.keys
	short := []key.Binding{own.Open}
	_, onHeading := s.findings.Table.CurrentSection()
	if s.atFindings() && !onHeading {
		short = append(short, s.known())
	}
	if s.Several() {
		return append(short, k.NextRegion)
	}
	return append(short, k.Filter)
}

// known is the key that marks the finding under the cursor as known or, if it is, takes the mark back.
func (s *screen) known() key.Binding {
	known := s.m.keys.Known
	r, ok := s.findings.Table.Current()
	if ok && r.Finding != nil && r.Finding.Known {
		known = s.m.ctx.Named(known, "overview.unmark")
	}
	return known
}

// FullHelp returns all keys that work now.
func (s *screen) FullHelp() [][]key.Binding {
	if s.Capturing() {
		return s.Regions.FullHelp()
	}
	k := &s.m.stack.Keys
	own := []key.Binding{s.m.keys.Baseline, s.m.keys.Wall}
	if s.atFindings() {
		own = append(own, k.FoldAll, k.UnfoldAll)
	}
	return append(s.Regions.FullHelp(), own)
}

// drawCharts draws the followers and the abnormal accounts over the period.
func (s *screen) drawCharts(width, height int) string {
	all := s.m.series()
	half := width / 2
	return pane.SideBySide(
		s.m.drawChart(all[0], theme.Accent, half, height),
		s.m.drawChart(all[1], theme.Bad, width-half, height),
		half,
	)
}
