package works

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/works/metrics"
)

// plot is a metric in the chart.
type plot struct {
	name   string
	series metrics.Series
	panel  chart.Panel // without the title, which shows the selected snapshot
}

// chartView draws metrics over time.
type chartView struct {
	s             *workScreen
	plots         []plot // computed when the data or the size changes
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
		if slices.ContainsFunc(s.history.Timed(), func(e *metrics.Entry) bool { return metrics.Read(&e.Snapshot, name).Why == metrics.Known }) {
			return name
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
	for _, name := range v.s.names {
		if v.s.charts(name) {
			p := plot{name: name, series: metrics.NewSeries(v.s.history.Timed(), name)}
			p.panel, v.span = v.s.m.panel(height, []chart.Line{{Tone: theme.Accent}}, p.series)
			v.plots = append(v.plots, p)
		}
	}
	v.first = max(0, min(v.first, len(v.plots)-1))
}

// panel is the panel of some series on one scale, each with the line to draw it as.
func (m *Model) panel(height int, lines []chart.Line, series ...metrics.Series) (chart.Panel, metrics.Span) {
	span, low, high := slices.Concat(series...).Extent()
	scale := metrics.NewScale(low, high, max(2, min(6, height/3)))
	for i, s := range series {
		for _, p := range s {
			lines[i].Points = append(lines[i].Points, chart.Point{X: span.At(p.At), Y: scale.At(p.Value), Gap: !p.Value.IsSet()})
		}
	}
	return chart.Panel{Lines: lines, Ticks: m.valueTicks(scale), Empty: m.Words.T("works.no_values")}, span
}

// valueTicks labels the ticks with short numbers, or with exact ones where two short
// ones would be the same.
func (m *Model) valueTicks(s metrics.Scale) []chart.Tick {
	ticks := make([]chart.Tick, len(s.Ticks))
	same := false
	for i, t := range s.Ticks {
		ticks[i] = chart.Tick{At: s.At(t), Label: m.Words.Short(t.String())}
		same = same || i > 0 && ticks[i].Label == ticks[i-1].Label
	}
	for i := range ticks {
		if same {
			ticks[i].Label = m.exact(s.Ticks[i])
		}
		ticks[i].Label = text.Cut(ticks[i].Label, 26)
	}
	return ticks
}

// timeTicks are the ticks of an axis of times or ages, as many as there is room for.
// Midnight is the date.
func (m *Model) timeTicks(span metrics.Span, width int, byAge bool) []chart.Tick {
	zone := m.Now().Location()
	if byAge {
		zone = time.UTC
	}
	times, layout := span.Ticks(max(2, width/12), zone)
	ticks := make([]chart.Tick, len(times))
	for i, t := range times {
		label := t.Format(layout)
		if byAge {
			label = m.age(t.Sub(metrics.Birth()))
		} else if strings.HasPrefix(layout, "15") && t.Hour()+t.Minute()+t.Second() == 0 {
			label = t.Format("01-02")
		}
		ticks[i] = chart.Tick{At: span.At(t), Label: label}
	}
	return ticks
}

// panels are the plots from the first visible one on.
func (v *chartView) panels() []chart.Panel {
	var list []chart.Panel
	for _, p := range v.plots[v.first:] {
		list = append(list, p.panel)
	}
	return list
}

// View draws the chart.
func (v *chartView) View() string {
	if drawn := v.draw(v.width, v.height); drawn != "" {
		return drawn
	}
	m, k := v.s.m, &v.s.m.keys
	sentence := m.Words.T("works.no_room")
	switch {
	case len(v.s.history.Timed()) == 0:
		sentence = m.Words.T("works.no_times")
	case len(v.plots) == 0:
		sentence = m.Words.T("works.nothing_drawn", "Key", k.Metrics.Help().Key, "Plot", k.Plot.Help().Key)
	}
	return m.ViewNothing(sentence, v.width, v.height)
}

// draw draws as many plots as fit, each with its own scale and the selected
// snapshot's value above it; "" where none fits. One snapshot is no chart: the view
// shows how to get the next one.
func (v *chartView) draw(width, height int) string {
	s, m, timed, panels := v.s, v.s.m, v.s.history.Timed(), v.panels()
	switch {
	case len(panels) == 0 || len(timed) == 0:
		return ""
	case len(timed) == 1:
		sentence := m.Words.T("works.one_snapshot", "Refresh", m.Keys.Refresh.Help().Key, "Watch", m.keys.Watch.Help().Key)
		return s.reading(v.plots[v.first].name, width) + "\n" + m.ViewNothing(sentence, width, height-1)
	}
	panels = panels[:chart.Panels(len(panels), height)]
	for i := range panels {
		panels[i].Title = s.reading(v.plots[v.first+i].name, width)
	}
	c := chart.Chart{Panels: panels, Times: m.timeTicks(v.span, chart.PlotWidth(panels, width), false)}
	if i := s.selected(); i < len(timed) {
		c.Marked, c.Marker = true, v.span.At(timed[i].At)
	}
	return c.View(m.Theme, width, height)
}

// reading is a metric of the selected snapshot: its value and its change.
func (s *workScreen) reading(name string, width int) string {
	m, t := s.m, s.m.Theme
	r := s.history.Read(s.selected(), []string{name})[0]
	parts := []string{t.Tone(theme.Strong).Render(m.metricName(name)), m.exact(r.Value)}
	if change := m.changeCell(r.Change.Absolute.Value); r.Why != metrics.Known {
		parts = append(parts[:1], t.Glyphs.Dash, t.Tone(theme.Muted).Render(m.why(r.Why)))
	} else {
		parts = append(parts, t.Tone(change.Tone).Render(change.Text), m.percent(r.Change.Percent.Value), m.perHour(r.Change.PerHour.Value))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return text.Cut(strings.Join(parts, "  "), width)
}

// Update is one step.
func (v *chartView) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	switch k := &v.s.m.Keys; {
	case key.Matches(press, k.Up):
		v.first = max(v.first-1, 0)
	case key.Matches(press, k.Down):
		v.first = max(min(v.first+1, len(v.plots)-1), 0)
	case key.Matches(press, k.Home):
		v.s.selectEntry(0)
	case key.Matches(press, k.End):
		v.s.selectEntry(len(v.s.history.Timed()) - 1)
	}
	return nil
}

// moveMarker selects the nearest snapshot in another column of the chart, later for
// dir 1 and earlier for -1.
func (v *chartView) moveMarker(dir int) {
	if len(v.plots) > 0 {
		v.s.selectEntry(v.plots[0].series.Step(v.span, v.s.selected(), dir, max(1, chart.PlotWidth(v.panels(), v.width))))
	}
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
