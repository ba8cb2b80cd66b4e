package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"channeldeck/theme"
)

// leastColumn is how many cells a column needs, its margins included; where that
// is not to be had, rows are written as lists.
const leastColumn = 7

// marked is in the first cell of rows that are not the source's. No clean text
// has it.
const marked = "\ue002"

// table draws a table, or where the room is too little for it, lists.
func (w *writer) table(t *extast.Table) {
	for _, row := range children(t) {
		w.surplus(row)
		for _, cell := range children(row) {
			w.inlines(cell, 1)
			if row.Kind() == extast.KindTableHeader {
				strong := ast.NewEmphasis(2)
				move(cell, strong)
				cell.AppendChild(cell, strong)
			}
		}
	}
	w.lowerHeading(t)
	drawn, ok := w.fitted(t)
	if !ok {
		rows := children(t)
		w.records(children(rows[1]), rows[3:])
		return
	}
	lines := drawn.wrap(w.room())
	isMarked := func(line string) bool { return strings.Contains(line, marked) }
	lines = lines[1+slices.IndexFunc(lines, isMarked):] // behind the blank heading
	for _, line := range lines[1:] {
		switch {
		case isMarked(line):
			w.line(lines[0])
		case line != "":
			w.line(line)
		}
	}
}

// fitted is a table as wide as it is, or as wide as there is room. It is not ok
// where that is too little: glamour then leaves columns out.
func (w *writer) fitted(t *extast.Table) (drawn styled, ok bool) {
	if len(t.Alignments)*leastColumn > w.room() {
		return styled{}, false
	}
	whole := w.glamour(t, 0)
	if whole.width() <= w.room() {
		return whole, true
	}
	drawn = w.glamour(t, w.room())
	return drawn, drawn.width() <= w.room() && slices.Equal(w.letters(drawn), w.letters(whole))
}

// letters are all signs of a table but its lines, sorted.
func (w *writer) letters(table styled) []rune {
	lines := " \n" + w.theme.Glyphs.Border.Left + w.theme.Glyphs.Border.Middle + w.theme.Glyphs.Rule
	var all []rune
	for _, r := range table.text {
		if !strings.ContainsRune(lines, r) {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	return all
}

// lowerHeading makes the heading a row, with a blank one above it and another
// below, in place of which the rule is drawn: glamour breaks no lines in headings
// but cuts them off.
func (w *writer) lowerHeading(t *extast.Table) {
	heading := t.FirstChild()
	row, above, below := extast.NewTableRow(t.Alignments), extast.NewTableRow(t.Alignments), extast.NewTableRow(t.Alignments)
	for _, cell := range children(heading) {
		row.AppendChild(row, cell)
		above.AppendChild(above, extast.NewTableCell())
		below.AppendChild(below, extast.NewTableCell())
	}
	for _, blank := range []ast.Node{above, below} {
		first := blank.FirstChild()
		first.AppendChild(first, w.add(marked))
	}
	rest := heading.NextSibling()
	t.ReplaceChild(t, heading, extast.NewTableHeader(above))
	t.InsertBefore(t, rest, row)
	t.InsertBefore(t, rest, below)
}

// surplus keeps what a row has beyond its last column: the parser drops it.
func (w *writer) surplus(row ast.Node) {
	last := row.LastChild()
	if last == nil || last.Lines().Len() == 0 {
		return
	}
	rest := w.src[last.Lines().At(0).Stop:w.end]
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	if s := strings.Trim(string(rest), "| "); s != "" {
		last.AppendChild(last, w.text(" | "+s))
	}
}

// records writes each row as a list of its cells behind the column's names.
func (w *writer) records(names, rows []ast.Node) {
	if len(rows) == 0 {
		for _, name := range names {
			w.record(name)
		}
	}
	for i, row := range rows {
		if i > 0 {
			w.line("")
		}
		for c, cell := range children(row) {
			strong := ast.NewEmphasis(2)
			strong.AppendChild(strong, w.add(w.plain(names[c])))
			w.record(strong, w.painted(": ", theme.Faint), cell)
		}
	}
}

// record writes a line of what is in cells, and of other nodes.
func (w *writer) record(nodes ...ast.Node) {
	line := ast.NewTextBlock()
	for _, n := range nodes {
		if n.Kind() == extast.KindTableCell {
			move(n, line)
		} else {
			line.AppendChild(line, n)
		}
	}
	w.wrapped(w.glamour(line, 0))
}
