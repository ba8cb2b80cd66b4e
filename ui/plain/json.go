package plain

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// writeJSON writes NDJSON, or an array: indented on a terminal, one row per line
// elsewhere.
func (s *Sheet[R]) writeJSON(ctx context.Context, w *bufio.Writer, f Format, screen Screen) error {
	array, prefix := f == JSON && !(s.Single && len(s.Rows) == 1), ""
	var opts []jsontext.Options
	if f == JSON && screen.Terminal {
		if array {
			prefix = "  "
		}
		opts = append(opts, jsontext.WithIndentPrefix(prefix), jsontext.WithIndent("  "))
	}
	switch {
	case array && len(s.Rows) == 0:
		_, err := w.WriteString("[]\n")
		return err
	case array:
		w.WriteString("[\n") // bufio keeps the first error
	}
	err := s.each(ctx, func(i int, row R) error {
		data, err := s.marshal(row, opts...)
		if err != nil {
			return err
		}
		w.WriteString(prefix)
		w.Write(escapeHidden(data))
		if array && i < len(s.Rows)-1 {
			w.WriteByte(',')
		}
		return w.WriteByte('\n')
	})
	if array && err == nil {
		_, err = w.WriteString("]\n")
	}
	return err
}

// JSON returns the JSON of a row, nil for a row that cannot be JSON.
func (s *Sheet[R]) JSON(row R) jsontext.Value {
	data, _ := s.marshal(row)
	return data
}

func (s *Sheet[R]) marshal(row R, opts ...jsontext.Options) (jsontext.Value, error) {
	if s.Record != nil {
		return api.Marshal(s.Record(row), opts...)
	}
	return api.Marshal(row, opts...)
}

// escapeHidden replaces the characters that could control a terminal by \u
// escapes. In valid JSON they occur only in strings, where both mean the same.
func escapeHidden(data []byte) []byte {
	if !bytes.ContainsFunc(data, hidden) {
		return data
	}
	out := make([]byte, 0, len(data)+64)
	for _, r := range string(data) {
		if !hidden(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// hidden reports whether r is a control or format character, such as an 8-bit
// escape or a change of direction.
func hidden(r rune) bool {
	return r >= 0x7f && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029')
}
