package resource

import (
	"cmp"
	"strconv"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// SessionMedia is a file or link of a session.
type SessionMedia struct {
	transcript.Media
	Number int
	Part   any // the part that first names it, as sent
}

// SessionMediaRows returns the files and links of a session, each once.
func SessionMediaRows(t *transcript.Transcript) (rows []*SessionMedia) {
	for i, found := range t.Shelf() {
		row := &SessionMedia{
			Media:  found,
			Number: i + 1,
			Part:   t.Records[found.First.Message],
		}
		if p := t.Part(found.First); p != nil {
			row.Part = p.Raw
		}
		rows = append(rows, row)
	}
	return rows
}

// SessionMediaOf returns the resource of the files and links of a session.
func SessionMediaOf(v *View) *Resource[*SessionMedia] {
	w := v.Words
	number := func(
		id string,
		priority int,
		of func(*SessionMedia) int64,
		show func(int64) string,
	) Column[*SessionMedia] {
		return Column[*SessionMedia]{
			ID:       id,
			Right:    true,
			Priority: priority,
			Of: func(r *SessionMedia) Value {
				if of(r) == 0 {
					return Value{}
				}
				return NumberValue(api.Int(of(r))).Toned(theme.Muted)
			},
			Write: func(n Value) string {
				count, _ := n.Number().Int64()
				return show(count)
			},
		}
	}
	integer := func(n int64) string { return w.Int(int(n)) }
	position := number("number", 50, func(r *SessionMedia) int64 {
		return int64(r.Number)
	}, integer)
	position.Pinned = true
	what := Text("what", 110, 30, 90, theme.Plain, (*SessionMedia).Address)
	what.CutMiddle = true
	call := func(r *SessionMedia) string {
		if r.Call == nil {
			return ""
		}
		return r.Call.Label()
	}
	return &Resource[*SessionMedia]{
		Name:   "sessions.media",
		Key:    func(r *SessionMedia) string { return strconv.Itoa(r.Number) },
		ID:     func(r *SessionMedia) string { return text.Clean(r.Address()) },
		Record: func(r *SessionMedia) any { return r.Part },
		Columns: []Column[*SessionMedia]{
			position,
			Text("class", 90, 0, 0, theme.Plain, func(r *SessionMedia) string {
				return w.T("sessions.class." + string(r.Class))
			}),
			what,
			number("size", 60, func(r *SessionMedia) int64 {
				return r.Size
			}, transcript.Size),
			Text("type", 40, 0, 20, theme.Plain, func(r *SessionMedia) string {
				return r.MediaType
			}),
			Text("call", 80, 0, 24, theme.Plain, call),
			number("count", 30, func(r *SessionMedia) int64 {
				return int64(r.Count)
			}, integer),
		},
	}
}

// Address is the URL, or the name of inline data.
func (r *SessionMedia) Address() string {
	return cmp.Or(r.URL, r.Name, r.MediaType)
}
