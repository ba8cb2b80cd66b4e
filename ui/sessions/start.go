package sessions

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// startScreen is the first screen: sessions to choose from.
type startScreen struct {
	*pane.List[pane.Recent]
	m *Model
}

func (m *Model) newStart() *startScreen {
	w, k := m.Words, &m.keys
	none := w.T("sessions.none", "Key", k.OpenID.Help().Key)
	return &startScreen{m: m, List: pane.NewRecents(m.Stack, pane.KindSession, "sessions.recent", pane.ListConfig[pane.Recent]{
		Heading: w.T("sessions.recent.heading"),
		Summary: func(width int) []string {
			return []string{text.Cut(" "+m.Theme.Tone(theme.Muted).Render(none), width)}
		},
		Empty:   m.Empty("sessions.recent.no_match", none),
		Nothing: m.openForm,
		Open:    pane.Action[pane.Recent]{Key: k.OpenRow, Row: func(r pane.Recent) tea.Cmd { return m.Open(r.Target) }},
		Actions: []pane.Action[pane.Recent]{{Key: k.OpenID, Do: m.openForm}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.OpenID, m.Keys.Filter} },
	})}
}

func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(pane.Recalled); ok {
		return s.fill()
	}
	return s.List.Update(msg)
}

// fill shows the sessions known now, the newest first.
func (s *startScreen) fill() tea.Cmd { return s.SetRows(s.m.Recents(pane.KindSession, s.m.opened)) }
