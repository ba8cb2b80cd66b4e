package pane

import tea "github.com/charmbracelet/bubbletea"

// Frame is what every pane stands in: its room in cells, and the choice that may
// lie over it.
type Frame struct {
	Choice        Choice
	Width, Height int
}

// Hand gives keys and the mouse to whom they are for: the choice while one is
// open, else the pane. taken is false for all other messages.
func (f *Frame) Hand(msg tea.Msg, key func(tea.KeyMsg) tea.Cmd, mouse func(tea.MouseMsg) tea.Cmd) (cmd tea.Cmd, taken bool) {
	open := f.Choice.IsOpen()
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if open {
			return f.Choice.Update(msg), true
		}
		return key(msg), true
	case tea.MouseMsg:
		if open {
			return f.Choice.Mouse(msg, f.Height), true
		}
		return mouse(msg), true
	}
	return nil, false
}

// Covered draws what stands in place of the pane: the choice, or nothing where
// there is no room. covered is false where the pane is to be seen.
func (f *Frame) Covered() (view string, covered bool) {
	switch {
	case f.Width <= 0 || f.Height <= 0:
		return "", true
	case f.Choice.IsOpen():
		return f.Choice.View(f.Width, f.Height), true
	}
	return "", false
}

// ListWidth is what a list has of the width, see [Split].
func (f *Frame) ListWidth() int {
	list, _ := Split(f.Width)
	return list
}
