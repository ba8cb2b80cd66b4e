package resource

import (
	"cmp"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Field is a member of the JSON of a row: the value of a column, or what no column has, such as a list.
type Field[R any] struct {
	Name     string
	Column   string      // whose value it is; "" for the column with its name
	Of       func(R) any // instead of a column
	Text     bool        // a text, which is "" where it is unknown; others are null
	Optional bool        // left out where it is unknown or the zero value
}

// FieldsOf returns the fields of a type T, whose schema says what they are: their names, their order, and which are
// left out. Those that no column has are in others.
func FieldsOf[T, R any](others map[string]func(R) any) []Field[R] {
	return fieldsOf(reflect.TypeFor[T](), others)
}

func fieldsOf[R any](t reflect.Type, others map[string]func(R) any) []Field[R] {
	var fields []Field[R]
	for member := range t.Fields() {
		name, options, _ := strings.Cut(member.Tag.Get("json"), ",")
		if options == "inline" {
			fields = append(fields, fieldsOf(member.Type, others)...)
			continue
		}
		fields = append(fields, Field[R]{
			Name:     name,
			Of:       others[name],
			Text:     member.Type.Kind() == reflect.String,
			Optional: options == "omitzero",
		})
	}
	return fields
}

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
		value := r.fieldOf(f, row)
		isUnknown := value == nil || reflect.ValueOf(value).IsZero()
		if f.Optional && isUnknown {
			continue
		}
		sent, _ := api.Marshal(value) // a value of ours
		object = WithMember(object, f.Name, sent)
	}
	return object
}

// fieldOf returns what a field has of a row.
func (r *Resource[R]) fieldOf(f *Field[R], row R) any {
	if f.Of != nil {
		return f.Of(row)
	}
	value := r.column(cmp.Or(f.Column, f.Name)).ValueOf(row).JSON()
	if value == nil && f.Text {
		return ""
	}
	return value
}
