package works

import (
	"math/big"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// momentRow is one metric of two works at one time or age.
type momentRow struct {
	metrics.Moment
	at         int // its place among the moments
	a, b       api.Number
	difference metrics.Delta
	ratio      metrics.Figure // a of b
}

// versus is two works held side by side.
type versus struct {
	rows  []momentRow
	why   metrics.Reason // why there are none by age
	panel chart.Panel
	span  metrics.Span
	drawn bool // there is something to draw
}

// compare holds the work beside another one of this run: the only one there is,
// or one that is chosen.
func (m *Model) compare() tea.Cmd {
	w := m.ctx.Words
	switch {
	case len(m.works) < 2:
		return pane.Notify(pane.Info, w.T("works.need_second", "Key", m.keys.Ask.Help().Key))
	case m.view != compareView && m.other != nil:
		return m.compareWith(m.other)
	case len(m.works) == 2:
		for _, other := range m.works {
			if other != m.current {
				return m.compareWith(other)
			}
		}
	}
	m.chooseWork(w.T("works.choose_other"), m.current, m.compareWith)
	return nil
}

func (m *Model) compareWith(other *work) tea.Cmd {
	m.other, m.view = other, compareView
	return m.refresh()
}

func (m *Model) newMomentTable() *table.Table[momentRow] {
	w := m.ctx.Words
	lag := func(entry int, lag time.Duration) table.Cell {
		if entry < 0 {
			return table.Cell{}
		}
		return table.Cell{Text: w.Age(lag), Tone: theme.Muted}
	}
	number := func(of func(momentRow) api.Number) table.Order[momentRow] {
		return table.ByFunc(func(r momentRow) (api.Number, bool) { return of(r), of(r).IsSet() }, api.Number.Cmp)
	}
	return table.New(table.Config[momentRow]{
		Theme: m.ctx.Theme, Keys: m.keys.Unmarked(), Context: m.ctx.Base, Sort: "at", Desc: true,
		Key: func(r momentRow) string { return r.At.String() },
		Columns: []table.Column[momentRow]{
			{ID: "at", Title: w.T("works.column.at"), Max: 19, Priority: 110, Pinned: true,
				Cell:  func(r momentRow) table.Cell { return table.Cell{Text: m.when(r.Moment)} },
				Order: table.By(func(r momentRow) (int, bool) { return r.at, true })},
			{ID: "a", Title: "A", Right: true, Max: 26, Priority: 100,
				Cell: func(r momentRow) table.Cell { return table.Cell{Text: m.exact(r.a)} }, Order: number(func(r momentRow) api.Number { return r.a })},
			{ID: "b", Title: "B", Right: true, Max: 26, Priority: 99,
				Cell: func(r momentRow) table.Cell { return table.Cell{Text: m.exact(r.b)} }, Order: number(func(r momentRow) api.Number { return r.b })},
			{ID: "difference", Title: "A - B", Right: true, Max: 26, Priority: 90,
				Cell:  func(r momentRow) table.Cell { return m.changeCell(r.difference) },
				Order: number(func(r momentRow) api.Number { return r.difference.Value })},
			{ID: "ratio", Title: "A / B", Right: true, Max: 10, Priority: 85,
				Cell: func(r momentRow) table.Cell {
					if !r.ratio.OK() {
						return table.Cell{}
					}
					return table.Cell{Text: m.share(100 * r.ratio.Value)}
				},
				Order: table.By(func(r momentRow) (float64, bool) { return r.ratio.Value, r.ratio.OK() })},
			{ID: "lagA", Title: w.T("works.column.lag", "Work", "A"), Right: true, Max: 10, Priority: 60,
				Cell: func(r momentRow) table.Cell { return lag(r.A, r.LagA) }},
			{ID: "lagB", Title: w.T("works.column.lag", "Work", "B"), Right: true, Max: 10, Priority: 59,
				Cell: func(r momentRow) table.Cell { return lag(r.B, r.LagB) }},
		},
	})
}

// when writes a moment: a time, or an age.
func (m *Model) when(at metrics.Moment) string {
	if m.byAge {
		return m.age(at.At.Sub(metrics.Birth()))
	}
	return moment(at.At)
}

// fillVersus compares the two works by the metric and the axis that are chosen.
func (m *Model) fillVersus() tea.Cmd {
	m.versus = versus{}
	a, b := m.current, m.other
	if a == nil || b == nil {
		return nil
	}
	var moments []metrics.Moment
	if m.byAge {
		moments, m.versus.why = metrics.SameAge(&a.history, &b.history)
	} else {
		moments = metrics.SameTime(&a.history, &b.history)
	}
	rows := make([]momentRow, len(moments))
	for i, at := range moments {
		r := momentRow{Moment: at, at: i, a: m.at(a, at.A), b: m.at(b, at.B)}
		r.difference = metrics.Subtract(r.a, r.b)
		r.ratio = ratio(r.a, r.b)
		rows[i] = r
	}
	m.versus.rows = rows
	m.plotVersus()
	return m.moments.SetRows(rows)
}

// at is the metric that is compared of a work's snapshot.
func (m *Model) at(w *work, entry int) api.Number {
	if entry < 0 {
		return api.Number{}
	}
	v, _ := metrics.Value(w.history.Timed()[entry].Snapshot, m.metric)
	return v
}

func ratio(a, b api.Number) metrics.Figure {
	x, okX := a.Rat()
	y, okY := b.Rat()
	switch {
	case !okX || !okY:
		return metrics.Figure{Why: metrics.NotSent}
	case y.Sign() == 0:
		return metrics.Figure{Why: metrics.ZeroBase}
	}
	f, _ := new(big.Rat).Quo(x, y).Float64()
	return metrics.Figure{Value: f}
}

// plotVersus draws both works on one scale: they are of one metric.
func (m *Model) plotVersus() {
	v := &m.versus
	a := metrics.NewSeries(m.current.history.Timed(), m.metric)
	b := metrics.NewSeries(m.other.history.Timed(), m.metric)
	if m.byAge {
		bornA, okA := m.current.history.Published()
		bornB, okB := m.other.history.Published()
		if !okA || !okB {
			return
		}
		a, b = a.ByAge(bornA), b.ByAge(bornB)
	}
	low, high := a.Min, a.Max
	if a.Values == 0 || b.Values > 0 && b.Min.Cmp(low) < 0 {
		low = b.Min
	}
	if a.Values == 0 || b.Values > 0 && b.Max.Cmp(high) > 0 {
		high = b.Max
	}
	scale := metrics.NewScale(low, high, ticksFor(m.bodyHeight()/2))
	v.panel = chart.Panel{Ticks: m.axis(scale), Empty: m.ctx.Words.T("works.no_values")}
	if v.span, v.drawn = metrics.SpanOf(a, b); !v.drawn {
		return
	}
	columns := 2 * chart.PlotWidth([]chart.Panel{v.panel}, m.Width)
	v.panel.Lines = []chart.Line{
		{Points: points(metrics.Plot(a, v.span, scale, columns)), Tone: theme.Accent, Sign: "A"},
		{Points: points(metrics.Plot(b, v.span, scale, columns)), Tone: theme.Code, Dashed: true, Sign: "B"},
	}
}

func (m *Model) onCompareKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.ByAge):
		m.byAge = !m.byAge
		return m.refresh()
	case key.Matches(msg, k.Metric):
		m.chooseMetric()
		return nil
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.moments, m.arrange)
		return nil
	}
	return m.moments.Update(msg)
}

func (m *Model) chooseMetric() {
	var items []picker.Item
	for _, name := range m.current.names {
		items = append(items, picker.Item{ID: name, Label: m.metricName(name), Note: name, Chosen: name == m.metric})
	}
	m.Choice.One(m.ctx.Words.T("works.choose_metric"), items, func(name string) tea.Cmd {
		m.metric = name
		return m.refresh()
	})
}

// viewCompare is who is who, the chart where there is room for it, and the
// table of moments.
func (m *Model) viewCompare(width, height int) string {
	w, t := m.ctx.Words, m.ctx.Theme
	if m.other == nil {
		return m.ctx.ViewNothing(w.T("works.need_second", "Key", m.keys.Ask.Help().Key), width, height)
	}
	axis := w.T("works.by_time")
	if m.byAge {
		axis = w.T("works.by_age")
	}
	lines := []string{" " + text.Cut(t.Tone(theme.Strong).Render(m.metricName(m.metric))+"  "+t.Tone(theme.Muted).Render(axis), width-1)}
	if height >= 6 {
		lines = append(lines, m.legend("A", m.current, theme.Accent, width), m.legend("B", m.other, theme.Code, width))
	}
	if m.versus.why != metrics.Known {
		return text.Fit(joinLines(append(lines, " "+text.Cut(m.why(m.versus.why), width-1))), width, height)
	}
	if c := m.versusChart(width, height-len(lines)-m.momentsHeight()); c != "" {
		lines = append(lines, c)
	}
	return joinLines(append(lines, m.moments.View()))
}

func (m *Model) legend(sign string, w *work, tone theme.Tone, width int) string {
	t := m.ctx.Theme
	s := t.Tone(tone).Render(sign) + "  " + w.title() + "  " + t.Tone(theme.Muted).Render(text.Clean(w.query.Platform)+" "+text.Clean(w.query.WorkID))
	return " " + text.Cut(s, width-1)
}

func (m *Model) versusChart(width, height int) string {
	panels := []chart.Panel{m.versus.panel}
	if !m.versus.drawn || height < 8 || !m.drawable(panels, width, height) {
		return ""
	}
	c := chart.Chart{Panels: panels, Times: timeTicks(m.versus.span, chart.PlotWidth(panels, width))}
	if m.byAge {
		c.Times = m.ageTicks(m.versus.span, chart.PlotWidth(panels, width))
	}
	return c.View(m.ctx.Theme, width, height)
}

// ageTicks are the marks of an axis of ages.
func (m *Model) ageTicks(span metrics.Span, width int) []chart.Tick {
	times, _ := span.Ticks(max(2, width/12), metrics.Birth().Location())
	var ticks []chart.Tick
	for _, t := range times {
		ticks = append(ticks, chart.Tick{At: span.At(t), Label: m.age(t.Sub(metrics.Birth()))})
	}
	return ticks
}

// momentsHeight is how much of the compare view its table has: all but the
// legend where there is no room for a chart beside it.
func (m *Model) momentsHeight() int {
	height := m.bodyHeight()
	legend := 1
	if height >= 6 {
		legend = 3
	}
	if height-legend >= 16 {
		rows, _ := m.moments.Counts()
		return min(rows+1, (height-legend)/2)
	}
	return max(height-legend, 1)
}
