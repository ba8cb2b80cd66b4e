package ui

import (
	"slices"

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

// step is a way back: the pane one came from, the one in which something was
// opened, and what that was like before.
type step struct {
	from, to int
	restore  func() tea.Cmd // nil where there is nothing to restore
}

// maxSteps is how far back one can go.
const maxSteps = 50

// remember notes where one is before pane to opens something.
func (m *Model) remember(to int) {
	s := step{from: m.front, to: to}
	if r, ok := m.tabs[to].pane.(restorer); ok {
		s.restore = r.Remember()
	}
	m.steps = append(m.steps, s)
	if len(m.steps) > maxSteps {
		m.steps = m.steps[1:]
	}
}

// wayBack is the step that leads back from the pane in front: the newest that
// opened something there; -1 for none. Those of other panes wait until one is
// there again.
func (m *Model) wayBack() int {
	for i, s := range slices.Backward(m.steps) {
		if s.to == m.front {
			return i
		}
	}
	return -1
}

// back goes where one was before something was opened in the pane in front, and
// leaves that as it was before.
func (m *Model) back() tea.Cmd {
	if s, ok := m.tabs[m.front].pane.(stacked); ok {
		return s.Back()
	}
	i := m.wayBack()
	if i < 0 {
		return nil
	}
	last := m.steps[i]
	m.steps = slices.Delete(m.steps, i, i+1)
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
