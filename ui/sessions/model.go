// Package sessions is the pane of agent sessions: the transcript of one, by its
// id, told as a story or in full, folded, searched, followed and exported.
package sessions

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/widget/input"
)

// Name is the name of the pane.
const Name = "sessions"

// mode is what keys mean at the moment.
type mode uint8

const (
	reading mode = iota
	entering
	searching
	shelving
)

// Model is the pane.
type Model struct {
	pane.Frame
	ctx  *pane.Context
	keys keyMap
	mode mode

	session pane.Loader[*document]
	doc     *document // what is shown, nil for none yet
	field   input.Model
	wanted  string // the id that was asked for last
	openErr error  // why it could not be opened

	depth  transcript.Depth
	folds  transcript.Folds
	page   page
	draw   *drawer
	search search
	follow follow
	shelf  shelf

	refresher pane.Refresher
	opened    []string // sessions that were open, the last one first
}

// New makes the pane.
func New(c *pane.Context) *Model {
	m := &Model{ctx: c, keys: newKeyMap(c), field: input.NewID(c.Theme), depth: transcript.DepthTools, draw: newDrawer(c)}
	m.search = search{field: input.New(c.Theme), at: -1}
	m.Choice = pane.NewChoice(c, m.keys.Keys)
	m.page.lines = m.draw.draw
	m.shelf = newShelf(c, m.keys)
	return m
}

// Init does nothing: which session to load, only the person can say.
func (m *Model) Init() tea.Cmd { return nil }

// SetSize sets the room in cells. The reader stays at the same place.
func (m *Model) SetSize(width, height int) {
	m.Width, m.Height = width, height
	m.resize()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool {
	return m.Choice.IsOpen() || m.mode == entering || m.mode == searching || m.mode == shelving && m.shelf.query.Typing()
}

// State is what the header says of the session.
func (m *Model) State() pane.State {
	s := m.session.State()
	if m.doc != nil {
		s.At = m.doc.at
	}
	if !m.hasAlert() { // a session that could not be opened leaves the one before as it is
		s.Err = nil
	}
	return s
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, taken := m.Hand(msg, m.onKey, m.onMouse); taken {
		return cmd
	}
	switch msg := msg.(type) {
	case followTick:
		if msg.model != m {
			return nil
		}
		return m.onFollowTick(msg)
	}
	if mine, cmd := m.session.Take(msg); mine {
		return tea.Batch(cmd, m.onSession())
	}
	if m.refresher.Due(msg) && !m.session.Running() {
		return m.refresh()
	}
	if mine, cmd := m.search.index.Take(msg); mine {
		if !m.search.index.Running() {
			m.onIndex()
		}
		return cmd
	}
	return m.shelf.table.Update(msg)
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.mode == entering:
		return m.onIDKey(msg)
	case m.mode == searching:
		return m.onSearchKey(msg)
	case m.mode == shelving:
		return m.onShelfKey(msg)
	}
	if key.Matches(msg, m.keys.OpenID) {
		return m.enter()
	}
	if m.doc == nil {
		return nil
	}
	cmd := m.onReadKey(msg)
	m.caughtUp()
	return cmd
}

// onReadKey acts on the session.
func (m *Model) onReadKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Search):
		return m.beginSearch()
	case key.Matches(msg, k.NextHit):
		return m.nextHit(1)
	case key.Matches(msg, k.PrevHit):
		return m.nextHit(-1)
	case key.Matches(msg, k.Back):
		m.search.clear()
		m.resize()
	case key.Matches(msg, k.Depth):
		m.setDepth(m.depth.Next())
	case key.Matches(msg, k.Shallower):
		m.setDepth(m.depth.Previous())
	case key.Matches(msg, k.Fold):
		m.toggle()
	case key.Matches(msg, k.FoldAll):
		m.folds.CloseAll()
		m.relist()
	case key.Matches(msg, k.UnfoldAll):
		m.folds.OpenAll()
		m.relist()
	case key.Matches(msg, k.FoldReset):
		m.folds.Reset()
		m.relist()
	case key.Matches(msg, k.Raw):
		m.toggleRaw()
	case key.Matches(msg, k.Media):
		return m.openShelf()
	case key.Matches(msg, k.Jump):
		m.chooseMessage()
	case key.Matches(msg, k.Names):
		return m.chooseName()
	case key.Matches(msg, k.Export):
		m.chooseExport()
	case key.Matches(msg, k.Follow):
		return m.toggleFollow()
	case key.Matches(msg, k.Refresh):
		return m.refresh()
	case key.Matches(msg, k.Copy), key.Matches(msg, k.CopyJSON), key.Matches(msg, k.CopyID):
		return m.copy(msg)
	default:
		return m.onMoveKey(msg)
	}
	return nil
}

// onMoveKey moves the cursor.
func (m *Model) onMoveKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Up):
		m.page.move(-1)
	case key.Matches(msg, k.Down):
		m.page.move(1)
	case key.Matches(msg, k.PageUp):
		m.page.turn(-m.page.height)
	case key.Matches(msg, k.PageDown):
		m.page.turn(m.page.height)
	case key.Matches(msg, k.Home):
		m.page.jump(spot{})
	case key.Matches(msg, k.End):
		m.page.end()
	case key.Matches(msg, k.NextTurn):
		return m.goToTurn(1)
	case key.Matches(msg, k.PrevTurn):
		return m.goToTurn(-1)
	case key.Matches(msg, k.NextBad):
		return m.goToProblem(1)
	case key.Matches(msg, k.PrevBad):
		return m.goToProblem(-1)
	}
	return nil
}

// browse goes back to the session.
func (m *Model) browse() {
	m.mode = reading
	m.field.Blur()
	m.search.field.Blur()
	m.resize()
}

// onMouse scrolls with the wheel. A click puts the cursor on a line, and a
// second one folds or unfolds what is there.
func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	const step = 3
	switch {
	case m.mode == shelving:
		msg.Y -= len(m.aboveShelf())
		return m.shelf.table.Mouse(msg)
	case m.mode != reading || m.doc == nil:
		return nil
	case msg.Button == tea.MouseButtonWheelUp:
		m.page.scroll(-step)
	case msg.Button == tea.MouseButtonWheelDown:
		m.page.scroll(step)
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft:
		at, ok := m.page.at(msg.Y - m.above())
		if !ok {
			return nil
		}
		if at == m.page.cursor {
			m.toggle()
			return nil
		}
		m.page.cursor = at
	}
	m.caughtUp()
	return nil
}
