package api

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// Text is an optional text: missing, null, or a text. It takes 8 bytes besides the text, where an [Opt] takes 24:
// most rows of a long list lack it. The zero Text is missing, and is left out again when it is written
// ("omitzero").
type Text struct {
	text *string // nil if it is missing
}

// nullText marks a Text that was sent as null: its text points to it.
var nullText = new(string)

// SomeText is a Text that was sent as s.
func SomeText(s string) Text { return Text{text: &s} }

// Or returns the text, or other if it is missing or null.
func (t Text) Or(other string) string {
	if t.text == nil || t.text == nullText {
		return other
	}
	return *t.text
}

// Opt returns the text as an Opt.
func (t Text) Opt() Opt[string] {
	switch t.text {
	case nil:
		return Opt[string]{}
	case nullText:
		return Null[string]()
	}
	return Some(*t.text)
}

func (t Text) equal(o Text) bool { return t == o || t.Opt() == o.Opt() }

func (Text) valueType() reflect.Type { return reflect.TypeFor[string]() }

// MarshalJSONTo writes the text, or null. The error is that of the encoder.
func (t Text) MarshalJSONTo(enc *jsontext.Encoder) error {
	o := t.Opt()
	return o.MarshalJSONTo(enc)
}

// UnmarshalJSONFrom reads a text or null. Anything else is an error.
func (t *Text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var o Opt[string]
	err := o.UnmarshalJSONFrom(dec)
	if *t = SomeText(o.value); o.IsNull() {
		*t = Text{text: nullText}
	}
	return err
}
