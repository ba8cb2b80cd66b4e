package sessions

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// startScreen is the first screen: sessions to choose from and, given room, the field for an ID.
type startScreen struct {
	*pane.List[pane.Recent]
	m             *Model
	form          *formScreen // nil if it is closed
	width, height int
	aside         int // the width of the region of the field, 0 without one
}

func (m *Model) newStart() *startScreen {
	w, k := m.Words, &m.keys
	s := &startScreen{m: m}
	s.List = pane.NewRecents(m.Stack, pane.KindSession, "sessions.recent", pane.ListConfig[pane.Recent]{
		Heading: w.T("sessions.recent.heading"),
		Summary: func(width int) []string {
			if s.aside > 0 || s.form != nil {
				return nil
			}
			return []string{text.Cut(" "+m.Theme.Tone(theme.Muted).Render(w.T("sessions.none", "Key", k.OpenID.Help().Key)), width)}
		},
		Empty:   m.Empty("sessions.recent.no_match", w.T("sessions.none", "Key", k.OpenID.Help().Key)),
		Nothing: m.openForm,
		Open:    pane.Action[pane.Recent]{Key: k.OpenRow, Row: func(r pane.Recent) tea.Cmd { return m.Open(r.Target) }},
		Actions: []pane.Action[pane.Recent]{{Key: k.OpenID, Do: m.openForm}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.OpenID, m.Keys.Filter} },
	})
	return s
}

func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(pane.Recalled); ok {
		return s.fill()
	}
	return s.List.Update(msg)
}

// fill shows the sessions known now, the newest first.
func (s *startScreen) fill() tea.Cmd { return s.SetRows(s.m.Recents(pane.KindSession, s.m.opened)) }

func (s *startScreen) SetSize(width, height int) {
	s.width, s.height, s.aside = width, height, 0
	if width >= pane.FrameWidth {
		s.aside = 46
	}
	s.List.SetSize(width-s.aside, height)
}

func (s *startScreen) View() string {
	list := s.List.View()
	if s.aside == 0 {
		return list
	}
	c, k := s.m.Context, &s.m.Keys
	frame := pane.Frame{Title: c.Words.T("sessions.open_title"), Focused: s.form != nil}
	width, _ := frame.Inner(s.aside, s.height)
	var lines []string
	hint := c.Words.T("sessions.none", "Key", s.m.keys.OpenID.Help().Key)
	if s.form != nil {
		lines = s.form.lines(width)
		hint = c.Words.T("sessions.id_hint", "Key", k.Confirm.Help().Key, "Back", k.Back.Help().Key)
	}
	lines = append(lines, c.Note(hint, width)...)
	return pane.SideBySide(list, c.Frame(frame, strings.Join(lines, "\n"), s.aside, s.height), s.width-s.aside)
}
