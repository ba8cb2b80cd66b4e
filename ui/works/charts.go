package works

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/works/metrics"
)

// plot is a metric as it is drawn. It is made when data or size change, so that
// moving the marker draws and computes nothing anew.
type plot struct {
	series metrics.Series
	scale  metrics.Scale
	panel  chart.Panel // without its title, which tells what the marker reads
}

// isPlotted tells whether a metric is drawn: those that were chosen, and while
// none was, the first that has values.
func (m *Model) isPlotted(name string) bool {
	if m.plotted != nil {
		return m.plotted[name]
	}
	return m.current != nil && name == firstWithValues(m.current)
}

// firstWithValues is the metric that is drawn at first.
func firstWithValues(w *work) string {
	for _, name := range w.names {
		for _, e := range w.history.Timed() {
			if _, why := metrics.Value(e.Snapshot, name); why == metrics.Known {
				return name
			}
		}
	}
	return metrics.Listed()[0]
}

func (m *Model) togglePlot(name string) {
	if m.plotted == nil {
		m.plotted = map[string]bool{firstWithValues(m.current): true}
	}
	m.plotted[name] = !m.plotted[name]
	m.firstPlot = 0
	m.arrange()
}

// makePlots computes what is drawn of the current work in a width.
func (m *Model) makePlots(width, height int) {
	m.plots = nil
	w := m.current
	if w == nil || width <= 0 {
		return
	}
	entries := w.history.Timed()
	for _, name := range w.names {
		if m.isPlotted(name) {
			s := metrics.NewSeries(entries, name)
			m.plots = append(m.plots, plot{series: s, scale: metrics.NewScale(s.Min, s.Max, ticksFor(height))})
		}
	}
	for i := range m.plots {
		p := &m.plots[i]
		p.panel = chart.Panel{Ticks: m.axis(p.scale), Empty: m.ctx.Words.T("works.no_values")}
	}
	span, ok := m.span()
	if !ok {
		return
	}
	columns := 2 * chart.PlotWidth(m.panels(), width)
	for i := range m.plots {
		p := &m.plots[i]
		p.panel.Lines = []chart.Line{{Points: points(metrics.Plot(p.series, span, p.scale, columns)), Tone: theme.Accent}}
	}
}

// ticksFor is how many marks an axis of a height bears.
func ticksFor(height int) int { return max(2, min(6, height/3)) }

func points(dots []metrics.Dot) []chart.Point {
	list := make([]chart.Point, len(dots))
	for i, d := range dots {
		list[i] = chart.Point{X: d.X, Y: d.Y, Gap: d.Gap}
	}
	return list
}

// axis writes the marks of an axis in few cells where that tells them apart,
// and in full where it does not.
func (m *Model) axis(s metrics.Scale) []chart.Tick {
	w := m.ctx.Words
	ticks := make([]chart.Tick, len(s.Ticks))
	same := false
	for i, t := range s.Ticks {
		ticks[i] = chart.Tick{At: t.At, Label: w.Short(t.Value.String())}
		same = same || i > 0 && ticks[i].Label == ticks[i-1].Label
	}
	for i := range ticks {
		if same {
			ticks[i].Label = w.Exact(s.Ticks[i].Value.String())
		}
		ticks[i].Label = text.Cut(ticks[i].Label, 26)
	}
	return ticks
}

// span is the time that the drawn metrics have in common: that of all timed
// snapshots.
func (m *Model) span() (metrics.Span, bool) {
	if len(m.plots) == 0 {
		return metrics.Span{}, false
	}
	return metrics.SpanOf(m.plots[0].series)
}

// panels are the drawn metrics from the first in sight on.
func (m *Model) panels() []chart.Panel {
	m.firstPlot = max(0, min(m.firstPlot, len(m.plots)-1))
	var list []chart.Panel
	for _, p := range m.plots[min(m.firstPlot, len(m.plots)):] {
		list = append(list, p.panel)
	}
	return list
}

// drawable tells whether a chart can be drawn here: with dots, and with room.
func (m *Model) drawable(panels []chart.Panel, width, height int) bool {
	return m.ctx.Theme.Glyphs.Unicode && chart.PlotWidth(panels, width) >= chart.MinPlot && chart.Panels(1, height) == 1
}

// canDraw tells whether the chart view shows a chart.
func (m *Model) canDraw() bool {
	width, height := m.chartSize()
	return len(m.plots) > 0 && m.drawable(m.panels(), width, height)
}

// viewChart draws as many metrics as there is room for, each on a scale of its
// own, with what the marker reads above it; "" where nothing can be drawn.
func (m *Model) viewChart(width, height int) string {
	panels := m.panels()
	span, ok := m.span()
	if !ok || !m.drawable(panels, width, height) {
		return ""
	}
	panels = panels[:chart.Panels(len(panels), height)]
	w := m.current
	i := w.selected()
	for k := range panels {
		panels[k].Title = m.readMarker(w, i, m.plots[m.firstPlot+k].series.Name, width)
	}
	c := chart.Chart{Panels: panels, Times: timeTicks(span, chart.PlotWidth(panels, width))}
	if i >= 0 && i < len(w.history.Timed()) {
		c.Marked, c.Marker = true, span.At(w.history.Entries()[i].At)
	}
	return c.View(m.ctx.Theme, width, height)
}

// readMarker is a metric at the marker: its value and how it moved.
func (m *Model) readMarker(w *work, i int, name string, width int) string {
	t := m.ctx.Theme
	line := t.Tone(theme.Strong).Render(m.metricName(name))
	if i < 0 {
		return line
	}
	r := w.history.Read(i, []string{name})[0]
	if !r.Value.IsSet() {
		return text.Cut(line+"  "+t.Glyphs.Dash+"  "+t.Tone(theme.Muted).Render(m.why(r.Why)), width)
	}
	line += "  " + m.exact(r.Value)
	if c := r.Change; c.Absolute.OK() {
		cell := m.changeCell(c.Absolute)
		line += "  " + t.Tone(cell.Tone).Render(cell.Text)
		for _, s := range []string{m.percent(c.Percent), m.perHour(c.PerHour)} {
			if s != "" {
				line += "  " + s
			}
		}
	}
	return text.Cut(line, width)
}

// timeTicks are the marks of the axis of times, as many as there is room for.
func timeTicks(span metrics.Span, width int) []chart.Tick {
	times, unit := span.Ticks(max(2, width/12), time.Local)
	var ticks []chart.Tick
	for _, t := range times {
		ticks = append(ticks, chart.Tick{At: span.At(t), Label: timeLabel(t, unit)})
	}
	return ticks
}

// timeLabel writes a time as its axis needs it; midnight is written as the day.
func timeLabel(t time.Time, unit metrics.Unit) string {
	midnight := t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0
	switch {
	case unit == metrics.Year:
		return t.Format("2006")
	case unit == metrics.Month:
		return t.Format("2006-01")
	case unit == metrics.Day || midnight:
		return t.Format("01-02")
	case unit == metrics.Second:
		return t.Format("15:04:05")
	}
	return t.Format("15:04")
}

func (m *Model) onChartKey(msg tea.KeyMsg) {
	k := &m.keys
	switch {
	case m.onMarkerKey(msg):
	case key.Matches(msg, k.Up):
		m.firstPlot = max(m.firstPlot-1, 0)
	case key.Matches(msg, k.Down):
		m.firstPlot = min(m.firstPlot+1, max(len(m.plots)-1, 0))
	case key.Matches(msg, k.Home):
		m.mark(0)
	case key.Matches(msg, k.End):
		m.mark(len(m.current.history.Timed()) - 1)
	}
}

// onMarkerKey moves the marker by a column of the chart.
func (m *Model) onMarkerKey(msg tea.KeyMsg) bool {
	dir := 0
	switch k := &m.keys; {
	case key.Matches(msg, k.MarkLeft):
		dir = -1
	case key.Matches(msg, k.MarkRight):
		dir = 1
	default:
		return false
	}
	span, ok := m.span()
	if !ok {
		return true
	}
	width, _ := m.chartSize()
	at := min(m.current.selected(), len(m.current.history.Timed())-1)
	m.mark(m.plots[0].series.Step(span, at, dir, max(1, chart.PlotWidth(m.panels(), width))))
	return true
}

func (m *Model) mark(i int) {
	if i >= 0 && i < len(m.current.history.Timed()) {
		m.lookAt(i)
	}
}
