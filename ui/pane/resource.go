package pane

import (
	"channeldeck/theme"
	"channeldeck/ui/plain"
	"channeldeck/ui/widget/table"
)

// Column is a field of a resource: a column of the table and of exported files.
// Its title, unless one is set, is the message NAME.column.ID, with the name of
// the resource.
type Column[R any] struct {
	table.Column[R]
	Value      func(R) string // exact, for files; nil for Exact or else the text of Cell
	Show       func(R) string // in files for people; nil for Value
	ExportOnly bool           // never in the table
	TableOnly  bool           // never in files
}

// Resource is a kind of row: everything that a list, its inspector, its exports
// and the command line know of it. Messages are named after Name.
type Resource[R any] struct {
	Name    string                   // NAME.column.ID, NAME.n_rows, NAME.choose_export, NAME.copied_json; the name of files
	Columns []Column[R]              // in the order of files
	Shown   func(width int) []string // the columns that a table of a width begins with; nil for all
	Chosen  []string                 // the columns that the user chose instead, in every list of the resource
	ID      func(R) string           // what is copied; unique unless Key is set
	Key     func(R) string           // identifies a row across refreshes; nil for ID
	Record  func(R) any              // the JSON of a row
}

// TextColumn returns a column of a text, which the filter searches, with the minimum and
// the maximum width of [table.Column]. Rows without a text come last in either order.
func TextColumn[R any](id string, priority, least, most int, tone theme.Tone, of func(R) string) Column[R] {
	return Column[R]{Column: table.Column[R]{
		ID: id, Min: least, Max: most, Priority: priority, Search: of,
		Cell:  func(r R) table.Cell { return table.Cell{Text: of(r), Tone: tone} },
		Order: table.ByText(func(r R) (string, bool) { return of(r), of(r) != "" }),
	}}
}

// Sheet returns rows for files and pipes.
func (r *Resource[R]) Sheet(rows []R) *plain.Sheet[R] {
	sheet := &plain.Sheet[R]{Rows: rows, Record: r.Record}
	for _, col := range r.Columns {
		if col.TableOnly {
			continue
		}
		value := col.Value
		if value == nil {
			value = col.Exact
		}
		if value == nil {
			value = func(r R) string { return col.Cell(r).Text }
		}
		out := plain.Column[R]{Name: col.ID, Title: col.Title, Right: col.Right, Order: col.Order, Value: func(r *R) string { return value(*r) }}
		if col.Show != nil {
			out.Show = func(r *R) string { return col.Show(*r) }
		}
		sheet.Columns = append(sheet.Columns, out)
	}
	return sheet
}

// tableColumns returns the columns of the table, with their titles.
func (r *Resource[R]) tableColumns(c *Context) []table.Column[R] {
	var list []table.Column[R]
	for _, col := range r.Columns {
		if !col.ExportOnly {
			if col.Title == "" {
				col.Title = c.Words.T(r.Name + ".column." + col.ID)
			}
			cell := col.Cell
			col.Cell = func(row R) table.Cell {
				if v, bad := malformed(row, col.ID); bad {
					return table.Cell{Text: c.Theme.Glyphs.Stale + " " + string(v), Tone: theme.Warn}
				}
				return cell(row)
			}
			list = append(list, col.Column)
		}
	}
	return list
}
