package resource

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Field is a member of the JSON of a row: the value of a column, or what no column has, such as a list.
type Field[R any] struct {
	Name     string
	Column   string      // whose value it is; "" for the column with its name
	Of       func(R) any // instead of a column
	Text     bool        // a text, which is "" where it is unknown; others are null
	Optional bool        // left out where it is unknown, empty or false
}

// FieldsOf returns fields that have the names of their columns.
func FieldsOf[R any](names ...string) []Field[R] {
	fields := make([]Field[R], len(names))
	for i, name := range names {
		fields[i].Name = name
	}
	return fields
}

// JSON returns the JSON of a row: an object with its fields, or what Record returns. Without both, it is the row.
func (r *Resource[R]) JSON(row R) any {
	if r.Fields != nil {
		return r.object(row)
	}
	if r.Record != nil {
		return r.Record(row)
	}
	return row
}

// object is the JSON of a row that has the fields of its resource.
func (r *Resource[R]) object(row R) jsontext.Value {
	object := jsontext.Value("{}")
	for i := range r.Fields {
		f := &r.Fields[i]
		value, _ := api.Marshal(r.fieldOf(f, row)) // a value of ours
		switch string(value) {
		case "null", `""`, "false":
			if f.Optional {
				continue
			}
		}
		object = WithMember(object, f.Name, value)
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
