package overview

import (
	"cmp"
	"strings"

	"channeldeck/ui/resource"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/command"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// region is a list that shares the screen with others.
type region interface {
	pane.Screen
	pane.Backer
	pane.RowSource
	pane.LinkSource
	SetFocus(bool)
	FullHelp() [][]key.Binding
}

// place is where a region is drawn, in cells from the upper left corner of the pane.
type place struct {
	region
	x, y, width, height int
}

// screen is the whole pane: the findings, and as many other regions as fit.
type screen struct {
	m         *Model
	findings  *pane.List[resource.FindingRow]
	platforms *pane.List[resource.Part]
	groups    *pane.List[resource.Part]
	works     *pane.List[resource.MovingWork]
	folded    map[findings.Section]bool
	note      input.Model // of a finding that becomes known

	width, height int
	layout        layout
	places        []place // of the lists, the findings first; the focus moves in this order
	focus         int     // of places
	drawn         drawn
}

// drawn is what a key press does not change, drawn once.
type drawn struct {
	summary   string
	charts    string
	inspector string
}

func (m *Model) newScreen() *screen {
	s := &screen{m: m, folded: map[findings.Section]bool{findings.Expected: true}}
	s.findings = m.newFindings(s)
	s.findings.Table.StayOnTop() // until the cursor is moved: the history arrives later
	s.platforms = m.newParts(s, "overview.platforms", func(id string) pane.Target { return pane.Target{Pane: "accounts", Platform: id} })
	s.groups = m.newParts(s, "overview.groups", func(id string) pane.Target { return pane.Target{Pane: "accounts", GroupID: id} })
	s.works = m.newWorks(s)
	s.platforms.Table.StayOnTop() // the counts of the first accounts order them differently
	s.groups.Table.StayOnTop()
	s.works.Table.StayOnTop()
	s.places = []place{{region: s.findings}}
	return s
}

// refresh loads the accounts, the platforms and the catalog again.
func (s *screen) refresh() tea.Cmd {
	return tea.Batch(s.m.Store.Accounts.Refresh(), s.m.Store.Platforms.Refresh(), s.m.Store.Catalog.Refresh())
}

// fill shows what is known now.
func (s *screen) fill() tea.Cmd {
	platforms, groups := s.m.parts()
	s.findings.Table.ResetWidths() // platforms and groups got their names
	s.platforms.Table.ResetWidths()
	s.groups.Table.ResetWidths()
	s.works.Table.ResetWidths()
	for _, parts := range []*pane.List[resource.Part]{s.platforms, s.groups} {
		parts.Table.SetTitle("change", cmp.Or(s.m.SpanTitle(history.SpanMonth), s.m.Words.T("overview.platforms.column.change")))
	}
	cmd := tea.Batch(s.findings.SetRows(s.rows()), s.platforms.SetRows(platforms), s.groups.SetRows(groups), s.works.SetRows(s.m.fleet.Value.works))
	s.SetSize(s.width, s.height)
	return cmd
}

// State is the state of the pane.
func (s *screen) State() store.State { return s.m.State() }

// ShowView shows a view of the findings.
func (s *screen) ShowView(v config.View) tea.Cmd {
	s.setFocus(0)
	return s.findings.ShowView(v)
}

// Capturing reports whether a filter is being typed.
func (s *screen) Capturing() bool { return s.front().Capturing() }

func (s *screen) front() region { return s.places[s.focus].region }

// Back clears the filter of the region with the focus, then moves to the findings.
func (s *screen) Back() (tea.Cmd, bool) {
	if cmd, handled := s.front().Back(); handled || s.focus == 0 {
		return cmd, handled
	}
	s.setFocus(0)
	return nil, true
}

func (s *screen) setFocus(to int) {
	s.focus = to
	for i, p := range s.places {
		p.SetFocus(i == to)
	}
}

// Update handles a message.
func (s *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		n := len(s.places)
		switch {
		case s.Capturing():
		case key.Matches(msg, s.m.keys.NextRegion):
			s.setFocus((s.focus + 1) % n)
			return nil
		case key.Matches(msg, s.m.keys.PreviousRegion):
			s.setFocus((s.focus + n - 1) % n)
			return nil
		case s.focus > 0 && key.Matches(msg, s.m.keys.Baseline):
			return s.m.nextBaseline()
		}
		if s.focus == 0 {
			if cmd, handled := s.fold(msg); handled {
				return cmd
			}
		}
		return s.front().Update(msg)
	case tea.MouseMsg:
		return s.onMouse(msg)
	}
	cmd := tea.Batch(s.findings.Update(msg), s.platforms.Update(msg), s.groups.Update(msg), s.works.Update(msg))
	s.drawn.inspector = s.drawInspector()
	return cmd
}

// onMouse passes an event to the region below it, which gets the focus by a click.
func (s *screen) onMouse(msg tea.MouseMsg) tea.Cmd {
	for i, p := range s.places {
		if msg.X < p.x || msg.X >= p.x+p.width || msg.Y < p.y || msg.Y >= p.y+p.height {
			continue
		}
		if msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			s.setFocus(i)
		}
		msg.X, msg.Y = msg.X-p.x, msg.Y-p.y
		cmd := p.Update(msg)
		s.drawn.inspector = s.drawInspector()
		return cmd
	}
	return nil
}

func (s *screen) footer() []key.Binding {
	k, own := &s.m.Keys, &s.m.keys
	short := []key.Binding{own.Open, k.Filter}
	if len(s.places) > 1 {
		short = append(short, own.NextRegion)
	}
	short = append(short, own.Baseline)
	if s.focus == 0 {
		short = append(short, own.Known)
	}
	return append(short, k.Copy, k.Refresh, k.Export)
}

// ShortHelp returns the keys of the footer.
func (s *screen) ShortHelp() []key.Binding { return s.front().ShortHelp() }

// WithCommandRows calls then with the rows of the region with the focus that own commands
// run for.
func (s *screen) WithCommandRows(then func([]command.Row) tea.Cmd) tea.Cmd {
	return s.front().WithCommandRows(then)
}

// Links returns the page of the row under the cursor of the region with the focus.
func (s *screen) Links() ([]string, bool) { return s.front().Links() }

// FullHelp returns all keys that work now.
func (s *screen) FullHelp() [][]key.Binding {
	own := []key.Binding{s.m.keys.Baseline}
	if len(s.places) > 1 {
		own = append(own, s.m.keys.NextRegion, s.m.keys.PreviousRegion)
	}
	return append(s.front().FullHelp(), own)
}

// View draws the pane.
func (s *screen) View() string {
	l := &s.layout
	body := s.findings.View()
	if l.right > 0 {
		body = pane.SideBySide(body, strings.Join(s.viewRight(), "\n"), l.left)
	}
	if l.charts > 0 {
		body += "\n" + pane.SideBySide(s.drawn.charts, s.viewBottom(), l.chartsWidth)
	}
	return text.Fit(s.drawn.summary+"\n"+body, s.width, s.height)
}

// viewRight draws the regions beside the findings.
func (s *screen) viewRight() []string {
	l := &s.layout
	top := s.platforms.View()
	if l.groups > 0 {
		top = pane.SideBySide(top, s.groups.View(), l.right-l.groups)
	}
	parts := []string{top}
	if l.inspector > 0 {
		parts = append(parts, s.drawn.inspector)
	} else if l.works > 0 {
		parts = append(parts, s.works.View())
	}
	return parts
}

// viewBottom draws the region beside the charts.
func (s *screen) viewBottom() string {
	if s.layout.inspector > 0 && s.layout.works > 0 {
		return s.works.View()
	}
	return ""
}

// drawInspector draws the finding under the cursor.
func (s *screen) drawInspector() string {
	l, m := &s.layout, s.m
	if l.inspector == 0 {
		return ""
	}
	var f pane.Frame
	body := ""
	if found, ok := s.findings.Table.Current(); ok {
		f.Title, f.Right = m.FindingTitle(found.Finding), m.FindingPlace(found.Finding)
		inner, rows := f.Inner(l.right, l.inspector)
		body = "\n" + strings.Join(pane.BlockLines(m.Context.View, m.blocks(found.Finding), inner, rows-1), "\n")
	}
	return m.Frame(f, body, l.right, l.inspector)
}

// drawCharts draws the followers and the abnormal accounts over the period.
func (s *screen) drawCharts() string {
	l := &s.layout
	if l.charts == 0 {
		return ""
	}
	all, half := s.m.series(), l.chartsWidth/2
	return pane.SideBySide(s.m.drawChart(all[0], theme.Accent, half, l.charts), s.m.drawChart(all[1], theme.Bad, l.chartsWidth-half, l.charts), half)
}
