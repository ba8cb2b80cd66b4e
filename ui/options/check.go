package options

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
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
		return said(m.ctx, theme.Warn, t.Glyphs.Stale+" "+ProblemText(w, v.problem), m.Width)
	case len(v.issues) == 0:
		return said(m.ctx, theme.Good, t.Glyphs.Normal+" "+w.T("options.valid"), m.Width)
	}
	lines := said(m.ctx, theme.Bad, t.Glyphs.Abnormal+" "+w.N("options.issues", len(v.issues)), m.Width)
	return append(lines, issueLines(m.ctx, v.issues, m.Width)...)
}
