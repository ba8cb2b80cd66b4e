package sessions

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/api/fleet"
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
func (m *site) askFind() tea.Cmd {
	if m.own.History() == nil {
		return m.find("")
	}
	field := input.New(m.theme)
	field.SetValue(m.wanted)
	field.CursorEnd()
	return m.stack.Ask(pane.Question{
		Title: m.words.T("sessions.find.title"),
		Input: &field,
		Then: func() tea.Cmd {
			return m.find(field.Value())
		},
	})
}

// find searches all stored sessions.
func (m *site) find(query string) tea.Cmd {
	m = m.pane.site
	if m.own.History() == nil {
		return m.ctx.Inform("sessions.find.no_history")
	}
	if m.wanted = query; text.Line(query) == "" {
		return nil
	}
	s := m.newFind(query)
	m.stack.Push(s)
	return s.start()
}

func (m *site) newFind(query string) *findScreen {
	k := &m.keys
	sites := m.ctx.Sites.Fleets()
	search := func(ctx context.Context, site fleet.Site) ([]*archive.Hit, error) {
		return site.Fleet.StoredSessions().Search(ctx, query)
	}
	read := func(ctx context.Context) ([]*archive.Hit, error) {
		all, err := fleet.Rows(ctx, sites, search, func(hit *archive.Hit, site string) {
			hit.Site = site
		})
		if err != nil { // of one site the history reports it itself
			return nil, err
		}
		return newestHits(all), nil
	}
	s := &findScreen{loadedList: newLoaded(m, "sessions", read), query: query}
	s.List = pane.NewList(m.stack, pane.ListConfig[*archive.Hit]{
		Resource: resource.Hits(m.view),
		Heading:  "sessions.find.heading",
		Site:     func(h *archive.Hit) string { return h.Site },
		Sort:     "time",
		Summary:  s.summary,
		State:    s.load.State,
		Refresh:  s.start,
		Empty: m.stack.Empty(
			"sessions.no_match", "sessions.find.none",
			"Text", text.Cut(text.Line(query), 40),
		),
		Open:    pane.Action[*archive.Hit]{Key: k.OpenRow, Row: s.open},
		Actions: []pane.Action[*archive.Hit]{{Key: k.FindAll, Do: m.askFind, Inspector: true}},
		Footer: func() []key.Binding {
			return []key.Binding{k.OpenRow, m.stack.Keys.Filter, m.stack.Keys.Back}
		},
	})
	return s
}

// newestHits sorts the hits of several sites, the newest sessions first, and keeps as many as a search of one site
// returns.
func newestHits(all []*archive.Hit) []*archive.Hit {
	slices.SortStableFunc(all, func(a, b *archive.Hit) int {
		return b.Time.Compare(a.Time)
	})
	return all[:min(len(all), archive.MaxHits)]
}

func (s *findScreen) summary(width int) []string {
	w := s.m.words
	t := s.m.theme
	line := " " + t.Paint(theme.Muted, w.T("sessions.find.for")) + " " +
		t.Table.Match.Render(text.Cut(text.Line(s.query), 40))
	n := len(s.load.Value)
	if n == archive.MaxHits {
		line += "   " + w.T("sessions.find.newest", "N", w.Int(n))
	} else if n > 0 {
		line += "   " + w.N("sessions.n_sessions", n)
	}
	return []string{text.Cut(line, width)}
}

// open opens a session at its first hit, with the search in the session begun.
func (s *findScreen) open(h *archive.Hit) tea.Cmd {
	f := s.m.pane.siteNamed(h.Site).pushForm(h.SessionID)
	f.at = h.Place
	f.query = s.query
	return f.submit()
}
