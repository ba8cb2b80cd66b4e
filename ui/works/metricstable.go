package works

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// metricRow is a metric of the snapshot that is looked at.
type metricRow struct {
	metrics.Reading
	label string
	drawn bool
}

func (m *Model) newMetricTable() *table.Table[metricRow] {
	w, g := m.ctx.Words, m.ctx.Theme.Glyphs
	figure := func(of func(metricRow) metrics.Figure) table.Order[metricRow] {
		return table.By(func(r metricRow) (float64, bool) { f := of(r); return f.Value, f.OK() })
	}
	sent := func(r metricRow) string {
		if r.Why == metrics.NotANumber {
			return string(r.Raw)
		}
		return r.Value.String()
	}
	return table.New(table.Config[metricRow]{
		Theme: m.ctx.Theme, Keys: m.keys.Unmarked(), Context: m.ctx.Base, Key: func(r metricRow) string { return r.Name },
		Columns: []table.Column[metricRow]{
			{ID: "drawn", Title: w.T("works.column.drawn"), Max: 6, Priority: 50, Cell: func(r metricRow) table.Cell {
				if r.drawn {
					return table.Cell{Text: g.Selected, Tone: theme.Accent}
				}
				return table.Cell{Text: " "}
			}},
			{ID: "name", Title: w.T("works.column.metric"), Min: 8, Max: 24, Priority: 110, Pinned: true,
				Cell:   func(r metricRow) table.Cell { return table.Cell{Text: r.label} },
				Search: func(r metricRow) string { return r.label },
				Order:  table.By(func(r metricRow) (string, bool) { return r.label, true })},
			{ID: "value", Title: w.T("works.column.value"), Right: true, Max: 32, Priority: 80,
				Cell:  func(r metricRow) table.Cell { return m.valueCell(r.Reading) },
				Exact: sent,
				Order: table.ByFunc(func(r metricRow) (api.Number, bool) { return r.Value, r.Value.IsSet() }, api.Number.Cmp)},
			{ID: "short", Title: w.T("works.column.short"), Right: true, Max: 8, Priority: 90,
				Cell:  func(r metricRow) table.Cell { return table.Cell{Text: w.Short(r.Value.String())} },
				Exact: sent,
				Order: table.ByFunc(func(r metricRow) (api.Number, bool) { return r.Value, r.Value.IsSet() }, api.Number.Cmp)},
			{ID: "change", Title: w.T("works.column.change"), Right: true, Max: 32, Priority: 75,
				Cell:  func(r metricRow) table.Cell { return m.changeCell(r.Change.Absolute) },
				Exact: func(r metricRow) string { return r.Change.Absolute.Value.String() },
				Order: table.ByFunc(func(r metricRow) (api.Number, bool) { return r.Change.Absolute.Value, r.Change.Absolute.OK() },
					api.Number.Cmp)},
			{ID: "percent", Title: "%", Right: true, Max: 10, Priority: 70,
				Cell:  func(r metricRow) table.Cell { return table.Cell{Text: m.percent(r.Change.Percent)} },
				Exact: func(r metricRow) string { return exactFigure(r.Change.Percent) },
				Order: figure(func(r metricRow) metrics.Figure { return r.Change.Percent })},
			{ID: "perHour", Title: w.T("works.column.per_hour"), Right: true, Max: 12, Priority: 65,
				Cell:  func(r metricRow) table.Cell { return table.Cell{Text: m.perHour(r.Change.PerHour)} },
				Exact: func(r metricRow) string { return exactFigure(r.Change.PerHour) },
				Order: figure(func(r metricRow) metrics.Figure { return r.Change.PerHour })},
			{ID: "field", Title: w.T("works.column.field"), Max: 24, Priority: 30, Hidden: true,
				Cell:  func(r metricRow) table.Cell { return table.Cell{Text: r.Name, Tone: theme.Muted} },
				Order: table.By(func(r metricRow) (string, bool) { return r.Name, true })},
		},
	})
}

// valueCell is a value in full; what was sent in place of a number is shown as
// it is, marked.
func (m *Model) valueCell(r metrics.Reading) table.Cell {
	if r.Why == metrics.NotANumber {
		return table.Cell{Text: m.ctx.Theme.Glyphs.Unknown + " " + string(r.Raw), Tone: theme.Warn}
	}
	return table.Cell{Text: m.exact(r.Value)}
}

// exactFigure is a figure with all its digits, "" where it is missing.
func exactFigure(f metrics.Figure) string {
	if !f.OK() {
		return ""
	}
	return strconv.FormatFloat(f.Value, 'f', -1, 64)
}

// changeCell is a change with its direction, which a sign tells as well as the
// colour does.
func (m *Model) changeCell(d metrics.Delta) table.Cell {
	g := m.ctx.Theme.Glyphs
	switch c := d.Value.Cmp(api.Int(0)); {
	case !d.OK():
		return table.Cell{}
	case c > 0:
		return table.Cell{Text: g.Up + " " + m.signed(d.Value), Tone: theme.Good}
	case c < 0:
		return table.Cell{Text: g.Down + " " + m.signed(d.Value), Tone: theme.Bad}
	}
	return table.Cell{Text: "0", Tone: theme.Muted}
}

func (m *Model) metricRows(w *work) []metricRow {
	i := w.selected()
	if i < 0 {
		return nil
	}
	var rows []metricRow
	for _, r := range w.history.Read(i, w.names) {
		rows = append(rows, metricRow{Reading: r, label: m.metricName(r.Name), drawn: m.isPlotted(r.Name)})
	}
	return rows
}

func (m *Model) onMetricsKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Plot):
		if r, ok := m.metrics.Current(); ok {
			m.togglePlot(r.Name)
			m.metrics.MoveBy(1)
		}
		return nil
	case key.Matches(msg, k.Base):
		m.base = m.base.Next()
		return nil
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.metrics, m.arrange)
		return nil
	}
	return m.metrics.Update(msg)
}

// engagement is the rate with its formula, or why there is none, in lines of
// at most width cells.
func (m *Model) engagement(w *work, width int) []string {
	words, t := m.ctx.Words, m.ctx.Theme
	i := w.selected()
	if i < 0 {
		return nil
	}
	r := metrics.Engagement(w.history.Entries()[i].Snapshot, m.base)
	of := m.metricName(r.Base.Name)
	head := words.T("works.engagement", "Base", of) + "  "
	if !r.Rate.OK() {
		line := head + t.Glyphs.Dash + "  " + t.Tone(theme.Muted).Render(m.why(r.Rate.Why))
		return []string{" " + text.Cut(line, width-1)}
	}
	terms := make([]string, len(r.Terms))
	for i, term := range r.Terms {
		terms[i] = m.metricName(term.Name) + " " + m.exact(term.Value)
	}
	formula := strings.Join(terms, " + ")
	if len(terms) > 1 {
		formula = "(" + formula + ")"
	}
	lines := []string{" " + text.Cut(head+t.Tone(theme.Strong).Render(m.share(100*r.Rate.Value)), width-1)}
	for _, l := range text.Wrap("= "+formula+" / "+of+" "+m.exact(r.Base.Value), max(width-3, 4)) {
		lines = append(lines, "   "+t.Tone(theme.Muted).Render(l))
	}
	return lines
}

// reasons says why figures of the metric under the cursor are dashes.
func (m *Model) reasons(width int) string {
	r, ok := m.metrics.Current()
	if !ok {
		return ""
	}
	w := m.ctx.Words
	why := m.why(r.Why)
	switch {
	case why != "":
	case !r.Change.Absolute.OK():
		why = w.T("works.no_change", "Why", m.why(r.Change.Absolute.Why))
	case !r.Change.Percent.OK():
		why = w.T("works.no_percent", "Why", m.why(r.Change.Percent.Why))
	case !r.Change.PerHour.OK():
		why = w.T("works.no_per_hour", "Why", m.why(r.Change.PerHour.Why))
	default:
		return ""
	}
	return " " + m.ctx.Theme.Tone(theme.Muted).Render(text.Cut(r.label+": "+why, width-1))
}
