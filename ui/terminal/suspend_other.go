//go:build !unix

package terminal

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// CanSuspend reports false: the system has no job control.
func CanSuspend() bool { return false }

// readsTerminal says that Bubble Tea reads the terminal, whose keys are events and no bytes.
const readsTerminal = false

type jobControl struct{ ctx context.Context }

func newJobControl(ctx context.Context, _ *receiver, _ bool) *jobControl {
	return &jobControl{ctx}
}

func (*jobControl) filter(_ tea.Model, msg tea.Msg) tea.Msg { return msg }

func (j *jobControl) watch(*tea.Program) { <-j.ctx.Done() }
