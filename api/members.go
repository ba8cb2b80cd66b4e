package api

import (
	"bytes"
	"iter"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// Members yields the members of a JSON object in the order in which they were
// sent, including duplicates. It yields nothing for a non-object, and the
// members before the error for a malformed one.
func Members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewReader(object), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
			return
		}
		for dec.PeekKind() == '"' {
			t, err := dec.ReadToken()
			if err != nil {
				return
			}
			name := t.String()
			v, err := dec.ReadValue()
			if err != nil || !yield(name, v.Clone()) {
				return
			}
		}
	}
}

// JSONKind returns the JSON kind of a member of type t:
// '{', '[', '"', '0', 't' for booleans, and 0 for any.
func JSONKind(t reflect.Type) jsontext.Kind {
	switch MemberType(t) {
	case reflect.TypeFor[jsontext.Value]():
		return 0
	case reflect.TypeFor[Number]():
		return '0'
	case reflect.TypeFor[Metrics]():
		return '{'
	}
	switch MemberType(t).Kind() {
	case reflect.Bool:
		return 't'
	case reflect.String:
		return '"'
	case reflect.Slice:
		return '['
	}
	return '{'
}

// MemberType returns T for an [Opt] of T, and all other types unchanged.
func MemberType(t reflect.Type) reflect.Type {
	if opt, ok := reflect.Zero(t).Interface().(interface{ valueType() reflect.Type }); ok {
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
