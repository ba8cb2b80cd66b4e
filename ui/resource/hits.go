package resource

import (
	"channeldeck/api/archive"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Hits is what is shown, copied, printed and exported of a session that a search found.
func Hits(v *View) *Resource[*archive.Hit] {
	title := Text("title", 80, 12, 36, theme.Muted, func(h *archive.Hit) string { return h.Title })
	found := Text("text", 110, 20, 200, theme.Plain, func(h *archive.Hit) string { return h.Text })
	found.Pinned, found.Grow = true, true
	where := Text("where", 90, 6, 30, theme.Accent, func(h *archive.Hit) string {
		return text.Join(" ", text.Line(h.Tool), v.Words.T("sessions.where."+string(h.Where)))
	})
	where.Value = func(h *archive.Hit) string { return string(h.Where) }
	age := Column[*archive.Hit]{
		ID: "time", Right: true, Max: 16, Priority: 85,
		Cell:  func(h *archive.Hit) Cell { return Cell{Text: v.Words.Age(v.Now().Sub(h.Time))} },
		Exact: func(h *archive.Hit) string { return h.Time.Format("2006-01-02T15:04:05Z07:00") },
		Show:  func(h *archive.Hit) string { return v.Time(h.Time) },
		Order: By(func(h *archive.Hit) (int64, bool) { return -h.Time.UnixMilli(), true }), // the newest first
	}
	id := Text("sessionId", 20, 12, 24, theme.Muted, func(h *archive.Hit) string { return h.SessionID })
	id.Hidden = true
	return &Resource[*archive.Hit]{
		Name: "sessions.hits", ID: func(h *archive.Hit) string { return h.SessionID }, Record: func(h *archive.Hit) any { return h },
		Brief:   []string{"time", "sessionId", "message", "where", "hits", "text"},
		Columns: []Column[*archive.Hit]{age, id, where, found, countIf(v, "hits", 88, theme.Plain, knownCount(func(h *archive.Hit) int { return h.Hits })), countIf(v, "message", 60, theme.Plain, knownCount(func(h *archive.Hit) int { return h.Message })), title},
	}
}
