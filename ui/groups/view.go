package groups

import (
	"strconv"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// resize gives each part what the lines around it leave. It follows everything
// that changes these lines.
func (m *Model) resize() {
	m.table.SetSize(m.ListWidth(), max(m.Height-len(m.above())-1, 1))
	m.form.SetSize(m.Width, max(m.Height-m.titleLines()-len(m.remarks()), 2))
}

// View draws the pane within its size.
func (m *Model) View() string {
	if view, covered := m.Covered(); covered {
		return view
	}
	switch {
	case m.mode == creating:
		return text.Fit(m.viewCreate(), m.Width, m.Height)
	case m.mode == showingDetail:
		return m.viewDetail(m.Width)
	case len(m.created) == 0:
		if view, missing := m.list.ViewMissing(m.ctx, m.keys.Refresh, m.Width, m.Height, m.query.Lines(m.Width)...); missing {
			return view
		}
	}
	list := m.ctx.List(m.table, m.above(), m.nothing(), "", m.ListWidth(), m.Height)
	return m.ctx.WithDetail(list, m.Width, m.viewDetail)
}

// nothing tells that there are no groups from a filter that none matches.
func (m *Model) nothing() string {
	w := m.ctx.Words
	if _, total := m.table.Counts(); total > 0 {
		return w.T("groups.no_match", "Key", m.keys.Back.Help().Key)
	}
	if m.ctx.ReadOnly {
		return w.T("groups.none_read_only")
	}
	return w.T("groups.none", "Key", m.keys.Create.Help().Key)
}

// above are the lines above the table.
func (m *Model) above() []string {
	lines := []string{m.viewSummary()}
	if alert := m.viewAlert(); alert != "" {
		lines = append(lines, alert)
	}
	return append(lines, m.query.Lines(m.ListWidth())...)
}

func (m *Model) viewSummary() string {
	w, t := m.ctx.Words, m.ctx.Theme
	_, total := m.table.Counts()
	line := " " + t.Tone(theme.Strong).Render(w.N("groups.total", total))
	if n := len(m.created); n > 0 {
		line += "  " + t.Tone(theme.Good).Render(t.Glyphs.New+" "+w.N("groups.n_new", n))
	}
	if l := m.list.Value; l != nil {
		line += "  " + t.Tone(theme.Muted).Render(w.N("groups.n_accounts", int(l.seen)))
	}
	return text.Cut(line, m.ListWidth())
}

// viewAlert says what is wrong with the numbers, "" for nothing.
func (m *Model) viewAlert() string {
	w, t, l := m.ctx.Words, m.ctx.Theme, &m.list
	if p, ok := l.Report.(api.Progress); ok && l.Running() {
		return m.ctx.LineProgress(p, w.T("groups.loading_all", "Done", p.Done, "Requests", p.Requests), m.ListWidth())
	}
	switch {
	case l.Err != nil && l.Have():
		return m.ctx.LineFailed(l.Err, l.At, m.keys.Refresh, m.ListWidth())
	case l.Err != nil:
		return t.Tone(theme.Bad).Render(text.Cut(" "+t.Glyphs.Abnormal+" "+w.T("groups.accounts_failed", "Key", m.keys.Refresh.Help().Key), m.ListWidth()))
	case m.part():
		s := w.T("groups.part", "Shown", w.Exact(strconv.FormatInt(l.Value.seen, 10)), "Total", w.Exact(l.Value.total.String()), "Key", m.keys.LoadAll.Help().Key)
		return t.Tone(theme.Warn).Render(text.Cut(" "+t.Glyphs.Stale+" "+s, m.ListWidth()))
	}
	return ""
}

// fillDetail writes all that is known of the group under the cursor, where there
// is room for it.
func (m *Model) fillDetail() {
	pane.FillDetail(&m.Frame, &m.detail, m.mode == showingDetail, m.table, func(g row, width int) []string {
		return facts.Lines(m.ctx.Theme, details(m.ctx, g), width)
	})
}

// viewDetail is the group under the cursor.
func (m *Model) viewDetail(width int) string {
	t := m.ctx.Theme
	g, ok := m.table.Current()
	if !ok {
		return ""
	}
	name, known := g.name()
	if !known {
		name = g.id
	}
	title := " " + t.Title.Render(text.Cut(text.Clean(name), max(width-14, 8)))
	if g.created != nil {
		title += "  " + t.Tone(theme.Good).Render(t.Glyphs.New+" "+m.ctx.Words.T("groups.new"))
	}
	return text.Fit(m.ctx.Title(title, &m.detail, width)+"\n"+m.detail.View(), width, m.Height)
}
