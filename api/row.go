package api

import (
	"context"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Row is embedded in every type that the service lists, and in what it returns
// as a single object.
type Row struct{ malformed *Malformed }

// Malformed is a row in which something has another type than the interface
// says. All else in it was decoded; what is malformed is missing from its field.
// The row is written as JSON as it was received.
type Malformed struct {
	Raw    jsontext.Value
	Fields []MalformedField // in the order of Raw
}

// MalformedField is a value of another type than the interface says.
type MalformedField struct {
	Path  jsontext.Pointer // within the row: /status, /pricing/0/price; "" is the row itself
	Value jsontext.Value   // as it was received
	Want  string           // object, array, string, number or boolean
}

// Malformed returns what is malformed in the row, nil for a well-formed row.
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

// marshal writes v, the fields of the row.
func (r *Row) marshal(enc *jsontext.Encoder, v any) error {
	if r.malformed != nil {
		return enc.WriteValue(r.malformed.Raw)
	}
	return json.MarshalEncode(enc, v)
}

// rowDecoder decodes rows, within a budget of memory, and sets aside what is
// malformed.
type rowDecoder struct {
	budget  *budget
	options json.Options
	types   map[reflect.Type]typeInfo
	fields  []MalformedField // of the current row
}

type typeInfo struct {
	size uintptr
	kind jsontext.Kind // of JSON, 0 for any
}

func newRowDecoder(b *budget) *rowDecoder {
	d := &rowDecoder{budget: b, types: map[reflect.Type]typeInfo{}}
	d.options = json.JoinOptions(json.WithUnmarshalers(json.UnmarshalFromFunc(d.value)),
		jsontext.AllowDuplicateNames(true)) // reading the row has checked them
	return d
}

// decode decodes raw, which is valid JSON and only valid until the next read.
func (d *rowDecoder) decode(raw jsontext.Value, v any, row *Row) error {
	d.fields = nil
	if err := json.Unmarshal(raw, v, d.options); err != nil {
		return err
	}
	if d.fields != nil {
		row.malformed = &Malformed{Raw: raw.Clone(), Fields: d.fields}
	}
	return nil
}

func (d *rowDecoder) info(t reflect.Type) typeInfo {
	info, ok := d.types[t]
	if !ok {
		info = typeInfo{size: t.Size(), kind: JSONKind(t)}
		d.types[t] = info
	}
	return info
}

// value is called before any value is decoded into v.
func (d *rowDecoder) value(dec *jsontext.Decoder, v any) error {
	t := reflect.TypeOf(v).Elem()
	info := d.info(t)
	if err := d.budget.spend(info.size); err != nil {
		return err
	}
	got := dec.PeekKind()
	switch {
	case !isKind(got, info.kind) && (got != 'n' || dec.StackDepth() == 0):
		return d.skip(dec, info.kind)
	case got == '[' && t.Kind() == reflect.Slice && info.kind == '[':
		return d.slice(dec, reflect.ValueOf(v).Elem())
	}
	return errors.ErrUnsupported // decode it
}

// slice decodes an array and leaves out malformed elements.
func (d *rowDecoder) slice(dec *jsontext.Decoder, v reflect.Value) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	want := d.info(v.Type().Elem()).kind
	for dec.PeekKind() != ']' {
		if !isKind(dec.PeekKind(), want) {
			if err := d.skip(dec, want); err != nil {
				return err
			}
			continue
		}
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		if err := json.UnmarshalDecode(dec, v.Index(n).Addr().Interface()); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (d *rowDecoder) skip(dec *jsontext.Decoder, want jsontext.Kind) error {
	v, err := dec.ReadValue()
	d.fields = append(d.fields, MalformedField{Path: dec.StackPointer(), Value: v.Clone(), Want: KindName(want)})
	return err
}

// isKind reports whether a value of the kind got has the kind want, 0 for any.
func isKind(got, want jsontext.Kind) bool {
	return want == 0 || got == want || got == 'f' && want == 't'
}

// sendForRow makes a call whose data is one object.
func sendForRow[T any, R rowOf[T]](ctx context.Context, c *Client, call *call) (T, error) {
	var v T
	call.payload = func(dec *jsontext.Decoder) error {
		v = *new(T) // a second attempt starts anew
		raw, err := dec.ReadValue()
		switch {
		case err != nil:
			return err
		case raw.Kind() == 'n':
			return errNoData
		case raw.Kind() != '{':
			return mismatch[T](dec.StackPointer(), raw.Kind())
		}
		return newRowDecoder(newBudget(c.maxBody(call.op))).decode(raw, &v, R(&v).row())
	}
	if err := c.do(ctx, call); err != nil {
		return *new(T), err
	}
	return v, nil
}

// sendForRows makes a call whose data is a list.
func sendForRows[T any, R rowOf[T]](ctx context.Context, c *Client, call *call) ([]T, error) {
	var rows []T
	call.payload = func(dec *jsontext.Decoder) error {
		rows = nil // a second attempt starts anew
		switch some, err := begin[[]T](dec); {
		case err != nil:
			return err
		case !some:
			return errNoData
		}
		rows = []T{}
		d := newRowDecoder(newBudget(c.maxBody(call.op)))
		for dec.PeekKind() != ']' {
			raw, err := dec.ReadValue()
			if err != nil {
				return err
			}
			rows = append(rows, *new(T))
			row := &rows[len(rows)-1]
			if err := d.decode(raw, row, R(row).row()); err != nil {
				return err
			}
		}
		_, err := dec.ReadToken()
		return err
	}
	if err := c.do(ctx, call); err != nil {
		return nil, err
	}
	return rows, nil
}

// rowOf is a pointer to a T that embeds a Row.
type rowOf[T any] interface {
	*T
	row() *Row
}

func (r *Row) row() *Row { return r }
