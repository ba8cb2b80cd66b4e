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

// writeCSV follows RFC 4180, header and CRLF included.
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
				record[i] = defuse(harmless(s.Columns[i].Value(row), screen))
			}
			return out.Write(record)
		})
	}
	out.Flush()
	return err
}

// harmless takes out what could steer a terminal, as the output of a pipe often
// ends on one. Joiners stay, which text.Clean drops: the cells are data.
func harmless(cell string, screen Screen) string {
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

// defuse puts an apostrophe before what a spreadsheet would run as a formula:
// the signs that begin one, also in full width and behind blanks, and the
// control characters that let a cell begin anew. A negative number is none.
func defuse(cell string) string {
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

// writeTSV has no quotes: tabs and line ends within a cell become blanks.
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
			w.WriteString(oneLine.Replace(harmless(s.Columns[i].Value(row), screen)))
		}
		return w.WriteByte('\n')
	})
}

func separate(w *bufio.Writer, i int, by byte) {
	if i > 0 {
		w.WriteByte(by) // the writer keeps its first error
	}
}
