package options

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// Open shows a platform, at once or when the list is there.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.Platform == "" {
		return nil
	}
	m.Choice.Close()
	m.opened = true
	if !m.platforms.Have() {
		m.wanted = t.Platform
		return nil
	}
	return m.openPlatform(t.Platform)
}

// Remember returns what brings the pane back to how it is now.
func (m *Model) Remember() func() tea.Cmd {
	screen, platform, option, opened, reading := m.screen, m.platform, m.option, m.opened, m.read()
	list, offers, turned, query := m.listQuery.Value(), m.offerQuery.Value(), m.turned, m.query().Value()
	raw, rawBack, rawJSON, wanted := *m.raw, m.rawBack, m.rawJSON, m.wanted
	place, offer, about, doc := m.list.SavePosition(), m.offers.SavePosition(), m.about.SavePosition(), m.doc.SavePosition()
	line := func() tea.Cmd { return nil }
	if m.matrix != nil {
		line = m.matrix.SavePosition()
	}
	return func() tea.Cmd {
		m.Choice.Close()
		m.wanted = ""
		m.platform, m.option, m.opened = platform, option, opened
		m.screen, m.turned = screen, turned
		*m.raw, m.rawBack, m.rawJSON = raw, rawBack, rawJSON
		m.raw.StopTyping()
		if screen == atCheck { // what was typed there is kept
			m.screen = atOption
		}
		cmds := []tea.Cmd{m.listQuery.Set(list), place(), m.offerQuery.Set(offers), m.query().Set(query)}
		if m.platform != nil {
			cmds = append(cmds, m.showOptions(), offer())
		}
		switch m.screen {
		case atOption:
			if m.reading.Cancel(); reading == nil {
				cmds = append(cmds, m.loadReading())
			}
			m.reading.Value = reading
		case atMatrix:
			cmds = append(cmds, m.showMatrix(), line())
		}
		m.resize()
		about()
		doc()
		return tea.Batch(append(cmds, m.Open(pane.Target{Platform: wanted}))...)
	}
}

// AtRest reports whether esc has nothing to close here.
func (m *Model) AtRest() bool {
	switch {
	case m.Choice.IsOpen() || m.query().Typing():
		return false
	case m.screen == atPlatform:
		return m.opened && m.offerQuery.Value() == ""
	}
	return m.screen == atList && m.listQuery.Value() == ""
}

// Things are the platforms one can go to.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for i := range m.platforms.Value {
		p := &m.platforms.Value[i]
		word, _ := statusWord(m.ctx, p)
		things = append(things, pane.Thing{
			Kind: pane.KindPlatform, Label: p.Name(m.ctx.Words.Lang().Tag()), Note: m.ctx.Words.T("options.thing", "Status", word),
			Target: pane.Target{Pane: Name, Platform: p.Platform},
		})
	}
	return things
}
