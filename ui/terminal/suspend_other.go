//go:build !unix

package terminal

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// CanSuspend reports false: the system has no job control.
func CanSuspend() bool { return false }

type jobControl struct{ ctx context.Context }

func newJobControl(ctx context.Context, _ bool) *jobControl { return &jobControl{ctx} }

func (*jobControl) filter(_ tea.Model, msg tea.Msg) tea.Msg { return msg }

func (j *jobControl) watch(*tea.Program) { <-j.ctx.Done() }
