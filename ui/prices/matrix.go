package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
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
	x, y         int // of the cell with the price of the row; x is -1 for none
}

// matrixLines are the prices of the row's model by resolution and duration: a matrix for
// each group of modes with equal prices, the one with the price of the row first. That
// price is marked. view is the key that leads to the list of all prices.
func matrixLines(v *resource.View, r *Row, view string, width int) []string {
	model, w := r.Model, v.Words
	if !model.Rows[0].Priced() {
		return v.Paragraph(w.T("prices.no_prices"), width, theme.Muted)
	}
	modes, resolutions, durations := model.Axes()
	if len(modes)*len(resolutions)*len(durations)*len(model.Rows) > maxCells {
		return v.Paragraph(w.T("prices.too_many", "N", w.Int(len(model.Rows)), "Key", view), width, theme.Muted)
	}
	names, heads := make([]string, len(resolutions)), make([]string, len(durations))
	for y, resolution := range resolutions {
		names[y] = cmp.Or(clean(resolution), w.T("prices.all"))
	}
	for x, d := range durations {
		if heads[x] = v.Theme.Glyphs.Dash; d.IsSet() {
			heads[x] = seconds(v, d)
		}
	}
	var list []*matrix
	for _, of := range modes {
		next := &matrix{modes: []string{cmp.Or(mode(v, of), w.T("prices.all_modes"))}, names: names, heads: heads}
		next.fill(v, r, of, resolutions, durations)
		i := slices.IndexFunc(list, func(o *matrix) bool { return slices.EqualFunc(o.cells, next.cells, slices.Equal) })
		if i < 0 {
			list = append(list, next)
			continue
		}
		list[i].modes = append(list[i].modes, next.modes...)
		if list[i].x < 0 {
			list[i].x, list[i].y = next.x, next.y
		}
	}
	slices.SortStableFunc(list, func(a, b *matrix) int { return min(b.x, 0) - min(a.x, 0) }) // the one with the row's price first
	var lines []string
	for _, x := range list {
		if len(modes) > 1 || modes[0] != "" {
			lines = append(lines, v.Paragraph(strings.Join(x.modes, w.T("field.comma")), width, theme.Plain)...)
		}
		if x.width() > width {
			if turned := x.transposed(); turned.width() <= width {
				x = turned
			}
		}
		lines = append(lines, x.lines(v.Theme, width)...)
	}
	if strings.Contains(strings.Join(lines, ""), "*") {
		lines = append(lines, v.Paragraph(w.T("prices.default_mark"), width, theme.Muted)...)
	}
	return lines
}

// fill adds the prices of a mode.
func (m *matrix) fill(v *resource.View, r *Row, of string, resolutions []string, durations []api.Number) {
	m.x = -1
	for y, resolution := range resolutions {
		rows := r.Model.At(of, resolution)
		cells := make([]string, len(durations))
		for x, d := range durations {
			applying := atRatio(r, r.Model.Lasting(rows, d))
			cells[x] = matrixCell(v, applying)
			if isAt(r, of, resolution, applying) && (r.offer == nil || quote.CompareNumbers(d, r.offer.Duration) == 0) {
				m.x, m.y = x, y
			}
		}
		m.cells = append(m.cells, cells)
	}
}

// atRatio returns the prices that apply to the aspect ratio of an offer.
func atRatio(r *Row, rows []*quote.Row) []*quote.Row {
	if r.offer == nil || r.price().AspectRatio == "" {
		return rows
	}
	ratio := text.Fold(r.price().AspectRatio)
	return slices.DeleteFunc(slices.Clone(rows), func(p *quote.Row) bool { return p.AspectRatio != "" && text.Fold(p.AspectRatio) != ratio })
}

// isAt reports whether the price of a row belongs to the cell of a mode and a
// resolution, to which the prices in applying apply. An offer for all modes or
// resolutions belongs to the cell that the question names.
func isAt(r *Row, mode, resolution string, applying []*quote.Row) bool {
	p := r.price()
	if p == nil || !slices.Contains(applying, p) {
		return false
	}
	if r.offer == nil {
		return true
	}
	is := func(asked, named, s string) bool {
		asked = cmp.Or(asked, named)
		return asked == "" || s == "" || text.Fold(asked) == text.Fold(s)
	}
	return is(r.question.Mode, p.Mode, mode) && is(r.question.Resolution, p.Resolution, resolution)
}

func (m *matrix) transposed() *matrix {
	out := &matrix{names: m.heads, heads: m.names, cells: make([][]string, len(m.heads)), x: m.y, y: m.x}
	for _, line := range m.cells {
		for x, s := range line {
			out.cells[x] = append(out.cells[x], s)
		}
	}
	return out
}

// left returns the width of the names of the lines.
func (m *matrix) left() int {
	left := 0
	for _, name := range m.names {
		left = max(left, text.Width(name))
	}
	return left
}

// columnWidths returns the widths of the columns without their marks.
func (m *matrix) columnWidths() []int {
	wide := make([]int, len(m.heads))
	for i, head := range m.heads {
		wide[i] = text.Width(head)
		for _, line := range m.cells {
			wide[i] = max(wide[i], text.Width(strings.TrimSuffix(line[i], "*")))
		}
	}
	return wide
}

// width returns the width of the matrix in one table.
func (m *matrix) width() int {
	width := m.left() + 2
	for _, w := range m.columnWidths() {
		width += w + 2
	}
	return width
}

// lines draws the matrix, in several tables one below the other if the width
// requires it. The numbers and their headings are aligned at the last digit, with
// room behind it for the mark of the default.
func (m *matrix) lines(t *theme.Theme, width int) []string {
	left, wide := min(m.left(), max(width/3, 4)), m.columnWidths()
	var lines []string
	for from := 0; from < len(m.heads); {
		to, room := from, width-left-2
		for to < len(m.heads) && (to == from || room >= wide[to]+2) {
			room -= wide[to] + 2
			to++
		}
		row := func(name string, cells []string, y int) {
			line := " " + t.Field.Label.Render(text.Left(name, left)) + " "
			for i := from; i < to; i++ {
				style, mark := t.Tone(theme.Plain), " "
				cell, starred := strings.CutSuffix(cells[i], "*")
				if starred {
					mark = "*"
				}
				switch {
				case y < 0:
					style = t.Tone(theme.Muted)
				case i == m.x && y == m.y:
					style = t.Table.Cursor
				case cell == t.Glyphs.Dash:
					style = t.Tone(theme.Faint)
				}
				cell = text.Cut(cell, max(width-left-3, 1))
				line += text.Blank(1+max(wide[i]-text.Width(cell), 0)) + style.Render(cell) + t.Tone(theme.Muted).Render(mark)
			}
			lines = append(lines, text.Cut(strings.TrimRight(line, " "), width))
		}
		row("", m.heads, -1)
		for y, name := range m.names {
			row(name, m.cells[y], y)
		}
		from = to
	}
	return lines
}

// matrixCell is the price of a combination: a dash for none, a span if several rows
// differ, a star at the model's default.
func matrixCell(v *resource.View, rows []*quote.Row) string {
	s := spanText(v, (&Row{prices: rows}).span(quote.ByPrice), 6)
	switch {
	case s == "":
		return v.Theme.Glyphs.Dash
	case slices.ContainsFunc(rows, (*quote.Row).Default):
		return s + "*"
	}
	return s
}
