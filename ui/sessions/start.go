package sessions

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// listScreen is a list of sessions. The first screen has the stored ones, those that were
// opened in this run or an earlier one without being stored, and the examples of the demo.
type listScreen struct {
	*pane.List[*resource.Session]
	m      *Model
	sites  []*Model                          // whose sessions it has
	failed string                            // the tool that failed in the sessions of the list, "" for all sessions
	stored []store.Loader[[]history.Session] // of each of the sites
	about  about
	rows   []*resource.Session // of the first screen
	tally  struct{ stored, problems, running int }
}

// newList returns the list of all sessions of sites or, with the name of a tool, of those in which
// it failed at the only one.
func (m *Model) newList(sites []*Model, failed string) *listScreen {
	k := &m.keys
	s := &listScreen{m: m, sites: sites, failed: failed, stored: make([]store.Loader[[]history.Session], len(sites)), about: about{m: m}}
	c := pane.ListConfig[*resource.Session]{
		Resource: resource.Sessions(m.Context.View), Heading: "tab.sessions", Site: func(r *resource.Session) string { return r.Site }, Sort: "last",
		Title: (*resource.Session).Label, Aside: s.about.aside, Blocks: s.about.blocks,
		Summary: s.summary, State: s.State, Refresh: s.load,
		Empty:   m.Empty("sessions.no_match", "sessions.none", "Key", m.Key(k.OpenID)),
		Nothing: m.openForm,
		Open:    pane.Action[*resource.Session]{Key: k.OpenRow, Row: s.open},
		Actions: []pane.Action[*resource.Session]{{Key: k.OpenID, Do: m.openForm, Inspector: true}, {Key: k.FindAll, Do: m.askFind}, {Key: k.Tools, Do: func() tea.Cmd { return s.here().showTools() }}, {Key: k.Compare, Row: s.compareWith}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.OpenID, k.FindAll, k.Tools, m.Keys.Filter} },
	}
	if failed != "" {
		c.Site, c.Nothing, c.Actions = nil, nil, nil
		c.Footer = func() []key.Binding { return []key.Binding{k.OpenRow, m.Keys.Filter, m.Keys.Back} }
	}
	s.List = pane.NewList(m.Stack, c)
	s.Table.StayOnTop() // the stored sessions come later
	return s
}

// open opens a session, at the first failure of the tool if the list is about one.
func (s *listScreen) open(r *resource.Session) tea.Cmd {
	t := thing(r.ID).Target
	if t.Site = r.Site; s.failed == "" {
		return s.m.Open(t)
	}
	f := s.m.pushForm(r.ID)
	f.failed = s.failed
	return f.submit()
}

// here is the model of the site of the session at the cursor, or of the first site.
func (s *listScreen) here() *Model {
	if r, ok := s.Table.Current(); ok {
		return s.m.at(r.Site)
	}
	return s.m
}

// Update handles a message.
func (s *listScreen) Update(msg tea.Msg) tea.Cmd {
	show := func() tea.Cmd {
		if r, ok := s.Table.Current(); ok {
			return s.about.show(msg, r)
		}
		return nil
	}
	for i := range s.stored {
		if mine, next := s.stored[i].Take(msg); mine {
			return tea.Batch(next, s.fill(), show())
		}
	}
	var cmd tea.Cmd
	if _, ok := msg.(pane.Recalled); ok {
		cmd = s.fill()
	} else if mine, next := s.about.Take(msg); mine {
		s.Arrange()
		return next
	} else {
		cmd = s.List.Update(msg)
	}
	return tea.Batch(cmd, show())
}

// State is that of the stored sessions while they are read: they have no age.
func (s *listScreen) State() store.State {
	for i := range s.stored {
		if s.stored[i].Running() {
			return s.stored[i].State()
		}
	}
	return store.State{}
}

// load reads the stored sessions.
func (s *listScreen) load() tea.Cmd {
	var cmd tea.Cmd
	for i, m := range s.sites {
		h, failed := m.History, s.failed
		if s.stored[i].Name = "sessions"; h == nil {
			continue
		}
		cmd = tea.Batch(cmd, s.stored[i].Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (stored []history.Session, err error) {
			// The history reports its errors itself.
			if failed != "" {
				stored, _ = h.Sessions().FailedIn(ctx, failed)
			} else {
				stored, _ = h.Sessions().List(ctx)
			}
			return stored, nil
		}))
	}
	return cmd
}

// fill shows the sessions known now: of one that was loaded in this run its state then.
func (s *listScreen) fill() tea.Cmd {
	var rows []*resource.Session
	for i, m := range s.sites {
		listed := map[string]bool{}
		add := func(r *resource.Session) {
			if !listed[r.ID] {
				r.Site, listed[r.ID] = m.Site, true
				rows = append(rows, r)
			}
		}
		opened, recents := m.opened, m.Recents(pane.KindSession, nil)
		if s.failed != "" {
			opened, recents = nil, nil
		}
		for _, known := range slices.Concat(opened, s.stored[i].Value) {
			add(&resource.Session{Session: known})
		}
		for _, r := range recents {
			add(&resource.Session{Session: history.Session{ID: r.Target.SessionID, Title: r.Label}, Source: r.Source})
		}
	}
	s.rows = rows
	s.count(rows)
	return s.SetRows(rows)
}

// count counts the sessions for the summary.
func (s *listScreen) count(rows []*resource.Session) {
	s.tally.stored, s.tally.problems, s.tally.running = 0, 0, 0
	for _, r := range rows {
		switch {
		case !r.Known():
			continue
		case r.RunsNow(s.m.Now()):
			s.tally.running++
		case r.Problems > 0:
			s.tally.problems++
		}
		s.tally.stored++
	}
}

// summary is the line above the list: how many sessions are stored, have problems and run,
// or in how many the tool failed.
func (s *listScreen) summary(width int) []string {
	w, t := s.m.Words, s.m.Theme
	if s.failed != "" {
		line := t.Tone(theme.Bad).Render(t.Glyphs.Abnormal + " " + w.N("sessions.tools.failed_in", len(s.rows), "Tool", text.Cut(text.Line(transcript.ToolLabel(s.failed)), 40)))
		return []string{text.Cut(" "+line, width)}
	}
	if _, total := s.Table.Counts(); s.tally.stored == 0 && total > 0 { // without rows it stands in their place
		return []string{text.Cut(" "+t.Tone(theme.Muted).Render(w.T("sessions.none", "Key", s.m.Key(s.m.keys.OpenID))), width)}
	}
	line := " " + t.Tone(theme.Strong).Render(w.N("sessions.n_sessions", s.tally.stored))
	if n := s.tally.problems; n > 0 {
		line += "   " + t.Tone(theme.Bad).Render(t.Glyphs.Abnormal+" "+w.N("sessions.with_problems", n))
	}
	if n := s.tally.running; n > 0 {
		line += "   " + t.Tone(theme.Accent).Render(t.Glyphs.Pending+" "+w.N("sessions.n_running", n))
	}
	return []string{text.Cut(line, width)}
}

// remember makes a session that was loaded the newest of this run.
func (m *Model) remember(s history.Session) tea.Cmd {
	m.opened = append([]history.Session{s}, slices.DeleteFunc(m.opened, func(o history.Session) bool { return o.ID == s.ID })...)
	return m.start.fill()
}
