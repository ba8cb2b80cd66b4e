package plain

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// lines passes the header and each row to write: the exact values under the names of
// the fields, or with display the cells for display under their titles.
func (s *Sheet) lines(
	ctx context.Context,
	screen Screen,
	display bool,
	write func(cells []string) error,
) error {
	header := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		if header[i] = c.ID; display || screen.Labels {
			header[i] = cmp.Or(c.Title, c.ID)
		}
	}
	if err := write(header); err != nil {
		return err
	}
	return s.each(ctx, func(_ int, row int32) error {
		cells := make([]string, len(s.Columns))
		for i := range s.Columns {
			c := &s.Columns[i]
			if display {
				cells[i] = cmp.Or(c.printed(c.Value(row), screen), screen.Dash)
			} else {
				cells[i] = c.Value(row).File()
			}
		}
		return write(cells)
	})
}

// writeCSV follows RFC 4180, with a header and CRLF. Spreadsheet programs read UTF-8 only behind
// a byte order mark. They round digits and read 12e34 as a number, so IDs of that form become
// formulas whose value is a text.
func (s *Sheet) writeCSV(ctx context.Context, w *bufio.Writer, screen Screen) error {
	changed := regexp.MustCompile(`^(\d{12,}|0\d+|\d+[eE]\d+)$`)
	if screen.Spreadsheet {
		w.WriteString("\ufeff") // bufio keeps the first error
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	err := s.lines(ctx, screen, false, func(cells []string) error {
		for i, cell := range cells {
			cells[i] = neutralise(printable(cell, screen))
			if screen.Spreadsheet && !s.Columns[i].Right && changed.MatchString(cell) {
				cells[i] = `="` + cell + `"`
			}
		}
		return out.Write(cells)
	})
	out.Flush()
	return err
}

// printable removes control characters, since a pipe often ends at a terminal. It
// keeps all joiners: cells are data.
func printable(cell string, screen Screen) string {
	if screen.Terminal {
		return text.Clean(cell)
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\u200d' || r == '\u200c' {
			return r
		}
		if unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' ||
			r == '\u2029' {
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
	if !strings.ContainsRune("=+-@＝＋－＠", first) &&
		!strings.ContainsAny(cell[:min(1, len(cell))], "\t\r\n") {
		return cell
	}
	v := jsontext.Value(cell)
	if cell == start && v.IsValid() && v.Kind() == '0' {
		return cell
	}
	return "'" + cell
}

// writeTSV replaces tabs and line ends within a cell by spaces: TSV has no quotes.
func (s *Sheet) writeTSV(ctx context.Context, w *bufio.Writer, screen Screen) error {
	oneLine := strings.NewReplacer("\t", " ", "\r\n", " ", "\n", " ")
	return s.lines(ctx, screen, false, func(cells []string) error {
		for i, cell := range cells {
			cells[i] = oneLine.Replace(printable(cell, screen))
		}
		line := strings.Join(cells, "\t")
		if screen.Head != nil {
			line = screen.Head(line)
			screen.Head = nil
		}
		_, err := w.WriteString(line + "\n")
		return err
	})
}

func (s *Sheet) writeMarkdown(ctx context.Context, w *bufio.Writer, screen Screen) error {
	rule := "|"
	for _, c := range s.Columns {
		if c.Right {
			rule += " ---: |"
		} else {
			rule += " --- |"
		}
	}
	rule += "\n"
	escape := strings.NewReplacer(
		`\`,
		`\\`,
		"`",
		"\\`",
		"*",
		`\*`,
		"_",
		`\_`,
		"[",
		`\[`,
		"]",
		`\]`,
		"<",
		`\<`,
		">",
		`\>`,
		"|",
		`\|`,
		"~",
		`\~`,
		"&",
		`\&`,
	)
	screen.Number = nil // programs read files too: digits are not grouped
	return s.lines(ctx, screen, true, func(cells []string) error {
		for i, cell := range cells {
			cells[i] = escape.Replace(text.Clean(cell))
		}
		_, err := w.WriteString("| " + strings.Join(cells, " | ") + " |\n" + rule)
		rule = "" // only the header has one
		return err
	})
}

// printed returns a value for people, with numbers as the screen has them.
func (c *Column) printed(v resource.Value, screen Screen) string {
	if c.Print != nil && v.IsKnown() {
		return c.Print(v)
	}
	s := v.Printed()
	bound := ""
	if v.IsLeast() {
		s = v.Digits()
		bound = cmp.Or(screen.AtLeast, resource.AtLeast)
	}
	if screen.Number != nil && (c.Right || v.Number().IsSet()) {
		s = screen.Number(s)
	}
	return bound + s
}
