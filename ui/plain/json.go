package plain

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/itchyny/gojq"

	"channeldeck/api"
	"channeldeck/ui/text"
)

// writeJSON writes NDJSON, or an array: indented on a terminal, one row per line
// elsewhere.
func (s *Sheet) writeJSON(ctx context.Context, w *bufio.Writer, f Format, screen Screen) error {
	array := f == JSON && !(s.Single && len(s.Rows) == 1)
	prefix := ""
	var opts []jsontext.Options
	if f == JSON && screen.Terminal {
		if array {
			prefix = "  "
		}
		opts = append(opts, jsontext.WithIndentPrefix(prefix), jsontext.WithIndent("  "))
	}
	if array && len(s.Rows) == 0 {
		_, err := w.WriteString("[]\n")
		return err
	}
	if array {
		w.WriteString("[\n") // bufio keeps the first error
	}
	err := s.each(ctx, func(i int, row int32) error {
		if err := s.writeRow(w, prefix, row, opts...); err != nil {
			return err
		}
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

// writeRow writes the JSON of a row, with a prefix. That of the single row of a sheet, such as a report, may be
// large: it is written as it is made.
func (s *Sheet) writeRow(w *bufio.Writer, prefix string, row int32, opts ...jsontext.Options) error {
	if !s.Single {
		data, err := s.marshal(row, opts...)
		if err != nil {
			return err
		}
		w.WriteString(prefix)
		_, err = w.Write(escapeHidden(data))
		return err
	}
	w.WriteString(prefix)
	escaping := &escapingWriter{to: w}
	if err := api.MarshalWrite(escaping, s.Record(row), opts...); err != nil {
		return err
	}
	return escaping.end()
}

// JSON returns the JSON of a row, nil for a row that cannot be JSON.
func (s *Sheet) JSON(row int32) jsontext.Value {
	data, _ := s.marshal(row)
	return data
}

func (s *Sheet) marshal(row int32, opts ...jsontext.Options) (jsontext.Value, error) {
	return api.Marshal(s.Record(row), opts...)
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

// escapingWriter writes JSON as escapeHidden changes it.
type escapingWriter struct {
	to   io.Writer
	rest []byte // of a character of which the rest is not written yet
}

// Write implements io.Writer.
func (w *escapingWriter) Write(p []byte) (int, error) {
	data := p
	if len(w.rest) > 0 {
		data = append(w.rest, p...)
	}
	whole := wholeCharacters(data)
	_, err := w.to.Write(escapeHidden(data[:whole]))
	w.rest = append(w.rest[:0], data[whole:]...)
	return len(p), err
}

// end writes a character that has no end.
func (w *escapingWriter) end() error {
	_, err := w.to.Write(w.rest)
	return err
}

// wholeCharacters returns how many bytes of data are before a character that is not complete at its end.
func wholeCharacters(data []byte) int {
	for i := len(data) - 1; i >= max(len(data)-utf8.UTFMax, 0); i-- {
		if utf8.RuneStart(data[i]) && !utf8.FullRune(data[i:]) {
			return i
		}
	}
	return len(data)
}

// hidden reports whether r is a control or format character, such as an 8-bit
// escape or a change of direction.
func hidden(r rune) bool {
	return r >= 0x7f && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) ||
		r == '\u2028' ||
		r == '\u2029')
}

// QueryError is the failure of a jq query on the JSON of a sheet.
type QueryError struct{ Err error }

func (e *QueryError) Error() string { return e.Err.Error() }

// WriteQuery writes the results of a jq query on the JSON of the sheet, or with
// NDJSON on each row: strings without quotes, as jq -r does, anything else as JSON
// with sorted members. The error is that of w, of ctx, a *QueryError or an *OmittedError.
func (s *Sheet) WriteQuery(
	ctx context.Context,
	w io.Writer,
	f Format,
	screen Screen,
	query *Query,
) error {
	var in bytes.Buffer
	if err := s.Write(ctx, &in, f, Screen{}); err != nil {
		return err
	}
	column := s.omitted(query, in.Bytes())
	if column != "" {
		return &OmittedError{column}
	}
	out := bufio.NewWriterSize(w, 64<<10)
	values := stdjson.NewDecoder(&in)
	values.UseNumber() // keeps all digits
	for values.More() {
		var value any
		err := values.Decode(&value)
		for results := query.code.RunWithContext(ctx, value); err == nil; {
			result, ok := results.Next()
			if !ok {
				break
			}
			err = writeResult(out, screen, result)
		}
		if err == io.EOF { // the query halted
			break
		}
		if err != nil {
			return errors.Join(out.Flush(), err)
		}
	}
	return out.Flush()
}

func writeResult(w *bufio.Writer, screen Screen, result any) error {
	var line []byte
	switch v := result.(type) {
	case error:
		halt, ok := v.(*gojq.HaltError)
		if ok && halt.Value() == nil {
			return io.EOF
		}
		if errors.Is(v, context.Canceled) {
			return v
		}
		return &QueryError{v}
	case string:
		line = []byte(printable(v, screen))
		if screen.Terminal {
			line = []byte(text.CleanLines(v))
		}
	default:
		data, err := gojq.Marshal(v)
		if err != nil {
			return &QueryError{err}
		}
		value := jsontext.Value(data)
		if screen.Terminal {
			err = value.Indent(jsontext.WithIndent("  "))
		}
		if err != nil {
			return &QueryError{err}
		}
		line = escapeHidden(value)
	}
	_, err := w.Write(append(line, '\n'))
	return err
}
