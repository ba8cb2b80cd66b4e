package resource

import (
	"cmp"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Field is a member of the JSON of a row, and of its schema: the value of a column, or what no column has, such as an
// object. [OfColumns], [Nested] and [Rows] make fields.
type Field struct {
	Name    string
	Column  string       // whose value it is; "" for the column with its name
	Type    reflect.Type // of the value, for the schema
	Items   []Field      // of the objects of a list, in place of Type
	Unknown Unknown

	of func(row any) any // instead of a column
}

// Unknown is what a member of JSON is where its value is not known. Programs rely on it.
type Unknown uint8

// The ways to say that a value is not known.
const (
	Always    Unknown = iota // it always is known
	OrEmpty                  // an empty text
	OrNull                   // null
	OrMissing                // there is no member
)

// OfColumns returns fields of columns whose values have a type.
func OfColumns[T any](unknown Unknown, columns ...string) []Field {
	fields := make([]Field, len(columns))
	for i, name := range columns {
		fields[i] = Field{
			Name:    name,
			Type:    reflect.TypeFor[T](),
			Unknown: unknown,
		}
	}
	return fields
}

// OfColumn returns the field of a column whose name in JSON is another one.
func OfColumn[T any](unknown Unknown, name, column string) []Field {
	fields := OfColumns[T](unknown, name)
	fields[0].Column = column
	return fields
}

// Nested returns the field of what no column has of a row: an object, a list, or a text that the column with its
// name words. The zero value is unknown.
func Nested[R, T any](unknown Unknown, name string, of func(R) T) []Field {
	return []Field{{
		Name:    name,
		Type:    reflect.TypeFor[T](),
		Unknown: unknown,
		of:      func(row any) any { return of(row.(R)) },
	}}
}

// Rows returns the field of a list of rows that have a resource of their own.
func Rows[O, R any](name string, resource *Resource[R], of func(owner O) []R) []Field {
	return []Field{{
		Name:  name,
		Items: resource.Fields,
		of: func(row any) any {
			objects := []any{}
			for _, item := range of(row.(O)) {
				objects = append(objects, resource.JSON(item))
			}
			return objects
		},
	}}
}

// IsNested reports whether no column has the value of the field.
func (f *Field) IsNested() bool { return f.of != nil }

// JSON returns the JSON of a row: what Record returns, or an object with its fields where that is nil or missing.
// It is the row itself for a resource that has neither.
func (r *Resource[R]) JSON(row R) any {
	if r.Record != nil {
		record := r.Record(row)
		if record != nil || r.Fields == nil {
			return record
		}
	}
	if r.Fields != nil {
		return r.object(row)
	}
	return row
}

// object is the JSON of a row that has the fields of its resource.
func (r *Resource[R]) object(row R) jsontext.Value {
	object := jsontext.Value("{}")
	for i := range r.Fields {
		f := &r.Fields[i]
		member := r.member(f, row)
		if member != nil {
			object = WithMember(object, f.Name, member)
		}
	}
	return object
}

// over is the JSON of an object that the service sent for a row, with the fields of the row in place of the members
// with their names, and else behind them.
func (r *Resource[R]) over(sent any, row R) any {
	members, err := api.Marshal(sent)
	if err != nil {
		return sent
	}
	own := r.object(row)
	object := jsontext.Value("{}")
	for name, value := range api.Members(members) {
		if replaced := api.Member(own, name); replaced != nil {
			value = replaced
		}
		object = WithMember(object, name, value)
	}
	for name, value := range api.Members(own) {
		if api.Member(members, name) == nil {
			object = WithMember(object, name, value)
		}
	}
	return object
}

// member is the JSON of a field of a row, nil where there is no such member.
func (r *Resource[R]) member(f *Field, row R) jsontext.Value {
	value := r.fieldOf(f, row)
	isUnknown := value == nil || reflect.ValueOf(value).IsZero()
	if isUnknown && f.Unknown == OrMissing {
		return nil
	}
	if value == nil && f.Unknown == OrEmpty {
		value = ""
	}
	switch value := value.(type) {
	case jsontext.Value:
		return value
	case string:
		quoted, _ := jsontext.AppendQuote(nil, value) // what is no UTF-8 is replaced
		return quoted
	}
	sent, _ := api.Marshal(value) // a value of ours
	return sent
}

// fieldOf returns what a field has of a row.
func (r *Resource[R]) fieldOf(f *Field, row R) any {
	if f.of != nil {
		return f.of(row)
	}
	return r.column(cmp.Or(f.Column, f.Name)).ValueOf(row).JSON()
}
