package options

import (
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// resize gives each part of the screen what the lines around it leave. It
// follows everything that changes these lines.
func (m *Model) resize() {
	if m.Width <= 0 || m.Height <= 0 {
		return
	}
	room := max(m.Height-len(m.above()), 1)
	switch m.screen {
	case atList:
		m.list.SetSize(m.ListWidth(), max(room-1, 1))
	case atPlatform:
		m.offers.SetSize(m.ListWidth(), max(m.offerLines(), 1))
		width, height := m.Width, room-m.offerLines()-1
		if m.isWide() {
			_, width = pane.Split(m.Width)
			height = room
		}
		m.about.SetHeight(height)
		m.page.fill(m.ctx, m.platform, width)
		m.about.SetLines(m.page.lines)
	case atOption:
		m.doc.SetHeight(room)
		m.doc.SetLines(optionLines(m.ctx, &m.keys, m.option, m.read(), m.Width))
	case atRaw:
		m.raw.SetSize(m.Width-1, room)
	case atCheck:
		height := max((room-1)/2, 1)
		m.input.SetWidth(max(m.Width-2, 4))
		m.input.SetHeight(height)
		m.verdictPager.SetHeight(room - height - 1)
		m.verdictPager.SetLines(m.verdictLines())
	case atMatrix:
		if m.matrix != nil {
			m.matrix.SetSize(m.Width, max(room-1, 1))
		}
	}
}

// offerLines is the height of the options of a platform: their table, or what
// there is to say where there are none.
func (m *Model) offerLines() int {
	room := max(m.Height-len(m.above()), 1)
	if m.isWide() {
		return room
	}
	if n := len(m.options()); n > 0 {
		return min(n+1, max(room/2, 2))
	}
	return min(len(m.noOffers()), max(room/2, 1))
}

// View draws the pane within its size.
func (m *Model) View() string {
	if view, covered := m.Covered(); covered {
		return view
	}
	if m.screen == atList {
		return m.viewList()
	}
	lines := m.above()
	switch m.screen {
	case atPlatform:
		lines = append(lines, m.viewPlatform())
	case atOption:
		lines = append(lines, m.doc.View())
	case atRaw:
		lines = append(lines, " "+strings.ReplaceAll(m.raw.View(), "\n", "\n "))
	case atCheck:
		lines = append(lines, m.viewCheck())
	case atMatrix:
		if m.matrix != nil {
			return m.ctx.List(m.matrix, lines, m.ctx.Words.T("options.no_match", "Key", m.keys.Back.Help().Key), "", m.Width, m.Height)
		}
	}
	return text.Fit(strings.Join(lines, "\n"), m.Width, m.Height)
}

// title is what the screen is about, in plain text.
func (m *Model) title() string {
	name := ""
	if m.platform != nil {
		name = text.Clean(m.platform.Name(m.ctx.Words.Lang().Tag()))
	}
	between := " " + m.ctx.Theme.Glyphs.Between + " "
	field := func() string {
		label := text.Clean(m.option.Label.Or(""))
		if id := text.Clean(m.option.Field); label == "" || label == id {
			return id
		} else {
			return label + " (" + id + ")"
		}
	}
	switch m.screen {
	case atOption, atCheck:
		return name + between + field()
	case atRaw:
		if m.rawBack == atOption {
			return name + between + field()
		}
		if r, ok := m.list.Current(); ok && m.rawBack == atList {
			return text.Clean(r.Name(m.ctx.Words.Lang().Tag()))
		}
	case atMatrix:
		return m.ctx.Words.T("options.matrix_title")
	case atList:
		return m.ctx.Words.N("options.total", len(m.platforms.Value))
	}
	return name
}

// above are the lines above what fills the screen.
func (m *Model) above() []string {
	w, t := m.ctx.Words, m.ctx.Theme
	width := m.Width
	if m.screen == atList {
		width = m.ListWidth()
	}
	line := " " + t.Title.Render(m.title())
	muted := func(s string) string { return "  " + t.Tone(theme.Muted).Render(s) }
	switch m.screen {
	case atPlatform:
		line = m.platformTitle(m.platform, m.Width)
		if list, ok := m.known[m.platform.Platform]; ok {
			count := w.N("options.n_options", len(list))
			if shown, total := m.offers.Counts(); shown < total {
				count = w.N("options.n_options_shown", len(list), "Shown", w.Int(shown))
			}
			line += muted(count)
		}
	case atCheck:
		id := "options.check_body_title"
		if m.filters {
			id = "options.check_filter_title"
		}
		line += muted(w.T(id))
	case atMatrix:
		line += muted(w.T("options.matrix_key", "Dash", t.Glyphs.Dash))
	case atRaw:
		line += muted("JSON")
	}
	lines := []string{text.Cut(line, width)}
	if m.screen == atOption {
		lines[0] = m.ctx.Title(line, &m.doc, m.Width)
	}
	if alert := m.viewAlert(); alert != "" {
		lines = append(lines, alert)
	}
	return append(lines, m.query().Lines(width)...)
}

// viewAlert says what is wrong with what is shown, "" for nothing.
func (m *Model) viewAlert() string {
	w, t := m.ctx.Words, m.ctx.Theme
	warn := func(s string) string {
		return t.Tone(theme.Warn).Render(text.Cut(" "+t.Glyphs.Stale+" "+s, m.Width))
	}
	switch m.screen {
	case atList:
		if m.platforms.Err != nil && m.platforms.Have() {
			return m.ctx.LineFailed(m.platforms.Err, m.platforms.At, m.keys.Refresh, m.ListWidth())
		}
	case atPlatform:
		if m.asked == m.platform.Platform && m.answer.Err != nil && !m.answer.Running() && m.options() != nil {
			return m.ctx.LineFailed(m.answer.Err, m.since[m.asked], m.keys.Refresh, m.Width)
		}
	case atMatrix:
		if p, ok := m.survey.Report.(surveyed); ok && m.survey.Running() {
			return t.Tone(theme.Muted).Render(text.Cut(" "+t.Glyphs.Pending+" "+w.T("options.surveying", "Done", p.done, "Of", p.of), m.Width))
		}
		if failed := m.survey.Value.failed; len(failed) > 0 && !m.survey.Running() {
			return warn(w.T("options.survey_failed", "Platforms", text.Clean(strings.Join(failed, ", ")), "Key", m.keys.Refresh.Help().Key))
		}
		if m.grid.cut {
			return warn(w.T("options.matrix_cut"))
		}
	}
	return ""
}

// isWide tells whether there is room for the detail beside a list.
func (m *Model) isWide() bool { return m.ListWidth() < m.Width }

// saying is what is said of a platform. It is written when the platform or the
// width changes: its Markdown costs more than all else on the screen.
type saying struct {
	platform *api.Platform
	width    int
	lines    []string
}

func (s *saying) fill(c *pane.Context, p *api.Platform, width int) {
	if s.platform != p || s.width != width {
		*s = saying{p, width, platformLines(c, p, width)}
	}
}

// platformTitle is the name of a platform, its id and its state.
func (m *Model) platformTitle(p *api.Platform, width int) string {
	t := m.ctx.Theme
	name, id := text.Clean(p.Name(m.ctx.Words.Lang().Tag())), text.Clean(p.Platform)
	line := " " + t.Title.Render(name)
	if id != name {
		line += "  " + t.Tone(theme.Muted).Render(id)
	}
	if word, tone := statusWord(m.ctx, p); word != "" {
		line += "  " + t.Tone(tone).Render(text.Clean(word))
	}
	return text.Cut(line, width)
}

func (m *Model) fillPanel() {
	r, ok := m.list.Current()
	_, width := pane.Split(m.Width)
	if !ok || width == 0 {
		m.beside = saying{}
		return
	}
	m.beside.fill(m.ctx, r.Platform, width)
}

func (m *Model) viewList() string {
	if view, missing := m.platforms.ViewMissing(m.ctx, m.keys.Refresh, m.Width, m.Height, m.listQuery.Lines(m.Width)...); missing {
		return view
	}
	w := m.ctx.Words
	nothing := w.T("options.none")
	if _, total := m.list.Counts(); total > 0 {
		nothing = w.T("options.no_match", "Key", m.keys.Back.Help().Key)
	}
	list := m.ctx.List(m.list, m.above(), nothing, "", m.ListWidth(), m.Height)
	return m.ctx.WithDetail(list, m.Width, func(width int) string {
		p := m.beside.platform
		if p == nil {
			return ""
		}
		return m.platformTitle(p, width) + "\n" + strings.Join(m.beside.lines, "\n")
	})
}

// noOffers are the lines in place of a table of options.
func (m *Model) noOffers() []string {
	w, t := m.ctx.Words, m.ctx.Theme
	mine := m.asked == m.platform.Platform
	switch {
	case m.options() != nil:
		return said(m.ctx, theme.Strong, w.T("options.no_options"), m.ListWidth())
	case mine && m.answer.Running() || !mine:
		return said(m.ctx, theme.Muted, t.Glyphs.Pending+" "+w.T("options.loading"), m.ListWidth())
	case m.answer.Err != nil:
		x := pane.Explain(w, m.answer.Err)
		lines := said(m.ctx, theme.Bad, t.Glyphs.Abnormal+" "+w.T("options.not_loaded")+" "+x.Line(), m.ListWidth())
		if x.RequestID != "" {
			lines = append(lines, said(m.ctx, theme.Muted, w.T("error.request", "ID", x.RequestID), m.ListWidth())...)
		}
		return append(lines, said(m.ctx, theme.Accent, w.T("error.retry", "Key", m.keys.Refresh.Help().Key), m.ListWidth())...)
	}
	return said(m.ctx, theme.Muted, w.T("options.stopped", "Key", m.keys.Refresh.Help().Key), m.ListWidth())
}

func (m *Model) viewPlatform() string {
	t := m.ctx.Theme
	upper := m.offers.View()
	switch shown, total := m.offers.Counts(); {
	case len(m.options()) == 0:
		upper = strings.Join(m.noOffers(), "\n")
	case shown == 0 && total > 0 && !m.offers.Busy():
		upper = m.ctx.ViewNothing(m.ctx.Words.T("options.no_match", "Key", m.keys.Back.Help().Key), m.ListWidth(), m.offerLines())
	}
	upper = text.Fit(upper, m.ListWidth(), m.offerLines())
	if m.isWide() {
		return m.ctx.Beside(upper, m.about.View(), m.ListWidth())
	}
	rule := t.Tone(theme.Faint).Render(strings.Repeat(t.Glyphs.Rule, m.Width))
	return upper + "\n" + rule + "\n" + m.about.View()
}

func (m *Model) viewCheck() string {
	t := m.ctx.Theme
	height := max((m.Height-len(m.above())-1)/2, 1)
	var lines []string
	for _, l := range strings.Split(text.Fit(m.input.View(), m.Width-1, height), "\n") {
		lines = append(lines, " "+strings.TrimRight(l, " "))
	}
	lines = append(lines, t.Tone(theme.Faint).Render(strings.Repeat(t.Glyphs.Rule, m.Width)))
	return strings.Join(append(lines, m.verdictPager.View()), "\n")
}
