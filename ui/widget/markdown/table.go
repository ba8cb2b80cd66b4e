package markdown

import (
	"strings"

	extast "github.com/yuin/goldmark/extension/ast"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// leastColumn is the narrowest a column of a table may become; where that is not
// enough, rows are written as lists.
const leastColumn = 4

// table draws the columns side by side, cells wrapped within their width.
func (w *writer) table(t *extast.Table) {
	rows := w.cells(t)
	if len(rows) == 0 {
		return
	}
	bar := " " + w.faint().Render(w.r.theme.Glyphs.Border.Left) + " "
	widths := w.widths(rows, w.room()-3*(len(rows[0])-1))
	if widths == nil {
		w.records(rows)
		return
	}
	for i, row := range rows {
		w.row(row, widths, t.Alignments, bar)
		if i == 0 {
			parts := make([]string, len(widths))
			for c, n := range widths {
				parts[c] = strings.Repeat(w.r.theme.Glyphs.Rule, n)
			}
			rule := w.r.theme.Glyphs.Rule
			w.line(w.faint().Render(strings.Join(parts, rule+w.r.theme.Glyphs.Border.Middle+rule)))
		}
	}
}

// cells are the rows of a table, the heading first, all of the same length.
func (w *writer) cells(t *extast.Table) [][][]span {
	var rows [][][]span
	columns := len(t.Alignments)
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		style := w.base
		if r.Kind() == extast.KindTableHeader {
			style = w.r.theme.Tone(theme.Strong)
		}
		row := make([][]span, columns)
		i := 0
		for c := r.FirstChild(); c != nil && i < columns; c = c.NextSibling() {
			row[i] = w.spans(c, style)
			i++
		}
		rows = append(rows, row)
	}
	return rows
}

// widths shares the room out: each column as wide as its widest cell, and where
// that is too much, less of the widest. It returns nil where there are too many
// columns.
func (w *writer) widths(rows [][][]span, room int) []int {
	widths := make([]int, len(rows[0]))
	sum := 0
	for c := range widths {
		widths[c] = 1
		for _, row := range rows {
			widths[c] = max(widths[c], spanWidth(row[c]))
		}
		sum += widths[c]
	}
	if len(widths) == 0 || sum > room && len(widths)*leastColumn > room {
		return nil
	}
	for sum > room {
		widest, second := 0, 0
		for c, n := range widths {
			if n > widths[widest] {
				widest = c
			}
		}
		for c, n := range widths {
			if c != widest {
				second = max(second, n)
			}
		}
		less := min(max(widths[widest]-second, 1), sum-room)
		widths[widest] -= less
		sum -= less
	}
	return widths
}

func spanWidth(spans []span) int {
	n := 0
	for _, s := range spans {
		n += text.Width(s.text)
	}
	return n
}

func (w *writer) row(cells [][]span, widths []int, align []extast.Alignment, bar string) {
	wrapped := make([][]string, len(cells))
	height := 1
	for c := range cells {
		wrapped[c] = wrap(cells[c], widths[c])
		height = max(height, len(wrapped[c]))
	}
	for l := range height {
		var b strings.Builder
		for c, n := range widths {
			if c > 0 {
				b.WriteString(bar)
			}
			line := ""
			if l < len(wrapped[c]) {
				line = wrapped[c][l]
			}
			b.WriteString(aligned(line, n, align[c]))
		}
		w.line(b.String())
	}
}

func aligned(s string, width int, a extast.Alignment) string {
	switch blank := width - text.Width(s); a {
	case extast.AlignRight:
		return text.Blank(blank) + s
	case extast.AlignCenter:
		return text.Blank(blank/2) + s + text.Blank(blank-blank/2)
	default:
		return s + text.Blank(blank)
	}
}

// records writes each row as a list of its cells behind the column's names.
func (w *writer) records(rows [][][]span) {
	for i, row := range rows[1:] {
		if i > 0 {
			w.line("")
		}
		for c, cell := range row {
			name := append(append([]span{}, rows[0][c]...), span{": ", w.faint()})
			w.paragraph(append(name, cell...))
		}
	}
	if len(rows) == 1 {
		for _, name := range rows[0] {
			w.paragraph(name)
		}
	}
}
