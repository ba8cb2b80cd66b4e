package sessions

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/pager"
)

// gutter is the cells at the left: the cursor and a blank.
const gutter = 2

func (r *readScreen) frame() pane.Frame {
	return pane.Frame{Bare: r.width < pane.FrameWidth, Focused: !r.outline.focused}
}

// pageSize is the size of the body of the transcript.
func (r *readScreen) pageSize() (width, height int) {
	return r.frame().Inner(r.width-r.outlineWidth(), r.height-r.above()-1)
}

func (r *readScreen) contentWidth() int {
	width, _ := r.pageSize()
	return max(width-gutter, 4)
}

func (r *readScreen) above() int {
	if r.load.Err != nil {
		return 1
	}
	return 0
}

func (r *readScreen) View() string {
	var lines []string
	if r.load.Err != nil {
		lines = append(lines, r.m.LineFailed(r.load.Err, r.doc.at, r.m.Keys.Refresh, r.width))
	}
	frame, width, height := r.frame(), r.width-r.outlineWidth(), max(r.height-r.above()-1, 1)
	frame.Right = r.m.Words.T("sessions.depth." + r.depth.String())
	frame.Title = r.viewTitle(width - text.Width(frame.Right) - 9)
	frame.Scroll = position(&r.page)
	body := r.viewPage()
	if len(r.doc.t.Messages) == 0 {
		body = r.m.ViewNothing(r.m.Words.T("sessions.empty"), r.contentWidth(), height-2)
	}
	body = r.m.Frame(frame, body, width, height)
	if r.outlineWidth() > 0 {
		body = pane.SideBySide(r.viewOutline(height), body, r.outlineWidth())
	}
	return text.Fit(strings.Join(append(lines, body, r.viewStatus()), "\n"), r.width, r.height)
}

// position is the visible range of a page.
func position(p *pager.Pager) pane.Scroll {
	from, to, of := p.Position()
	return pane.Scroll{From: from, To: to, Of: of}
}

// viewTitle is the session with the numbers of its messages and problems.
func (r *readScreen) viewTitle(room int) string {
	w, t := r.m.Words, r.m.Theme
	id := text.Clean(r.doc.id)
	var parts []string
	if n := len(r.doc.problems); n > 0 {
		parts = append(parts, t.Tone(theme.Bad).Render(t.Glyphs.Abnormal+" "+w.N("sessions.problems", n)))
	}
	if r.follow.on {
		parts = append(parts, t.Tone(theme.Accent).Render(w.T("sessions.following")))
	}
	parts = append(parts, w.N("sessions.messages", len(r.doc.t.Messages)))
	rest := ""
	for _, part := range parts {
		if min(text.Width(id), max(room/2, 8))+text.Width(rest)+2+text.Width(part) <= room {
			rest += "  " + part
		}
	}
	return t.Tone(theme.Strong).Render(text.CutMiddle(id, max(room-text.Width(rest), 8))) + rest
}

func (r *readScreen) viewPage() string {
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
		if i == cursor && !r.outline.focused {
			lead = t.Tone(theme.Accent).Render(t.Glyphs.Cursor) + " "
		}
		lines[i] = lead + line
	}
	return strings.Join(lines, "\n")
}

func (r *readScreen) query() pager.Query {
	t := r.m.Theme
	return pager.Query{Text: r.search.query, Bar: t.Glyphs.Border.Left, Style: t.Search, Current: t.Hit}
}

// viewStatus is the last line: the search, the number of new messages, and the message,
// step and call under the cursor, whose lines may be out of view.
func (r *readScreen) viewStatus() string {
	w, t, n := r.m.Words, r.m.Theme, len(r.doc.t.Messages)
	switch {
	case r.search.field.Typing():
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

func (r *readScreen) viewHits() string {
	w, t, s := r.m.Words, r.m.Theme, &r.search
	if s.query == "" {
		return ""
	}
	query := ""
	if !s.field.Typing() {
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
