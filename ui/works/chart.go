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

// plot is a metric in the chart, computed when the data or the size changes.
type plot struct {
	series metrics.Series
	scale  metrics.Scale
	panel  chart.Panel // without the title, which shows the selected snapshot
}

// chartView draws metrics over time.
type chartView struct {
	s             *workScreen
	plots         []plot
	span          metrics.Span
	first         int // the plot at the top
	width, height int
}

// charts reports whether a metric is in the chart: one that was chosen, or the
// first one with values.
func (s *workScreen) charts(name string) bool {
	if s.m.charted != nil {
		return s.m.charted[name]
	}
	return name == s.firstWithValues()
}

func (s *workScreen) firstWithValues() string {
	for _, name := range s.names {
		for _, e := range s.history.Timed() {
			if metrics.Read(e.Snapshot, name).Why == metrics.Known {
				return name
			}
		}
	}
	return metrics.Listed()[0]
}

// toggleChart puts a metric into the chart or takes it out.
func (s *workScreen) toggleChart(name string) {
	if s.m.charted == nil {
		s.m.charted = map[string]bool{s.firstWithValues(): true}
	}
	s.m.charted[name] = !s.m.charted[name]
	s.chart.first = 0
	s.arrange()
}

// SetSize sets the room in cells.
func (v *chartView) SetSize(width, height int) {
	v.width, v.height, v.plots = width, height, nil
	s := v.s
	for _, name := range s.names {
		if s.charts(name) {
			series := metrics.NewSeries(s.history.Timed(), name)
			scale := metrics.NewScale(series.Min, series.Max, ticksFor(height))
			v.plots = append(v.plots, plot{series, scale, chart.Panel{Ticks: s.m.axis(scale), Empty: s.m.Words.T("works.no_values")}})
			v.span, _ = metrics.SpanOf(series) // of all timed snapshots
		}
	}
	columns := 2 * chart.PlotWidth(v.panels(), width)
	for i, p := range v.plots {
		v.plots[i].panel.Lines = []chart.Line{{Points: points(metrics.Plot(p.series, v.span, p.scale, columns)), Tone: theme.Accent}}
	}
}

// ticksFor is the number of ticks of an axis of a height.
func ticksFor(height int) int { return max(2, min(6, height/3)) }

func points(dots []metrics.Dot) []chart.Point {
	list := make([]chart.Point, len(dots))
	for i, d := range dots {
		list[i] = chart.Point{X: d.X, Y: d.Y, Gap: d.Gap}
	}
	return list
}

// axis labels the ticks with short numbers, or with exact ones where two short
// ones would be the same.
func (m *Model) axis(s metrics.Scale) []chart.Tick {
	ticks := make([]chart.Tick, len(s.Ticks))
	same := false
	for i, t := range s.Ticks {
		ticks[i] = chart.Tick{At: t.At, Label: m.Words.Short(t.Value.String())}
		same = same || i > 0 && ticks[i].Label == ticks[i-1].Label
	}
	for i := range ticks {
		if same {
			ticks[i].Label = m.Words.Exact(s.Ticks[i].Value.String())
		}
		ticks[i].Label = text.Cut(ticks[i].Label, 26)
	}
	return ticks
}

// panels are the plots from the first visible one on.
func (v *chartView) panels() []chart.Panel {
	v.first = max(0, min(v.first, len(v.plots)-1))
	var list []chart.Panel
	for _, p := range v.plots[min(v.first, len(v.plots)):] {
		list = append(list, p.panel)
	}
	return list
}

// fits reports whether panels can be drawn.
func fits(panels []chart.Panel, width, height int) bool {
	return chart.PlotWidth(panels, width) >= chart.MinPlot && chart.Panels(1, height) == 1
}

// View draws the chart.
func (v *chartView) View() string {
	s, w := v.s, v.s.m.Words
	switch {
	case len(s.history.Timed()) == 0:
		return s.m.ViewNothing(w.T("works.no_times"), v.width, v.height)
	case len(v.plots) == 0:
		k := &s.m.keys
		return s.m.ViewNothing(w.T("works.nothing_drawn", "Key", k.Metrics.Help().Key, "Plot", k.Plot.Help().Key), v.width, v.height)
	}
	if drawn := v.draw(v.width, v.height); drawn != "" {
		return drawn
	}
	return s.m.ViewNothing(w.T("works.no_room"), v.width, v.height)
}

// draw draws as many plots as fit, each with its own scale and the selected
// snapshot's value above it; "" where none fits. One snapshot is no chart: the view
// shows how to get the next one.
func (v *chartView) draw(width, height int) string {
	s, panels := v.s, v.panels()
	if len(panels) > 0 && len(s.history.Timed()) == 1 {
		sentence := s.m.Words.T("works.one_snapshot", "Refresh", s.m.Keys.Refresh.Help().Key, "Watch", s.m.keys.Watch.Help().Key)
		return s.reading(s.selected(), v.plots[v.first].series.Name, width) + "\n" + s.m.ViewNothing(sentence, width, height-1)
	}
	if len(panels) == 0 || len(s.history.Timed()) == 0 || !fits(panels, width, height) {
		return ""
	}
	panels = panels[:chart.Panels(len(panels), height)]
	i := s.selected()
	for k := range panels {
		panels[k].Title = s.reading(i, v.plots[v.first+k].series.Name, width)
	}
	c := chart.Chart{Panels: panels, Times: timeTicks(v.span, chart.PlotWidth(panels, width), s.m.Now().Location())}
	if i >= 0 && i < len(s.history.Timed()) {
		c.Marked, c.Marker = true, v.span.At(s.history.Entries()[i].At)
	}
	return c.View(s.m.Theme, width, height)
}

// reading is a metric of snapshot i: its value and its change.
func (s *workScreen) reading(i int, name string, width int) string {
	m, t := s.m, s.m.Theme
	line := t.Tone(theme.Strong).Render(m.metricName(name))
	if i < 0 {
		return line
	}
	r := s.history.Read(i, []string{name})[0]
	if !r.Value.IsSet() {
		return text.Cut(line+"  "+t.Glyphs.Dash+"  "+t.Tone(theme.Muted).Render(m.why(r.Why)), width)
	}
	line += "  " + m.exact(r.Value)
	if c := r.Change; c.Absolute.OK() {
		cell := m.changeCell(c.Absolute)
		line += "  " + t.Tone(cell.Tone).Render(cell.Text)
		for _, figure := range []string{m.percent(c.Percent), m.perHour(c.PerHour)} {
			if figure != "" {
				line += "  " + figure
			}
		}
	}
	return text.Cut(line, width)
}

// timeTicks are the ticks of an axis of times, as many as there is room for.
func timeTicks(span metrics.Span, width int, zone *time.Location) []chart.Tick {
	times, unit := span.Ticks(max(2, width/12), zone)
	var ticks []chart.Tick
	for _, t := range times {
		ticks = append(ticks, chart.Tick{At: span.At(t), Label: timeLabel(t, unit)})
	}
	return ticks
}

// timeLabel writes a time by the step between the ticks; midnight is the date.
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

// Update is one step.
func (v *chartView) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	m, timed := v.s.m, v.s.history.Timed()
	switch k := &m.Keys; {
	case v.moveMarker(press):
	case key.Matches(press, k.Up):
		v.first = max(v.first-1, 0)
	case key.Matches(press, k.Down):
		v.first = min(v.first+1, max(len(v.plots)-1, 0))
	case key.Matches(press, k.Home):
		v.s.selectEntry(min(0, len(timed)-1))
	case key.Matches(press, k.End):
		v.s.selectEntry(len(timed) - 1)
	case key.Matches(press, k.Copy):
		return v.s.pickCopy()
	case key.Matches(press, k.CopyJSON):
		if i := v.s.selected(); i >= 0 {
			return m.CopyJSON(m.Words.T("works.snapshots.copied_json"), v.s.history.Entries()[i].Snapshot)
		}
	case key.Matches(press, k.Export):
		v.s.snapshots.Export()
	}
	return nil
}

// moveMarker selects the nearest snapshot in another column of the chart.
func (v *chartView) moveMarker(press tea.KeyMsg) bool {
	dir := 0
	switch k := &v.s.m.keys; {
	case key.Matches(press, k.MarkLeft):
		dir = -1
	case key.Matches(press, k.MarkRight):
		dir = 1
	default:
		return false
	}
	if timed := v.s.history.Timed(); len(v.plots) > 0 && len(timed) > 0 {
		at := min(v.s.selected(), len(timed)-1)
		v.s.selectEntry(v.plots[0].series.Step(v.span, at, dir, max(1, chart.PlotWidth(v.panels(), v.width))))
	}
	return true
}

// Capturing is always false.
func (v *chartView) Capturing() bool { return false }

// ShortHelp is the footer.
func (v *chartView) ShortHelp() []key.Binding {
	return []key.Binding{v.s.m.keys.MarkLeft, v.s.m.keys.MarkRight, v.s.m.Keys.Down}
}

// FullHelp is all keys of the view.
func (v *chartView) FullHelp() [][]key.Binding {
	k := &v.s.m.Keys
	return [][]key.Binding{
		{k.Refresh, k.Copy, k.CopyJSON, k.Export},
		{k.Up, k.Down, k.Home, k.End, v.s.m.keys.MarkLeft, v.s.m.keys.MarkRight},
	}
}
