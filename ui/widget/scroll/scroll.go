// Package scroll has the keys that move in anything longer than the screen.
package scroll

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// KeyMap holds the bindings.
type KeyMap struct {
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, Home, End key.Binding
}

// ends is more lines than anything has.
const ends = 1 << 40

// Move returns by how many lines a key moves, where a page has a number of lines;
// ok is false for any other key.
func (k *KeyMap) Move(msg tea.KeyMsg, page int) (by int, ok bool) {
	steps := [...]int{-1, 1, -page, page, -max(page/2, 1), max(page/2, 1), -ends, ends}
	for i, b := range k.Bindings() {
		if key.Matches(msg, b) {
			return steps[i], true
		}
	}
	return 0, false
}

// Bindings returns all bindings, for help.
func (k *KeyMap) Bindings() []key.Binding {
	return []key.Binding{k.Up, k.Down, k.PageUp, k.PageDown, k.HalfUp, k.HalfDown, k.Home, k.End}
}

// dragged is the button of an event of By for 0 lines. No mouse has buttons around it.
const dragged = tea.MouseButton(1 << 30)

// By returns an event at a cell for which Wheel returns a number of lines: of a scroll bar
// that is dragged.
func By(lines, x, y int) tea.MouseMsg {
	return tea.MouseMsg{
		X:      x,
		Y:      y,
		Button: dragged + tea.MouseButton(lines),
	}
}

// Wheel returns by how many lines the mouse wheel moves, 0 for any other message.
func Wheel(msg tea.Msg) int {
	const lines = 3
	event, _ := msg.(tea.MouseMsg)
	if event.Button > dragged/2 {
		return int(event.Button - dragged)
	}
	switch event.Button {
	case tea.MouseButtonWheelUp:
		return -lines
	case tea.MouseButtonWheelDown:
		return lines
	}
	return 0
}
