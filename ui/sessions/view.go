package sessions

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/pager"
)

// gutter is the cells at the left: the cursor and a blank.
const gutter = 2

func (r *readScreen) contentWidth() int { return max(r.width-gutter, 4) }

// above is how many lines stand above the page.
func (r *readScreen) above() int {
	if r.load.Err != nil {
		return 2
	}
	return 1
}

// View draws the session.
func (r *readScreen) View() string {
	lines := []string{r.viewTitle()}
	if r.load.Err != nil {
		lines = append(lines, r.m.LineFailed(r.load.Err, r.doc.at, r.m.Keys.Refresh, r.width))
	}
	if len(r.doc.t.Messages) == 0 {
		lines = append(lines, r.m.ViewNothing(r.m.Words.T("sessions.empty"), r.width, max(r.height-len(lines)-1, 1)))
	} else {
		lines = append(lines, r.viewPage()...)
	}
	return text.Fit(strings.Join(append(lines, r.viewStatus()), "\n"), r.width, r.height)
}

// viewTitle is the first line: the session, how much is in it, and the depth.
func (r *readScreen) viewTitle() string {
	w, t := r.m.Words, r.m.Theme
	depth := t.Tone(theme.Muted).Render(w.T("sessions.depth."+r.depth.String())) + " "
	room := r.width - text.Width(depth)
	line := " " + t.Tone(theme.Strong).Render(text.CutMiddle(text.Clean(r.doc.id), max(room/2, 8)))
	parts := []string{w.N("sessions.messages", len(r.doc.t.Messages))}
	if n := r.doc.problems; n > 0 {
		parts = append(parts, t.Tone(theme.Bad).Render(t.Glyphs.Abnormal+" "+w.N("sessions.problems", n)))
	}
	if r.follow.on {
		parts = append(parts, t.Tone(theme.Accent).Render(w.T("sessions.following")))
	}
	for _, part := range parts {
		if text.Width(line)+2+text.Width(part) < room {
			line += "  " + part
		}
	}
	line = text.Cut(line, max(room-1, 0))
	return text.Cut(line+text.Blank(room-text.Width(line))+depth, r.width)
}

// viewPage draws the items in view.
func (r *readScreen) viewPage() []string {
	t, s := r.m.Theme, &r.search
	query := r.query()
	if s.at < 0 {
		query.Current = query.Style
	}
	if len(s.hits) == 0 {
		query.Text = ""
	}
	lines, cursor := r.page.View(query), r.page.Row()
	for i, line := range lines {
		lead := "  "
		if i == cursor {
			lead = t.Tone(theme.Accent).Render(t.Glyphs.Cursor) + " "
		}
		lines[i] = lead + line
	}
	return append(lines, make([]string, max(r.page.Height-len(lines), 0))...)
}

// query is what the search marks.
func (r *readScreen) query() pager.Query {
	t := r.m.Theme
	return pager.Query{Text: r.search.query, Bar: t.Glyphs.Border.Left, Style: t.Search, Current: t.Hit}
}

// viewStatus is the last line: the search, what is new, and the message, step and
// call that the cursor is in, also where their own lines are out of view.
func (r *readScreen) viewStatus() string {
	w, t, n := r.m.Words, r.m.Theme, len(r.doc.t.Messages)
	switch {
	case r.search.typing:
		return r.viewSearchField()
	case n == 0:
		return ""
	}
	here := r.here()
	line := " " + w.Int(here.Message+1) + "/" + w.Int(n)
	if s := r.viewHits(); s != "" {
		line += "  " + s
	}
	if n := r.follow.fresh; n > 0 {
		line += "  " + t.Tone(theme.Accent).Render(t.Glyphs.New+" "+w.N("sessions.fresh", n))
	}
	line += "  " + r.draw.heading(here.Message)
	if p := r.doc.t.Part(here); p != nil && p.Tool != nil {
		line += r.draw.between() + t.Tone(theme.Strong).Render(text.Clean(p.Tool.Label()))
	}
	return text.Cut(line, r.width)
}

func (r *readScreen) viewSearchField() string {
	label := " " + r.m.Theme.Tone(theme.Accent).Render(r.m.keys.Search.Help().Key)
	tail := "  " + r.viewHits()
	r.search.field.SetWidth(max(r.width-text.Width(label)-text.Width(tail)-1, 5))
	return text.Cut(label+r.search.field.View()+tail, r.width)
}

// viewHits is the query and the number of hits.
func (r *readScreen) viewHits() string {
	w, t, s := r.m.Words, r.m.Theme, &r.search
	if s.query == "" {
		return ""
	}
	query := ""
	if !s.typing {
		query = t.Tone(theme.Muted).Render(r.m.keys.Search.Help().Key) + t.Table.Match.Render(text.Cut(text.Clean(s.query), 30)) + " "
	}
	n := len(s.hits)
	switch {
	case s.index.Running():
		return query + t.Glyphs.Ellipsis
	case n == 0:
		return query + t.Tone(theme.Warn).Render(w.T("sessions.no_hit"))
	case s.at < 0:
		return query + w.N("sessions.hits", n)
	}
	return query + w.T("sessions.hit_of", "N", w.Int(s.at+1), "Total", w.Int(n))
}
