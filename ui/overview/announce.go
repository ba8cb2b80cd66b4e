package overview

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// Watches reports whether the pane checks the accounts although it was not shown yet: new
// findings are announced.
func (m *Model) Watches() bool { return m.Announcer != nil && m.Announcer.Active() && m.History != nil }

// announce announces the new findings of a site.
func (m *Model) announce(s *site) tea.Cmd {
	if !m.Watches() || s.History == nil {
		return nil
	}
	all, announcer := s.found.Value.all, m.Announcer // the settings may put another one in its place
	return func() tea.Msg {
		if err := announcer.Findings(m.Base, s.History, m.Context.View, all, m.Now()); err != nil && m.Base.Err() == nil {
			return pane.Notice{Level: pane.Warning, Text: m.Explain(err).Line()}
		}
		return nil
	}
}
