package sessions

import (
	"encoding/hex"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
)

// Open shows a session.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.SessionID == "" {
		return nil
	}
	m.Choice.Close()
	m.browse()
	m.field.SetValue(t.SessionID)
	if m.doc != nil && m.doc.id == t.SessionID {
		return m.refresh()
	}
	return m.open(t.SessionID)
}

// Remember returns what brings the pane back to how it is now.
func (m *Model) Remember() func() tea.Cmd {
	d, depth, folds, place, field := m.doc, m.depth, m.folds.Clone(), m.place(), m.field.Value()
	found, looked := m.search, m.search.field.Value()
	shelved, media, medium := m.mode == shelving, m.shelf.query.Value(), m.shelf.table.SavePosition()
	followed := m.follow.on
	return func() tea.Cmd {
		m.session.Cancel()
		m.session.Err = nil
		next := m.refresher.Next(m.ctx)
		if same := d != nil && m.doc != nil && d.id == m.doc.id; !same || !followed {
			m.follow.stop()
		}
		m.Choice.Close()
		m.browse()
		m.field.SetValue(field)
		m.openErr = nil
		if d == nil { // nothing is no way back from a session
			return next
		}
		m.doc, m.depth, m.folds = d, depth, folds
		next = tea.Batch(next, m.follow.after(m, transcript.Change{}, false))
		m.wanted = d.id
		m.search.clear()
		m.search.query, m.search.hits, m.search.at = found.query, found.hits, found.at
		m.search.field.SetValue(looked)
		m.restore(place)
		m.resize()
		if shelved {
			return tea.Batch(next, m.openShelf(), m.shelf.query.Set(media), medium())
		}
		return next
	}
}

// AtRest reports whether esc has nothing to close here.
func (m *Model) AtRest() bool { return !m.Choice.IsOpen() && m.mode == reading && m.search.query == "" }

// Things are the sessions that were open.
func (m *Model) Things() []pane.Thing {
	things := make([]pane.Thing, len(m.opened))
	for i, id := range m.opened {
		things[i] = pane.Thing{Kind: pane.KindSession, Label: id, Target: pane.Target{Pane: Name, SessionID: id}}
	}
	return things
}

// MatchID returns the session whose id, or the address of whose messages, a text is.
func (m *Model) MatchID(s string) []pane.Thing {
	id := sessionID(s)
	if _, err := hex.DecodeString(id); err != nil || len(id) != idLength {
		return nil
	}
	return []pane.Thing{{Kind: pane.KindSession, Label: id, Target: pane.Target{Pane: Name, SessionID: id}}}
}

// idLength is how many hexadecimal digits the id of a session has.
const idLength = 24
