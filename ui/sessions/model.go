// Package sessions is the pane of agent sessions: the transcript of a session, at
// four levels of detail, folded, searched, followed and exported, and the files and
// links in it.
package sessions

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/transcript"
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
	m := &Model{Stack: pane.NewStack(c, Name), keys: newKeyMap(c), markdown: markdown.New(c.Theme)}
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
		s.At = r.page.doc.at
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
	if r := m.top(); r != nil && r.page.doc.id == t.SessionID && m.Top() == pane.Screen(r) {
		return r.updates.refresh()
	}
	f := m.pushForm(t.SessionID)
	return tea.Batch(f.field.Focus(), f.submit())
}

// fetch loads a session. running says that its newest run goes on.
func (m *Model) fetch(id string, running bool) func(context.Context, func(any)) (*document, error) {
	client, now := m.Client, m.Now
	return func(ctx context.Context, _ func(any)) (*document, error) {
		records, err := client.Messages(ctx, id)
		if err != nil {
			return nil, err
		}
		return newDocument(id, now(), transcript.New(records, running || transcript.IsRecent(records, now()))), nil
	}
}

// opening is a session that was opened. Its title is the first turn of a user.
func (m *Model) opening(d *document) pane.Thing {
	t := thing(d.id)
	if i := slices.IndexFunc(d.turns, func(turn transcript.Turn) bool { return turn.User }); i >= 0 {
		t.Label, t.Note = cmp.Or(ansi.Strip(m.markdown.Line(d.turns[i].Headline, theme.Plain)), t.Label), t.Label
	}
	return t
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

// sessionID returns the ID in what was typed or pasted: an ID, or the address of its messages.
func sessionID(s string) string {
	s = text.CleanID(s)
	if _, rest, ok := strings.Cut(s, "/sessions/"); ok {
		s, _, _ = strings.Cut(rest, "/")
	}
	return s
}
