package sessions

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// gutter is the cells at the left: the cursor and a blank.
const gutter = 2

func (m *Model) contentWidth() int { return max(m.Width-gutter, 4) }

// above is how many lines stand above the page.
func (m *Model) above() int {
	n := 1
	if m.hasAlert() {
		n++
	}
	if m.mode == entering {
		n += len(m.viewEntering())
	}
	return n
}

func (m *Model) hasAlert() bool {
	return m.doc != nil && m.session.Err != nil && m.wanted == m.doc.id
}

// View draws the pane within its size.
func (m *Model) View() string {
	if view, covered := m.Covered(); covered {
		return view
	}
	switch {
	case m.mode == shelving:
		return m.viewShelf()
	case m.doc == nil:
		return m.viewNoSession()
	}
	lines := []string{m.viewTitle()}
	if m.hasAlert() {
		lines = append(lines, m.ctx.LineFailed(m.session.Err, m.doc.at, m.keys.Refresh, m.Width))
	}
	if m.mode == entering {
		lines = append(lines, m.viewEntering()...)
	}
	if len(m.doc.t.Messages) == 0 {
		lines = append(lines, m.ctx.ViewNothing(m.ctx.Words.T("sessions.empty"), m.Width, max(m.Height-len(lines)-1, 1)))
	} else {
		lines = append(lines, m.viewPage()...)
	}
	lines = append(lines, m.viewStatus())
	return text.Fit(strings.Join(lines, "\n"), m.Width, m.Height)
}

// viewNoSession says how to open one.
func (m *Model) viewNoSession() string {
	w := m.ctx.Words
	switch {
	case m.mode == entering:
		lines := m.viewEntering()
		if len(lines) == 1 {
			hint := w.T("sessions.id_hint", "Key", m.keys.Confirm.Help().Key, "Back", m.keys.Back.Help().Key)
			lines = append(lines, m.ctx.ViewStart(hint, pane.KindSession, m.Width, max(m.Height-1, 1)))
		}
		return text.Fit(strings.Join(lines, "\n"), m.Width, m.Height)
	case m.session.Running():
		return m.ctx.ViewLoading(m.Width, m.Height)
	}
	return m.ctx.ViewStart(w.T("sessions.none", "Key", m.keys.OpenID.Help().Key), pane.KindSession, m.Width, m.Height)
}

// viewEntering is the field for an id and, where the last one was refused, why.
func (m *Model) viewEntering() []string {
	w, t := m.ctx.Words, m.ctx.Theme
	lines := []string{m.ctx.Field(w.T("sessions.id_field"), &m.field, m.Width)}
	muted := func(s string) {
		for _, line := range text.Wrap(s, max(m.Width-2, 4)) {
			lines = append(lines, " "+t.Tone(theme.Muted).Render(line))
		}
	}
	switch {
	case m.session.Running():
		muted(w.T("error.load"))
	case m.openErr != nil:
		x := pane.Explain(w, m.openErr)
		for _, line := range text.Wrap(t.Glyphs.Abnormal+" "+x.Reason, max(m.Width-2, 4)) {
			lines = append(lines, " "+t.Tone(theme.Bad).Render(line))
		}
		hint := x.Hint
		if noSuch, badForm := isRefusal(m.openErr); noSuch {
			hint = w.T("sessions.no_such")
		} else if badForm {
			hint = w.T("sessions.bad_form")
		}
		if hint != "" {
			muted(hint)
		}
		if x.RequestID != "" {
			muted(w.T("error.request", "ID", x.RequestID))
		}
	}
	return lines
}

// viewTitle is the first line: which session, how much there is of it, and how
// much of that is shown.
func (m *Model) viewTitle() string {
	w, t, d := m.ctx.Words, m.ctx.Theme, m.doc
	depth := t.Tone(theme.Muted).Render(w.T("sessions.depth."+m.depth.String())) + " "
	room := m.Width - text.Width(depth)
	line := " " + t.Tone(theme.Strong).Render(text.CutMiddle(text.Clean(d.id), max(room/2, 8)))
	parts := []string{w.N("sessions.messages", len(d.t.Messages))}
	if n := d.problems; n > 0 {
		parts = append(parts, t.Tone(theme.Bad).Render(t.Glyphs.Abnormal+" "+w.N("sessions.problems", n)))
	}
	if m.follow.on {
		parts = append(parts, t.Tone(theme.Accent).Render(w.T("sessions.following")))
	}
	for _, part := range parts {
		if text.Width(line)+2+text.Width(part) < room {
			line += "  " + part
		}
	}
	line = text.Cut(line, max(room-1, 0))
	return text.Cut(line+text.Blank(room-text.Width(line))+depth, m.Width)
}

// viewPage draws what is in sight.
func (m *Model) viewPage() []string {
	p := &m.page
	lines := make([]string, 0, p.height)
	if len(p.items) == 0 {
		return make([]string, p.height)
	}
	cursor := m.ctx.Theme.Tone(theme.Accent).Render(m.ctx.Theme.Glyphs.Cursor) + " "
	for at := p.top; at.item < len(p.items) && len(lines) < p.height; at = (spot{at.item + 1, 0}) {
		drawn := p.lines(p.items[at.item])
		end := min(at.line+p.height-len(lines), len(drawn))
		shown := m.marked(drawn, at, end)
		for i, line := range shown {
			lead := "  "
			if (spot{at.item, at.line + i}) == p.cursor {
				lead = cursor
			}
			lines = append(lines, lead+line)
		}
	}
	for len(lines) < p.height {
		lines = append(lines, "")
	}
	return lines
}

// marked is the lines of an item that are in sight, the hits of a search
// painted. A line beyond both ends is looked at too, for hits that go over them.
func (m *Model) marked(drawn []string, at spot, end int) []string {
	shown := drawn[at.line:end]
	if m.search.query == "" || m.search.hits.Len() == 0 {
		return shown
	}
	from, to := max(at.line-1, 0), min(end+1, len(drawn))
	byLine := map[int][]match{}
	for _, f := range matches(drawn[from:to], m.search.query, m.bar(m.page.items[at.item])) {
		byLine[from+f.line] = append(byLine[from+f.line], f)
	}
	painted := make([]string, len(shown))
	for i, line := range shown {
		style := m.ctx.Theme.Search
		if m.search.at >= 0 && (spot{at.item, at.line + i}) == m.page.cursor {
			style = m.ctx.Theme.Hit
		}
		painted[i] = highlight(line, byLine[at.line+i], style)
	}
	return painted
}

// viewStatus is the last line: the search, what is new, and which message, step and
// call the cursor is in, also where their own lines are out of view.
func (m *Model) viewStatus() string {
	w, t := m.ctx.Words, m.ctx.Theme
	if m.mode == searching {
		return m.viewSearchField()
	}
	n := len(m.doc.t.Messages)
	if n == 0 {
		return ""
	}
	here := m.here()
	line := " " + w.Int(here.Message+1) + "/" + w.Int(n)
	if s := m.viewHits(); s != "" {
		line += "  " + s
	}
	if n := m.follow.fresh; n > 0 {
		line += "  " + t.Tone(theme.Accent).Render(t.Glyphs.New+" "+w.N("sessions.fresh", n))
	}
	line += "  " + m.draw.heading(here.Message)
	if p := m.doc.t.Part(here); p != nil && p.Tool != nil {
		line += m.draw.between() + t.Tone(theme.Strong).Render(text.Clean(p.Tool.Label()))
	}
	return text.Cut(line, m.Width)
}

func (m *Model) viewSearchField() string {
	t := m.ctx.Theme
	label := " " + t.Tone(theme.Accent).Render(m.keys.Search.Help().Key)
	tail := "  " + m.viewHits()
	m.search.field.Width = max(m.Width-text.Width(label)-text.Width(tail)-2, 4)
	return text.Cut(label+m.search.field.View()+tail, m.Width)
}

// viewHits says what is looked for, and how often it was found.
func (m *Model) viewHits() string {
	w, t, s := m.ctx.Words, m.ctx.Theme, &m.search
	if s.query == "" {
		return ""
	}
	query := ""
	if m.mode != searching {
		query = t.Tone(theme.Muted).Render(m.keys.Search.Help().Key) + t.Table.Match.Render(text.Cut(text.Clean(s.query), 30)) + " "
	}
	n := s.hits.Len()
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
