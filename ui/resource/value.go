package resource

import (
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
)

// Value is the value of a row in a column. The cell on the screen, the order of the rows, the
// copied text, the text that the filter searches, and the output in files and of commands follow
// from it. The zero Value is unknown: a dash on the screen, nothing in files, null in JSON, last in
// either order, and never 0.
type Value struct {
	Tone    theme.Tone // repeats what the value says, for users who see colours
	KeepEnd bool       // the cell is cut in the middle: texts that differ at their ends
	kind    kind
	text    string     // what people read
	code    string     // what files have
	also    string     // what the filter finds besides the text
	number  api.Number // of a number; of a word with a rank, the rank
	at      history.Interval
	sent    api.Time // a time as the service sent it
	inFiles bool     // files have the code of a number, which may be empty or a range
	isLeast bool     // the number is a lower bound, which files have as any other number
}

// kind says which members a value has, and how it is sorted and written.
type kind uint8

// The kinds of values. A column can have values of several kinds: they are sorted in this order.
const (
	unknownKind   kind = iota
	blankKind          // known, and nothing to say
	numberKind         // as the service sent it, or computed from such
	rankedKind         // a word of a fixed list, sorted by its place in the list
	momentKind         // a time
	intervalKind       // when something happened between two recordings
	textKind           // the same for people and in files
	flagKind           // yes or no
	wordKind           // for people in their language, in files as the interface names it
	referenceKind      // to something with a name: the name on the screen, the ID elsewhere
)

// Blank is the value of a row that has nothing to say: a blank on the screen, where a dash would
// mean that something is missing.
func Blank() Value { return Value{kind: blankKind} }

// TextValue is a text, unknown if it is empty.
func TextValue(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{kind: textKind, text: s, code: s}
}

// NumberValue is a number, unknown if it is unset.
func NumberValue(n api.Number) Value {
	if !n.IsSet() {
		return Value{}
	}
	return Value{kind: numberKind, number: n}
}

// CountValue is a number of things.
func CountValue(n int) Value {
	return NumberValue(api.Int(int64(n)))
}

// TotalValue is a number summed up over accounts, a lower bound where some of them do not have it.
func TotalValue(t api.Total) Value {
	v := NumberValue(t.Sum)
	v.isLeast = v.IsKnown() && t.IsLeast()
	return v
}

// RangeValue is a number that lies between two others, both included, by the lower of which it is sorted. It is unknown
// if that is unset, and has no upper bound if the other is unset. Files have both with their unit, 5–9 or ≥5, as the
// lower one alone would be read as exact. JSON has the lower one, and the upper one in a member of its own.
func RangeValue(least, most api.Number, unit string) Value {
	v := NumberValue(least)
	if !v.IsKnown() {
		return v
	}
	v.inFiles = true
	switch {
	case least.Cmp(most) == 0:
		v.code = least.String() + unit
	case most.IsSet():
		v.code = least.String() + "–" + most.String() + unit
	default:
		v.code = "≥" + least.String() + unit
	}
	return v
}

// WordValue is a name in the interface with the word for it, such as a platform or the kind of a
// finding.
func WordValue(code, s string) Value {
	if code == "" && s == "" {
		return Value{}
	}
	return Value{kind: wordKind, text: s, code: code}
}

// Flag is yes or no, true or false in files and JSON.
func (v *View) Flag(is bool) Value {
	code := strconv.FormatBool(is)
	return Value{
		kind: flagKind,
		text: YesOrNo(v.Words, code),
		code: code,
	}
}

// ifSo is yes, or unknown: that it is not so is never told.
func (v *View) ifSo(is bool) Value {
	if !is {
		return Value{}
	}
	return v.Flag(is)
}

// RankedValue is a word of a fixed list, such as a verdict, with its place in the list.
func RankedValue(code, s string, rank int) Value {
	v := WordValue(code, s)
	if v.IsKnown() {
		v.kind = rankedKind
		v.number = api.Int(int64(rank))
	}
	return v
}

// ReferenceValue is an ID with the name of what it stands for.
func ReferenceValue(id, name string) Value {
	if id == "" && name == "" {
		return Value{}
	}
	return Value{kind: referenceKind, text: name, code: id}
}

// TimeValue is a time, unknown if it is zero.
func TimeValue(t time.Time) Value {
	if t.IsZero() {
		return Value{}
	}
	return Value{kind: momentKind, at: history.Interval{Before: t}}
}

// SentTime is a time of the service. A text that is no time is shown and written as it was sent.
func SentTime(sent api.Time) Value {
	t, isTime := sent.At()
	if !isTime && sent.Or("") == "" {
		return Value{}
	}
	return Value{
		kind: momentKind,
		sent: sent,
		at:   history.Interval{Before: t},
	}
}

// IntervalValue is when something happened, unknown if that was not recorded.
func IntervalValue(i history.Interval) Value {
	if i.Before.IsZero() {
		return Value{}
	}
	return Value{kind: intervalKind, at: i}
}

// Reads replaces what people read of a number, such as a range.
func (v Value) Reads(s string) Value {
	if v.kind == numberKind {
		v.text = s
	}
	return v
}

// InFiles replaces what files have of a number: of a change, nothing where the history is shorter
// than the name of its column says.
func (v Value) InFiles(n api.Number) Value {
	v.code = n.String()
	v.inFiles = true
	return v
}

// Also adds what the filter finds besides what people read.
func (v Value) Also(s string) Value {
	v.also = s
	return v
}

// Toned returns the value in a tone.
func (v Value) Toned(tone theme.Tone) Value {
	v.Tone = tone
	return v
}

// IsLeast reports whether the value is a number that is a lower bound.
func (v Value) IsLeast() bool { return v.isLeast }

// IsKnown reports whether the value is known.
func (v Value) IsKnown() bool { return v.kind != unknownKind }

// Number returns the number, unset for another value.
func (v Value) Number() api.Number {
	if v.kind != numberKind {
		return api.Number{}
	}
	return v.number
}

// Digits returns all digits of a number, "" for another value.
func (v Value) Digits() string { return v.Number().String() }

// Interval returns when something happened: a time as the end of an interval, zero for another value.
func (v Value) Interval() history.Interval { return v.at }

// Text returns the text that people read. A column can write its values in another way.
func (v Value) Text() string {
	switch v.kind {
	case blankKind:
		return " "
	case numberKind, momentKind, intervalKind:
		return v.Exact()
	}
	return v.text
}

// Exact returns the text that is copied: all digits of a number, a time with its zone, the ID of a
// reference.
func (v Value) Exact() string {
	switch v.kind {
	case blankKind:
		return ""
	case numberKind:
		if v.text != "" {
			return v.text
		}
		if v.code != "" {
			return v.code
		}
		return v.bounded(v.number.String())
	case momentKind:
		if v.sent.IsSet() {
			return v.sent.Or("")
		}
		return api.Timestamp(v.at.Before)
	case intervalKind:
		return intervalText(v.at)
	case referenceKind:
		return v.code
	}
	return v.text
}

// AtLeast is before a number that is a lower bound.
const AtLeast = "≥ "

// bounded returns the number as it is written, behind a sign if it is a lower bound.
func (v Value) bounded(written string) string {
	if !v.isLeast {
		return written
	}
	return AtLeast + written
}

// Printed returns the text in printed tables. A column can print its values in another way.
func (v Value) Printed() string {
	if v.kind == referenceKind {
		return v.code
	}
	return v.Exact()
}

// File returns the text in CSV and TSV files, "" for an unknown value.
func (v Value) File() string {
	switch v.kind {
	case numberKind:
		if v.inFiles {
			return v.code
		}
		return v.number.String()
	case textKind, flagKind, wordKind, rankedKind, referenceKind:
		return v.code
	}
	return v.Exact()
}

// JSON is the value as a member of an object: a number, an interval, true or false, a text, or nil.
func (v Value) JSON() any {
	file := v.File()
	if v.kind == intervalKind {
		return v.at
	}
	if file == "" {
		return nil
	}
	switch v.kind {
	case numberKind:
		return jsontext.Value(v.number.String())
	case flagKind:
		return jsontext.Value(file)
	}
	return file
}
