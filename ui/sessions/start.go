package sessions

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// startScreen is the first screen: the stored sessions, those that were opened in this run
// or an earlier one without being stored, and the examples of the demo.
type startScreen struct {
	*pane.List[row]
	m      *Model
	stored store.Loader[[]history.Session]
	about  about
	tally  struct{ stored, problems, running int }
}

func (m *Model) newStart() *startScreen {
	k := &m.keys
	s := &startScreen{m: m, about: about{m: m}}
	s.stored.Name = "sessions"
	s.List = pane.NewList(m.Stack, pane.ListConfig[row]{
		Resource: Resource(m.Context.View), Heading: m.Words.T("tab.sessions"), Sort: "last",
		Title: row.label, Aside: s.about.aside, Blocks: s.about.blocks,
		Summary: s.summary, State: s.State, Refresh: s.load,
		Empty:   m.Empty("sessions.no_match", s.none()),
		Nothing: m.openForm,
		Open:    pane.Action[row]{Key: k.OpenRow, Row: func(r row) tea.Cmd { return m.Open(thing(r.ID).Target) }},
		Actions: []pane.Action[row]{{Key: k.OpenID, Do: m.openForm, Inspector: true}, {Key: k.FindAll, Do: m.askFind}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.OpenID, k.FindAll, m.Keys.Filter} },
	})
	s.Table.StayOnTop() // the stored sessions come later
	return s
}

// Update handles a message.
func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	if mine, next := s.stored.Take(msg); mine {
		cmd = tea.Batch(next, s.fill())
	} else if _, ok := msg.(pane.Recalled); ok {
		cmd = s.fill()
	} else if mine, next := s.about.load.Take(msg); mine {
		s.Arrange()
		return next
	} else {
		cmd = s.List.Update(msg)
	}
	return tea.Batch(cmd, s.loadAbout(msg))
}

// State is that of the stored sessions while they are read: they have no age.
func (s *startScreen) State() store.State {
	if s.stored.Running() {
		return s.stored.State()
	}
	return store.State{}
}

// load reads the stored sessions.
func (s *startScreen) load() tea.Cmd {
	h := s.m.History
	if h == nil {
		return s.fill()
	}
	return s.stored.Start(s.m.Base, s.m.Now, func(ctx context.Context, _ func(any)) ([]history.Session, error) {
		stored, _ := h.Sessions().List(ctx) // the history reports its errors itself
		return stored, nil
	})
}

// loadAbout reads the session that the inspector shows. A key press reads nothing: the
// inspector follows the cursor later.
func (s *startScreen) loadAbout(msg tea.Msg) tea.Cmd {
	r, ok := s.Table.Current()
	if _, key := msg.(tea.KeyMsg); key || !ok {
		return nil
	}
	return s.about.show(r)
}

// fill shows the sessions known now: of one that was loaded in this run its state then.
func (s *startScreen) fill() tea.Cmd {
	rows := Rows(s.m.opened)
	listed := map[string]bool{}
	for _, r := range rows {
		listed[r.ID] = true
	}
	add := func(r row) {
		if !listed[r.ID] {
			listed[r.ID], rows = true, append(rows, r)
		}
	}
	for _, r := range Rows(s.stored.Value) {
		add(r)
	}
	for _, r := range s.m.Recents(pane.KindSession, nil) {
		add(row{Session: history.Session{ID: r.Target.SessionID, Title: r.Label}, source: r.Source})
	}
	s.count(rows)
	return s.SetRows(rows)
}

// count counts the sessions for the summary.
func (s *startScreen) count(rows []row) {
	s.tally.stored, s.tally.problems, s.tally.running = 0, 0, 0
	for _, r := range rows {
		switch {
		case !r.known():
			continue
		case r.runsNow(s.m.Now()):
			s.tally.running++
		case r.Problems > 0:
			s.tally.problems++
		}
		s.tally.stored++
	}
}

// none is the sentence for a list without stored sessions.
func (s *startScreen) none() string {
	return s.m.Words.T("sessions.none", "Key", s.m.keys.OpenID.Help().Key)
}

// summary is the line above the list: how many sessions are stored, have problems and run.
func (s *startScreen) summary(width int) []string {
	w, t := s.m.Words, s.m.Theme
	if s.tally.stored == 0 {
		return []string{text.Cut(" "+t.Tone(theme.Muted).Render(s.none()), width)}
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
