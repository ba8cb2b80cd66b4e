package plain

import (
	"bufio"
	"context"
	"encoding/csv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/text"
)

// writeCSV follows RFC 4180, with a header and CRLF.
func (s *Sheet[R]) writeCSV(ctx context.Context, w *bufio.Writer, screen Screen) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	record := make([]string, len(s.Columns))
	for i := range s.Columns {
		record[i] = s.Columns[i].Name
	}
	err := out.Write(record)
	if err == nil {
		err = s.each(ctx, func(_ int, row *R) error {
			for i := range s.Columns {
				record[i] = neutralise(printable(s.Columns[i].Value(row), screen))
			}
			return out.Write(record)
		})
	}
	out.Flush()
	return err
}

// printable removes control characters, since a pipe often ends at a terminal. It
// keeps joiners, which text.Clean removes: cells are data.
func printable(cell string, screen Screen) string {
	if screen.Terminal {
		return text.Clean(cell)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u200d', r == '\u200c':
			return r
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			return -1
		}
		return r
	}, cell)
}

// neutralise puts an apostrophe before text that a spreadsheet would run as a
// formula: it starts with one of the formula signs, perhaps in full width or after
// spaces, or with a control character that starts a new cell. Numbers stay.
func neutralise(cell string) string {
	start := strings.TrimLeftFunc(cell, unicode.IsSpace)
	first, _ := utf8.DecodeRuneInString(start)
	if !strings.ContainsRune("=+-@＝＋－＠", first) && !strings.ContainsAny(cell[:min(1, len(cell))], "\t\r\n") {
		return cell
	}
	if v := jsontext.Value(cell); v.IsValid() && v.Kind() == '0' {
		return cell
	}
	return "'" + cell
}

// writeTSV replaces tabs and line ends within a cell by spaces: TSV has no quotes.
func (s *Sheet[R]) writeTSV(ctx context.Context, w *bufio.Writer, screen Screen) error {
	oneLine := strings.NewReplacer("\t", " ", "\r\n", " ", "\n", " ")
	for i := range s.Columns {
		separate(w, i, '\t')
		w.WriteString(s.Columns[i].Name)
	}
	if err := w.WriteByte('\n'); err != nil {
		return err
	}
	return s.each(ctx, func(_ int, row *R) error {
		for i := range s.Columns {
			separate(w, i, '\t')
			w.WriteString(oneLine.Replace(printable(s.Columns[i].Value(row), screen)))
		}
		return w.WriteByte('\n')
	})
}

func separate(w *bufio.Writer, i int, by byte) {
	if i > 0 {
		w.WriteByte(by) // bufio keeps the first error
	}
}
