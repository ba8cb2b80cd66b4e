// Package resource describes kinds of rows: their columns, records and wording.
// Panes draw a resource, commands print it, completions list its columns, and
// exports come from it. It sees the world through a [View], without a terminal.
package resource

import (
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Column is a field of a resource: a column of the table, of exports and of printed
// lists.
type Column[R any] struct {
	ID        string // name in the interface or of our own; unique in its resource
	Title     string // a text or the ID of a message; "" for NAME.column.ID, with the name of the resource
	Right     bool   // aligned right, for numbers: the first sort by it is descending
	CutMiddle bool   // cut in the middle, for ids, which differ at their ends
	Sign      bool   // a sign of one cell, without a title
	Grow      bool   // takes the room that no other column needs

	// Min is the width to which the column may be cut where room is short, 0 for
	// never. Max is its maximum width, 0 for MaxWidth.
	Min, Max int

	// Priority decides which columns are shown if not all fit: those of highest
	// priority and, of equal priority, the leftmost.
	Priority int

	Pinned     bool // stays at the left while the others scroll
	Hidden     bool // not in the table until the user chooses it
	ExportOnly bool // never in the table
	TableOnly  bool // never in files
	OnRequest  bool // printed by commands only if the user names it

	Cell   func(R) Cell                        // nil only for ExportOnly
	Bar    func(R) float64                     // of at least 0: a bar behind the cell, where there is room; nil for none
	Full   float64                             // what fills the bar; 0 for the greatest of all rows
	Tone   theme.Tone                          // of the bar
	Short  func(cell string, width int) string // the text of a cell that is wider than its column, which is cut only where Min is not 0; nil where each is cut
	Exact  func(R) string                      // copied where Cell shortens it; nil or "" for the cell's text
	Value  func(R) string                      // exact, for files; nil for Exact or else the cell's text
	JSON   func(R) any                         // of the column alone, in place of Value; nil for Value
	Show   func(R) string                      // for people, in files and printed tables; nil for Value
	Search func(R) string                      // the text that the filter searches; nil for none
	Order  Order[R]                            // nil where rows cannot be sorted by it
}

// MaxWidth is the maximum width in cells of a column that sets none.
const MaxWidth = 40

// Cell is the value of a row in a column. An empty text is shown as a dash, for a
// missing value.
type Cell struct {
	Text    string
	Tone    theme.Tone // repeats what the text says, for users who see colours
	KeepEnd bool       // cut in the middle: texts that differ at their ends
}

// Resource is a kind of row: everything that a list, its inspector, its exports
// and the command line know of it. Messages are named after Name.
type Resource[R any] struct {
	Name    string                   // NAME.column.ID, NAME.n_rows, NAME.choose_export, NAME.copied_json; the name of files
	Columns []Column[R]              // in the order of files
	Shown   func(width int) []string // the columns that a table of a width begins with; nil for all
	Brief   []string                 // the columns of a printed table, in order; nil for all
	Chosen  []string                 // the columns that the user chose instead of Shown and Brief
	ID      func(R) string           // what is copied; unique unless Key is set
	Key     func(R) string           // identifies a row across refreshes; nil for ID
	Record  func(R) any              // the JSON of a row
}

// Names returns the ids of the columns that a file or a printed list can have.
func (r *Resource[R]) Names() []string {
	var names []string
	for i := range r.Columns {
		if !r.Columns[i].TableOnly {
			names = append(names, r.Columns[i].ID)
		}
	}
	return names
}

// TextOf returns the exact text of a row in a column, as files have it.
func (c *Column[R]) TextOf(row R) string {
	switch {
	case c.Value != nil:
		return c.Value(row)
	case c.Exact != nil:
		return c.Exact(row)
	}
	return c.Cell(row).Text
}

// DisplayOf returns the text of a row in a column for people.
func (c *Column[R]) DisplayOf(row R) string {
	if c.Show != nil {
		return c.Show(row)
	}
	return c.TextOf(row)
}

// Text returns a column of a text, which the filter searches, with a minimum and a
// maximum width. Rows without a text come last in either order.
func Text[R any](id string, priority, least, most int, tone theme.Tone, of func(R) string) Column[R] {
	return Column[R]{
		ID: id, Min: least, Max: most, Priority: priority, Search: of,
		Cell:  func(r R) Cell { return Cell{Text: of(r), Tone: tone} },
		Order: ByText(func(r R) (string, bool) { return of(r), of(r) != "" }),
	}
}

// Number returns a column of a number in a format, which is copied and exported in full.
func Number[R any](id string, priority, most int, format func(api.Number) string, of func(R) api.Number) Column[R] {
	return Column[R]{
		ID: id, Right: true, Max: most, Priority: priority,
		Cell:  func(r R) Cell { return Cell{Text: format(of(r))} },
		Exact: func(r R) string { return of(r).String() },
		Order: ByFunc(func(r R) (api.Number, bool) { return of(r), of(r).IsSet() }, api.Number.Cmp),
	}
}

// Fewer returns what shortens lists with a separator, for [Column.Short]: to as many of the first
// items as fit a width, and how many more there are.
func Fewer(separator string) func(list string, width int) string {
	return func(list string, width int) string {
		items, short := strings.Split(list, separator), list
		for n := len(items) - 1; n > 0 && text.Width(short) > width; n-- {
			short = strings.Join(items[:n], separator) + " +" + strconv.Itoa(len(items)-n)
		}
		return short
	}
}
