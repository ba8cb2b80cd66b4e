package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// modelLines are one model in full: what changed, the verdict on the files, its
// prices, and everything that it states.
func (m *Model) modelLines(model *quote.Model, width int) []string {
	w := m.Words
	var lines []string
	if description := model.Description.Or(""); description != "" {
		lines = m.wrapped(description, width, theme.Muted)
	}
	for _, c := range m.snapshots.Value.byModel[model] {
		lines = append(lines, m.wrapped(m.changeOf(c), width, m.changeStyle(c).tone)...)
	}
	if len(m.files) > 0 {
		lines = append(lines, m.verdictLines(model, width)...)
	}
	lines = append(lines, m.heading(w.T("prices.part.prices", "Scope", m.scope(model.Scope)), width)...)
	lines = append(lines, m.gridLines(model, width)...)
	for _, p := range model.Rows {
		if p.Raised() {
			lines = append(lines, m.wrapped(m.Theme.Glyphs.Stale+" "+w.T("prices.about", "What", m.rowTitle(p), "Say", w.T("prices.raised")), width, theme.Warn)...)
		}
	}
	return append(lines, m.factLines(quote.Facts(model.VideoModel), width)...)
}

func (m *Model) verdictLines(model *quote.Model, width int) []string {
	v := quote.Check(model, m.files)
	cell := m.verdictCell(v.Fit)
	lines := m.heading(m.Words.T("prices.part.files"), width)
	lines = append(lines, m.wrapped(cell.Text+"  "+m.describe.Value(), width, cell.Tone)...)
	for i := range v.Findings {
		sign := m.Theme.Glyphs.Abnormal
		if v.Findings[i].Fit == quote.Unknown {
			sign = m.Theme.Glyphs.Unknown
		}
		lines = append(lines, m.wrapped(sign+" "+m.finding(&v.Findings[i]), width, theme.Plain)...)
	}
	if len(v.Unread) > 0 {
		lines = append(lines, m.wrapped(m.unreadConstraints(&v), width, theme.Warn)...)
	}
	return lines
}

// maxCells bounds a grid of prices: the number of its cells times that of the
// prices from which each is chosen.
const maxCells = 1_000_000

// gridLines are the prices by resolution and duration, one grid for each mode, or
// for several with equal prices.
func (m *Model) gridLines(model *quote.Model, width int) []string {
	w := m.Words
	if !model.Rows[0].Priced() {
		return m.wrapped(w.T("prices.no_prices"), width, theme.Muted)
	}
	modes, resolutions, durations := model.Axes()
	if len(modes)*len(resolutions)*len(durations)*len(model.Rows) > maxCells {
		return m.wrapped(w.T("prices.too_many", "N", w.Int(len(model.Rows)), "Key", m.keys.View.Help().Key), width, theme.Muted)
	}
	names := []string{""} // the header, then resolutions
	for _, s := range resolutions {
		names = append(names, cmp.Or(clean(s), w.T("prices.all")))
	}
	var grids, titles []string
	for _, mode := range modes {
		columns := make([][]string, len(durations))
		for i, d := range durations {
			columns[i] = []string{m.Theme.Glyphs.Dash}
			if d.IsSet() {
				columns[i][0] = m.seconds(d)
			}
		}
		for _, resolution := range resolutions {
			rows := model.At(mode, resolution)
			for i, d := range durations {
				columns[i] = append(columns[i], m.gridCell(model.Lasting(rows, d)))
			}
		}
		grid, title := m.grid(names, columns, width), cmp.Or(m.mode(mode), w.T("prices.all_modes"))
		if i := slices.Index(grids, grid); i >= 0 {
			titles[i] += ", " + title
		} else {
			grids, titles = append(grids, grid), append(titles, title)
		}
	}
	var lines []string
	for i, grid := range grids {
		lines = append(lines, m.wrapped(titles[i], width, theme.Strong)...)
		lines = append(lines, strings.Split(grid, "\n")...)
	}
	if strings.Contains(strings.Join(grids, ""), "*") {
		lines = append(lines, m.wrapped(w.T("prices.default_mark"), width, theme.Muted)...)
	}
	return lines
}

// grid draws columns beside the names of their lines, in several blocks if the
// width requires it. The first line is the header.
func (m *Model) grid(names []string, columns [][]string, width int) string {
	t := m.Theme
	wide := func(column []string) (cells int) {
		for _, s := range column {
			cells = max(cells, text.Width(s))
		}
		return cells
	}
	left := min(wide(names), max(width/3, 4))
	var lines []string
	for len(columns) > 0 {
		n, room := 0, width-left-3
		for n < len(columns) && (n == 0 || room >= wide(columns[n])+2) {
			room -= wide(columns[n]) + 2
			n++
		}
		for i, name := range names {
			tone := theme.Plain
			if i == 0 {
				tone = theme.Muted
			}
			line := "   " + t.Field.Label.Render(text.Left(name, left))
			for _, column := range columns[:n] {
				line += "  " + t.Tone(tone).Render(text.Right(column[i], wide(column)))
			}
			lines = append(lines, text.Cut(line, width))
		}
		columns = columns[n:]
	}
	return strings.Join(lines, "\n")
}

// gridCell is the price of a combination: a dash for none, a span if several rows
// differ, a star at the model's default.
func (m *Model) gridCell(rows []*quote.Row) string {
	s := m.span((&Row{prices: rows}).span(quote.ByPrice), 6)
	switch {
	case s == "":
		return m.Theme.Glyphs.Dash
	case slices.ContainsFunc(rows, (*quote.Row).Default):
		return s + "*"
	}
	return s + " "
}

// factLines are everything that a model states, in parts, with units. A part in
// which nothing is stated is one line.
func (m *Model) factLines(list []quote.Fact, width int) []string {
	var lines []string
	for _, part := range []string{"model", "images", "videos", "audios", "defaults", "extra"} {
		var of []facts.Fact
		stated := false
		for _, f := range list {
			if f.Part != part || f.Path == "description" || f.Path == "label" { // these are above
				continue
			}
			fact := facts.Fact{Name: m.factName(f), Value: m.factValue(f)}
			if len(f.Values) == 0 {
				fact.Value, fact.Tone = m.Theme.Glyphs.Dash, theme.Faint
			}
			of, stated = append(of, fact), stated || len(f.Values) > 0
		}
		if len(of) == 0 {
			continue
		}
		lines = append(lines, m.heading(m.Words.T("prices.part."+part), width)...)
		if stated {
			lines = append(lines, facts.Lines(m.Theme, of, width)...)
		} else {
			lines = append(lines, m.wrapped(m.Words.T("prices.no_limits"), width, theme.Faint)...)
		}
	}
	return lines
}

func (m *Model) factValue(f quote.Fact) string {
	switch {
	case f.Path == "modes":
		return m.values(quote.ByMode, f.Values...)
	case f.Path == "creditsScope":
		return m.values(quote.ByScope, f.Values...)
	case f.Unit == quote.Plain:
		return strings.Join(f.Values, ", ")
	}
	values := slices.Clone(f.Values)
	for i, v := range values {
		values[i] = m.Words.Exact(v)
	}
	return m.quantity(f.Unit, "", strings.Join(values, ", "))
}

// factName is the label of a fact, its name if the interface does not list it.
func (m *Model) factName(f quote.Fact) string {
	if id := "prices.fact." + f.Name; !f.Extra && m.Words.Has(id) {
		return m.Words.T(id)
	}
	return f.Name
}

// longFactName is factName with the part of the page that the fact belongs to.
func (m *Model) longFactName(f quote.Fact) string {
	if id := "prices.part_of." + f.Part; m.Words.Has(id) {
		return m.Words.T(id, "Name", m.factName(f))
	}
	return m.factName(f)
}
