// Package frames records what reaches the terminal of a program for each message,
// byte by byte: what a key press costs over SSH.
package frames

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/terminal"
)

// Record shows m in a terminal of the given size, sends it messages one by one and
// returns what is written for each, "" where the view does not change. Commands are
// not run.
func Record(m tea.Model, width, height int, msgs ...tea.Msg) []string {
	var s terminal.Screen
	s.Resize(width, height)
	draw := func(msg tea.Msg) string {
		m, _ = m.Update(msg)
		return string(s.Draw(m.View()))
	}
	draw(tea.WindowSizeMsg{Width: width, Height: height})
	var written []string
	for _, msg := range msgs {
		written = append(written, draw(msg))
	}
	return written
}
