package api

import (
	"bytes"
	"iter"
	"reflect"

	"github.com/go-json-experiment/json"
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

// JSONKind returns the kind of JSON that a member of type t has by the interface:
// '{', '[', '"', '0', 't' for booleans, and 0 for any.
func JSONKind(t reflect.Type) jsontext.Kind {
	switch {
	case t == reflect.TypeFor[jsontext.Value]():
		return 0
	case t == reflect.TypeFor[Number]():
		return '0'
	case t == reflect.TypeFor[Metrics]():
		return '{'
	}
	switch MemberType(t).Kind() {
	case reflect.Bool:
		return 't'
	case reflect.String:
		return '"'
	case reflect.Slice:
		return '['
	case reflect.Struct:
		return '{'
	}
	return '0'
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

// mismatch returns the error of a value whose type is not that of T. Where at is
// empty, the library fills it in.
func mismatch[T any](at jsontext.Pointer, got jsontext.Kind) error {
	return &json.SemanticError{JSONPointer: at, JSONKind: got, GoType: reflect.TypeFor[T]()}
}

// begin reads the bracket that opens a T; it returns false for a null.
func begin[T any](dec *jsontext.Decoder) (bool, error) {
	where := dec.StackPointer()
	t, err := dec.ReadToken()
	switch {
	case err != nil:
		return false, err
	case t.Kind() == jsontext.KindNull:
		return false, nil
	case t.Kind() != JSONKind(reflect.TypeFor[T]()):
		return false, mismatch[T](where, t.Kind())
	}
	return true, nil
}

// The functions below split JSON that the library has validated. They check
// nothing.

// skipBlank returns the index of the first byte from i on that is not white space.
func skipBlank(v []byte, i int) int {
	for v[i] == ' ' || v[i] == '\n' || v[i] == '\r' || v[i] == '\t' {
		i++
	}
	return i
}

// skipString returns the index after the string that begins at i.
func skipString(v []byte, i int) int {
	for i++; v[i] != '"'; i++ {
		if v[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipValue returns the index after the value that begins at i, within an
// object or array.
func skipValue(v []byte, i int) int {
	depth := 0
	for ; ; i++ {
		switch v[i] {
		case '"':
			i = skipString(v, i) - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return i
			}
		}
	}
}

// unquoted returns the text of a JSON string, which is v's own bytes where
// nothing in it is escaped.
func unquoted(v jsontext.Value) []byte {
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1]
	}
	return appendText(nil, v)
}

// appendText appends the text of a JSON string.
func appendText(b []byte, v jsontext.Value) []byte {
	if bytes.IndexByte(v, '\\') < 0 {
		return append(b, v[1:len(v)-1]...)
	}
	b, _ = jsontext.AppendUnquote(b, v) // its only error is invalid text, which it repairs
	return b
}

// appendMember appends a member to an object that closeMembers ends.
func appendMember(object, name, v jsontext.Value) jsontext.Value {
	if object == nil {
		object = make(jsontext.Value, 0, len(name)+len(v)+len(`{:}`))
		object = append(object, '{')
	} else {
		object = append(object, ',')
	}
	object = append(append(object, name...), ':')
	return append(object, v...)
}

func closeMembers(object jsontext.Value) jsontext.Value {
	if object == nil {
		return nil
	}
	return append(object, '}')
}
