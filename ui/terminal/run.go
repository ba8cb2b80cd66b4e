package terminal

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/config/program"
)

// RunProgram returns a command that gives the terminal to a program until it ends, as for
// a suspension, and then sends the message of done. mouse says whether the mouse is on.
func (t *Terminal) RunProgram(
	ctx context.Context,
	p program.Program,
	mouse bool,
	done func(error) tea.Msg,
) tea.Cmd {
	return tea.Exec(&handover{ctx: ctx, program: p, terminal: t}, func(err error) tea.Msg {
		after := tea.BatchMsg{func() tea.Msg { return done(err) }}
		if mouse {
			after = append(after, tea.EnableMouseCellMotion)
		}
		return after
	})
}

// handover is a tea.ExecCommand that runs a program.
type handover struct {
	ctx      context.Context
	program  program.Program
	terminal *Terminal
	in       io.Reader // Bubble Tea's
}

var errNotTerminal = errors.New("not a terminal")

// Run runs the program. Its standard input is the terminal unless it gets rows there.
func (h *handover) Run() error {
	from := h.terminal.in
	if from != nil {
		h.in = from.in
	}
	in, isFile := h.in.(*os.File)
	out, ok := h.terminal.out.(*os.File)
	if !isFile || !ok {
		return errNotTerminal
	}
	cmd := h.program.Command(h.ctx)
	cmd.Stdin = in
	cmd.Stdout = out
	cmd.Stderr = out
	if len(h.program.Input) > 0 {
		cmd.Stdin = bytes.NewReader(h.program.Input)
	}
	err := from.outside(func() error { return runInFront(cmd, in) })
	return cmp.Or(h.ctx.Err(), err)
}

// SetStdin sets the terminal's input.
func (h *handover) SetStdin(in io.Reader) { h.in = in }

// SetStdout does nothing: Bubble Tea's output is not the terminal itself.
func (*handover) SetStdout(io.Writer) {}

// SetStderr does nothing: errors go to the terminal.
func (*handover) SetStderr(io.Writer) {}
