package resource

import (
	"slices"
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
func (r *Session) time() (time.Time, bool) {
	return r.SessionEnd(), r.Known()
}

// RunsNow reports whether the session was seen running a moment ago.
func (r *Session) RunsNow(now time.Time) bool {
	return r.Running && now.Sub(r.At) < 2*time.Minute
}

// Duration is the time from the first message to the last; ok is false if it is unknown.
func (r *Session) Duration() (d time.Duration, ok bool) {
	return r.Last.Sub(r.First), !r.First.IsZero()
}

// sessionSign is the state of a session: running, with problems, or without.
func sessionSign(v *View, r *Session) (sign string, tone theme.Tone) {
	g := v.Theme.Glyphs
	if !r.Known() {
		return g.Empty, theme.Plain
	}
	if r.RunsNow(v.Now()) {
		return g.Pending, theme.Accent
	}
	if r.Problems > 0 {
		return g.Abnormal, theme.Bad
	}
	return g.Normal, theme.Good
}

// Sessions returns the resource of the sessions in the list, by which they are shown, copied,
// printed and exported.
func Sessions(v *View) *Resource[*Session] {
	r := &Resource[*Session]{
		Name:      "sessions",
		ID:        func(r *Session) string { return r.ID },
		Record:    sessionRecord,
		ColumnsAt: sessionColumns,
		Brief:     []string{"last", "title", "turns", "calls", "problems", "duration", "sessionId"},
		Columns:   slices.Concat(sessionNames(v), sessionCounts(v), sessionTimes(v)),
	}
	for i := range r.Columns {
		c := &r.Columns[i]
		c.Hidden = !slices.Contains(r.ColumnsAt(sentenceWidth), c.ID)
	}
	return r
}

// sessionRecord is the JSON of a session, without numbers where its messages are not known.
func sessionRecord(r *Session) any {
	if r.Known() {
		return r.Session
	}
	return struct {
		ID    string `json:"sessionId"`
		Title string `json:"title"`
	}{r.ID, r.Title}
}

// sentenceWidth is the minimum width of a table of sentences, as titles of sessions and errors are, whose further
// columns leave most of them whole.
const sentenceWidth = 140

// titleWidth is the minimum width of a table of sessions with counts: below it they would take a third of the titles,
// and the sign tells which sessions have problems.
const titleWidth = 60

// sessionColumns are the columns of a table of a width unless the user chose others.
func sessionColumns(width int) []string {
	if width < titleWidth {
		return []string{"status", "title", "last"}
	} else if width < sentenceWidth {
		return []string{"status", "title", "turns", "calls", "problems", "last"}
	}
	return []string{"status", "title", "first", "turns", "calls", "problems", "duration", "last"}
}

// sessionNames say which session a row is, and how it is.
func sessionNames(v *View) []Column[*Session] {
	status := Column[*Session]{
		ID:        "status",
		Priority:  100,
		Pinned:    true,
		Sign:      true,
		TableOnly: true,
		Cell: func(r *Session) Cell {
			sign, tone := sessionSign(v, r)
			return Cell{Text: sign, Tone: tone}
		},
		Order: By(func(r *Session) (int, bool) {
			return r.Problems, r.Known()
		}),
	}
	id := Text("sessionId", 20, 12, 24, theme.Muted, func(r *Session) string {
		return r.ID
	})
	id.CutMiddle = true
	id.Whole = true
	title := Text("title", 110, 16, 100, theme.Plain, func(r *Session) string {
		return r.Title
	})
	title.Pinned = true
	title.Grow = true
	return []Column[*Session]{status, id, title}
}

// sessionCounts are the numbers of a session, unknown where its messages are.
func sessionCounts(v *View) []Column[*Session] {
	count := func(id string, priority int, tone theme.Tone, of func(*Session) int) Column[*Session] {
		return Count(v, id, priority, tone, func(r *Session) Value {
			if !r.Known() {
				return Value{}
			}
			return CountValue(of(r))
		})
	}
	return []Column[*Session]{
		count("turns", 80, theme.Plain, func(r *Session) int {
			return r.Turns
		}),
		count("calls", 75, theme.Plain, func(r *Session) int {
			return r.Calls
		}),
		count("problems", 90, theme.Bad, func(r *Session) int {
			return r.Problems
		}),
		count("messages", 40, theme.Plain, func(r *Session) int {
			return r.Messages
		}),
		count("runs", 35, theme.Plain, func(r *Session) int { return r.Runs }),
	}
}

// sessionTimes say when a session was and how long it took, in seconds, and how large it is.
func sessionTimes(v *View) []Column[*Session] {
	took := func(seconds Value) string {
		n, _ := seconds.Number().Int64()
		return v.Words.Age(time.Duration(n) * time.Second)
	}
	duration := Column[*Session]{
		ID:       "duration",
		Right:    true,
		Spare:    true,
		Max:      8,
		Priority: 60,
		Of: func(r *Session) Value {
			d, known := r.Duration()
			if !known {
				return Value{}
			}
			return NumberValue(api.Int(int64(d / time.Second)))
		},
		Write: took,
		Print: took,
	}
	return []Column[*Session]{
		duration,
		Time(v, "first", 50, func(r *Session) Value {
			return TimeValue(r.First)
		}),
		sessionAge(v),
		Time(v, "loadedAt", 15, func(r *Session) Value {
			return TimeValue(r.At)
		}),
		Number("bytes", 10, 8, v.Short, func(r *Session) api.Number {
			if !r.Known() {
				return api.Number{}
			}
			return api.Int(r.Bytes)
		}),
	}
}

// sessionAge is the column of the age of the newest message.
func sessionAge(v *View) Column[*Session] {
	return Column[*Session]{
		ID:       "last",
		Right:    true,
		Max:      8,
		Priority: 85,
		Of: func(r *Session) Value {
			return TimeValue(r.Last)
		},
		Cell: func(r *Session) Cell {
			if r.RunsNow(v.Now()) {
				return Cell{Text: v.Words.T("sessions.now"), Tone: theme.Accent}
			}
			if r.Last.IsZero() {
				return Cell{}
			}
			return Cell{Text: v.Words.Age(v.Now().Sub(r.Last))}
		},
		Print: v.TimeText,
		Order: newestFirst((*Session).time),
	}
}

// Label is the title of a session, or else its ID.
func (r *Session) Label() string {
	if t := text.Line(r.Title); t != "" {
		return t
	}
	return text.Line(r.ID)
}
