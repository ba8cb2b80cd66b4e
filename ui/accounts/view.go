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
		m.table.Choose(shownColumns(m.Width))
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
	list := m.ctx.List(m.table, m.above(), m.nothing(), m.viewSelected(), m.ListWidth(), m.Height)
	return m.ctx.WithDetail(list, m.Width, m.viewDetail)
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

// viewSelected is behind the counter: how many rows are selected, and their sums.
func (m *Model) viewSelected() string {
	t, n := m.ctx.Theme, m.table.SelectedCount()
	if n == 0 {
		return ""
	}
	return "  " + t.Table.Selected.Render(t.Glyphs.Selected+" "+m.ctx.Words.N("accounts.selected", n)) + "  " + m.viewSums(n)
}

// viewSums are the sums of the selected accounts, with over how many of them a
// count is known where that is not all.
func (m *Model) viewSums(n int) string {
	w := m.ctx.Words
	list := counts()[:5]
	sums := make([]sum, len(list))
	for a := range m.table.Selected() {
		for i, c := range list {
			sums[i].add(known(a, c.of(a)))
		}
	}
	var parts []string
	for i, c := range list {
		if sums[i].of == 0 {
			continue
		}
		part := w.T("accounts.column."+c.id) + " " + w.Short(sums[i].String())
		if sums[i].of < n {
			part += " (" + w.Int(sums[i].of) + "/" + w.Int(n) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "  ")
}

// fillDetail writes every field of the account under the cursor, where there is
// room for them.
func (m *Model) fillDetail() {
	pane.FillDetail(&m.Frame, &m.detail, m.mode == showingDetail, m.table, func(a row, width int) []string {
		return facts.Lines(m.ctx.Theme, fields(m.ctx, a, m.ctx.Now()), width)
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
