package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// maxCells limits the work for the matrices of a model: the number of cells times the
// number of prices that are searched for each cell.
const maxCells = 1_000_000

// matrix is the prices of a model by resolution and duration, for modes with equal
// prices.
type matrix struct {
	modes        []string // labels
	names, heads []string // of lines and columns
	cells        [][]string
	x, y         int // the cell that is quoted, -1 for none
}

// matrixLines are the prices of a model by resolution and duration, for the aspect ratio
// asked for or "" for all: a matrix for each group of modes with equal prices, that of the
// mode asked for first, with the price asked for marked. view is the key that leads to the
// list of all prices.
func matrixLines(v *resource.View, model *quote.Model, asked *quote.Row, view string, width int) []string {
	w := v.Words
	if !model.Rows[0].Priced() {
		return v.Paragraph(w.T("prices.no_prices"), width, theme.Muted)
	}
	modes, resolutions, durations := model.Axes()
	if i := slices.Index(modes, asked.Mode); i > 0 {
		modes = slices.Insert(slices.Delete(modes, i, i+1), 0, asked.Mode)
	}
	if len(modes)*len(resolutions)*len(durations)*len(model.Rows) > maxCells {
		return v.Paragraph(w.T("prices.too_many", "N", w.Int(len(model.Rows)), "Key", view), width, theme.Muted)
	}
	names, heads := make([]string, len(resolutions)), make([]string, len(durations))
	for i, name := range resolutions {
		names[i] = cmp.Or(resource.Resolution(name), w.T("prices.all"))
	}
	for i, d := range durations {
		if heads[i] = v.Theme.Glyphs.Dash; d.IsSet() {
			heads[i] = v.Seconds(d)
		}
	}
	x := slices.IndexFunc(durations, func(d api.Number) bool { return d.Cmp(asked.Duration) == 0 })
	if x < 0 { // a price for all durations
		x = slices.IndexFunc(durations, func(d api.Number) bool { return !d.IsSet() })
	}
	y := slices.IndexFunc(resolutions, func(s string) bool { return s == "" || quote.ByResolution.Same(s, asked.Resolution) })
	var list []*matrix
	for _, of := range modes {
		next := &matrix{modes: []string{cmp.Or(v.ModeName(of), w.T("prices.all_modes"))}, names: names, heads: heads, x: -1}
		if asked.Price.IsSet() && of == asked.Mode {
			next.x, next.y = x, y
		}
		for _, resolution := range resolutions {
			rows := model.At(of, resolution, asked.AspectRatio)
			var cells []string
			for _, d := range durations {
				cells = append(cells, matrixCell(v, model.Lasting(rows, d)))
			}
			next.cells = append(next.cells, cells)
		}
		if i := slices.IndexFunc(list, func(o *matrix) bool { return slices.EqualFunc(o.cells, next.cells, slices.Equal) }); i >= 0 {
			list[i].modes = append(list[i].modes, next.modes...)
		} else {
			list = append(list, next)
		}
	}
	var lines []string
	for _, m := range list {
		if len(modes) > 1 || modes[0] != "" {
			lines = append(lines, v.Paragraph(strings.Join(m.modes, w.T("field.comma")), width, theme.Plain)...)
		}
		lines = append(lines, m.lines(v.Theme, width)...)
	}
	if strings.Contains(strings.Join(lines, ""), "*") {
		lines = append(lines, v.Paragraph(w.T("prices.default_mark"), width, theme.Muted)...)
	}
	return lines
}

// lines draws the matrix, in several tables one below the other if the width
// requires it. The numbers are aligned at their decimal points, with room behind them for
// the mark of the default.
func (m *matrix) lines(t *theme.Theme, width int) []string {
	left := 0
	for _, name := range m.names {
		left = max(left, text.Width(name))
	}
	left = min(left, max(width/3, 4))
	wide := make([]int, len(m.heads))
	for i, head := range m.heads {
		fraction := 0
		for _, line := range m.cells {
			fraction = max(fraction, text.Fraction(strings.TrimSuffix(line[i], "*")))
		}
		wide[i] = text.Width(head) + 1
		for _, line := range m.cells {
			line[i] += text.Blank(1 + fraction - text.Fraction(strings.TrimSuffix(line[i], "*")) - strings.Count(line[i], "*"))
			wide[i] = max(wide[i], text.Width(line[i]))
		}
		wide[i] = min(wide[i], max(width-left-3, 2))
	}
	var lines []string
	for from := 0; from < len(m.heads); {
		to, room := from, width-left-2
		for to < len(m.heads) && (to == from || room >= wide[to]+1) {
			room -= wide[to] + 1
			to++
		}
		row := func(name string, y int) {
			line := " " + t.Field.Label.Render(text.Left(name, left)) + " "
			for x := from; x < to; x++ {
				if y < 0 {
					line += " " + t.Tone(theme.Muted).Render(text.Right(m.heads[x]+" ", wide[x]))
					continue
				}
				cell, number := text.Right(m.cells[y][x], wide[x]), strings.TrimRight(m.cells[y][x], " *")
				if x == m.x && y == m.y {
					cell = strings.Replace(cell, number, t.Table.Cursor.Render(number), 1)
				}
				line += " " + cell
			}
			lines = append(lines, text.Cut(strings.TrimRight(line, " "), width))
		}
		row("", -1)
		for y, name := range m.names {
			row(name, y)
		}
		from = to
	}
	return lines
}

// matrixCell is the price of a combination: a dash for none, a span if several rows
// differ, a star at the model's default.
func matrixCell(v *resource.View, rows []*quote.Row) string {
	s := spanText(v, (&entry{prices: rows}).span(quote.ByPrice), 6)
	switch {
	case s == "":
		return v.Theme.Glyphs.Dash
	case slices.ContainsFunc(rows, (*quote.Row).Default):
		return s + "*"
	}
	return s
}
