// Package plain writes rows for pipes, files and terminals: as a table, JSON,
// NDJSON, CSV, TSV or Markdown.
//
// Only whole lines are written: when the context ends, the current line is the
// last.
package plain

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"channeldeck/ui/resource"
	"channeldeck/ui/widget/fuzzy"
)

// Format is an output format.
type Format string

// The formats.
const (
	Table    Format = "table" // aligned on a terminal, TSV elsewhere
	JSON     Format = "json"
	NDJSON   Format = "ndjson"
	CSV      Format = "csv"
	TSV      Format = "tsv"
	Markdown Format = "markdown"
)

// Formats lists the names of the formats.
func Formats() []string {
	return []string{"table", "json", "ndjson", "csv", "tsv", "markdown"}
}

// Title is the name of the format for display.
func (f Format) Title() string {
	if f == Markdown {
		return "Markdown"
	}
	return strings.ToUpper(string(f))
}

// Extension is the file name extension of the format, without the dot.
func (f Format) Extension() string {
	if f == Markdown {
		return "md"
	}
	return string(f)
}

// Column is a column of a sheet. Its functions get the index of a row.
type Column struct {
	ID, Title string
	Right     bool
	OnRequest bool
	IsField   bool // the JSON of a row has it too
	BySign    bool // a sign in another column says it
	Whole     bool // in printed tables other columns are cut before it
	Wraps     bool // continues on further lines where a printed table lacks room
	Spare     bool // left out of a dense table that would cut whole columns else

	Value func(row int32) resource.Value
	Print func(resource.Value) string                  // a value in printed tables; nil for as it is
	Order func(ctx context.Context, desc bool) []int32 // nil where rows cannot be sorted by it
}

// Sheet is rows with the columns to write. It knows rows by their indexes, so that it is compiled
// once and not for each kind of row.
type Sheet struct {
	Columns []Column
	Brief   []string // the columns of printed tables unless the user chooses others; nil for all
	Rows    []int32
	Record  func(row int32) any // the JSON of a row
	Search  []fuzzy.Field       // what a filter searches
	Omitted []string            // columns that the JSON lacks: a query that reads one is an error
	Single  bool                // as JSON, write the one row instead of an array
	Dense   bool                // a table on a terminal has no column without a value, and none that signs say
}

// Of returns rows with the columns that files of their resource have.
func Of[R any](r *resource.Resource[R], rows []R) *Sheet {
	s := &Sheet{
		Brief:  r.Brief,
		Rows:   make([]int32, len(rows)),
		Record: func(row int32) any { return r.JSON(rows[row]) },
	}
	for i := range rows {
		s.Rows[i] = int32(i)
	}
	if len(r.Chosen) > 0 {
		s.Brief = r.Chosen
	}
	columns := slices.DeleteFunc(slices.Clone(r.Columns), func(c resource.Column[R]) bool {
		return c.TableOnly
	})
	s.Search = resource.Searched(columns, rows)
	for _, c := range columns {
		column := Column{
			ID:        c.ID,
			Title:     c.Title,
			Right:     c.Right,
			OnRequest: c.OnRequest,
			IsField: slices.ContainsFunc(r.Fields, func(f resource.Field) bool {
				return f.Name == c.ID
			}),
			BySign: c.BySign,
			Whole:  c.Whole,
			Wraps:  c.Wraps,
			Spare:  c.Spare,
			Print:  c.Print,
			Value: func(row int32) resource.Value {
				return c.ValueOf(rows[row])
			},
		}
		if c.IsSorted() {
			column.Order = func(ctx context.Context, desc bool) []int32 {
				return c.Sort(ctx, rows, desc)
			}
		}
		s.Columns = append(s.Columns, column)
	}
	return s
}

// DropUnknown leaves out columns of numbers of which none is known in any row.
func (s *Sheet) DropUnknown() {
	s.dropUnknown(func(c Column) bool { return c.Right })
}

// dropUnknown leaves out columns that have no value in any row, of those that may be left out.
func (s *Sheet) dropUnknown(mayGo func(Column) bool) {
	if len(s.Rows) == 0 {
		return
	}
	s.Columns = slices.DeleteFunc(s.Columns, func(c Column) bool {
		known := func(row int32) bool { return c.Value(row).File() != "" }
		return mayGo(c) && !slices.ContainsFunc(s.Rows, known)
	})
}

// Screen describes the output.
type Screen struct {
	Terminal bool
	Width    int                 // of the terminal in cells; 0 if unknown
	Dash     string              // replaces missing values for display
	Head     func(string) string // styles the header of a table; nil for none
	Number   func(string) string // writes a number for display; nil for as it is
	AtLeast  string              // before a number that is a lower bound; "" for [resource.AtLeast]

	Labels      bool // CSV and TSV have titles as header, in place of the names of fields
	Spreadsheet bool // CSV for spreadsheet programs: with a byte order mark, and long digits as text
}

// Bytes returns the sheet as a file, with dash for missing values in Markdown. CSV is for
// spreadsheet programs.
func (s *Sheet) Bytes(ctx context.Context, f Format, dash string) ([]byte, error) {
	var b bytes.Buffer
	err := s.Write(ctx, &b, f, Screen{Dash: dash, Spreadsheet: true})
	return b.Bytes(), err
}

// Write writes the sheet. It returns the error of w or of ctx.
func (s *Sheet) Write(ctx context.Context, w io.Writer, f Format, screen Screen) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	var err error
	switch f {
	case JSON, NDJSON:
		err = s.writeJSON(ctx, buf, f, screen)
	case CSV:
		err = s.writeCSV(ctx, buf, screen)
	case Markdown:
		err = s.writeMarkdown(ctx, buf, screen)
	case TSV:
		screen.Head = nil
		err = s.writeTSV(ctx, buf, screen)
	default:
		if screen.Terminal {
			err = s.writeTable(ctx, buf, screen)
		} else {
			err = s.writeTSV(ctx, buf, screen)
		}
	}
	if flushed := buf.Flush(); flushed != nil {
		return flushed
	}
	return err
}

// each calls write for every row until the context ends.
func (s *Sheet) each(ctx context.Context, write func(i int, row int32) error) error {
	for i, row := range s.Rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := write(i, row); err != nil {
			return err
		}
	}
	return nil
}
