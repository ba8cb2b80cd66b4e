// Package plain writes results for pipes, files and quick looks: as a table,
// JSON, NDJSON, CSV, TSV or Markdown. It knows columns and rows, and nothing of
// what they mean.
//
// Whole lines are written or none: when the context ends, the line at hand is
// the last.
package plain

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
)

// Format is a form of output.
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

// Formats lists the formats as a person may write them.
func Formats() []Format { return []Format{Table, JSON, NDJSON, CSV, TSV, Markdown} }

// Valid reports whether there is such a format.
func (f Format) Valid() bool { return slices.Contains(Formats(), f) }

// Title is the name of the format as people know it.
func (f Format) Title() string {
	if f == Markdown {
		return "Markdown"
	}
	return strings.ToUpper(string(f))
}

// Extension is how names of files in the format end, without the dot.
func (f Format) Extension() string {
	if f == Markdown {
		return "md"
	}
	return string(f)
}

// Column is one column over rows of type R.
type Column[R any] struct {
	Name  string          // of the field in the interface: the header of CSV and TSV
	Title string          // for people: the header of tables and Markdown; Name where empty
	Right bool            // numbers stand at the right
	Value func(*R) string // exact; empty where missing
	Show  func(*R) string // for people; Value where nil
}

// Sheet is what is written.
type Sheet[R any] struct {
	Columns []Column[R]
	Rows    []R
	Record  func(R) any // the JSON of a row; nil for the row itself
	Single  bool        // JSON is the one row itself and no array
}

// Screen is where it is written to.
type Screen struct {
	Terminal bool
	Width    int                 // cells of the terminal; 0 where unknown
	Dash     string              // stands for what is missing, for people
	Head     func(string) string // styles a header; nil for plain
}

// Bytes is what Write writes into a file, with dash for what is missing in a
// format for people.
func (s *Sheet[R]) Bytes(ctx context.Context, f Format, dash string) ([]byte, error) {
	var b bytes.Buffer
	err := s.Write(ctx, &b, f, Screen{Dash: dash})
	return b.Bytes(), err
}

// Write writes the sheet. The error is that of w, or ctx's own.
func (s *Sheet[R]) Write(ctx context.Context, w io.Writer, f Format, screen Screen) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	err := s.write(ctx, buf, f, screen)
	if flushed := buf.Flush(); flushed != nil {
		return flushed
	}
	return err
}

func (s *Sheet[R]) write(ctx context.Context, w *bufio.Writer, f Format, screen Screen) error {
	switch f {
	case JSON:
		return s.writeJSON(ctx, w, screen)
	case NDJSON:
		return s.writeNDJSON(ctx, w)
	case CSV:
		return s.writeCSV(ctx, w, screen)
	case Markdown:
		return s.writeMarkdown(ctx, w, screen)
	case Table:
		if screen.Terminal {
			return s.writeTable(ctx, w, screen)
		}
	}
	return s.writeTSV(ctx, w, screen)
}

// each calls write for every row until the context ends.
func (s *Sheet[R]) each(ctx context.Context, write func(i int, row *R) error) error {
	for i := range s.Rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := write(i, &s.Rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Column[R]) title() string {
	if c.Title != "" {
		return c.Title
	}
	return c.Name
}

// show is the cell for people, a dash where it is missing.
func (c *Column[R]) show(row *R, dash string) string {
	show := c.Show
	if show == nil {
		show = c.Value
	}
	if cell := show(row); cell != "" {
		return cell
	}
	return dash
}
