package works

import (
	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// textColumn is a column of texts that the filter searches.
func textColumn[R any](id string, priority, widest int, tone theme.Tone, of func(R) string) pane.Column[R] {
	return pane.Column[R]{Column: table.Column[R]{
		ID: id, Min: 8, Max: widest, Priority: priority, Search: of,
		Cell:  func(r R) table.Cell { return table.Cell{Text: of(r), Tone: tone} },
		Order: table.By(func(r R) (string, bool) { return of(r), of(r) != "" }),
	}}
}

// numberColumn is a column of numbers, which are copied and exported in full.
func numberColumn[R any](id, title string, priority int, of func(R) api.Number, cell func(R) table.Cell) pane.Column[R] {
	return pane.Column[R]{Column: table.Column[R]{
		ID: id, Title: title, Right: true, Max: 26, Priority: priority, Cell: cell,
		Exact: func(r R) string { return of(r).String() },
		Order: table.ByFunc(func(r R) (api.Number, bool) { return of(r), of(r).IsSet() }, api.Number.Cmp),
	}}
}

// figureColumn is a column of computed numbers.
func figureColumn[R any](id, title string, priority int, of func(R) metrics.Figure[float64], show func(metrics.Figure[float64]) string) pane.Column[R] {
	return pane.Column[R]{Column: table.Column[R]{
		ID: id, Title: title, Right: true, Max: 12, Priority: priority,
		Cell:  func(r R) table.Cell { return table.Cell{Text: show(of(r))} },
		Exact: func(r R) string { return exactFigure(of(r)) },
		Order: table.By(func(r R) (float64, bool) { f := of(r); return f.Value, f.OK() }),
	}}
}
