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

// Wheel returns by how many lines the mouse wheel moves, 0 for any other message.
func Wheel(msg tea.Msg) int {
	const lines = 3
	event, _ := msg.(tea.MouseMsg)
	switch event.Button {
	case tea.MouseButtonWheelUp:
		return -lines
	case tea.MouseButtonWheelDown:
		return lines
	}
	return 0
}
