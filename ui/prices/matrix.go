package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

// maxCells bounds a matrix of prices: the number of its cells times that of the
// prices from which each is chosen.
const maxCells = 1_000_000

// matrix is the prices of a model by resolution and duration, for modes with equal
// prices.
type matrix struct {
	modes []string // labels
	cells [][]string
	x, y  int // of the cell of the row; x is -1 for none
}

// matrixLines are the prices by resolution and duration, one matrix for each mode or
// for several with equal prices: that of the question first. The price of the row is
// marked.
func (m *Model) matrixLines(r *Row, width int) []string {
	model, w := r.Model, m.Words
	if !model.Rows[0].Priced() {
		return m.Paragraph(w.T("prices.no_prices"), width, theme.Muted)
	}
	modes, resolutions, durations := model.Axes()
	if len(modes)*len(resolutions)*len(durations)*len(model.Rows) > maxCells {
		return m.Paragraph(w.T("prices.too_many", "N", w.Int(len(model.Rows)), "Key", m.keys.View.Help().Key), width, theme.Muted)
	}
	names, heads := make([]string, len(resolutions)), make([]string, len(durations))
	for y, s := range resolutions {
		names[y] = cmp.Or(clean(s), w.T("prices.all"))
	}
	for x, d := range durations {
		if heads[x] = m.Theme.Glyphs.Dash; d.IsSet() {
			heads[x] = m.seconds(d)
		}
	}
	var list []*matrix
	for _, mode := range modes {
		next := &matrix{modes: []string{cmp.Or(m.mode(mode), w.T("prices.all_modes"))}, x: -1}
		for y, resolution := range resolutions {
			rows := model.At(mode, resolution)
			line := make([]string, len(durations))
			for x, d := range durations {
				applying := atRatio(r, model.Lasting(rows, d))
				line[x] = m.matrixCell(applying)
				if m.isAt(r, mode, resolution, applying) && (r.offer == nil || quote.CompareNumbers(d, r.offer.Duration) == 0) {
					next.x, next.y = x, y
				}
			}
			next.cells = append(next.cells, line)
		}
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
	slices.SortStableFunc(list, func(a, b *matrix) int { return min(b.x, 0) - min(a.x, 0) }) // that of the row first
	var lines []string
	for _, x := range list {
		if len(modes) > 1 || modes[0] != "" {
			lines = append(lines, m.Paragraph(strings.Join(x.modes, w.T("field.comma")), width, theme.Plain)...)
		}
		if matrixWidth(x.cells, names, heads) > width && matrixWidth(transposed(x.cells), heads, names) <= width {
			x.cells, x.x, x.y = transposed(x.cells), x.y, x.x
			lines = append(lines, m.matrixTable(x, heads, names, width)...)
			continue
		}
		lines = append(lines, m.matrixTable(x, names, heads, width)...)
	}
	if strings.Contains(strings.Join(lines, ""), "*") {
		lines = append(lines, m.Paragraph(w.T("prices.default_mark"), width, theme.Muted)...)
	}
	return lines
}

// atRatio narrows prices to those for the aspect ratio of an offer.
func atRatio(r *Row, rows []*quote.Row) []*quote.Row {
	if r.offer == nil || r.price().AspectRatio == "" {
		return rows
	}
	ratio := text.Fold(r.price().AspectRatio)
	return slices.DeleteFunc(slices.Clone(rows), func(p *quote.Row) bool { return p.AspectRatio != "" && text.Fold(p.AspectRatio) != ratio })
}

// isAt reports whether the price of a row is that of a combination to which prices
// apply.
func (m *Model) isAt(r *Row, mode, resolution string, applying []*quote.Row) bool {
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

func transposed(cells [][]string) [][]string {
	out := make([][]string, len(cells[0]))
	for _, line := range cells {
		for x, s := range line {
			out[x] = append(out[x], s)
		}
	}
	return out
}

// columnWidths returns the widths of the columns of a matrix without their marks.
func columnWidths(cells [][]string, heads []string) []int {
	wide := make([]int, len(heads))
	for i, head := range heads {
		wide[i] = text.Width(head)
		for _, line := range cells {
			wide[i] = max(wide[i], text.Width(strings.TrimSuffix(line[i], "*")))
		}
	}
	return wide
}

// matrixWidth returns the width of a matrix in one table.
func matrixWidth(cells [][]string, names, heads []string) int {
	width := 0
	for _, name := range names {
		width = max(width, text.Width(name))
	}
	for _, w := range columnWidths(cells, heads) {
		width += w + 2
	}
	return width + 2
}

// matrixTable draws a matrix, in several tables one below the other if the width
// requires it. The numbers and their headings are aligned at the last digit, with
// room behind it for the mark of the default.
func (m *Model) matrixTable(x *matrix, names, heads []string, width int) []string {
	t := m.Theme
	left := 0
	for _, name := range names {
		left = max(left, text.Width(name))
	}
	left = min(left, max(width/3, 4))
	wide := columnWidths(x.cells, heads)
	var lines []string
	for from := 0; from < len(heads); {
		to, room := from, width-left-2
		for to < len(heads) && (to == from || room >= wide[to]+2) {
			room -= wide[to] + 2
			to++
		}
		row := func(name string, cells []string, y int) {
			line := " " + t.Field.Label.Render(text.Left(name, left))
			for i := from; i < to; i++ {
				style, cell, mark := t.Tone(theme.Plain), cells[i], " "
				if number, ok := strings.CutSuffix(cell, "*"); ok {
					cell, mark = number, "*"
				}
				switch {
				case y < 0:
					style = t.Tone(theme.Muted)
				case i == x.x && y == x.y:
					style = t.Table.Cursor
				case cell == t.Glyphs.Dash:
					style = t.Tone(theme.Faint)
				}
				cell = text.Cut(cell, max(width-left-3, 1))
				gap := 1
				if i == from {
					gap = 2
				}
				line += text.Blank(gap+max(wide[i]-text.Width(cell), 0)) + style.Render(cell) + t.Tone(theme.Muted).Render(mark)
			}
			lines = append(lines, text.Cut(strings.TrimRight(line, " "), width))
		}
		row("", heads, -1)
		for y, name := range names {
			row(name, x.cells[y], y)
		}
		from = to
	}
	return lines
}

// matrixCell is the price of a combination: a dash for none, a span if several rows
// differ, a star at the model's default.
func (m *Model) matrixCell(rows []*quote.Row) string {
	s := m.span((&Row{prices: rows}).span(quote.ByPrice), 6)
	switch {
	case s == "":
		return m.Theme.Glyphs.Dash
	case slices.ContainsFunc(rows, (*quote.Row).Default):
		return s + "*"
	}
	return s
}
