package works

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/axis"
	"channeldeck/ui/widget/chart"
)

// leastMove is the part of a value that a change must reach to fill the height of a chart: the
// axis of smaller changes begins at 0.
const leastMove = 0.01

// minBroken is the minimum height of a chart whose axis does not begin at 0: the break takes a line.
const minBroken = 6

// plot returns a chart of a size with series on one scale, whose values have a unit. lines[i] says how
// series[i] is drawn.
func (m *wording) plot(
	width, height int,
	byAge bool,
	unit string,
	lines []chart.Line,
	series ...metrics.Series,
) (chart.Chart, axis.Span) {
	all := slices.Concat(series...)
	from, to, low, high := all.Extent()
	span := axis.Span{From: from, To: to}
	hardlyMoves := high-low < leastMove*math.Abs(high)
	if low < high && (hardlyMoves || height < minBroken) {
		low = min(low, 0)
		high = max(high, 0)
	}
	scale := axis.New(low, high, max(2, min(6, height/3)))
	for i, s := range series {
		for _, p := range s {
			lines[i].Points = append(lines[i].Points, chart.Point{
				X:   span.Position(p.At),
				Y:   scale.Position(p.Float()),
				Gap: math.IsNaN(p.Float()),
			})
		}
	}
	c := chart.Chart{Lines: lines, Values: pane.ValueTicks(m.words, scale)}
	for i := range c.Values {
		c.Values[i].Label += unit
	}
	if len(scale) > 1 && scale[0] > 0 {
		c.Zero = m.words.Int(0) + unit
	}
	var age func(time.Time) string
	if byAge {
		age = func(t time.Time) string {
			return m.words.ExactAge(t.Sub(metrics.Birth()))
		}
	}
	c.Times = pane.TimeTicks(
		m.view.Now().Location(),
		span,
		chart.PlotWidth(c.Values, width),
		age,
	)
	return c, span
}

// maxLabel is the maximum width of an exact number beside its marker; a wider one is
// shortened.
const maxLabel = 13

// labelEnds labels the first, the last, the lowest and the highest value of a line,
// each label once.
func (m *wording) labelEnds(l *chart.Line, s metrics.Series, unit string) {
	known := make([]int, 0, len(s))
	for i, p := range s {
		if p.Value.IsSet() {
			known = append(known, i)
		}
	}
	if len(known) == 0 {
		return
	}
	byValue := func(a, b int) int { return s[a].Value.Cmp(s[b].Value) }
	labelled := map[string]bool{}
	for _, i := range []int{
		known[len(known)-1],
		slices.MaxFunc(known, byValue),
		slices.MinFunc(known, byValue),
		known[0],
	} {
		label := m.figures.Exact(s[i].Value)
		if len(label) > maxLabel {
			label = m.view.Short(s[i].Value)
		}
		label += unit
		if !labelled[label] {
			labelled[label] = true
			l.Points[i].Label = label
		}
	}
}

// chartView is the chart of the selected metric.
type chartView struct {
	*subject
	cards         *cards // above the chart
	chart         chart.Chart
	span          axis.Span
	width, height int
	focused       bool
}

func (s *chartView) Update(tea.Msg) tea.Cmd { return nil }

func (s *chartView) Capturing() bool { return false }

func (s *chartView) SetFocus(focused bool) { s.focused = focused }

func (s *chartView) SetSize(width, height int) {
	s.width = width
	s.height = height
	m := s.m
	entries := s.history.Entries()
	s.chart = chart.Chart{}
	if len(entries) == 0 || s.metric == "" {
		return
	}
	inner, rows := s.frame().Inner(width, height)
	points := series(entries, s.metric, s.base())
	s.chart, s.span = m.wording.plot(
		inner-1,
		rows,
		false,
		unitOf(s.metric),
		[]chart.Line{{Tone: theme.Accent}},
		points,
	)
	m.wording.labelEnds(&s.chart.Lines[0], points, unitOf(s.metric))
	s.chart.Note = m.words.T("works.no_values")
	if len(entries) == 1 {
		s.chart.Note = m.words.T(
			"works.one_snapshot",
			"Refresh", m.ctx.Key(m.stack.Keys.Refresh),
			"Watch", m.ctx.Key(m.keys.Watch),
		)
	}
}

// unitOf is the sign after the values of a metric, "" for a count.
func unitOf(metric string) string {
	if metric == engagementRate {
		return "%"
	}
	return ""
}

// value is a metric of a snapshot, or the engagement rate by a base, in percent.
func value(s *api.Snapshot, name, base string) api.Number {
	if name == engagementRate {
		return metrics.Engagement(s, base).Rate.Value.Mul(api.Int(100))
	}
	return metrics.Read(s, name).Value
}

// series is a metric or the engagement rate by a base over time.
func series(entries []*metrics.Entry, name, base string) metrics.Series {
	return metrics.NewSeries(entries, func(s *api.Snapshot) api.Number {
		return value(s, name, base)
	})
}

func (s *chartView) frame() pane.Frame {
	m := s.m
	entries := s.history.Entries()
	f := pane.Frame{Focused: s.focused, Bare: s.m.stack.Bare()}
	if s.metric != "" {
		f.Title = m.words.T("works.over_time", "Metric", m.wording.metricName(s.metric))
		if s.metric == engagementRate {
			f.Title += " " + m.theme.Glyphs.Between + " " + m.wording.byBase(s.base())
		}
	}
	between := " " + m.theme.Glyphs.Between + " "
	f.Right = text.Join(
		between,
		s.cards.position(),
		m.words.N("works.n_snapshots", len(entries)),
	)
	if n := len(entries); n > 1 {
		span := m.words.ExactAge(entries[n-1].At.Sub(entries[0].At))
		f.Right += " " + m.words.T("works.over_span", "Span", span)
	}
	return f
}

// View draws the chart, or the reason why it is missing. It marks a selected earlier
// snapshot.
func (s *chartView) View() string {
	m := s.m
	f := s.frame()
	inner, rows := f.Inner(s.width, s.height)
	entries := s.history.Entries()
	c := s.chart
	if s.number != 0 {
		c.Marked = true
		c.Marker = s.span.Position(entries[s.selected()].At)
	}
	body := ""
	if len(entries) == 0 {
		body = m.ctx.ViewNothing(m.words.T("works.no_snapshots"), inner-1, rows)
	} else if s.metric == "" {
		body = m.ctx.ViewNothing(m.words.T("works.no_metrics"), inner-1, rows)
	} else {
		body = c.View(m.theme, inner-1, rows)
		if body == "" {
			body = m.ctx.ViewNothing(m.words.T("works.no_room"), inner-1, rows)
		}
	}
	return m.ctx.Frame(
		f,
		" "+strings.ReplaceAll(body, "\n", "\n "),
		s.width,
		s.height,
	)
}

func (s *chartView) ShortHelp() []key.Binding {
	own := &s.m.keys
	return []key.Binding{
		s.m.stack.Keys.Refresh, own.Earlier, own.Later, own.NextMetric,
		own.NextView,
	}
}
