package sessions

import (
	"context"

	"channeldeck/ui/resource"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// findScreen is the sessions that a search of all stored ones found.
type findScreen struct {
	*pane.List[archive.Hit]
	m     *Model
	query string
	found store.Loader[[]archive.Hit]
}

// askFind asks for what to search in all stored sessions.
func (m *Model) askFind() tea.Cmd {
	if m.History == nil {
		return pane.Notify(pane.Info, m.Words.T("sessions.find.no_history"))
	}
	field := input.New(m.Theme)
	field.SetValue(m.wanted)
	field.CursorEnd()
	return m.Ask(pane.Question{Title: m.Words.T("sessions.find.title"), Input: &field, Then: func() tea.Cmd {
		if m.wanted = field.Value(); text.Line(m.wanted) == "" {
			return nil
		}
		s := m.newFind(m.wanted)
		m.Push(s)
		return s.search()
	}})
}

func (m *Model) newFind(query string) *findScreen {
	k := &m.keys
	s := &findScreen{m: m, query: query}
	s.found.Name = "sessions"
	s.List = pane.NewList(m.Stack, pane.ListConfig[archive.Hit]{
		Resource: resource.Hits(m.Context.View), Heading: m.Words.T("sessions.find.heading"), Sort: "time",
		Summary: s.summary, State: s.found.State, Refresh: s.search,
		Empty:   m.Empty("sessions.no_match", m.Words.T("sessions.find.none", "Text", text.Cut(text.Line(query), 40))),
		Open:    pane.Action[archive.Hit]{Key: k.OpenRow, Row: s.open},
		Actions: []pane.Action[archive.Hit]{{Key: k.FindAll, Do: m.askFind, Inspector: true}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.FindAll, m.Keys.Filter, m.Keys.Back} },
	})
	return s
}

func (s *findScreen) search() tea.Cmd {
	h, query := s.m.History, s.query
	return s.found.Start(s.m.Base, s.m.Now, func(ctx context.Context, _ func(any)) ([]archive.Hit, error) { return archive.Search(ctx, h, query) })
}

// Update handles a message.
func (s *findScreen) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := s.found.Take(msg); mine {
		return tea.Batch(cmd, s.SetRows(s.found.Value))
	}
	return s.List.Update(msg)
}

func (s *findScreen) summary(width int) []string {
	w, t := s.m.Words, s.m.Theme
	line := " " + t.Tone(theme.Muted).Render(w.T("sessions.find.for")) + " " + t.Table.Match.Render(text.Cut(text.Line(s.query), 40))
	if n := len(s.found.Value); n == archive.MaxHits {
		line += "   " + w.T("sessions.find.newest", "N", w.Int(n))
	} else if n > 0 {
		line += "   " + w.N("sessions.n_sessions", n)
	}
	return []string{text.Cut(line, width)}
}

// open opens a session at its first hit, with the search in the session begun.
func (s *findScreen) open(h archive.Hit) tea.Cmd {
	f := s.m.pushForm(h.SessionID)
	f.at, f.query = h.Place, s.query
	return f.submit()
}

// Close ends the search.
func (s *findScreen) Close() tea.Cmd {
	s.found.Cancel()
	return nil
}
