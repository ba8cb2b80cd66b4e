package resource

import (
	"time"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Hits returns the resource of the sessions that a search found, by which they are shown, copied,
// printed and exported.
func Hits(v *View) *Resource[*archive.Hit] {
	id := Text("sessionId", 20, 12, 24, theme.Muted, func(h *archive.Hit) string {
		return h.SessionID
	})
	id.Hidden = true
	id.Whole = true
	where := Word("where", 90, 6, 30, theme.Accent, func(h *archive.Hit) (code, word string) {
		tool := h.Tool
		if h.Text == tool { // what was found is the name
			tool = ""
		}
		return string(h.Where), text.Join(
			" ",
			text.Line(tool),
			v.Words.T("sessions.where."+string(h.Where)),
		)
	})
	found := Text("text", 110, 36, 200, theme.Plain, func(h *archive.Hit) string {
		return h.Text
	})
	found.Pinned = true
	found.Grow = true
	return &Resource[*archive.Hit]{
		Name:   "sessions.hits",
		ID:     func(h *archive.Hit) string { return h.SessionID },
		Record: func(h *archive.Hit) any { return h },
		Brief:  []string{"time", "sessionId", "message", "where", "hits", "text"},
		Columns: []Column[*archive.Hit]{
			hitAge(v),
			id,
			where,
			found,
			Count(v, "hits", 88, theme.Plain, func(h *archive.Hit) Value {
				return CountValue(h.Hits)
			}),
			Count(v, "message", 60, theme.Plain, func(h *archive.Hit) Value {
				return CountValue(h.Message)
			}),
			Text("title", 80, 12, 40, theme.Muted, func(h *archive.Hit) string {
				return h.Title
			}),
		},
	}
}

// hitAge is the age of the message that was found.
func hitAge(v *View) Column[*archive.Hit] {
	return Column[*archive.Hit]{
		ID:       "time",
		Right:    true,
		Max:      16,
		Priority: 85,
		Of: func(h *archive.Hit) Value {
			return SentTime(api.SomeTime(h.Time.Format(time.RFC3339)))
		},
		Write: func(t Value) string {
			return v.Words.Age(v.Now().Sub(t.Interval().Before))
		},
		Print: v.TimeText,
		Order: newestFirst(func(h *archive.Hit) (time.Time, bool) {
			return h.Time, true
		}),
	}
}
