package resource

import (
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
)

// exported returns a column that only files and printed lists have.
func exported[R any](id string, of func(R) Value) Column[R] {
	return Column[R]{ID: id, ExportOnly: true, Of: of}
}

// onRequest returns a column that is printed only if the user names it.
func onRequest[R any](id string, of func(R) Value) Column[R] {
	c := exported(id, of)
	c.OnRequest = true
	return c
}

// Time returns a column of a time, which is copied and exported with its zone.
func Time[R any](v *View, id string, priority int, of func(R) Value) Column[R] {
	return Column[R]{
		ID:       id,
		Max:      16,
		Priority: priority,
		Of:       func(r R) Value { return of(r).Toned(theme.Muted) },
		Write:    v.TimeText,
		Print:    v.TimeText,
	}
}

// Count returns a column of a count. One above 0 has a tone.
func Count[R any](v *View, id string, priority int, tone theme.Tone, of func(R) Value) Column[R] {
	return Column[R]{
		ID:       id,
		Right:    true,
		Max:      8,
		Priority: priority,
		Of: func(r R) Value {
			n := of(r)
			if n.Number().Sign() > 0 {
				n.Tone = tone
			}
			return n
		},
		Write: func(n Value) string { return v.Words.Exact(n.Digits()) },
	}
}

// changeValue is a change, in the tone of its direction.
func changeValue(n api.Number) Value {
	change := NumberValue(n)
	switch n.Sign() {
	case 1:
		change.Tone = theme.Good
	case -1:
		change.Tone = theme.Bad
	}
	return change
}

// writeChange writes a change as a direction and a size, 0 as a blank: a dash would be an unknown
// change.
func (v *View) writeChange(change Value) string {
	if change.Number().Sign() == 0 {
		return " "
	}
	s, _ := v.Change(change.Number(), v.Short)
	return s
}

// TimeText writes a time to the minute, and what is no time as it was sent.
func (v *View) TimeText(t Value) string {
	if t.at.Before.IsZero() {
		return t.Exact()
	}
	return v.Time(t.at.Before)
}

// ago writes how long ago a time was, and what is no time as it was sent.
func (v *View) ago(t Value) string {
	if t.at.Before.IsZero() {
		return t.Exact()
	}
	return v.Words.Ago(t.at.Before, v.Now())
}

// IntervalText writes when something happened.
func (v *View) IntervalText(i Value) string {
	return strings.TrimSpace(v.Interval(i.at))
}
