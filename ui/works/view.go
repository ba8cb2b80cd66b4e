package works

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// From this size on the metrics and the chart stand beside the facts.
const (
	besideWidth  = 110
	besideHeight = 18
)

// refresh fills all that shows the current work, after its data or the choice
// of works changed.
func (m *Model) refresh() tea.Cmd {
	if m.current == nil {
		return nil
	}
	cmd := tea.Batch(m.fillSnapshots(m.current), m.fillVersus())
	m.arrange()
	return cmd
}

// arrange gives the parts their room, and draws anew what depends on it.
func (m *Model) arrange() {
	body := m.bodyHeight()
	m.facts.SetHeight(body)
	m.snapshots.SetSize(m.Width, max(body, 1))
	m.moments.SetSize(m.Width, max(m.momentsHeight(), 1))
	if m.current == nil {
		return
	}
	width, height := m.chartSize()
	m.makePlots(width, height)
	if m.view == compareView && m.other != nil {
		m.plotVersus()
	}
	m.fillSelected()
}

// fillSelected shows the snapshot that is looked at.
func (m *Model) fillSelected() {
	m.metrics.SetRows(m.metricRows(m.current)) // at once: they are few
	width, height := m.metricsSize()
	m.metrics.SetSize(width, max(height, 1))
	m.facts.SetLines(m.factLines(m.current, m.factsWidth()))
}

// isBeside tells whether there is room for the metrics beside the facts.
func (m *Model) isBeside() bool {
	return m.view == factsView && m.Width >= besideWidth && m.bodyHeight() >= besideHeight && m.current != nil && len(m.current.history.Entries()) > 0
}

func (m *Model) factsWidth() int {
	if m.isBeside() {
		return m.Width * 2 / 5
	}
	return m.Width
}

// metricsSize is the room of the table of metrics.
func (m *Model) metricsSize() (width, height int) {
	body := m.bodyHeight()
	rows, _ := m.metrics.Counts()
	if m.isBeside() {
		width = m.Width - m.factsWidth() - 1
		return width, min(rows+1, body/2)
	}
	width = m.Width
	below := 0
	if m.current != nil && body >= 6 {
		below = len(m.engagement(m.current, width)) + 1
	}
	return width, min(rows+1, max(body-below, 2))
}

// chartSize is the room of the chart.
func (m *Model) chartSize() (width, height int) {
	if m.isBeside() {
		w, h := m.metricsSize()
		return w, m.bodyHeight() - h - len(m.engagement(m.current, w)) - 1
	}
	return m.Width, m.bodyHeight()
}

// above is how many lines stand above the body.
func (m *Model) above() int {
	if m.current == nil {
		return 0
	}
	return min(2+len(m.alerts()), max(m.Height-1, 0))
}

func (m *Model) bodyHeight() int { return max(m.Height-m.above(), 0) }

// View draws the pane within its size.
func (m *Model) View() string {
	if view, covered := m.Covered(); covered {
		return view
	}
	switch {
	case m.mode == asking:
		return text.Fit(m.viewForm(), m.Width, m.Height)
	case m.current == nil:
		return m.ctx.ViewStart(m.ctx.Words.T("works.none", "Key", m.keys.Ask.Help().Key), pane.KindWork, m.Width, m.Height)
	}
	head := append([]string{m.viewTitle(), m.viewTabs()}, m.alerts()...)
	lines := append(head[:min(len(head), m.above())], m.viewBody(m.Width, m.bodyHeight()))
	return text.Fit(joinLines(lines), m.Width, m.Height)
}

func (m *Model) viewForm() string {
	title := " " + m.ctx.Theme.Title.Render(text.Cut(m.ctx.Words.T("works.open"), max(m.Width-1, 0)))
	return title + "\n" + m.form.View()
}

func (m *Model) viewBody(width, height int) string {
	w := m.current
	switch {
	case height <= 0:
		return ""
	case m.mode == settingWatch:
		return m.viewWatch(width, height)
	case !w.load.Have() && w.load.Running():
		return m.ctx.ViewLoading(width, height)
	case !w.load.Have() && w.load.Err != nil:
		return m.viewProblem(w, width, height)
	case !w.load.Have():
		return ""
	}
	switch m.view {
	case metricsView:
		return m.viewMetrics(width, height)
	case chartView:
		return m.viewCharts(width, height)
	case snapshotsView:
		return m.viewSnapshots(width, height)
	case compareView:
		return m.viewCompare(width, height)
	}
	if m.isBeside() {
		return m.viewBeside()
	}
	return m.facts.View()
}

// viewBeside is the facts, and at their right the metrics, the engagement rate
// and the chart.
func (m *Model) viewBeside() string {
	left := text.Fit(m.facts.View(), m.factsWidth(), m.bodyHeight())
	width, _ := m.metricsSize()
	parts := append([]string{m.metrics.View()}, m.engagement(m.current, width)...)
	parts = append(parts, "", m.viewChart(m.chartSize()))
	return m.ctx.Beside(left, text.Fit(joinLines(parts), width, m.bodyHeight()), m.factsWidth())
}

func (m *Model) viewMetrics(width, height int) string {
	w := m.ctx.Words
	if m.current.selected() < 0 {
		return m.ctx.ViewNothing(w.T("works.no_snapshots"), width, height)
	}
	lines := []string{m.metrics.View()}
	if height >= 6 {
		if len(m.current.history.Entries()[m.current.selected()].Snapshot.Metrics) == 0 {
			lines = append(lines, " "+m.ctx.Theme.Tone(theme.Warn).Render(text.Cut(m.ctx.Theme.Glyphs.Stale+" "+w.T("works.no_metrics"), width-1)))
		}
		lines = append(lines, m.reasons(width))
		lines = append(lines, m.engagement(m.current, width)...)
	}
	return text.Fit(joinLines(lines), width, height)
}

// viewCharts is the chart, or why there is none and the numbers as a table.
func (m *Model) viewCharts(width, height int) string {
	w := m.ctx.Words
	if len(m.current.history.Timed()) == 0 {
		return m.ctx.ViewNothing(w.T("works.no_times"), width, height)
	}
	if len(m.plots) == 0 {
		return m.ctx.ViewNothing(w.T("works.nothing_drawn", "Key", m.keys.Metrics.Help().Key, "Plot", m.keys.Plot.Help().Key), width, height)
	}
	if c := m.viewChart(width, height); c != "" {
		return c
	}
	note := " " + m.ctx.Theme.Tone(theme.Muted).Render(text.Cut(w.T("works.as_table"), width-1))
	return text.Fit(note+"\n"+m.snapshots.View(), width, height)
}

func (m *Model) viewSnapshots(width, height int) string {
	if len(m.current.history.Entries()) == 0 {
		return m.ctx.ViewNothing(m.ctx.Words.T("works.no_snapshots"), width, height)
	}
	return m.snapshots.View()
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") }
