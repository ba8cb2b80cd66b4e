package works

import (
	"slices"
	"strings"
	"time"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/works/metrics"
)

// chartView is the metrics over time.
type chartView struct {
	names         []string      // of the metrics
	panels        []chart.Panel // without the titles, which show the selected snapshot
	span          metrics.Span
	first         int // the panel at the top
	width, height int
}

// firstWithValues is the metric that the chart begins with.
func (w *work) firstWithValues() string {
	for _, name := range w.names {
		if slices.ContainsFunc(w.history.Entries(), func(e *metrics.Entry) bool { return metrics.Read(&e.Snapshot, name).Why == metrics.Known }) {
			return name
		}
	}
	return metrics.Listed()[0]
}

// arrangeChart gives the chart its room.
func (s *workScreen) arrangeChart(width, height int) {
	c := &s.chart
	c.width, c.height, c.names, c.panels = width, height, nil, nil
	for _, name := range s.names {
		if s.charted[name] {
			panel, span := s.m.panel(height, []chart.Line{{Tone: theme.Accent}}, metrics.NewSeries(s.history.Entries(), name))
			c.names, c.panels, c.span = append(c.names, name), append(c.panels, panel), span
		}
	}
	s.scrollChart(0)
}

// scrollChart moves to another panel.
func (s *workScreen) scrollChart(by int) {
	s.chart.first = max(0, min(s.chart.first+by, len(s.chart.panels)-1))
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

// viewChart draws the chart, or why there is none.
func (s *workScreen) viewChart() string {
	c, m, k := &s.chart, s.m, &s.m.keys
	if drawn := s.drawChart(c.width, c.height); drawn != "" {
		return drawn
	}
	sentence := m.Words.T("works.no_room")
	if len(s.history.Entries()) == 0 {
		sentence = m.Words.T("works.no_snapshots")
	} else if len(c.panels) == 0 {
		sentence = m.Words.T("works.nothing_drawn", "Key", k.Metrics.Help().Key, "Plot", k.Plot.Help().Key)
	}
	return m.ViewNothing(sentence, c.width, c.height)
}

// drawChart draws as many panels as fit, each with the selected snapshot's value above
// it; "" where none fits. One snapshot is no chart: the view shows how to get the next
// one.
func (s *workScreen) drawChart(width, height int) string {
	c, m, entries := &s.chart, s.m, s.history.Entries()
	switch {
	case len(c.panels) == 0 || len(entries) == 0:
		return ""
	case len(entries) == 1:
		sentence := m.Words.T("works.one_snapshot", "Refresh", m.Keys.Refresh.Help().Key, "Watch", m.keys.Watch.Help().Key)
		return s.reading(c.names[c.first], width) + "\n" + m.ViewNothing(sentence, width, height-1)
	}
	panels := slices.Clone(c.panels[c.first:])
	for i := range panels {
		panels[i].Title = s.reading(c.names[c.first+i], width)
	}
	return chart.Chart{
		Panels: panels, Times: m.timeTicks(c.span, chart.PlotWidth(panels, width), false),
		Marked: true, Marker: c.span.At(entries[s.selected()].At),
	}.View(m.Theme, width, height)
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
