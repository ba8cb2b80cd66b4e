package resource

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/words"
)

// Members returns a resource with columns for members of the JSON of its rows.
func Members[R any](name string, ids ...string) *Resource[R] {
	r := &Resource[R]{Name: name}
	for _, id := range ids {
		r.Columns = append(r.Columns, Column[R]{
			ID: id,
			Of: func(row R) Value {
				object, _ := api.Marshal(row)
				return memberValue(object, id)
			},
		})
	}
	return r
}

// Whole returns a resource without columns, for rows that are printed as JSON only.
func Whole[R any](name string) *Resource[R] { return &Resource[R]{Name: name} }

// memberValue is a member of an object: a number as a number, anything else as MemberText has it.
func memberValue(object jsontext.Value, name string) Value {
	s := MemberText(object, name)
	member := api.Member(object, name)
	if member.Kind() == '0' {
		n, _ := api.ParseNumber(s)
		return NumberValue(n)
	}
	return TextValue(s)
}

// MemberText is a member of an object as text: see [TextOrJSON].
func MemberText(object jsontext.Value, name string) string {
	for member, v := range api.Members(object) {
		if member == name {
			return TextOrJSON(v)
		}
	}
	return ""
}

// TextOrJSON is a value as text: a string without its quotes, anything else as JSON, null as nothing.
func TextOrJSON(v jsontext.Value) string {
	s, isText := TextOf(v)
	if isText || v.Kind() == 'n' {
		return s
	}
	return string(v)
}

// NumberOrText is a number, and anything else as text.
func NumberOrText(s string) Value {
	n, err := api.ParseNumber(s)
	if err != nil {
		return TextValue(s)
	}
	return NumberValue(n)
}

// RecordedTime is a time as JSON has it, unknown for the zero time.
func RecordedTime(t time.Time) Value {
	if t.IsZero() {
		return Value{}
	}
	return SentTime(api.SomeTime(t.Format(time.RFC3339Nano)))
}

// YesOrNo words "true" and "false", and returns anything else as it is.
func YesOrNo(w *words.Words, value string) string {
	switch value {
	case "true":
		return w.T("field.yes")
	case "false":
		return w.T("field.no")
	default:
		return value
	}
}

// WithMember returns an object with another member, the last one.
func WithMember(object jsontext.Value, name string, v jsontext.Value) jsontext.Value {
	out := object[:len(object)-1]
	if len(out) > 1 {
		out = append(out, ',')
	}
	out, _ = jsontext.AppendQuote(out, name) // names are valid UTF-8
	out = append(out, ':')
	return append(append(out, v...), '}')
}
