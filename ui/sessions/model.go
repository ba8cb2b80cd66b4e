// Package sessions is the pane of agent sessions: the stored sessions, and the
// transcript of one, at four levels of detail, folded, searched, followed and exported,
// with the files and links in it.
package sessions

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "sessions"

// Model is the pane. Screens of all sites are screens of the first one.
type Model struct {
	*site
	sites []*site // that are shown
}

// site is the pane at one site: what the screens of the site share.
type site struct {
	pane  *Model
	ctx   *pane.Context
	own   *pane.Site // whose data it has
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View

	keys     keyMap
	media    *resource.Resource[*resource.SessionMedia]
	start    *listScreen
	markdown *markdown.Renderer
	typed    string            // the id in the last form
	wanted   string            // the last search of all sessions
	opened   []history.Session // in this run, newest first
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	sites := pane.NewSites(c, Name, func(s *pane.Stack, own *pane.Site) *site {
		m := &site{
			ctx:      c,
			own:      own,
			stack:    s,
			words:    c.Words,
			theme:    c.Theme,
			view:     own.View,
			keys:     newKeyMap(c),
			markdown: markdown.New(c.Theme),
		}
		m.media = resource.SessionMediaOf(m.view)
		return m
	})
	m := &Model{site: sites[0], sites: sites}
	start := m.newList(sites, "")
	for _, s := range sites {
		s.pane = m
		s.start = start
	}
	m.stack.Push(start)
	return m
}

// siteNamed is the pane at a site.
func (m *Model) siteNamed(name string) *site {
	return m.sites[m.ctx.Sites.Index(name)]
}

// Stack are the screens of the pane.
func (m *site) Stack() *pane.Stack { return m.stack }

// Init loads the stored sessions.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.start.fill(), m.start.load())
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd { return m.stack.Update(msg) }

// State is the state of the session that is read or being opened.
func (m *Model) State() store.State {
	s := m.stack.State()
	if r := m.top(); r != nil {
		s.At = r.page.doc.at
	}
	return s
}

// top is the session that is read, nil if none is open.
func (m *site) top() *readScreen {
	return pane.Topmost[*readScreen](m.stack)
}

// Open opens a session, or refreshes it if it is the one being read.
func (m *Model) Open(t pane.Target) tea.Cmd {
	of := m.siteNamed(t.Site)
	if t.Search != "" {
		return of.find(t.Search)
	}
	if t.SessionID == "" {
		return nil
	}
	r := of.top()
	if r != nil && r.m == of && r.page.doc.id == t.SessionID &&
		of.stack.Top() == pane.Screen(r) {
		if t.Message > 0 {
			r.goToMessage(t.Message)
			return nil
		}
		return r.updates.refresh()
	}
	f := of.pushForm(t.SessionID)
	f.call = t.CallID
	f.message = t.Message
	return tea.Batch(f.field.Focus(), f.submit())
}

// fetch loads a session and stores it. running says that its newest run goes on.
func (m *site) fetch(
	id string,
	running bool,
) func(context.Context, func(any)) (*document, error) {
	f := m.own.Store.Fleet
	return func(ctx context.Context, _ func(any)) (*document, error) {
		s, err := f.Session(ctx, id, running)
		if err != nil {
			return nil, err
		}
		return documentOf(s), nil
	}
}

// fetchFirst is fetch for a session that is being opened: a stored one is shown at once, and is
// refreshed then.
func (m *site) fetchFirst(id string) func(context.Context, func(any)) (*document, error) {
	f := m.own.Store.Fleet
	return func(ctx context.Context, _ func(any)) (*document, error) {
		s, err := f.OpenSession(ctx, id)
		if err != nil {
			return nil, err
		}
		return documentOf(s), nil
	}
}

// Things are the sessions opened in this run, which the palette can open.
func (m *Model) Things() []pane.Thing {
	return pane.Things(m.sites, func(m *site) []pane.Thing {
		things := make([]pane.Thing, len(m.opened))
		for i, s := range m.opened {
			things[i] = thing(s.ID)
			if s.Title != "" {
				things[i].Label = (&resource.Session{Session: s}).Label()
				things[i].Note = s.ID
			}
		}
		return things
	})
}

// Read returns the message of the open session with a number.
func (m *Model) Read(s string) []pane.Thing {
	r, ok := m.stack.Top().(*readScreen)
	number, err := strconv.Atoi(strings.TrimPrefix(s, ":"))
	if !ok || err != nil || number < 1 || number > len(r.page.doc.t.Messages) {
		return nil
	}
	t := thing(r.page.doc.id)
	t.Note = (&resource.Session{Session: r.page.doc.facts}).Label()
	t.Label = m.words.T("sessions.go_to_message", "N", m.words.Int(number))
	t.Target.Site = r.m.own.Label()
	t.Target.Message = number
	return []pane.Thing{t}
}

// MatchID returns the session with the ID s, or with s as the address of its messages, at each site.
func (m *Model) MatchID(s string) []pane.Thing {
	const digits = 24
	id := ID(s)
	_, err := hex.DecodeString(id)
	if err != nil || len(id) != digits {
		return nil
	}
	return pane.Things(m.sites, func(*site) []pane.Thing {
		return []pane.Thing{thing(id)}
	})
}

func thing(id string) pane.Thing {
	return pane.Thing{
		Kind:   pane.KindSession,
		Label:  id,
		Target: pane.Target{Pane: Name, SessionID: id},
	}
}

// ID returns the ID in what was typed or pasted: see [transcript.ReadID].
func ID(s string) string {
	return transcript.ReadID(text.Clean(s))
}
