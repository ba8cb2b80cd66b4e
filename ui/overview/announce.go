package overview

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// Watches reports whether the pane checks the accounts although it was not shown yet: new
// findings are announced.
func Watches(c *pane.Context) bool {
	return c.Announcer != nil && c.Announcer.Active() && c.HasHistory()
}

// announce announces the new findings of a site.
func (m *Model) announce(s *site) tea.Cmd {
	if !Watches(m.ctx) || s.own.History() == nil {
		return nil
	}
	all := s.found.Value.all
	announcer := m.ctx.Announcer // the settings may put another one in its place
	return func() tea.Msg {
		if err := announcer.Findings(
			m.ctx.Base,
			s.store.Fleet,
			m.view,
			all,
		); err != nil && m.ctx.Base.Err() == nil {
			return pane.Notice{Level: pane.Warning, Text: m.view.Explain(err).Line()}
		}
		return nil
	}
}
