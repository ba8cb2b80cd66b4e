// Package background answers lipgloss's question for the background of the
// terminal before it is asked.
//
// Bubble Tea's package initialisation puts that question, and lipgloss puts it
// to the terminal: 5 s on one that does not answer, a round trip over SSH. Go
// initialises packages by import path as soon as their imports are ready, so
// this one comes before github.com/charmbracelet/bubbletea for as long as it
// imports nothing but lipgloss. The answer itself is used by nothing here:
// every session has a renderer of its own.
package background

import "github.com/charmbracelet/lipgloss"

var _ = answer()

func answer() struct{} {
	lipgloss.SetHasDarkBackground(true)
	return struct{}{}
}
