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

// MaxCells limits the work for the matrices of a model: the number of cells times the
// number of prices that are searched for each cell.
const MaxCells = 1_000_000

// matrix is the prices of a model by resolution and duration, for modes with equal
// prices.
type matrix struct {
	modes []string // labels
	names []string // of the lines
	heads []string // of the columns
	cells [][]string
	x, y  int // the cell that is quoted, -1 for none
}

// MatrixLines are the prices of a model by resolution and duration, for the aspect ratio
// asked for or "" for all: a matrix for each group of modes with equal prices, that of the
// mode asked for first, with the price asked for marked. view is the key that leads to the
// list of all prices.
func MatrixLines(
	v *resource.View,
	model *quote.Model,
	asked *quote.Row,
	view string,
	width int,
) []string {
	w := v.Words
	if !model.Rows[0].Priced() {
		return v.Note(w.T("prices.no_prices"), width)
	}
	modes, resolutions, durations := model.Axes()
	i := slices.Index(modes, asked.Mode)
	if i > 0 {
		modes = slices.Insert(slices.Delete(modes, i, i+1), 0, asked.Mode)
	}
	if len(modes)*len(resolutions)*len(durations)*len(model.Rows) > MaxCells {
		return v.Note(
			w.T("prices.too_many", "N", w.Int(len(model.Rows)), "Key", view),
			width,
		)
	}
	oneMode := len(modes) == 1 && modes[0] == ""
	var lines []string
	for _, m := range matrices(v, model, asked, modes) {
		if !oneMode {
			lines = append(
				lines,
				v.Paragraph(w.List(m.modes), width, theme.Plain)...,
			)
		}
		lines = append(lines, m.lines(v.Theme, width)...)
	}
	if strings.Contains(strings.Join(lines, ""), "*") {
		lines = append(lines, v.Note(w.T("prices.default_mark"), width)...)
	}
	for _, x := range quote.Unlisted(model.Rows) {
		lines = append(lines, v.Note(unlistedText(v, x), width)...)
	}
	return lines
}

// unlistedText is a member that the interface does not list with its values in prices of a model.
func unlistedText(v *resource.View, x quote.Variation) string {
	return v.Words.T(
		"prices.about",
		"What", text.Clean(x.Name),
		"Say", MemberValues(v, x.Values),
	)
}

// matrices are the prices of a model, one for each group of modes with equal prices.
func matrices(v *resource.View, model *quote.Model, asked *quote.Row, modes []string) []*matrix {
	_, resolutions, durations := model.Axes()
	names := make([]string, len(resolutions))
	for i, name := range resolutions {
		names[i] = cmp.Or(resource.Resolution(name), v.Words.T("prices.all"))
	}
	heads := make([]string, len(durations))
	for i, d := range durations {
		heads[i] = v.Theme.Glyphs.Dash
		if d.IsSet() {
			heads[i] = v.Seconds(d)
		}
	}
	x, y := cellOf(asked, resolutions, durations)
	var list []*matrix
	for _, mode := range modes {
		next := &matrix{
			modes: []string{cmp.Or(v.Prices().ModeName(mode), v.Words.T("prices.all_modes"))},
			names: names,
			heads: heads,
			x:     -1,
		}
		if asked.Price.IsSet() && mode == asked.Mode {
			next.x = x
			next.y = y
		}
		for _, resolution := range resolutions {
			rows := model.RowsOf(mode, resolution, asked.AspectRatio)
			var cells []string
			for _, d := range durations {
				cells = append(cells, MatrixCell(v, model.Lasting(rows, d)))
			}
			next.cells = append(next.cells, cells)
		}
		i := slices.IndexFunc(list, next.hasCellsOf)
		if i >= 0 {
			list[i].modes = append(list[i].modes, next.modes...)
		} else {
			list = append(list, next)
		}
	}
	return list
}

// cellOf returns the column and the line of a price: those for its duration and resolution, or for all.
func cellOf(asked *quote.Row, resolutions []string, durations []api.Number) (x, y int) {
	x = slices.IndexFunc(durations, func(d api.Number) bool {
		return d.Cmp(asked.Duration) == 0
	})
	if x < 0 {
		x = slices.IndexFunc(durations, func(d api.Number) bool {
			return !d.IsSet()
		})
	}
	y = slices.IndexFunc(resolutions, func(s string) bool {
		return s == "" || quote.ByResolution.Same(s, asked.Resolution)
	})
	return x, y
}

// hasCellsOf reports whether two matrices have the same prices.
func (m *matrix) hasCellsOf(o *matrix) bool {
	return slices.EqualFunc(m.cells, o.cells, slices.Equal)
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
	for x := range m.heads {
		wide[x] = min(m.align(x), max(width-left-3, 2))
	}
	var lines []string
	add := func(name string, from, to int, cell func(x int) string) {
		line := " " + t.Field.Label.Render(text.Left(name, left)) + " "
		for x := from; x < to; x++ {
			line += " " + cell(x)
		}
		lines = append(lines, text.Cut(strings.TrimRight(line, " "), width))
	}
	for from := 0; from < len(m.heads); {
		to := from + fitting(wide[from:], width-left-2)
		add("", from, to, func(x int) string {
			return t.Paint(theme.Muted, text.Right(m.heads[x]+" ", wide[x]))
		})
		for y, name := range m.names {
			add(name, from, to, func(x int) string {
				return m.cell(t, x, y, wide[x])
			})
		}
		from = to
	}
	return lines
}

// fitting returns how many columns fit a room beside each other, at least one.
func fitting(widths []int, room int) int {
	for i, width := range widths {
		room -= width + 1
		if i > 0 && room < 0 {
			return i
		}
	}
	return len(widths)
}

// align puts blanks behind the numbers of a column, so that their decimal points are below each other,
// and returns its width.
func (m *matrix) align(x int) int {
	fraction := 0
	for _, line := range m.cells {
		fraction = max(fraction, text.Fraction(strings.TrimSuffix(line[x], "*")))
	}
	width := text.Width(m.heads[x]) + 1
	for _, line := range m.cells {
		own := text.Fraction(strings.TrimSuffix(line[x], "*"))
		line[x] += text.Blank(1 + fraction - own - strings.Count(line[x], "*"))
		width = max(width, text.Width(line[x]))
	}
	return width
}

// cell draws a price, with the cursor on the one that is quoted.
func (m *matrix) cell(t *theme.Theme, x, y, width int) string {
	cell := text.Right(m.cells[y][x], width)
	if x == m.x && y == m.y {
		number := strings.TrimRight(m.cells[y][x], " *")
		return strings.Replace(cell, number, t.Table.Cursor.Render(number), 1)
	}
	return cell
}

// MatrixCell is the price of a combination: a dash for none, a span if several rows
// differ, a star at the model's default.
func MatrixCell(v *resource.View, rows []*quote.Row) string {
	s := spanText(v, (&Entry{Prices: rows}).span(quote.ByPrice), 6)
	if s == "" {
		return v.Theme.Glyphs.Dash
	}
	if slices.ContainsFunc(rows, (*quote.Row).Default) {
		return s + "*"
	}
	return s
}
