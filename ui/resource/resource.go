// Package resource describes kinds of rows: their columns, records and wording.
// Panes draw a resource, commands print it, completions list its columns, and
// exports come from it. It sees the world through a [View], without a terminal.
package resource

import (
	"context"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
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
	Wraps     bool   // continues on further lines where the whole table has room for them
	Yields    bool   // left out where the column that grows would be cut: what others tell too
	With      string // the column without which this one is left out, such as the name of its number; "" for none

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
	BySign     bool // a sign in another column says it: printed on a terminal only if the user names it
	Whole      bool // in printed tables other columns are cut before it
	Spare      bool // left out of a printed table where whole ones would be cut, unless the user names it

	// Of returns what the column has of a row, from which all else follows. It is nil for a
	// column that is only drawn.
	Of       func(R) Value
	Searched bool               // by the filter
	Unsorted bool               // rows cannot be sorted by it
	Write    func(Value) string // a known value on the screen; nil for its text
	Print    func(Value) string // a known value in printed tables; nil for as it is copied

	Cell  func(R) Cell    // the cell, where the value does not tell it: signs, marks, charts
	Order Order[R]        // where rows are not in the order of their values
	Bar   func(R) float64 // of at least 0: a bar behind the cell, where there is room; nil for none
	Full  float64         // what fills the bar; 0 for the greatest of all rows
	Tone  theme.Tone      // of the bar
	// the text of a cell that is wider than its column, which is cut only where Min is not 0; nil
	// where each is cut
	Short func(cell string, width int) string
	Brief func(r R, width int) string // fewer words for a cell that Short leaves too wide; nil for none
}

// Shortened returns the text of a cell of a row as it is shown in a width, by Short and Brief.
func (c *Column[R]) Shortened(r R, cell string, width int) string {
	short := c.Short(cell, width)
	if c.Brief != nil && text.Width(short) > width {
		return c.Brief(r, width)
	}
	return short
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
	// NAME.column.ID, NAME.choose_export, NAME.copied_json; the name of files
	Name      string
	Columns   []Column[R]              // in the order of files
	ColumnsAt func(width int) []string // the columns that a table of a width begins with; nil for all
	Brief     []string                 // the columns of a printed table, in order; nil for all
	Chosen    []string                 // the columns that the user chose instead of ColumnsAt and Brief
	ID        func(R) string           // what is copied; unique unless Key is set
	IDs       func(R) []string         // what is copied of a row that stands for several things; nil for ID
	Key       func(R) string           // identifies a row across refreshes; nil for ID

	// Fields are the members of the JSON of a row, in their order. Record returns the JSON of rows that is no
	// matter of columns, such as objects of the service, or nil for a row that has the fields: see [Resource.JSON].
	Fields []Field
	Record func(R) any
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

// WithValues returns those of some columns that have a value in one of the rows; all of them where there are
// no rows yet.
func (r *Resource[R]) WithValues(ids []string, rows []R) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		i := slices.IndexFunc(r.Columns, func(c Column[R]) bool {
			return c.ID == id
		})
		return len(rows) > 0 && !slices.ContainsFunc(rows, func(row R) bool {
			return r.Columns[i].CellOf(row).Text != ""
		})
	})
}

// ValueOf returns what a column has of a row, unknown for a column that is only drawn.
func (c *Column[R]) ValueOf(row R) Value {
	if c.Of == nil {
		return Value{}
	}
	return c.Of(row)
}

// CellOf returns the cell of a row.
func (c *Column[R]) CellOf(row R) Cell {
	if c.Cell != nil {
		return c.Cell(row)
	}
	v := c.ValueOf(row)
	return Cell{
		Text:    c.written(v),
		Tone:    v.Tone,
		KeepEnd: v.KeepEnd,
	}
}

// written is a value on the screen, "" for an unknown one.
func (c *Column[R]) written(v Value) string {
	if c.Write == nil || v.kind == unknownKind || v.kind == blankKind {
		return v.Text()
	}
	return c.Write(v)
}

// CopyOf returns what is copied of a row: the exact value or, where there is none, the cell.
func (c *Column[R]) CopyOf(row R) string {
	s := c.ValueOf(row).Exact()
	if s != "" {
		return s
	}
	return c.CellOf(row).Text
}

// Printed returns a value in a printed table, "" for an unknown one.
func (c *Column[R]) Printed(v Value) string {
	if c.Print == nil || !v.IsKnown() {
		return v.Printed()
	}
	return c.Print(v)
}

// TextOf returns the exact text of a row, as files have it.
func (c *Column[R]) TextOf(row R) string { return c.ValueOf(row).File() }

// DisplayOf returns the text of a row in a printed table.
func (c *Column[R]) DisplayOf(row R) string {
	return c.Printed(c.ValueOf(row))
}

// SearchedOf returns the text of a row that the filter searches.
func (c *Column[R]) SearchedOf(row R) string {
	v := c.ValueOf(row)
	s := v.text
	if v.kind != textKind && v.kind != flagKind && v.kind != wordKind && v.kind != rankedKind &&
		v.kind != referenceKind {
		s = c.written(v)
	}
	if v.also == "" {
		return s
	}
	return s + " " + v.also
}

// IsSorted reports whether rows can be sorted by the column.
func (c *Column[R]) IsSorted() bool {
	return c.Order != nil || c.Of != nil && !c.Unsorted
}

// Sort sorts rows by the column and returns their indexes: see [Order].
func (c *Column[R]) Sort(ctx context.Context, rows []R, desc bool) []int32 {
	if c.Order != nil {
		return c.Order(ctx, rows, desc)
	}
	return sortValues(len(rows), func(i int) Value {
		return c.Of(rows[i])
	}, desc)
}

// Text returns a column of a text, which the filter searches, with a minimum and a
// maximum width. Rows without a text come last in either order.
func Text[R any](
	id string,
	priority, least, most int,
	tone theme.Tone,
	of func(R) string,
) Column[R] {
	return Column[R]{
		ID:       id,
		Min:      least,
		Max:      most,
		Priority: priority,
		Searched: true,
		Of:       func(r R) Value { return TextValue(of(r)).Toned(tone) },
	}
}

// Word returns a column of words for names of the interface, such as platforms.
func Word[R any](
	id string,
	priority, least, most int,
	tone theme.Tone,
	of func(R) (code, word string),
) Column[R] {
	c := Text[R](id, priority, least, most, tone, nil)
	c.Of = func(r R) Value {
		code, word := of(r)
		return WordValue(code, word).Toned(tone)
	}
	return c
}

// Number returns a column of a number, which is written in a format on the screen, and copied and
// exported in full.
func Number[R any](
	id string,
	priority, most int,
	format func(api.Number) string,
	of func(R) api.Number,
) Column[R] {
	return Column[R]{
		ID:       id,
		Right:    true,
		Max:      most,
		Priority: priority,
		Of:       func(r R) Value { return NumberValue(of(r)) },
		Write:    func(v Value) string { return format(v.number) },
	}
}

// Fewer returns what shortens lists with a separator, for [Column.Short]: to as many of the first
// items as fit a width, and how many more there are.
func Fewer(w *words.Words, separator string) func(list string, width int) string {
	return func(list string, width int) string {
		items := strings.Split(list, separator)
		short := list
		for n := len(items) - 1; n > 0 && text.Width(short) > width; n-- {
			short = w.T(
				"field.more",
				"First", strings.Join(items[:n], separator),
				"N", w.Int(len(items)-n),
			)
		}
		return short
	}
}
