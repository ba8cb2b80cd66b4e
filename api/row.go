package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Row is embedded in every type that the service lists, and in what it returns
// as a single object.
type Row struct{ malformed *Malformed }

// Malformed describes a row in which values do not have the type that the interface
// gives. The other values were decoded; the fields of these are not set. See [Marshal].
type Malformed struct {
	Raw    jsontext.Value
	Fields []MalformedField // in the order of Raw
}

// MalformedField is a value that does not have the type of the interface.
type MalformedField struct {
	Path  jsontext.Pointer // within the row: /status, /pricing/0/price; "" is the row itself
	Value jsontext.Value   // as it was received
	Want  string           // object, array, string, number or boolean
}

// Malformed returns the malformed fields of the row, nil for a well-formed row.
func (r *Row) Malformed() *Malformed { return r.malformed }

// Field returns the value of the first malformed field that is the member name
// of the row or is within it.
func (m *Malformed) Field(name string) (jsontext.Value, bool) {
	if m == nil {
		return nil, false
	}
	for _, f := range m.Fields {
		for token := range f.Path.Tokens() {
			if token == name {
				return f.Value, true
			}
			break
		}
	}
	return nil, false
}

// without returns a copy of a malformed row that lacks some members.
func (m *Malformed) without(members []string) *Malformed {
	if m.Raw.Kind() != '{' {
		return m
	}
	rest := jsontext.Value("{")
	for name, v := range Members(m.Raw) {
		if slices.Contains(members, name) {
			continue
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest, _ = jsontext.AppendQuote(rest, name) // what is not UTF-8 in a name is replaced
		rest = append(rest, ':')
		rest = append(rest, v...)
	}
	return &Malformed{Raw: append(rest, '}'), Fields: m.Fields}
}

// rowMarshalers write a malformed row with the members that were received.
var rowMarshalers = json.WithMarshalers(json.MarshalToFunc(func(
	enc *jsontext.Encoder, r interface{ Malformed() *Malformed },
) error {
	if bad := r.Malformed(); bad != nil {
		return enc.WriteValue(bad.Raw)
	}
	return errors.ErrUnsupported // the fields are written
}))

// rowOptions write malformed rows as they were received. Names may repeat in raw values,
// as may invalid UTF-8 occur in them. The members of maps are sorted by name.
var rowOptions = json.JoinOptions(
	rowMarshalers,
	json.Deterministic(true),
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
)

// Marshal returns the JSON of rows, or of anything that contains rows. Malformed
// rows are as they were received. A value that has no encoding, such as text that is not UTF-8, is an
// error of the JSON library.
func Marshal(v any, opts ...json.Options) ([]byte, error) {
	return json.Marshal(v, append([]json.Options{rowOptions}, opts...)...)
}

// MarshalWrite writes the JSON that [Marshal] returns as it is made: that of a large value is never in memory as a
// whole. The error is that of Marshal or of w.
func MarshalWrite(w io.Writer, v any, opts ...json.Options) error {
	return json.MarshalWrite(w, v, append([]json.Options{rowOptions}, opts...)...)
}

// Append appends the JSON that [Marshal] returns to b. Its errors are those of Marshal.
func Append(b []byte, v any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	err := json.MarshalWrite(out, v, rowOptions)
	return out.Bytes(), err
}

func (r *Row) row() *Row { return r }

// RowOf is a pointer to a T that embeds a Row.
type RowOf[T any] interface {
	*T
	row() *Row
}

// RowBatches decodes rows and passes them on in batches, a small one first and then
// larger ones.
type RowBatches[T any, R RowOf[T]] struct {
	row   *T
	dec   *rowDecoder
	batch []T
	emit  func([]T) error
}

// maxStored limits the memory that rows which were written as JSON take.
const maxStored = 256 << 20

// NewRowBatches returns a decoder of rows that were written as JSON, such as those of
// an earlier response. It decodes them as the rows of a response. emit owns each batch.
func NewRowBatches[T any, R RowOf[T]](emit func([]T) error) *RowBatches[T, R] {
	return newRowBatches[T, R](maxStored, emit)
}

func newRowBatches[T any, R RowOf[T]](maxBody int64, emit func([]T) error) *RowBatches[T, R] {
	const firstBatch = 64
	row := new(T)
	return &RowBatches[T, R]{
		row:   row,
		dec:   newRowDecoder(row, maxBody),
		batch: make([]T, 0, firstBatch),
		emit:  emit,
	}
}

// Add decodes a row, which may change afterwards. A row that is not valid JSON is an error, and so are
// a [*LimitError] and what emit returns.
func (b *RowBatches[T, R]) Add(row jsontext.Value) error {
	if !row.IsValid(rowOptions) {
		return errors.New("a stored row is not valid JSON")
	}
	return b.add(row)
}

// add decodes a row that is valid JSON.
func (b *RowBatches[T, R]) add(row jsontext.Value) (err error) {
	const maxBatch = 1024
	n := len(b.batch)
	if n == cap(b.batch) {
		if err := b.emit(b.batch); err != nil {
			return err
		}
		b.batch = make([]T, 0, min(2*n, maxBatch))
	}
	*b.row = *new(T)
	if R(b.row).row().malformed, err = b.dec.decode(row); err == nil {
		b.batch = append(b.batch, *b.row)
	}
	return err
}

// Flush passes on the last batch. The error is that of emit.
func (b *RowBatches[T, R]) Flush() error {
	if len(b.batch) == 0 {
		return nil
	}
	return b.emit(b.batch)
}

// decodeRows decodes an array of rows and passes them to emit in batches. The position
// of the array is for errors.
func decodeRows[T any, R RowOf[T]](
	dec *jsontext.Decoder,
	at string,
	maxBody int64,
	emit func([]T) error,
) error {
	if err := expect(dec, at, '['); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	rows := newRowBatches[T, R](maxBody, emit)
	for dec.PeekKind() != ']' {
		raw, err := dec.ReadValue()
		if err == nil {
			err = rows.add(raw)
		}
		if err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	return rows.Flush()
}

// sendForRows makes a call whose data is a list.
func sendForRows[T any, R RowOf[T]](ctx context.Context, c *Client, call *call) ([]T, error) {
	var rows []T
	call.payload = func(dec *jsontext.Decoder, _ bool) (err error) {
		rows, err = collectRows[T, R](dec, "/data", c.maxBody(call.op))
		return err
	}
	if err := c.do(ctx, call); err != nil {
		return nil, err
	}
	return rows, nil
}

// collectRows decodes an array of rows.
func collectRows[T any, R RowOf[T]](
	dec *jsontext.Decoder,
	at string,
	maxBody int64,
) ([]T, error) {
	var batches [][]T
	err := decodeRows[T, R](dec, at, maxBody, func(batch []T) error {
		batches = append(batches, batch)
		return nil
	})
	return concat(batches), err
}

// concat returns all rows in one slice, which is not nil.
func concat[T any](batches [][]T) []T {
	if rows := slices.Concat(batches...); rows != nil {
		return rows
	}
	return []T{}
}

// sendForRow makes a call whose data is one object.
func sendForRow[T any, R RowOf[T]](ctx context.Context, c *Client, call *call) (T, error) {
	var v T
	call.payload = func(dec *jsontext.Decoder, _ bool) error {
		v = *new(T) // a second attempt starts over
		if err := expect(dec, "/data", '{'); err != nil {
			return err
		}
		raw, err := dec.ReadValue()
		if err != nil {
			return err
		}
		R(&v).row().malformed, err = newRowDecoder(&v, c.maxBody(call.op)).decode(raw)
		return err
	}
	if err := c.do(ctx, call); err != nil {
		return *new(T), err
	}
	return v, nil
}

// DecodeRows decodes a JSON array of rows that were written as JSON, such as those
// of an earlier response, as the rows of a response are decoded. JSON that is malformed, or is not an
// array, is an error: a [*ShapeError] or one of jsontext.
func DecodeRows[T any, R RowOf[T]](array []byte) ([]T, error) {
	return ReadRows[T, R](bytes.NewReader(array))
}

// ReadRows is [DecodeRows] for an array that is read as it arrives. An error of the reader is returned
// too.
func ReadRows[T any, R RowOf[T]](array io.Reader) ([]T, error) {
	return collectRows[T, R](jsontext.NewDecoder(array, rowOptions), "", maxStored)
}
