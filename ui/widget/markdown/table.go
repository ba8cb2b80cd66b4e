package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// No column shrinks below minColumn cells: where it would have to, each row is a list.
const (
	minColumn = 5
	margin    = 3 // a blank, the bar and a blank
)

// table shows the columns side by side, their cells wrapped.
func (w *writer) table(t *extast.Table) {
	var rows [][]styled
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		rows = append(rows, w.cells(row))
	}
	// the last margin has no blank at its end
	widths := columnWidths(
		rows,
		w.room()+1-margin*len(rows[0]),
	)
	if widths == nil {
		w.records(rows)
		return
	}
	glyphs := w.theme.Glyphs
	for i, row := range rows {
		w.row(row, widths, t.Alignments)
		if i == 0 {
			var rules []string
			for _, cells := range widths {
				rules = append(rules, strings.Repeat(glyphs.Rule, cells+margin-1))
			}
			w.line(w.faint().Render(strings.Join(rules, glyphs.Border.Middle)))
		}
	}
}

// cells puts what the parser drops, beyond the last column, into the last cell.
func (w *writer) cells(row ast.Node) []styled {
	style := w.base
	if row.Kind() == extast.KindTableHeader {
		style = style.With(w.theme.Tone(theme.Strong))
	}
	var cells []styled
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		cell := span{w: w}
		cell.children(c, style)
		if c.NextSibling() == nil && c.Lines().Len() > 0 {
			rest, _, _ := bytes.Cut(w.src[c.Lines().At(0).Stop:], []byte("\n"))
			s := strings.Trim(string(rest), "| ")
			if s != "" {
				cell.add(" | "+s, style)
			}
		}
		cells = append(cells, cell.styled())
	}
	return cells
}

// columnWidths gives each column the width of its widest cell, and takes from the
// widest ones what exceeds the room. It returns nil where the room is too small.
func columnWidths(rows [][]styled, room int) []int {
	widths := make([]int, len(rows[0]))
	sum := 0
	for c := range widths {
		widths[c] = 1
		for _, row := range rows {
			widths[c] = max(widths[c], row[c].width())
		}
		sum += widths[c]
	}
	for ; sum > room; sum-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= minColumn {
			return nil
		}
		widths[widest]--
	}
	return widths
}

func (w *writer) row(cells []styled, widths []int, align []extast.Alignment) {
	wrapped := make([][]string, len(cells))
	height := 1
	for c, cell := range cells {
		wrapped[c] = cell.wrap(widths[c])
		height = max(height, len(wrapped[c]))
	}
	bar := " " + w.faint().Render(w.theme.Glyphs.Border.Left) + " "
	for l := range height {
		columns := make([]string, len(cells))
		for c, lines := range wrapped {
			line := ""
			if l < len(lines) {
				line = lines[l]
			}
			columns[c] = aligned(line, widths[c], align[c])
		}
		w.line(" " + strings.Join(columns, bar))
	}
}

func aligned(s string, width int, a extast.Alignment) string {
	blank := width - text.Width(s)
	left := 0
	switch a {
	case extast.AlignRight:
		left = blank
	case extast.AlignCenter:
		left = blank / 2
	}
	return text.Blank(left) + s + text.Blank(blank-left)
}

// records shows each row as a list of its cells behind the column names.
func (w *writer) records(rows [][]styled) {
	if len(rows) == 1 {
		rows = append(rows, make([]styled, len(rows[0])))
	}
	for i, row := range rows[1:] {
		if i > 0 {
			w.line("")
		}
		for c, cell := range row {
			w.wrapped(styled{text: rows[0][c].text + ": " + cell.text})
		}
	}
}
