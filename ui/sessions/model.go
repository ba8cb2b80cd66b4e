// Package sessions is the pane of agent sessions: the stored sessions, and the
// transcript of one, at four levels of detail, folded, searched, followed and exported,
// with the files and links in it.
package sessions

import (
	"context"
	"encoding/hex"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

// Name is the name of the pane.
const Name = "sessions"

// Model is the pane.
type Model struct {
	*pane.Stack
	sites    []*Model // of the sites that are shown; the first one is the pane
	keys     keyMap
	media    *resource.Resource[*media]
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
	sites := pane.NewSites(c, Name, func(s *pane.Stack) *Model {
		m := &Model{Stack: s, keys: newKeyMap(s.Context), markdown: markdown.New(s.Theme)}
		m.media = m.mediaResource()
		return m
	})
	start := sites[0].newList(sites, "")
	for _, m := range sites {
		m.sites, m.start = sites, start
	}
	start.m.Push(start)
	return start.m
}

// at is the model of a site.
func (m *Model) at(site string) *Model { return m.sites[m.SiteIndex(site)] }

// Init loads the stored sessions.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.start.fill(), m.start.load()) }

// State is the state of the session that is read or being opened.
func (m *Model) State() store.State {
	s := m.Stack.State()
	if r := m.top(); r != nil {
		s.At = r.page.doc.at
	}
	return s
}

// top is the session that is read, nil if none is open.
func (m *Model) top() *readScreen { return pane.Topmost[*readScreen](m.Stack) }

// Open opens a session, or refreshes it if it is the one being read.
func (m *Model) Open(t pane.Target) tea.Cmd {
	m = m.at(t.Site)
	switch {
	case t.Search != "":
		return m.find(t.Search)
	case t.SessionID == "":
		return nil
	}
	if r := m.top(); r != nil && r.m == m && r.page.doc.id == t.SessionID && m.Top() == pane.Screen(r) {
		return r.updates.refresh()
	}
	f := m.pushForm(t.SessionID)
	f.call = t.CallID
	return tea.Batch(f.field.Focus(), f.submit())
}

// fetch loads a session and stores it. running says that its newest run goes on.
func (m *Model) fetch(id string, running bool) func(context.Context, func(any)) (*document, error) {
	client, now, h := m.Client, m.Now, m.History
	return func(ctx context.Context, _ func(any)) (*document, error) {
		records, err := client.Messages(ctx, id)
		if err != nil {
			return nil, err
		}
		d := newDocument(id, now(), transcript.New(records, running || transcript.IsRecent(records, now())))
		h.Sessions().Record(archive.Loaded(d.facts, d.t))
		return d, nil
	}
}

// fetchFirst is fetch for a session that is being opened: a stored one is shown at once, or
// if the service fails, and is refreshed then. A history that is not open yet delays nothing.
func (m *Model) fetchFirst(id string) func(context.Context, func(any)) (*document, error) {
	h, now, load := m.History, m.Now, m.fetch(id, false)
	stored := func(ctx context.Context) *document {
		s, found, err := h.Sessions().Transcript(ctx, id)
		if err != nil || !found { // the history reports its errors itself
			return nil
		}
		d := newDocument(id, s.At, transcript.New(s.Records, transcript.IsRecent(s.Records, now())))
		d.stored = true
		return d
	}
	return func(ctx context.Context, report func(any)) (*document, error) {
		if h.Ready() {
			if d := stored(ctx); d != nil {
				return d, nil
			}
		}
		d, err := load(ctx, report)
		if err != nil && ctx.Err() == nil {
			if old := stored(ctx); old != nil {
				return old, nil
			}
		}
		return d, err
	}
}

// Things are the sessions opened in this run, which the palette can open.
func (m *Model) Things() []pane.Thing {
	return pane.Things(m.sites, func(m *Model) []pane.Thing {
		things := make([]pane.Thing, len(m.opened))
		for i, s := range m.opened {
			things[i] = thing(s.ID)
			if s.Title != "" {
				things[i].Label, things[i].Note = (&resource.Session{Session: s}).Label(), s.ID
			}
		}
		return things
	})
}

// MatchID returns the session with the ID s, or with s as the address of its messages, at each site.
func (m *Model) MatchID(s string) []pane.Thing {
	const digits = 24
	id := ID(s)
	if _, err := hex.DecodeString(id); err != nil || len(id) != digits {
		return nil
	}
	return pane.Things(m.sites, func(*Model) []pane.Thing { return []pane.Thing{thing(id)} })
}

func thing(id string) pane.Thing {
	return pane.Thing{Kind: pane.KindSession, Label: id, Target: pane.Target{Pane: Name, SessionID: id}}
}

// ID returns the ID in what was typed or pasted: see [transcript.ReadID].
func ID(s string) string { return transcript.ReadID(text.Clean(s)) }
