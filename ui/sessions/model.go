// Package sessions is the pane of agent sessions: the transcript of a session, at
// four levels of detail, folded, searched, followed and exported, and the files and
// links in it.
package sessions

import (
	"encoding/hex"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

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
	keys     keyMap
	media    *resource.Resource[media]
	start    *startScreen
	markdown *markdown.Renderer
	typed    string       // the id in the last form
	opened   []pane.Thing // in this run, newest first
}

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c), keys: newKeyMap(c), markdown: markdown.New(c.Theme)}
	m.media, m.start = m.mediaResource(), m.newStart()
	m.Push(m.start)
	return m
}

// Init loads nothing: only the user knows which session to open.
func (m *Model) Init() tea.Cmd { return m.start.fill() }

// State is the state of the session that is read or being opened.
func (m *Model) State() store.State {
	s := m.Stack.State()
	if r := m.top(); r != nil {
		s.At = r.doc.at
	}
	return s
}

// top is the session that is read, nil if none is open.
func (m *Model) top() *readScreen { return pane.Topmost[*readScreen](m.Stack) }

// Open opens a session, or refreshes it if it is the one being read.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.SessionID == "" {
		return nil
	}
	if r := m.top(); r != nil && r.doc.id == t.SessionID && m.Top() == pane.Screen(r) {
		return r.refresh()
	}
	f := m.newForm(t.SessionID)
	m.Push(f)
	return tea.Batch(f.field.Focus(), f.submit())
}

// Things are the sessions opened in this run, which the palette can open.
func (m *Model) Things() []pane.Thing { return m.opened }

// MatchID returns the session with the ID s, or with s as the address of its messages.
func (m *Model) MatchID(s string) []pane.Thing {
	const digits = 24
	id := sessionID(s)
	if _, err := hex.DecodeString(id); err != nil || len(id) != digits {
		return nil
	}
	return []pane.Thing{thing(id)}
}

func thing(id string) pane.Thing {
	return pane.Thing{Kind: pane.KindSession, Label: id, Target: pane.Target{Pane: Name, SessionID: id}}
}

// sessionID returns the ID in text that was typed or pasted: an ID, or the address of a
// session's messages.
func sessionID(s string) string {
	s = text.CleanID(s)
	if _, rest, ok := strings.Cut(s, "/sessions/"); ok {
		s, _, _ = strings.Cut(rest, "/")
	}
	return s
}
