package sessions

import (
	"slices"
	"strconv"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// row is a session in the list. Of one that is not stored only the ID and the title may be
// known.
type row struct {
	history.Session
	source string // why it is listed if its messages are not known: opened earlier, or in the demo
}

// Rows returns stored sessions as rows of the resource.
func Rows(stored []history.Session) []row {
	rows := make([]row, len(stored))
	for i, s := range stored {
		rows[i] = row{Session: s}
	}
	return rows
}

func (r row) known() bool { return r.source == "" }

// time is the time of the newest message, or when the session was loaded.
func (r row) time() (time.Time, bool) { return r.SessionEnd(), r.known() }

// runsNow reports whether the session was seen running a moment ago.
func (r row) runsNow(now time.Time) bool { return r.Running && now.Sub(r.At) < 2*time.Minute }

// duration is the time from the first message to the last; ok is false if it is unknown.
func (r row) duration() (d time.Duration, ok bool) {
	return r.Last.Sub(r.First), !r.First.IsZero()
}

// sign is the state of a session: running, with problems, or without.
func sign(v *resource.View, r row) (sign string, tone theme.Tone) {
	g := v.Theme.Glyphs
	switch {
	case !r.known():
		return g.Empty, theme.Plain
	case r.runsNow(v.Now()):
		return g.Pending, theme.Accent
	case r.Problems > 0:
		return g.Abnormal, theme.Bad
	}
	return g.Normal, theme.Good
}

// Resource is what is shown, copied, printed and exported of a session in the list.
func Resource(v *resource.View) *resource.Resource[row] {
	title := resource.Text("title", 110, 16, 100, theme.Plain, func(r row) string { return r.Title })
	title.Pinned, title.Grow = true, true
	id := resource.Text("sessionId", 20, 12, 24, theme.Muted, func(r row) string { return r.ID })
	id.CutMiddle = true
	number := func(id string, priority int, tone theme.Tone, of func(row) int) resource.Column[row] {
		return count(v, id, priority, tone, func(r row) (int, bool) { return of(r), r.known() })
	}
	took := func(r row) string {
		if d, ok := r.duration(); ok {
			return v.Words.Age(d)
		}
		return ""
	}
	r := &resource.Resource[row]{
		Name: Name, ID: func(r row) string { return r.ID }, Record: func(r row) any { return r.Session },
		Shown: func(width int) []string {
			shown := []string{"status", "title", "turns", "calls", "problems", "last"}
			if width >= 90 {
				shown = []string{"status", "title", "first", "turns", "calls", "problems", "duration", "last"}
			}
			return shown
		},
		Brief: []string{"first", "title", "turns", "calls", "problems", "duration", "sessionId"},
		Columns: []resource.Column[row]{
			{
				ID: "status", Priority: 100, Pinned: true, Sign: true, TableOnly: true,
				Cell: func(r row) resource.Cell {
					s, tone := sign(v, r)
					return resource.Cell{Text: s, Tone: tone}
				},
				Order: resource.By(func(r row) (int, bool) { return r.Problems, r.known() }),
			},
			id, title,
			number("turns", 80, theme.Plain, func(r row) int { return r.Turns }),
			number("calls", 75, theme.Plain, func(r row) int { return r.Calls }),
			number("problems", 90, theme.Bad, func(r row) int { return r.Problems }),
			number("messages", 40, theme.Plain, func(r row) int { return r.Messages }),
			number("runs", 35, theme.Plain, func(r row) int { return r.Runs }),
			{
				ID: "duration", Right: true, Max: 8, Priority: 60, Show: took,
				Cell: func(r row) resource.Cell { return resource.Cell{Text: took(r)} },
				Exact: func(r row) string { // seconds
					if d, ok := r.duration(); ok {
						return strconv.FormatInt(int64(d/time.Second), 10)
					}
					return ""
				},
				Order: resource.By(func(r row) (time.Duration, bool) { return r.duration() }),
			},
			moment(v, "first", 50, func(r row) time.Time { return r.First }),
			age(v),
			moment(v, "loadedAt", 15, func(r row) time.Time { return r.At }),
			resource.Number("bytes", 10, 8, v.Short, func(r row) api.Number {
				if !r.known() {
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

// age is the column of the age of the newest message.
func age(v *resource.View) resource.Column[row] {
	c := moment(v, "last", 85, func(r row) time.Time { at, _ := r.time(); return at })
	c.Right, c.Max = true, 8
	c.Cell = func(r row) resource.Cell {
		at, ok := r.time()
		switch {
		case !ok:
			return resource.Cell{}
		case r.runsNow(v.Now()):
			return resource.Cell{Text: v.Words.T("sessions.now"), Tone: theme.Accent}
		}
		return resource.Cell{Text: v.Words.Age(v.Now().Sub(at))}
	}
	c.Order = resource.By(func(r row) (int64, bool) { at, ok := r.time(); return -at.UnixMilli(), ok }) // the newest first
	return c
}

// moment is a column of a time.
func moment(v *resource.View, id string, priority int, of func(row) time.Time) resource.Column[row] {
	show := func(r row) string {
		if at := of(r); !at.IsZero() {
			return v.Time(at)
		}
		return ""
	}
	return resource.Column[row]{
		ID: id, Max: 16, Priority: priority, Show: show,
		Cell: func(r row) resource.Cell { return resource.Cell{Text: show(r), Tone: theme.Muted} },
		Exact: func(r row) string {
			if at := of(r); !at.IsZero() {
				return at.UTC().Format(time.RFC3339)
			}
			return ""
		},
		Order: resource.ByFunc(func(r row) (time.Time, bool) { return of(r), !of(r).IsZero() }, time.Time.Compare),
	}
}

// count is a column of a count, which may be unknown; one above 0 has a tone, and a 0 that has
// one is a dash.
func count[R any](v *resource.View, id string, priority int, tone theme.Tone, of func(R) (n int, known bool)) resource.Column[R] {
	return resource.Column[R]{
		ID: id, Right: true, Max: 8, Priority: priority,
		Cell: func(r R) resource.Cell {
			switch n, known := of(r); {
			case !known || n == 0 && tone != theme.Plain:
				return resource.Cell{}
			case n == 0:
				return resource.Cell{Text: "0"}
			default:
				return resource.Cell{Text: v.Words.Int(n), Tone: tone}
			}
		},
		Value: func(r R) string {
			if n, known := of(r); known {
				return strconv.Itoa(n)
			}
			return ""
		},
		Order: resource.By(of),
	}
}

// known is a count that is known of every row.
func known[R any](of func(R) int) func(R) (int, bool) {
	return func(r R) (int, bool) { return of(r), true }
}

// label is the title of a session, or else its ID.
func (r row) label() string {
	if t := text.Line(r.Title); t != "" {
		return t
	}
	return text.Line(r.ID)
}
