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
	if isUsual(s) {
		number := func(from, to int) (n int) {
			for i := from; i < to; i++ {
				n = 10*n + int(s[i]) - '0'
			}
			return n
		}
		month := time.Month(number(5, 7))
		day := number(8, 10)
		hour := number(11, 13)
		minute := number(14, 16)
		second := number(17, 19)
		at := time.Date(
			number(0, 4),
			month,
			day,
			hour,
			minute,
			second,
			number(20, 23)*1e6,
			time.UTC,
		)
		isDate := at.Month() == month && at.Day() == day // February 30 is in March
		isClock := hour < 24 && minute < 60 && second < 60
		if ms := at.UnixMilli(); isDate && isClock && ms != 0 {
			return Time{ms: ms}
		}
	}
	text := string(s)
	return Time{text: &text}
}

// isUsual reports whether s has the digits and the separators of the usual form. To format the time again and
// compare the texts took an eighth of the time in which an account is decoded.
func isUsual[S string | []byte](s S) bool {
	if len(s) != len(usual) {
		return false
	}
	for i := range len(usual) {
		isDigit := '0' <= s[i] && s[i] <= '9'
		wantsDigit := '0' <= usual[i] && usual[i] <= '9'
		if isDigit != wantsDigit || !isDigit && s[i] != usual[i] {
			return false
		}
	}
	return true
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
