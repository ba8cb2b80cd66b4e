package api

import (
	"math"
	"reflect"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Time is an optional time (ISO 8601) as it was sent: missing, null, or a text. It takes 16
// bytes if the text has the usual form, 2006-01-02T15:04:05.000Z: each row of a long list has
// three. The zero Time is missing, and is left out again when it is written ("omitzero").
type Time struct {
	ms   int64   // since 1970, of a text in the usual form, never 0; nullTime for null
	text *string // any other text
}

const (
	usual    = "2006-01-02T15:04:05.000Z"
	nullTime = math.MinInt64
)

// SomeTime is a Time that was sent as s.
func SomeTime(s string) Time { return timeOf(s) }

func timeOf[S string | []byte](s S) Time {
	if len(s) == len(usual) {
		number := func(from, to int) (n int) {
			for i := from; i < to; i++ {
				n = 10*n + int(s[i]) - '0'
			}
			return n
		}
		at := time.Date(
			number(0, 4),
			time.Month(number(5, 7)),
			number(8, 10),
			number(11, 13),
			number(14, 16),
			number(17, 19),
			number(20, 23)*1e6,
			time.UTC,
		)
		var again [2 * len(usual)]byte // the same only if s is a date in this form
		ms := at.UnixMilli()
		if ms != 0 && string(at.AppendFormat(again[:0], usual)) == string(s) {
			return Time{ms: ms}
		}
	}
	text := string(s)
	return Time{text: &text}
}

// Or returns the text, or other if it is missing or null.
func (t Time) Or(other string) string {
	if t.text != nil {
		return *t.text
	}
	if t.ms == 0 || t.ms == nullTime {
		return other
	}
	return time.UnixMilli(t.ms).UTC().Format(usual)
}

// Opt returns the text as an Opt.
func (t Time) Opt() Opt[string] {
	switch t {
	case Time{}:
		return Opt[string]{}
	case Time{ms: nullTime}:
		return Null[string]()
	}
	return Some(t.Or(""))
}

// IsSet reports whether there is a text that is not empty.
func (t Time) IsSet() bool {
	return t.text != nil && *t.text != "" || t.text == nil && t.ms != 0 && t.ms != nullTime
}

// At returns the time in UTC, false if there is none: see [ParseTime].
func (t Time) At() (time.Time, bool) {
	if !t.IsSet() {
		return time.Time{}, false
	}
	if t.text != nil {
		return ParseTime(*t.text)
	}
	return time.UnixMilli(t.ms).UTC(), true
}

func (t Time) equal(o Time) bool {
	return t == o || t.text != nil && o.text != nil && *t.text == *o.text
}

func (Time) valueType() reflect.Type { return reflect.TypeFor[string]() }

// MarshalJSONTo writes the text, or null. The error is that of the encoder.
func (t Time) MarshalJSONTo(enc *jsontext.Encoder) error {
	o := t.Opt()
	return o.MarshalJSONTo(enc)
}

// UnmarshalJSONFrom reads a text or null. Anything else is an error.
func (t *Time) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var o Opt[string]
	err := o.UnmarshalJSONFrom(dec)
	if *t = timeOf(o.value); o.IsNull() {
		*t = Time{ms: nullTime}
	}
	return err
}
