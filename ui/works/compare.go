package works

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// momentRow is one metric of two works at one time or age.
type momentRow struct {
	metrics.Moment
	at         int    // its place among the moments
	when       string // the time or age
	a, b       api.Number
	difference metrics.Figure[api.Number]
	ratio      metrics.Figure[float64] // a/b
}

// compareView compares the work, A, with another one, B.
type compareView struct {
	*pane.List[momentRow]
	s             *workScreen
	other         *work // nil until one is chosen
	metric        string
	byAge         bool
	why           metrics.Reason // why there are no moments
	above         []string       // the lines above the table: legend and chart
	width, height int
}

func (s *workScreen) newCompare() *compareView {
	m := s.m
	v := &compareView{s: s, metric: metrics.Listed()[0]}
	v.List = pane.NewList(m.Stack, pane.ListConfig[momentRow]{
		Resource: m.momentResource, State: s.load.State, Refresh: s.confirm,
		Title:   func(r momentRow) string { return " " + m.Theme.Title.Render(r.when) },
		Facts:   v.facts,
		Summary: func(int) []string { return v.above },
		Empty:   func(bool) string { return m.why(v.why) },
		Actions: []pane.Action[momentRow]{{Key: m.keys.ByAge, Do: v.toggleAge}, {Key: m.keys.Metric, Do: v.pickMetric}},
		Footer:  func() []key.Binding { return []key.Binding{m.keys.ByAge, m.keys.Metric} },
	})
	v.Table.SortBy("at", true)
	return v
}

// pickOther compares the work with another one of this run: the only other one,
// or one that the user picks.
func (s *workScreen) pickOther() tea.Cmd {
	m := s.m
	with := func(other *work) tea.Cmd {
		s.compare.other = other
		cmd := s.compare.fill()
		s.look(compareTab)
		return cmd
	}
	others := slices.DeleteFunc(slices.Clone(m.works), func(w *work) bool { return w == s.work || !w.load.Loaded() })
	switch {
	case len(others) == 0:
		return pane.Notify(pane.Info, m.Words.T("works.need_second", "Key", m.keys.Open.Help().Key))
	case s.tab != compareTab && s.compare.other != nil:
		return with(s.compare.other)
	case len(others) == 1:
		return with(others[0])
	}
	return m.pickWork(m.Words.T("works.choose_other"), others, with)
}

func (m *Model) newMomentResource() *pane.Resource[momentRow] {
	number := func(id, title string, priority int, of func(momentRow) api.Number) pane.Column[momentRow] {
		return numberColumn(id, title, priority, of, func(r momentRow) table.Cell { return table.Cell{Text: m.exact(of(r))} })
	}
	lag := func(id, work string, priority int, of func(momentRow) (int, time.Duration)) pane.Column[momentRow] {
		c := textColumn(id, priority, 10, theme.Muted, func(r momentRow) string {
			entry, lag := of(r)
			if entry < 0 {
				return ""
			}
			return m.Words.Age(lag)
		})
		c.Min, c.Title, c.Right, c.Order, c.Search = 0, m.Words.T("works.compare.lag", "Work", work), true, nil, nil
		return c
	}
	when := textColumn("at", 110, 19, theme.Plain, func(r momentRow) string { return r.when })
	when.Min, when.Pinned, when.Order = 0, true, table.By(func(r momentRow) (int, bool) { return r.at, true })
	difference := number("difference", "A - B", 90, func(r momentRow) api.Number { return r.difference.Value })
	difference.Cell = func(r momentRow) table.Cell { return m.changeCell(r.difference) }
	return &pane.Resource[momentRow]{
		Name: "works.compare", ID: func(r momentRow) string { return r.when }, Key: func(r momentRow) string { return r.At.String() },
		Record: func(r momentRow) any {
			return struct {
				At         time.Time  `json:"at"`
				A          api.Number `json:"a,omitzero"`
				B          api.Number `json:"b,omitzero"`
				Difference api.Number `json:"difference,omitzero"`
			}{r.At, r.a, r.b, r.difference.Value}
		},
		Columns: []pane.Column[momentRow]{
			when,
			number("a", "A", 100, func(r momentRow) api.Number { return r.a }),
			number("b", "B", 99, func(r momentRow) api.Number { return r.b }),
			difference,
			figureColumn("ratio", "A / B", 85, func(r momentRow) metrics.Figure[float64] { return r.ratio }, m.ratio),
			lag("lagA", "A", 60, func(r momentRow) (int, time.Duration) { return r.A, r.LagA }),
			lag("lagB", "B", 59, func(r momentRow) (int, time.Duration) { return r.B, r.LagB }),
		},
	}
}

func (m *Model) ratio(f metrics.Figure[float64]) string {
	if !f.OK() {
		return ""
	}
	return m.share(100 * f.Value)
}

// facts is the inspector of a moment.
func (v *compareView) facts(r momentRow) []facts.Fact {
	m := v.s.m
	side := func(sign, value string, entry int, lag time.Duration) facts.Fact {
		if entry < 0 || value == "" {
			return facts.Fact{Name: sign, Value: m.Theme.Glyphs.Dash, Tone: theme.Faint}
		}
		return facts.Fact{Name: sign, Value: value, Note: m.Words.T("works.compare.lag", "Work", sign) + " " + m.age(lag)}
	}
	return []facts.Fact{
		side("A", m.exact(r.a), r.A, r.LagA), side("B", m.exact(r.b), r.B, r.LagB),
		{Name: "A - B", Value: m.changeCell(r.difference).Text}, {Name: "A / B", Value: m.ratio(r.ratio)},
	}
}

func (v *compareView) toggleAge() tea.Cmd {
	v.byAge = !v.byAge
	cmd := v.fill()
	v.s.arrange()
	return cmd
}

func (v *compareView) pickMetric() tea.Cmd {
	m := v.s.m
	var items []picker.Item
	for _, name := range v.s.names {
		items = append(items, picker.Item{ID: name, Label: m.metricName(name), Note: name, Chosen: name == v.metric})
	}
	m.PickOne(m.Words.T("works.choose_metric"), items, func(name string) tea.Cmd {
		v.metric = name
		cmd := v.fill()
		v.s.arrange()
		return cmd
	})
	return nil
}

// fill compares the works by the chosen metric and axis.
func (v *compareView) fill() tea.Cmd {
	a, b := v.s.work, v.other
	if b == nil {
		return nil
	}
	var moments []metrics.Moment
	if v.why = metrics.Known; v.byAge {
		moments, v.why = metrics.SameAge(&a.history, &b.history)
	} else {
		moments = metrics.SameTime(&a.history, &b.history)
	}
	value := func(w *work, entry int) api.Number {
		if entry < 0 {
			return api.Number{}
		}
		return metrics.Read(w.history.Timed()[entry].Snapshot, v.metric).Value
	}
	rows := make([]momentRow, len(moments))
	for i, at := range moments {
		r := momentRow{Moment: at, at: i, when: v.s.m.Time(at.At), a: value(a, at.A), b: value(b, at.B)}
		if v.byAge {
			r.when = v.s.m.age(at.At.Sub(metrics.Birth()))
		}
		r.difference, r.ratio = metrics.Subtract(r.a, r.b), ratio(r.a, r.b)
		rows[i] = r
	}
	return v.SetRows(rows)
}

func ratio(a, b api.Number) metrics.Figure[float64] {
	x, okX := a.Rat()
	y, okY := b.Rat()
	if !okX || !okY {
		return metrics.Figure[float64]{Why: metrics.NotSent}
	}
	return metrics.Divide(x, y)
}

// SetSize sets the room in cells.
func (v *compareView) SetSize(width, height int) {
	v.width, v.height = width, height
	list, _ := pane.Split(width)
	v.above = v.legend(list)
	if rest := height - len(v.above); rest >= 16 {
		rows, _ := v.Table.Counts()
		v.above = append(v.above, v.draw(list, rest-min(rows+2, rest/2))...)
	}
	v.List.SetSize(width, height)
}

// legend is the metric, the axis, and which work is A and B.
func (v *compareView) legend(width int) []string {
	m, t := v.s.m, v.s.m.Theme
	axis := m.Words.T("works.by_time")
	if v.byAge {
		axis = m.Words.T("works.by_age")
	}
	lines := []string{" " + text.Cut(t.Tone(theme.Strong).Render(m.metricName(v.metric))+"  "+t.Tone(theme.Muted).Render(axis), width-1)}
	if v.height < 6 || v.other == nil {
		return lines
	}
	for _, side := range []struct {
		sign string
		*work
		tone theme.Tone
	}{{"A", v.s.work, theme.Accent}, {"B", v.other, theme.Code}} {
		name := m.PlatformName(side.query.Platform) + " " + text.Clean(side.query.WorkID)
		lines = append(lines, " "+text.Cut(t.Tone(side.tone).Render(side.sign)+"  "+side.title()+"  "+t.Tone(theme.Muted).Render(name), width-1))
	}
	return lines
}

// draw draws both works on one scale, nil where that is not possible.
func (v *compareView) draw(width, height int) []string {
	if v.other == nil || height < 8 {
		return nil
	}
	m := v.s.m
	a, b := metrics.NewSeries(v.s.history.Timed(), v.metric), metrics.NewSeries(v.other.history.Timed(), v.metric)
	if v.byAge {
		publishedA, okA := v.s.history.Published()
		publishedB, okB := v.other.history.Published()
		if !okA || !okB {
			return nil
		}
		a, b = a.ByAge(publishedA), b.ByAge(publishedB)
	}
	low, high := a.Min, a.Max
	if a.Values == 0 || b.Values > 0 && b.Min.Cmp(low) < 0 {
		low = b.Min
	}
	if a.Values == 0 || b.Values > 0 && b.Max.Cmp(high) > 0 {
		high = b.Max
	}
	scale := metrics.NewScale(low, high, ticksFor(height))
	panels := []chart.Panel{{Ticks: m.axis(scale), Empty: m.Words.T("works.no_values")}}
	span, ok := metrics.SpanOf(a, b)
	if !ok || !fits(panels, width, height) {
		return nil
	}
	columns := chart.PlotWidth(panels, width)
	panels[0].Lines = []chart.Line{
		{Points: points(metrics.Plot(a, span, scale, 2*columns)), Tone: theme.Accent, Sign: "A"},
		{Points: points(metrics.Plot(b, span, scale, 2*columns)), Tone: theme.Code, Dashed: true, Sign: "B"},
	}
	c := chart.Chart{Panels: panels, Times: timeTicks(span, columns, m.Now().Location())}
	if v.byAge {
		c.Times = m.ageTicks(span, columns)
	}
	return strings.Split(c.View(m.Theme, width, height), "\n")
}

// ageTicks are the ticks of an axis of ages.
func (m *Model) ageTicks(span metrics.Span, width int) []chart.Tick {
	times, _ := span.Ticks(max(2, width/12), metrics.Birth().Location())
	var ticks []chart.Tick
	for _, t := range times {
		ticks = append(ticks, chart.Tick{At: span.At(t), Label: m.age(t.Sub(metrics.Birth()))})
	}
	return ticks
}

// View draws the comparison.
func (v *compareView) View() string {
	if v.other == nil {
		m := v.s.m
		return m.ViewNothing(m.Words.T("works.need_second", "Key", m.keys.Open.Help().Key), v.width, v.height)
	}
	return v.List.View()
}
