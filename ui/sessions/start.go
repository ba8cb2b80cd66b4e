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
	m      *site
	sites  []*site                           // whose sessions it has
	failed string                            // the tool that failed in the sessions of the list, "" for all sessions
	only   bool                              // only sessions with problems are shown
	stored []store.Loader[[]history.Session] // of each of the sites
	about  about
	rows   []*resource.Session // of the first screen
	tally  sessionTally
}

// sessionTally counts the sessions of a list.
type sessionTally struct {
	stored   int
	problems int // stored ones with problems
	running  int
}

// newList returns the list of all sessions of sites or, with the name of a tool, of those in which
// it failed at the only one.
func (m *site) newList(sites []*site, failed string) *listScreen {
	k := &m.keys
	s := &listScreen{
		m:      m,
		sites:  sites,
		failed: failed,
		stored: make([]store.Loader[[]history.Session], len(sites)),
		about:  about{m: m},
	}
	c := pane.ListConfig[*resource.Session]{
		Resource: resource.Sessions(m.view),
		Heading:  "tab.sessions",
		Sort:     "last",
		Title:    (*resource.Session).Label,
		Aside:    s.about.aside,
		Blocks:   s.about.blocks,
		Summary:  s.summary,
		State:    s.State,
		Refresh: func() tea.Cmd {
			return tea.Batch(s.load(), m.ctx.Inform("sessions.read_again"))
		},
		Empty: m.stack.Empty("sessions.no_match", "sessions.none", "Key", m.ctx.Key(k.OpenID)),
		Open:  pane.Action[*resource.Session]{Key: k.OpenRow, Row: s.open},
		Footer: func() []key.Binding {
			return []key.Binding{k.OpenRow, m.stack.Keys.Filter, m.stack.Keys.Back}
		},
	}
	if failed == "" {
		c.Site = func(r *resource.Session) string { return r.Site }
		c.Nothing = m.openForm
		c.Empty = s.empty
		c.Chips = s.chips
		c.Reset = func() tea.Cmd { return s.setOnly(false) }
		c.Actions = []pane.Action[*resource.Session]{
			{Key: k.OpenID, Do: m.openForm, Inspector: true},
			{
				Key:    k.Problems,
				Do:     func() tea.Cmd { return s.setOnly(!s.only) },
				OfRows: true,
			},
			{Key: k.FindAll, Do: m.askFind},
			{Key: k.Tools, Do: s.showTools, OfRows: true},
			{Key: k.FailedCall, Row: s.openFailedCall},
		}
		c.GoTo = []key.Binding{k.FailedCall}
		c.Footer = func() []key.Binding {
			return []key.Binding{k.OpenRow, m.stack.Keys.Filter, k.Problems, k.Tools}
		}
	}
	s.List = pane.NewList(m.stack, c)
	s.Table.StayOnTop() // the stored sessions come later
	return s
}

// empty is why no session is shown.
func (s *listScreen) empty(filtered bool) string {
	m := s.m
	if s.only && s.Query.Value() == "" {
		return m.words.T("sessions.none_with_problems", "Key", m.ctx.Key(m.keys.Problems))
	}
	if filtered {
		return m.words.T(
			"sessions.search_instead",
			"Key", m.ctx.Key(m.stack.Keys.Back),
			"Search", m.ctx.Key(m.keys.OpenRow),
		)
	}
	return m.words.T("sessions.none", "Key", m.ctx.Key(m.keys.OpenID))
}

// searchesInstead reports whether a key searches all sessions for the text of a filter that no session
// matches.
func (s *listScreen) searchesInstead(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyMsg)
	if !ok || s.Capturing() || !key.Matches(press, s.m.keys.OpenRow) {
		return false
	}
	_, found := s.Table.Current()
	return !found && s.failed == "" && s.Query.Value() != ""
}

// setOnly shows only the sessions with problems, or all.
func (s *listScreen) setOnly(only bool) tea.Cmd {
	s.only = only
	return s.fill()
}

// chips are the filters that are on.
func (s *listScreen) chips() []pane.Chip {
	if !s.only {
		return nil
	}
	return []pane.Chip{{
		Text:  s.m.words.T("sessions.only_problems"),
		Click: func() tea.Cmd { return s.setOnly(false) },
	}}
}

// openFailedCall opens a session at its last failed call.
func (s *listScreen) openFailedCall(r *resource.Session) tea.Cmd {
	if r.Known() && r.Problems == 0 {
		return pane.Notify(
			pane.Info,
			s.m.words.T(
				"sessions.no_problems_here",
				"Key",
				s.m.ctx.Key(s.m.keys.Problems),
			),
		)
	}
	f := s.m.pane.siteNamed(r.Site).pushForm(r.ID)
	f.problem = true
	return f.submit()
}

// open opens a session, at the first failure of the tool if the list is about one, and at the last failed
// call if it shows only sessions with problems.
func (s *listScreen) open(r *resource.Session) tea.Cmd {
	if s.only {
		return s.openFailedCall(r)
	}
	if s.failed == "" {
		t := thing(r.ID).Target
		t.Site = r.Site
		return s.m.pane.Open(t)
	}
	f := s.m.pushForm(r.ID)
	f.failed = s.failed
	return f.submit()
}

// here is the model of the site of the session at the cursor, or of the first site.
func (s *listScreen) here() *site {
	if r, ok := s.Table.Current(); ok {
		return s.m.pane.siteNamed(r.Site)
	}
	return s.m
}

// showTools shows the tools in the sessions of the sites whose sessions are listed.
func (s *listScreen) showTools() tea.Cmd {
	return s.m.showTools(s.KeptSite())
}

// Update handles a message.
func (s *listScreen) Update(msg tea.Msg) tea.Cmd {
	for i := range s.stored {
		mine, next := s.stored[i].Take(msg)
		if mine {
			return tea.Batch(next, s.fill(), s.showAbout(msg))
		}
	}
	if mine, next := s.about.Take(msg); mine {
		s.Arrange()
		return next
	}
	if _, ok := msg.(pane.Recalled); ok {
		return tea.Batch(s.fill(), s.showAbout(msg))
	}
	if s.searchesInstead(msg) {
		return s.m.find(s.Query.Value())
	}
	return tea.Batch(s.List.Update(msg), s.showAbout(msg))
}

// showAbout shows the session at the cursor in the inspector, unless a session covers it: the messages of a long
// one would take as much memory again.
func (s *listScreen) showAbout(msg tea.Msg) tea.Cmd {
	r, ok := s.Table.Current()
	_, covered := s.m.stack.Top().(*readScreen)
	if !ok || covered {
		return nil
	}
	return s.about.show(msg, r)
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
		f := m.own.Store.Fleet
		failed := s.failed
		s.stored[i].Name = "sessions"
		if f.History == nil {
			continue
		}
		read := func(ctx context.Context, _ func(any)) ([]history.Session, error) {
			var stored []history.Session
			if failed != "" {
				stored, _ = f.StoredSessions().WithFailures(ctx, failed)
			} else {
				stored, _ = f.StoredSessions().List(ctx)
			}
			return stored, nil // the history reports its errors itself
		}
		cmd = tea.Batch(cmd, s.stored[i].Start(m.ctx.Base, m.view.Now, read))
	}
	return cmd
}

// fill shows the sessions known now: of one that was loaded in this run its state then.
func (s *listScreen) fill() tea.Cmd {
	s.rows = nil
	for i, m := range s.sites {
		s.rows = append(s.rows, s.rowsOf(m, s.stored[i].Value)...)
	}
	s.count(s.rows)
	shown := s.rows
	if s.only {
		shown = slices.DeleteFunc(slices.Clone(s.rows), func(r *resource.Session) bool {
			return r.Problems == 0
		})
	}
	return s.SetRows(shown)
}

// rowsOf returns the sessions of a site: each once, as it was known last.
func (s *listScreen) rowsOf(m *site, stored []history.Session) []*resource.Session {
	var all []*resource.Session
	if s.failed == "" {
		all = resource.SessionRows(m.opened)
	}
	all = append(all, resource.SessionRows(stored)...)
	if s.failed == "" && m.ctx.Moment.IsZero() { // in the past, only what was stored can be opened
		for _, r := range m.own.Recents(pane.KindSession, nil) {
			unread := history.Session{ID: r.Target.SessionID, Title: r.Label}
			all = append(all, &resource.Session{Session: unread, Source: r.Source})
		}
	}
	var rows []*resource.Session
	listed := map[string]bool{}
	for _, r := range all {
		if !listed[r.ID] {
			listed[r.ID] = true
			r.Site = m.own.Name
			rows = append(rows, r)
		}
	}
	return rows
}

// count counts the sessions for the summary.
func (s *listScreen) count(rows []*resource.Session) {
	s.tally = sessionTally{}
	for _, r := range rows {
		if !r.Known() {
			continue
		} else if r.RunsNow(s.m.view.Now()) {
			s.tally.running++
		} else if r.Problems > 0 {
			s.tally.problems++
		}
		s.tally.stored++
	}
}

// summary is the line above the list: how many sessions are stored, have problems and run,
// or in how many the tool failed.
func (s *listScreen) summary(width int) []string {
	w := s.m.words
	t := s.m.theme
	if s.failed != "" {
		tool := text.Cut(text.Line(transcript.ToolLabel(s.failed)), 40)
		line := t.Glyphs.Abnormal + " " + w.N(
			"sessions.tools.failed_in", len(s.rows),
			"Tool", tool,
		)
		return []string{text.Cut(" "+t.Paint(theme.Bad, line), width)}
	}
	_, total := s.Table.Counts()
	if s.tally.stored == 0 && total > 0 { // without rows it stands in their place
		if state := s.State(); state.InFlight > 0 {
			return []string{text.Cut(" "+s.m.stack.LineLoading(state), width)}
		}
		line := w.T("sessions.none", "Key", s.m.ctx.Key(s.m.keys.OpenID))
		return []string{text.Cut(" "+t.Paint(theme.Muted, line), width)}
	}
	line := " " + t.Paint(theme.Strong, w.N("sessions.n_sessions", s.tally.stored))
	if n := s.tally.problems; n > 0 {
		line += "   " + t.Paint(theme.Bad, t.Glyphs.Abnormal+" "+
			w.N("sessions.with_problems", n))
	}
	if n := s.tally.running; n > 0 {
		line += "   " + t.Paint(theme.Accent, t.Glyphs.Pending+" "+
			w.N("sessions.n_running", n))
	}
	return []string{text.Cut(line, width)}
}

// remember makes a session that was loaded the newest of this run.
func (m *site) remember(s history.Session) tea.Cmd {
	others := slices.DeleteFunc(m.opened, func(o history.Session) bool {
		return o.ID == s.ID
	})
	m.opened = append([]history.Session{s}, others...)
	return m.start.fill()
}
