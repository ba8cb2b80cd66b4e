package accounts

import (
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// detailWidth is how many cells the detail takes beside the list.
const detailWidth = 56

// listWidth is what the list has of the width.
func (m *Model) listWidth() int {
	if m.width >= pane.WideFrom {
		return m.width - detailWidth - 1
	}
	return m.width
}

// resize gives the table what the lines above and below leave.
func (m *Model) resize() {
	taken := 2 // the summary and the counter
	if m.hasFilterLine() {
		taken++
	}
	if m.hasAlertLine() {
		taken++
	}
	if !m.ownColumns {
		m.table.Choose(shownColumns(m.listWidth()))
	}
	m.table.SetSize(m.listWidth(), max(m.rows-taken, 1))
}

func (m *Model) hasFilterLine() bool {
	return m.isFiltered() || m.mode == filtering || m.mode == enteringIDs
}

func (m *Model) hasAlertLine() bool {
	switch {
	case !m.list.Have():
		return len(m.shown.rows) > 0 // the first rows of an answer that goes on, or that broke off
	case m.list.Err != nil, m.loadingAll:
		return true
	}
	return m.shown.part()
}

// View draws the pane within its size.
func (m *Model) View() string {
	switch {
	case m.width <= 0 || m.rows <= 0:
		return ""
	case m.mode == choosing:
		return m.choice.View(m.width, m.rows)
	case m.mode == showingDetail:
		return m.viewDetail(m.width, m.rows)
	case len(m.shown.rows) > 0:
	case !m.list.Have() && m.list.Running():
		return m.ctx.ViewLoading(m.width, m.rows)
	case !m.list.Have() && m.list.Err != nil:
		return m.ctx.ViewFailed(m.list.Err, m.keys.Refresh, m.width, m.rows)
	case !m.list.Have():
		return ""
	}
	left := text.Fit(m.viewList(), m.listWidth(), m.rows)
	if m.listWidth() == m.width {
		return left
	}
	return m.ctx.Beside(left, m.viewDetail(detailWidth, m.rows), m.listWidth())
}

func (m *Model) viewList() string {
	lines := []string{m.viewSummary()}
	if m.hasAlertLine() {
		lines = append(lines, m.viewAlert())
	}
	if m.hasFilterLine() {
		lines = append(lines, m.viewFilter())
	}
	shown, total := m.table.Counts()
	if shown == 0 && !m.table.Busy() {
		lines = append(lines, m.viewNone(total, m.rows-len(lines)-1))
	} else {
		lines = append(lines, m.table.View())
	}
	return strings.Join(append(lines, m.viewCounter(shown, total)), "\n")
}

// viewNone tells an empty account list from a filter that nothing matches.
func (m *Model) viewNone(total, height int) string {
	w := m.ctx.Words
	sentence := w.T("accounts.none")
	if total > 0 || m.shown.filtered() || m.isFiltered() {
		sentence = w.T("accounts.no_match", "Key", m.keys.ClearFilters.Help().Key)
	}
	return m.ctx.ViewNothing(sentence, m.listWidth(), height)
}

// viewSummary counts by health and by platform, the most used platforms first.
func (m *Model) viewSummary() string {
	w, t, l := m.ctx.Words, m.ctx.Theme, &m.shown
	width := m.listWidth()
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

// viewAlert says what is wrong with the list: it is old, or only a part.
func (m *Model) viewAlert() string {
	w, t, l := m.ctx.Words, m.ctx.Theme, &m.list
	width := m.listWidth()
	if m.loadingAll {
		p, _ := l.Report.(api.Progress)
		share := 0.0
		if p.Requests > 0 {
			share = float64(p.Done) / float64(p.Requests)
		}
		bar := t.Progress(min(30, width/3))
		return " " + text.Cut(bar.ViewAs(share)+" "+w.T("accounts.loading_all", "Done", p.Done, "Requests", p.Requests, "Accounts", w.Int(p.Rows)), width-1)
	}
	rows := w.Int(len(m.shown.rows))
	switch {
	case l.Err != nil && !l.Have():
		s := w.T("accounts.broke_off", "Rows", rows, "Why", pane.Explain(w, l.Err).Line(), "Key", m.keys.Refresh.Help().Key)
		return t.Tone(theme.Bad).Render(text.Cut(" "+t.Glyphs.Abnormal+" "+s, width))
	case l.Err != nil:
		return m.ctx.LineFailed(l.Err, l.At, m.keys.Refresh, width)
	case !l.Have():
		return t.Tone(theme.Muted).Render(text.Cut(" "+t.Glyphs.Pending+" "+w.T("accounts.receiving", "Rows", rows), width))
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
	width := m.listWidth()
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
	if q := m.query.Value(); m.mode == filtering || q != "" {
		line += m.ctx.Filter(m.keys.Keys, &m.query, m.mode == filtering, q, width-text.Width(line))
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

// viewCounter is the last line: where the cursor is, of how many, and the sums
// of what is selected. It is short where nothing is selected, for it is sent
// again with every move.
func (m *Model) viewCounter(shown, total int) string {
	w, t := m.ctx.Words, m.ctx.Theme
	line := m.ctx.Counter(m.table.Position(), shown, total, m.table.Busy())
	if n := m.table.SelectedCount(); n > 0 {
		line += "  " + t.Table.Selected.Render(t.Glyphs.Selected+" "+w.N("accounts.selected", n)) + "  " + m.viewSums(n)
	}
	return text.Cut(line, m.listWidth())
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

// viewDetail is every field of the account under the cursor.
func (m *Model) viewDetail(width, height int) string {
	t := m.ctx.Theme
	a, ok := m.table.Current()
	if !ok {
		return ""
	}
	title := " " + t.Title.Render(text.Cut(text.Clean(a.Nickname), width/2)) + "  " + t.Tone(theme.Muted).Render(text.Clean(a.Type))
	m.detail.SetHeight(height - 1)
	m.detail.SetLines(facts.Lines(t, fields(m.ctx, a, m.ctx.Now()), width))
	return m.ctx.Title(title, &m.detail, width) + "\n" + m.detail.View()
}
