package plain

import (
	"bufio"
	"context"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// writeJSON writes an array: indented on a terminal, one row per line elsewhere.
func (s *Sheet[R]) writeJSON(ctx context.Context, w *bufio.Writer, screen Screen) error {
	var opts []jsontext.Options
	if screen.Terminal {
		opts = append(opts, jsontext.WithIndent("  "))
	}
	if s.Single && len(s.Rows) == 1 {
		return encodeLine(w, s.record(&s.Rows[0]), "\n", opts...)
	}
	if len(s.Rows) == 0 {
		_, err := w.WriteString("[]\n")
		return err
	}
	if screen.Terminal {
		records := make([]any, len(s.Rows))
		for i := range s.Rows {
			records[i] = s.record(&s.Rows[i])
		}
		return encodeLine(w, records, "\n", opts...)
	}
	w.WriteString("[\n") // bufio keeps the first error
	err := s.each(ctx, func(i int, row *R) error {
		end := ",\n"
		if i == len(s.Rows)-1 {
			end = "\n]\n"
		}
		return encodeLine(w, s.record(row), end)
	})
	return err
}

func (s *Sheet[R]) writeNDJSON(ctx context.Context, w *bufio.Writer) error {
	return s.each(ctx, func(_ int, row *R) error { return encodeLine(w, s.record(row), "\n") })
}

// record is the value whose JSON stands for a row.
func (s *Sheet[R]) record(row *R) any {
	if s.Record != nil {
		return s.Record(*row)
	}
	return row
}

func encodeLine(w *bufio.Writer, v any, end string, opts ...jsontext.Options) error {
	// Values of the service may be JSON that is not quite valid.
	opts = append(opts, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	data, err := json.Marshal(v, opts...)
	if err != nil {
		return err
	}
	w.Write(escapeHidden(data))
	_, err = w.WriteString(end)
	return err
}

// escapeHidden replaces the characters that could control a terminal by \u
// escapes. In valid JSON they occur only in strings, where both mean the same.
func escapeHidden(data []byte) []byte {
	first := indexHidden(data)
	if first < 0 {
		return data
	}
	out := append(make([]byte, 0, len(data)+64), data[:first]...)
	for i := first; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case !hidden(r):
			out = append(out, data[i:i+size]...)
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += size
	}
	return out
}

func indexHidden(data []byte) int {
	for i := 0; i < len(data); {
		if data[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if hidden(r) {
			return i
		}
		i += size
	}
	return -1
}

// hidden reports whether r is a control or format character, such as an 8-bit
// escape or a change of direction.
func hidden(r rune) bool {
	return r >= 0x7f && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029')
}
