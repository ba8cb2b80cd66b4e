package plain

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/itchyny/gojq"

	"channeldeck/ui/text"
)

// QueryError is the failure of a jq query on the JSON of a sheet.
type QueryError struct{ Err error }

func (e *QueryError) Error() string { return e.Err.Error() }

// WriteQuery writes the results of a jq query on the JSON of the sheet, or with
// NDJSON on each row: strings without quotes, as jq -r does, anything else as JSON
// with sorted members. The error is that of w, of ctx or a *QueryError.
func (s *Sheet[R]) WriteQuery(ctx context.Context, w io.Writer, f Format, screen Screen, query *gojq.Code) error {
	var in bytes.Buffer
	if err := s.Write(ctx, &in, f, Screen{}); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	values := stdjson.NewDecoder(&in)
	values.UseNumber() // keeps all digits
	for values.More() {
		var value any
		err := values.Decode(&value)
		for results := query.RunWithContext(ctx, value); err == nil; {
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
		if halt, ok := v.(*gojq.HaltError); ok && halt.Value() == nil {
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
