package api

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, presence: present} }

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

// MarshalJSONTo writes the value, or null.
func (o *Opt[T]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if o.presence != present {
		return enc.WriteToken(jsontext.Null)
	}
	return json.MarshalEncode(enc, &o.value)
}

// UnmarshalJSONFrom reads a value or null.
func (o *Opt[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	o.presence = presenceOf(dec.PeekKind())
	return json.UnmarshalDecode(dec, &o.value)
}

// set returns a pointer to the value, for a decoder to set it.
func (o *Opt[T]) set(p presence) any {
	o.presence = p
	return &o.value
}
