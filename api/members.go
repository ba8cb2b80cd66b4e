package api

import (
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// Members yields the members of a JSON object, as [jsonobject.Members] does.
func Members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return jsonobject.Members(object)
}

// Member returns the first member of a JSON object with a name, nil for none.
func Member(object jsontext.Value, name string) jsontext.Value {
	for n, v := range Members(object) {
		if n == name {
			return v
		}
	}
	return nil
}

// jsonKind returns the JSON kind of a member of type t:
// '{', '[', '"', '0', 't' for booleans, and 0 for any.
func jsonKind(t reflect.Type) jsontext.Kind {
	switch memberType(t) {
	case reflect.TypeFor[jsontext.Value]():
		return 0
	case reflect.TypeFor[Number]():
		return '0'
	case reflect.TypeFor[Metrics]():
		return '{'
	}
	switch memberType(t).Kind() {
	case reflect.Bool:
		return 't'
	case reflect.String:
		return '"'
	case reflect.Slice:
		return '['
	}
	return '{'
}

// memberType returns T for an [Opt] of T, and all other types unchanged.
func memberType(t reflect.Type) reflect.Type {
	opt, ok := reflect.Zero(t).Interface().(interface{ valueType() reflect.Type })
	if ok {
		return opt.valueType()
	}
	return t
}

// KindName returns the name of a JSON type: object, array, string, number,
// boolean or null; "" for no value.
func KindName(k jsontext.Kind) string {
	switch k {
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 0:
		return ""
	}
	return k.String()
}

// presence is the state of a member in its object.
type presence uint8

const (
	missing presence = iota
	null
	present
)

func presenceOf(kind jsontext.Kind) presence {
	if kind == 'n' {
		return null
	}
	return present
}

// Opt is an optional member of an object: missing, null, or a value. The zero
// Opt is missing, and is left out again when it is written ("omitzero").
type Opt[T any] struct {
	value    T
	presence presence
}

// Some is an Opt that holds v.
func Some[T any](v T) Opt[T] {
	return Opt[T]{value: v, presence: present}
}

// Null is an Opt that was sent as null.
func Null[T any]() Opt[T] { return Opt[T]{presence: null} }

// Get returns the value, and whether there is one.
func (o Opt[T]) Get() (T, bool) { return o.value, o.presence == present }

// Or returns the value, or other if it is missing or null.
func (o Opt[T]) Or(other T) T {
	if o.presence == present {
		return o.value
	}
	return other
}

// IsNull reports whether the member was present and null.
func (o Opt[T]) IsNull() bool { return o.presence == null }

func (Opt[T]) valueType() reflect.Type { return reflect.TypeFor[T]() }

// MarshalJSONTo writes the value, or null. The error is that of the encoder.
func (o *Opt[T]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if o.presence != present {
		return enc.WriteToken(jsontext.Null)
	}
	return json.MarshalEncode(enc, &o.value)
}

// UnmarshalJSONFrom reads a value or null. The error is that of the decoder.
func (o *Opt[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	o.presence = presenceOf(dec.PeekKind())
	return json.UnmarshalDecode(dec, &o.value)
}

// set returns a pointer to the value, for a decoder to set it.
func (o *Opt[T]) set(p presence) any {
	o.presence = p
	return &o.value
}

// Timestamp is a time as the service writes it, in UTC, "" for the zero time.
func Timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// ParseTime parses a time of the service: ISO 8601, in UTC if it has no zone,
// as deployments send it. It accepts nothing else.
func ParseTime(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if len(s) < len(time.DateOnly) || len(s) > 64 {
		return time.Time{}, false
	}
	for _, layout := range [...]string{
		time.RFC3339,
		"2006-01-02T15:04:05Z0700",
		"2006-01-02T15:04:05",
		"2006-01-02T15:04Z07:00",
		time.DateTime,
		time.DateOnly,
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
