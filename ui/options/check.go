package options

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// maxPaste is how many bytes are taken from the clipboard at once: the field
// breaks them into lines at each key.
const maxPaste = 256 << 10

// draftKey tells what was typed for one schema from what was for others.
func (m *Model) draftKey() string {
	which := "create"
	if m.filters {
		which = "filter"
	}
	return m.platform.Platform + "\n" + m.option.Field + "\n" + which
}

// beginCheck opens the field for a value. What was typed for the same schema
// before is in it, else the example.
func (m *Model) beginCheck(filters bool) tea.Cmd {
	r := m.read()
	if r == nil {
		return nil
	}
	p := &r.create
	if filters {
		p = &r.filter
	}
	if !p.sent {
		return pane.Notify(pane.Info, m.ctx.Words.T("options.nothing_to_check"))
	}
	m.screen, m.filters, m.checked = atCheck, filters, p
	draft, ok := m.drafts[m.draftKey()]
	if !ok {
		draft = p.body
	}
	m.input.SetValue(draft)
	m.verdictPager.Top()
	m.resize()
	return tea.Batch(m.input.Focus(), m.loadVerdict())
}

func (m *Model) onCheckKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.Paste && len(string(msg.Runes)) > maxPaste:
		return pane.Notify(pane.Warning, m.ctx.Words.T("options.paste_too_long", "Limit", m.ctx.Words.Int(maxPaste)))
	case msg.Paste:
	case key.Matches(msg, m.keys.Back):
		m.input.Blur()
		m.verdict.Cancel()
		m.screen = atOption
		m.resize()
		return nil
	case key.Matches(msg, m.keys.Example):
		m.input.SetValue(m.checked.body)
		return m.changed()
	case msg.Type == tea.KeyPgUp, msg.Type == tea.KeyPgDown:
		m.verdictPager.Update(msg)
		return nil
	}
	if msg.Type == tea.KeyRunes {
		msg.Runes = []rune(visible(strings.ReplaceAll(string(msg.Runes), "\r\n", "\n")))
	}
	before := m.input.Value()
	var cmd tea.Cmd
	m.input, cmd = m.input.Update(msg)
	if m.input.Value() != before {
		cmd = tea.Batch(cmd, m.changed())
	}
	return cmd
}

// changed keeps what is typed and checks it anew.
func (m *Model) changed() tea.Cmd {
	m.drafts[m.draftKey()] = m.input.Value()
	return m.loadVerdict()
}

// verdictLines say what is wrong, by path.
func (m *Model) verdictLines() []string {
	w, t := m.ctx.Words, m.ctx.Theme
	v := &m.verdict.Value
	switch {
	case !m.verdict.Have() || v.value != m.input.Value():
		return said(m.ctx, theme.Muted, t.Glyphs.Pending+" "+w.T("options.checking"), m.Width)
	case v.problem != nil:
		return said(m.ctx, theme.Warn, t.Glyphs.Stale+" "+SayProblem(w, v.problem), m.Width)
	case len(v.issues) == 0:
		lines := said(m.ctx, theme.Good, t.Glyphs.Normal+" "+w.T("options.fits"), m.Width)
		if unchecked(m.checked) {
			lines = append(lines, said(m.ctx, theme.Muted, w.T("options.fits_but"), m.Width)...)
		}
		return lines
	}
	lines := said(m.ctx, theme.Bad, t.Glyphs.Abnormal+" "+w.N("options.issues", len(v.issues)), m.Width)
	for _, i := range SayIssues(w, v.issues) {
		indent := 2 + 2*min(i.Depth, 6)
		first := true
		for _, l := range paragraph(i.Path+"  "+i.Text, m.Width-indent-1, 4) {
			if rest, ok := strings.CutPrefix(l, i.Path); ok && first {
				l = t.Tone(theme.Strong).Render(i.Path) + rest
			}
			first = false
			lines = append(lines, text.Cut(text.Blank(indent)+l, m.Width))
		}
	}
	return lines
}

// unchecked reports whether the schema has patterns that are not checked here.
func unchecked(p *part) bool {
	for i := range p.fields {
		for _, b := range p.fields[i].Bounds {
			if b.Unchecked {
				return true
			}
		}
	}
	return false
}
