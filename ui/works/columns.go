package works

import (
	"cmp"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// textColumn is a column of texts that the filter searches. Muted ones are ids, which
// are cut in the middle.
func textColumn[R any](id string, priority, widest int, tone theme.Tone, of func(R) string) pane.Column[R] {
	c := pane.TextColumn(id, priority, widest, tone, of)
	c.Min, c.CutMiddle = 8, tone == theme.Muted
	return c
}

// numberColumn is a column of numbers, which are copied and exported in full.
func numberColumn[R any](id, title string, priority int, of func(R) api.Number, cell func(api.Number) table.Cell) pane.Column[R] {
	return pane.Column[R]{Column: table.Column[R]{
		ID: id, Title: title, Right: true, Max: 26, Priority: priority,
		Cell:  func(r R) table.Cell { return cell(of(r)) },
		Exact: func(r R) string { return of(r).String() },
		Order: table.ByFunc(func(r R) (api.Number, bool) { return of(r), of(r).IsSet() }, api.Number.Cmp),
	}}
}

// plainCell makes cells of numbers in a format.
func plainCell(format func(api.Number) string) func(api.Number) table.Cell {
	return func(n api.Number) table.Cell { return table.Cell{Text: format(n)} }
}

// readingColumn is a column of a metric. A value that is not a number is shown as it was
// received.
func readingColumn[R any](m *Model, id, title string, priority int, of func(R) metrics.Reading) pane.Column[R] {
	c := numberColumn(id, title, priority, func(r R) api.Number { return of(r).Value }, plainCell(m.exact))
	c.Exact = func(r R) string { return of(r).Received() }
	number := c.Cell
	c.Cell = func(r R) table.Cell {
		if of(r).Why == metrics.NotANumber {
			return table.Cell{Text: m.Theme.Glyphs.Unknown + " " + of(r).Received(), Tone: theme.Warn}
		}
		return number(r)
	}
	return c
}

// cells is an inspector of the columns of a row, from one column on.
func cells[R any](m *Model, resource *pane.Resource[R], r R, from int) []facts.Fact {
	var list []facts.Fact
	for _, c := range resource.Columns[from:] {
		cell := c.Cell(r)
		f := facts.Fact{Name: cmp.Or(c.Title, m.Words.T(resource.Name+".column."+c.ID)), Value: cell.Text, Tone: cell.Tone}
		if f.Value == "" {
			f.Value, f.Tone = m.Theme.Glyphs.Dash, theme.Faint
		}
		list = append(list, f)
	}
	return list
}
