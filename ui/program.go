package ui

import (
	"context"
	"errors"
	"io"

	tea "github.com/charmbracelet/bubbletea"
)

// Run shows a model on a terminal until it quits or ctx ends. At 120 frames a
// second a key press is on screen in half the time that the default of 60 takes.
func Run(ctx context.Context, m tea.Model, in io.Reader, out *Terminal, mouse bool) error {
	options := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithAltScreen(), tea.WithFPS(120),
	}
	if mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	_, err := tea.NewProgram(m, options...).Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted) {
		return context.Canceled
	}
	return err
}
