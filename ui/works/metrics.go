package works

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/works"
	"channeldeck/ui/widget/chart"
)

// metricView lists the metrics of the selected snapshot, below a chart of how fast the one under the cursor grew.
type metricView struct {
	*pane.List[*metrics.Reading]
	*subject
	height int
}

func (s *workScreen) newMetricView() *metricView {
	m := s.m
	v := &metricView{subject: s.subject}
	v.List = pane.NewList(m.stack, pane.ListConfig[*metrics.Reading]{
		Resource: works.Metrics(m.view),
		Heading:  "works.view.metrics",
		Title:    func(r *metrics.Reading) string { return m.view.MetricName(r.Name) },
		State:    s.load.State,
		Refresh:  s.confirm,
		Counter:  v.reason,
		Summary:  v.growth,
		CopyAs:   []key.Binding{m.keys.Link},
		Empty:    m.stack.Empty("works.no_match", "works.no_snapshots"),
		Open: pane.Action[*metrics.Reading]{
			Key: m.keys.Show,
			Row: func(r *metrics.Reading) tea.Cmd {
				s.metric = r.Name
				s.showTab(overviewTab)
				return nil
			},
		},
		Footer: func() []key.Binding {
			return []key.Binding{m.keys.Show, m.keys.Earlier, m.keys.Later}
		},
	})
	// also those without values, which reason explains
	v.Table.ShowColumns([]string{"name", "value", "change", "percent", "perHour"}, true)
	return v
}

// fill shows the metrics of the selected snapshot. There are few, so the table sorts
// them without a command.
func (s *metricView) fill() {
	if i := s.selected(); i >= 0 {
		s.SetRows(s.history.Read(i, s.names))
	}
}

func (s *metricView) SetSize(width, height int) {
	s.height = height
	s.List.SetSize(width, height)
}

// minGrowth is the minimum height of the chart with its frame, in a view of minTall lines: a lower list shows the
// first line above it in its rule.
const (
	minGrowth = 8
	minTall   = 16
)

// growth is the chart of the metric under the cursor: its change per hour from each snapshot to the next one. It
// is nil without room, and where fewer than two changes are known.
func (s *metricView) growth(width int) []string {
	r, ok := s.Table.Current()
	rows, _ := s.Table.Counts()
	const frame = 4 // of the list, with its titles and one line to spare
	height := s.height - rows - frame
	if !ok || height < minGrowth || s.height < minTall {
		return nil
	}
	entries := s.history.Entries()
	var points metrics.Series
	known := 0
	for i, e := range entries {
		p := metrics.Point{At: e.At}
		if i > 0 {
			p.Value = metrics.Since(entries[i-1], e, r.Name).PerHour.Value
		}
		if p.Value.IsSet() {
			known++
		}
		points = append(points, p)
	}
	if known < 2 {
		return nil
	}
	m := s.m
	f := pane.Frame{
		Title: m.words.T("works.rate_over_time", "Metric", m.wording.metricName(r.Name)),
		Right: m.words.N("works.n_snapshots", len(entries)),
		Bare:  m.stack.Bare(),
	}
	inner, lines := f.Inner(width, height)
	c, span := m.wording.plot(inner-1, lines, false, "", []chart.Line{{Tone: theme.Accent}}, points)
	if s.number != 0 {
		c.Marked = true
		c.Marker = span.Position(entries[s.selected()].At)
	}
	drawn := c.View(m.theme, inner-1, lines)
	if drawn == "" {
		return nil
	}
	framed := m.ctx.Frame(f, " "+strings.ReplaceAll(drawn, "\n", "\n "), width, height)
	return strings.Split(framed, "\n")
}

// metricFacts are the value of a metric and its changes, with notes why figures are missing.
func (m *wording) metricFacts(r *metrics.Reading) []resource.Fact {
	fact := func(column, value string, tone theme.Tone, note string) resource.Fact {
		if value == "" {
			value = m.theme.Glyphs.Dash
			tone = theme.Faint
		}
		return resource.Fact{
			Name:  m.words.T("works.metrics.column." + column),
			Value: value,
			Tone:  tone,
			Note:  note,
		}
	}
	value := works.ReadingValue(*r)
	list := []resource.Fact{fact("value", m.figures.ReadingText(value), value.Tone, m.figures.Why(r.Why))}
	if r.Why != metrics.Known {
		return list
	}
	change, tone := m.view.Change(r.Change.Absolute.Value, m.figures.Exact)
	list = append(
		list,
		fact("change", change, tone, m.missing("works.no_change", r.Change.Absolute.Why)),
	)
	if r.Change.Absolute.Why != metrics.Known {
		return list
	}
	return append(list,
		fact(
			"percent",
			m.figures.Percent(r.Change.Percent.Value),
			theme.Plain,
			m.missing("works.no_percent", r.Change.Percent.Why),
		),
		fact(
			"perHour",
			m.figures.Rate(r.Change.PerHour.Value),
			theme.Plain,
			m.missing("works.no_per_hour", r.Change.PerHour.Why),
		))
}

func (m *wording) missing(id string, why metrics.Reason) string {
	if why == metrics.Known {
		return ""
	}
	return m.words.T(id, "Why", m.figures.Why(why))
}

// reason explains, behind the counter, why a figure of the metric under the cursor
// is missing.
func (s *metricView) reason() string {
	r, ok := s.Table.Current()
	if !ok {
		return ""
	}
	for _, f := range s.m.wording.metricFacts(r) {
		if f.Note != "" {
			return s.m.theme.Tone(theme.Muted).Render(s.m.words.T(
				"works.metric_why",
				"Metric", s.m.wording.metricName(r.Name),
				"Why", f.Note,
			))
		}
	}
	return ""
}
