// Package sessions is the pane of agent sessions: the transcript of a session, at
// four levels of detail, folded, searched, followed and exported, and the files and
// links in it.
package sessions

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// Name is the name of the pane.
const Name = "sessions"

// Model is the pane.
type Model struct {
	*pane.Stack
	keys   keyMap
	media  *pane.Resource[media]
	typed  string   // the id in the last form
	opened []string // in this run, newest first
}

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c), keys: newKeyMap(c)}
	m.media = m.mediaResource()
	m.Push(&startScreen{m: m})
	return m
}

// Init loads nothing: only the user knows which session to open.
func (m *Model) Init() tea.Cmd { return nil }

// State is the state of the session that is read or being opened.
func (m *Model) State() store.State {
	s := m.Stack.State()
	if r := m.top(); r != nil {
		s.At = r.doc.at
	}
	return s
}

// top is the session that is read, nil if none is open.
func (m *Model) top() *readScreen {
	for _, s := range slices.Backward(m.Screens()) {
		if r, ok := s.(*readScreen); ok {
			return r
		}
	}
	return nil
}

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
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for _, id := range m.opened {
		things = append(things, thing(id))
	}
	return things
}

// MatchID returns the session whose id, or the address of whose messages, s is.
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

// sessionID takes an id from what was typed or pasted: an id, or the address of a
// session's messages.
func sessionID(s string) string {
	s = text.CleanID(s)
	if _, rest, ok := strings.Cut(s, "/sessions/"); ok {
		s, _, _ = strings.Cut(rest, "/")
	}
	return s
}

// startScreen is the first screen: how to open a session.
type startScreen struct {
	m             *Model
	width, height int
}

// Update is one step.
func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyMsg); ok && key.Matches(press, s.m.keys.OpenID) {
		return s.m.openForm()
	}
	return nil
}

// View draws the screen.
func (s *startScreen) View() string {
	return s.m.ViewStart(s.m.Words.T("sessions.none", "Key", s.m.keys.OpenID.Help().Key), pane.KindSession, s.width, s.height)
}

// SetSize sets the room in cells.
func (s *startScreen) SetSize(width, height int) { s.width, s.height = width, height }

// Capturing is always false.
func (s *startScreen) Capturing() bool { return false }

// ShortHelp is the footer.
func (s *startScreen) ShortHelp() []key.Binding { return []key.Binding{s.m.keys.OpenID} }

// FullHelp is all keys that work now.
func (s *startScreen) FullHelp() [][]key.Binding { return [][]key.Binding{s.ShortHelp()} }
