package sessions

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// findScreen is the sessions that a search of all stored ones found.
type findScreen struct {
	loadedList[*archive.Hit]
	query string
}

// askFind asks for what to search in all stored sessions.
func (m *Model) askFind() tea.Cmd {
	if m.History == nil {
		return m.find("")
	}
	field := input.New(m.Theme)
	field.SetValue(m.wanted)
	field.CursorEnd()
	return m.Ask(pane.Question{Title: m.Words.T("sessions.find.title"), Input: &field, Then: func() tea.Cmd {
		return m.find(field.Value())
	}})
}

// find searches all stored sessions.
func (m *Model) find(query string) tea.Cmd {
	m = m.sites[0]
	if m.History == nil {
		return pane.Notify(pane.Info, m.Words.T("sessions.find.no_history"))
	}
	if m.wanted = query; text.Line(query) == "" {
		return nil
	}
	s := m.newFind(query)
	m.Push(s)
	return s.start()
}

func (m *Model) newFind(query string) *findScreen {
	k, sites := &m.keys, m.sites
	read := func(ctx context.Context) (all []*archive.Hit, _ error) {
		failed := 0
		for _, m := range sites {
			hits, err := archive.Search(ctx, m.History, query)
			if err != nil { // the history reports its errors itself
				if failed++; failed == len(sites) {
					return nil, err
				}
			}
			for _, hit := range hits {
				hit.Site = m.Site
			}
			all = append(all, hits...)
		}
		slices.SortStableFunc(all, func(a, b *archive.Hit) int { return b.Time.Compare(a.Time) })
		return all[:min(len(all), archive.MaxHits)], nil
	}
	s := &findScreen{loadedList: newLoaded(m, "sessions", read), query: query}
	s.List = pane.NewList(m.Stack, pane.ListConfig[*archive.Hit]{
		Resource: resource.Hits(m.Context.View), Heading: "sessions.find.heading", Site: func(h *archive.Hit) string { return h.Site }, Sort: "time",
		Summary: s.summary, State: s.load.State, Refresh: s.start,
		Empty:   m.Empty("sessions.no_match", "sessions.find.none", "Text", text.Cut(text.Line(query), 40)),
		Open:    pane.Action[*archive.Hit]{Key: k.OpenRow, Row: s.open},
		Actions: []pane.Action[*archive.Hit]{{Key: k.FindAll, Do: m.askFind, Inspector: true}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.FindAll, m.Keys.Filter, m.Keys.Back} },
	})
	return s
}

func (s *findScreen) summary(width int) []string {
	w, t := s.m.Words, s.m.Theme
	line := " " + t.Tone(theme.Muted).Render(w.T("sessions.find.for")) + " " + t.Table.Match.Render(text.Cut(text.Line(s.query), 40))
	if n := len(s.load.Value); n == archive.MaxHits {
		line += "   " + w.T("sessions.find.newest", "N", w.Int(n))
	} else if n > 0 {
		line += "   " + w.N("sessions.n_sessions", n)
	}
	return []string{text.Cut(line, width)}
}

// open opens a session at its first hit, with the search in the session begun.
func (s *findScreen) open(h *archive.Hit) tea.Cmd {
	f := s.m.at(h.Site).pushForm(h.SessionID)
	f.at, f.query = h.Place, s.query
	return f.submit()
}
