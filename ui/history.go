package ui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// restorer is a pane that can come back to where it stood before it was sent to
// something else: filter, cursor and scroll.
type restorer interface {
	// Remember returns what brings the pane back to how it is now.
	Remember() (restore func() tea.Cmd)
}

// rester is a pane that tells whether esc has anything to close in it.
type rester interface{ AtRest() bool }

// step is a way back: the pane one came from, and what the other was like.
type step struct {
	from    int
	restore func() tea.Cmd // nil where there is nothing to restore
}

// maxSteps is how far back one can go.
const maxSteps = 50

// remember notes where one is before pane to opens something.
func (m *Model) remember(to int) {
	s := step{from: m.front}
	if r, ok := m.tabs[to].pane.(restorer); ok {
		s.restore = r.Remember()
	}
	m.steps = append(m.steps, s)
	if len(m.steps) > maxSteps {
		m.steps = m.steps[1:]
	}
}

// back goes where one was before the last Open, and leaves the pane that was
// opened as it was before.
func (m *Model) back() tea.Cmd {
	if len(m.steps) == 0 {
		return nil
	}
	last := m.steps[len(m.steps)-1]
	m.steps = m.steps[:len(m.steps)-1]
	var restored tea.Cmd
	if last.restore != nil {
		restored = last.restore()
	}
	return tea.Batch(restored, m.show(last.from))
}

// atRest reports whether the pane in front has no use for esc.
func (m *Model) atRest() bool {
	r, ok := m.tabs[m.front].pane.(rester)
	return ok && r.AtRest()
}
