package resource

import (
	"slices"
	"strconv"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Session is a session in the list. Of one that is not stored only the ID and the title may be
// known.
type Session struct {
	history.Session
	Site   string // the name of the site it belongs to
	Source string // why it is listed if its messages are not known: opened earlier, or in the demo
}

// SessionRows returns stored sessions as rows of the resource.
func SessionRows(stored []history.Session) []*Session {
	rows := make([]*Session, len(stored))
	for i, s := range stored {
		rows[i] = &Session{Session: s}
	}
	return rows
}

func (r *Session) Known() bool { return r.Source == "" }

// time is the time of the newest message, or when the session was loaded.
func (r *Session) time() (time.Time, bool) { return r.SessionEnd(), r.Known() }

// RunsNow reports whether the session was seen running a moment ago.
func (r *Session) RunsNow(now time.Time) bool { return r.Running && now.Sub(r.At) < 2*time.Minute }

// Duration is the time from the first message to the last; ok is false if it is unknown.
func (r *Session) Duration() (d time.Duration, ok bool) {
	return r.Last.Sub(r.First), !r.First.IsZero()
}

// sessionSign is the state of a session: running, with problems, or without.
func sessionSign(v *View, r *Session) (sign string, tone theme.Tone) {
	g := v.Theme.Glyphs
	switch {
	case !r.Known():
		return g.Empty, theme.Plain
	case r.RunsNow(v.Now()):
		return g.Pending, theme.Accent
	case r.Problems > 0:
		return g.Abnormal, theme.Bad
	}
	return g.Normal, theme.Good
}

// Sessions is what is shown, copied, printed and exported of a session in the list.
func Sessions(v *View) *Resource[*Session] {
	title := Text("title", 110, 16, 100, theme.Plain, func(r *Session) string { return r.Title })
	title.Pinned, title.Grow = true, true
	id := Text("sessionId", 20, 12, 24, theme.Muted, func(r *Session) string { return r.ID })
	id.CutMiddle = true
	number := func(id string, priority int, tone theme.Tone, of func(*Session) int) Column[*Session] {
		return countIf(v, id, priority, tone, func(r *Session) (int, bool) { return of(r), r.Known() })
	}
	took := func(r *Session) string {
		if d, ok := r.Duration(); ok {
			return v.Words.Age(d)
		}
		return ""
	}
	r := &Resource[*Session]{
		Name: "sessions", ID: func(r *Session) string { return r.ID }, Record: func(r *Session) any { return r.Session },
		Shown: func(width int) []string {
			shown := []string{"status", "title", "turns", "calls", "problems", "last"}
			if width >= 90 {
				shown = []string{"status", "title", "first", "turns", "calls", "problems", "duration", "last"}
			}
			return shown
		},
		Brief: []string{"first", "title", "turns", "calls", "problems", "duration", "sessionId"},
		Columns: []Column[*Session]{
			{
				ID: "status", Priority: 100, Pinned: true, Sign: true, TableOnly: true,
				Cell: func(r *Session) Cell {
					s, tone := sessionSign(v, r)
					return Cell{Text: s, Tone: tone}
				},
				Order: By(func(r *Session) (int, bool) { return r.Problems, r.Known() }),
			},
			id, title,
			number("turns", 80, theme.Plain, func(r *Session) int { return r.Turns }),
			number("calls", 75, theme.Plain, func(r *Session) int { return r.Calls }),
			number("problems", 90, theme.Bad, func(r *Session) int { return r.Problems }),
			number("messages", 40, theme.Plain, func(r *Session) int { return r.Messages }),
			number("runs", 35, theme.Plain, func(r *Session) int { return r.Runs }),
			{
				ID: "duration", Right: true, Max: 8, Priority: 60, Show: took,
				Cell: func(r *Session) Cell { return Cell{Text: took(r)} },
				Exact: func(r *Session) string { // seconds
					if d, ok := r.Duration(); ok {
						return strconv.FormatInt(int64(d/time.Second), 10)
					}
					return ""
				},
				Order: By(func(r *Session) (time.Duration, bool) { return r.Duration() }),
			},
			sessionTime(v, "first", 50, func(r *Session) time.Time { return r.First }),
			sessionAge(v),
			sessionTime(v, "loadedAt", 15, func(r *Session) time.Time { return r.At }),
			Number("bytes", 10, 8, v.Short, func(r *Session) api.Number {
				if !r.Known() {
					return api.Number{}
				}
				return api.Int(r.Bytes)
			}),
		},
	}
	for i := range r.Columns {
		c := &r.Columns[i]
		c.Hidden = !slices.Contains(r.Shown(90), c.ID)
	}
	return r
}

// sessionAge is the column of the age of the newest message.
func sessionAge(v *View) Column[*Session] {
	c := sessionTime(v, "last", 85, func(r *Session) time.Time { at, _ := r.time(); return at })
	c.Right, c.Max = true, 8
	c.Cell = func(r *Session) Cell {
		at, ok := r.time()
		switch {
		case !ok:
			return Cell{}
		case r.RunsNow(v.Now()):
			return Cell{Text: v.Words.T("sessions.now"), Tone: theme.Accent}
		}
		return Cell{Text: v.Words.Age(v.Now().Sub(at))}
	}
	c.Order = By(func(r *Session) (int64, bool) { at, ok := r.time(); return -at.UnixMilli(), ok }) // the newest first
	return c
}

// sessionTime is a column of a time.
func sessionTime(v *View, id string, priority int, of func(*Session) time.Time) Column[*Session] {
	show := func(r *Session) string {
		if at := of(r); !at.IsZero() {
			return v.Time(at)
		}
		return ""
	}
	return Column[*Session]{
		ID: id, Max: 16, Priority: priority, Show: show,
		Cell: func(r *Session) Cell { return Cell{Text: show(r), Tone: theme.Muted} },
		Exact: func(r *Session) string {
			if at := of(r); !at.IsZero() {
				return at.UTC().Format(time.RFC3339)
			}
			return ""
		},
		Order: ByFunc(func(r *Session) (time.Time, bool) { return of(r), !of(r).IsZero() }, time.Time.Compare),
	}
}

// countIf is a column of a count, which may be unknown; one above 0 has a tone, and a 0 that has
// one is a dash.
func countIf[R any](v *View, id string, priority int, tone theme.Tone, of func(R) (n int, known bool)) Column[R] {
	return Column[R]{
		ID: id, Right: true, Max: 8, Priority: priority,
		Cell: func(r R) Cell {
			switch n, known := of(r); {
			case !known || n == 0 && tone != theme.Plain:
				return Cell{}
			case n == 0:
				return Cell{Text: "0"}
			default:
				return Cell{Text: v.Words.Int(n), Tone: tone}
			}
		},
		Value: func(r R) string {
			if n, known := of(r); known {
				return strconv.Itoa(n)
			}
			return ""
		},
		Order: By(of),
	}
}

// Known is a count that is known of every row.
func knownCount[R any](of func(R) int) func(R) (int, bool) {
	return func(r R) (int, bool) { return of(r), true }
}

// Label is the title of a session, or else its ID.
func (r *Session) Label() string {
	if t := text.Line(r.Title); t != "" {
		return t
	}
	return text.Line(r.ID)
}
