package accounts

import (
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// resize gives the table what the lines above and below leave.
func (m *Model) resize() {
	if !m.ownColumns {
		m.table.ShowColumns(shownColumns(m.Width))
	}
	m.table.SetSize(m.ListWidth(), max(m.Height-len(m.above())-1, 1))
}

// View draws the pane within its size.
func (m *Model) View() string {
	if view, covered := m.Covered(); covered {
		return view
	}
	switch {
	case m.mode == showingDetail:
		return m.viewDetail(m.Width)
	case len(m.shown.rows) == 0: // no first rows of an answer that goes on or broke off
		if view, missing := m.list.ViewMissing(m.ctx, m.keys.Refresh, m.Width, m.Height, m.filterLine()...); missing {
			return view
		}
	}
	if view, asked := m.viewAsked(); asked {
		return m.ctx.WithDetail(view, m.Width, m.viewDetail)
	}
	list := m.ctx.List(m.table, m.above(), m.nothing(), m.selected, m.ListWidth(), m.Height)
	return m.ctx.WithDetail(list, m.Width, m.viewDetail)
}

// viewAsked stands for the list where none of the rows at hand match, and what
// does is still asked for, or could not be had.
func (m *Model) viewAsked() (view string, asked bool) {
	l, width := &m.shown, m.ListWidth()
	local := !l.part() && !l.filtered() || same(l.query, m.filter.query())
	if shown, _ := m.table.Counts(); shown > 0 || m.table.Busy() || m.list.Have() && local {
		return "", false
	}
	var above []string
	switch {
	case m.list.Running():
		above = m.above()
		view = m.ctx.ViewLoading(width, m.Height-len(above))
	case m.list.Err != nil:
		above = append([]string{m.viewSummary()}, m.filterLine()...)
		view = m.ctx.ViewFailed(m.list.Err, m.keys.Refresh, width, m.Height-len(above))
	default:
		return "", false
	}
	return text.Fit(strings.Join(append(above, view), "\n"), width, m.Height), true
}

// above are the lines above the table.
func (m *Model) above() []string {
	lines := []string{m.viewSummary()}
	if alert := m.viewAlert(); alert != "" {
		lines = append(lines, alert)
	}
	return append(lines, m.filterLine()...)
}

// filterLine is the line of the filters, none where there are none.
func (m *Model) filterLine() []string {
	if m.isFiltered() || m.query.Typing() || m.mode == enteringIDs {
		return []string{m.viewFilter()}
	}
	return nil
}

// nothing tells an empty account list from a filter that nothing matches.
func (m *Model) nothing() string {
	w := m.ctx.Words
	if _, total := m.table.Counts(); total > 0 || m.shown.filtered() || m.isFiltered() {
		return w.T("accounts.no_match", "Key", m.keys.ClearFilters.Help().Key)
	}
	return w.T("accounts.none")
}

// viewSummary counts by health and by platform, the most used platforms first.
func (m *Model) viewSummary() string {
	w, t, l := m.ctx.Words, m.ctx.Theme, &m.shown
	width := m.ListWidth()
	normal := len(l.rows) - l.abnormal - l.unknown
	line := " " + t.Tone(theme.Strong).Render(w.N("accounts.total", len(l.rows))) +
		"  " + t.Tone(theme.Good).Render(t.Glyphs.Normal+" "+w.T("accounts.n_normal", "N", w.Int(normal))) +
		"  " + t.Tone(theme.Bad).Render(t.Glyphs.Abnormal+" "+w.T("accounts.n_abnormal", "N", w.Int(l.abnormal)))
	if l.unknown > 0 {
		line += "  " + t.Tone(theme.Warn).Render(t.Glyphs.Unknown+" "+w.T("accounts.n_unknown", "N", w.Int(l.unknown)))
	}
	room := width - text.Width(line)
	separator := "  " + t.Tone(theme.Faint).Render(t.Glyphs.Between) + "  "
	for i, p := range l.platforms {
		part := text.Clean(p.name) + " " + w.Int(p.count)
		if i == 0 {
			part = separator + t.Tone(theme.Muted).Render(part)
		} else {
			part = "  " + t.Tone(theme.Muted).Render(part)
		}
		if room -= text.Width(part); room < 1 {
			break
		}
		line += part
	}
	return text.Cut(line, width)
}

// viewAlert says what is wrong with the list, it is old or only a part of it is
// there, "" for nothing.
func (m *Model) viewAlert() string {
	w, t, l := m.ctx.Words, m.ctx.Theme, &m.list
	width := m.ListWidth()
	if m.loadingAll {
		p, _ := l.Report.(api.Progress)
		return m.ctx.LineProgress(p, w.T("accounts.loading_all", "Done", p.Done, "Requests", p.Requests, "Accounts", w.Int(p.Rows)), width)
	}
	rows := w.Int(len(m.shown.rows))
	switch {
	case !l.Have() && len(m.shown.rows) == 0:
		return ""
	case l.Err != nil && !l.Have():
		s := w.T("accounts.broke_off", "Rows", rows, "Why", pane.Explain(w, l.Err).Line(), "Key", m.keys.Refresh.Help().Key)
		return t.Tone(theme.Bad).Render(text.Cut(" "+t.Glyphs.Abnormal+" "+s, width))
	case l.Err != nil:
		return m.ctx.LineFailed(l.Err, l.At, m.keys.Refresh, width)
	case !l.Have():
		return t.Tone(theme.Muted).Render(text.Cut(" "+t.Glyphs.Pending+" "+w.T("accounts.receiving", "Rows", rows), width))
	}
	if !m.shown.part() {
		return ""
	}
	id := "accounts.part"
	if m.shown.tried {
		id = "accounts.still_part"
	}
	s := " " + t.Glyphs.Stale + " " + w.T(id, "Shown", rows, "Total", w.Exact(m.shown.total.String()), "Key", m.keys.LoadAll.Help().Key)
	return t.Tone(theme.Warn).Render(text.Cut(s, width))
}

// viewFilter is what limits the rows, in one line; while it is typed, the field.
func (m *Model) viewFilter() string {
	w, t := m.ctx.Words, m.ctx.Theme
	width := m.ListWidth()
	muted := t.Tone(theme.Muted)
	if m.mode == enteringIDs {
		return m.ctx.Field(w.T("accounts.ids_field"), &m.ids, width)
	}
	var chips []string
	if n := len(m.filter.platforms); n > 0 {
		names := strings.Join(m.filter.platforms, ", ")
		chips = append(chips, muted.Render(w.T("accounts.chip_platform")+" ")+text.Cut(text.Clean(names), max(width/3, 12)))
	}
	if m.filter.status != anyStatus {
		chips = append(chips, muted.Render(w.T("accounts.chip_status")+" ")+m.statusWord(m.filter.status))
	}
	if n := len(m.filter.ids); n > 0 {
		chips = append(chips, w.N("accounts.chip_ids", n))
	}
	if m.filter.group != "" {
		chips = append(chips, muted.Render(w.T("accounts.chip_group")+" ")+text.CutMiddle(text.Clean(m.filter.group), 16))
	}
	line := strings.Join(chips, "  ")
	if line != "" {
		line = " " + line + " "
	}
	if m.query.Shown() {
		line += m.query.View(width - text.Width(line))
	}
	return text.Cut(line, width)
}

func (m *Model) statusWord(s status) string {
	w := m.ctx.Words
	switch s {
	case abnormalOnly:
		return w.T("accounts.abnormal")
	case normalOnly:
		return w.T("accounts.normal")
	}
	return w.T("accounts.unknown_status")
}

// fillDetail writes every field of the account under the cursor, where there is
// room for them.
func (m *Model) fillDetail() {
	pane.FillDetail(&m.Frame, &m.detail, m.mode == showingDetail, m.table, func(a row, width int) []string {
		return facts.Lines(m.ctx.Theme, fields(m.ctx, a), width)
	})
}

// viewDetail is the account under the cursor.
func (m *Model) viewDetail(width int) string {
	t := m.ctx.Theme
	a, ok := m.table.Current()
	if !ok {
		return ""
	}
	title := " " + t.Title.Render(text.Cut(text.Clean(a.Nickname), width/2)) + "  " + t.Tone(theme.Muted).Render(text.Clean(a.Type))
	return text.Fit(m.ctx.Title(title, &m.detail, width)+"\n"+m.detail.View(), width, m.Height)
}
