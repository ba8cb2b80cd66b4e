//go:build unix

package terminal

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/sys/unix"
)

// CanSuspend reports whether a shell with job control waits for this process.
// In the process group of the session leader (exec, ssh -t, containers) and in an
// orphaned group nobody would continue it.
func CanSuspend() bool {
	session, err := unix.Getsid(0)
	if err != nil || signal.Ignored(syscall.SIGTSTP) {
		return false
	}
	leader, err := unix.Getpgid(session)
	if err != nil || leader == unix.Getpgrp() {
		return false
	}
	parent := unix.Getppid()
	if parent == 0 { // outside of the container
		return false
	}
	of, err := unix.Getsid(parent)
	return err == nil && of == session
}

// jobControl makes a program stop for tea.Suspend, and take the terminal back
// whenever the process is continued: another program may have used it.
type jobControl struct {
	ctx       context.Context
	continued chan os.Signal
	resized   chan os.Signal // during the start
	in        *receiver
	mouse     atomic.Bool // it is on
}

// startTime is how long a change of the size may be lost: Bubble Tea reads the size before
// another goroutine of it listens for changes.
const startTime = 2 * time.Second

// readsTerminal says that the terminal is read here and not by Bubble Tea.
const readsTerminal = true

func newJobControl(ctx context.Context, in *receiver, mouse bool) *jobControl {
	j := &jobControl{
		ctx:       ctx,
		continued: make(chan os.Signal, 1),
		resized:   make(chan os.Signal, 1),
		in:        in,
	}
	j.mouse.Store(mouse)
	signal.Notify(j.continued, syscall.SIGCONT)
	signal.Notify(j.resized, syscall.SIGWINCH)
	return j
}

// filter is for tea.WithFilter. Bubble Tea's own suspension forgets the mouse and
// waits for ever where the process was not stopped.
func (j *jobControl) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg {
	case tea.EnableMouseCellMotion():
		j.mouse.Store(true)
	case tea.DisableMouse():
		j.mouse.Store(false)
	}
	if _, ok := msg.(tea.SuspendMsg); ok {
		return tea.Exec(&outside{in: j.in, run: j.stop}, j.resumed)()
	}
	return msg
}

// watch takes the terminal back after each stop that came from outside, and reads the size
// again when it changes during the start. It returns when the context ends.
func (j *jobControl) watch(p *tea.Program) {
	defer signal.Stop(j.continued)
	defer signal.Stop(j.resized)
	started := time.After(startTime)
	for {
		select {
		case <-j.resized:
			p.Send(tea.WindowSize()())
		case <-started:
			signal.Stop(j.resized)
		case <-j.continued:
			p.Send(tea.Exec(&outside{
				in: j.in,
				run: func() error {
					return nil
				},
			}, j.resumed)())
		case <-j.ctx.Done():
			return
		}
	}
}

// stop stops the process group and returns when it is continued.
func (j *jobControl) stop() error {
	signal.Stop(j.continued) // watch is not to see this one
	defer signal.Notify(j.continued, syscall.SIGCONT)
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	select {
	case <-continued:
	case <-j.ctx.Done():
	}
	return nil
}

func (j *jobControl) resumed(error) tea.Msg {
	if j.mouse.Load() {
		return tea.EnableMouseCellMotion()
	}
	return tea.ResumeMsg{}
}

// outside is a tea.ExecCommand: run is called while the terminal is as it was
// before the program began.
type outside struct {
	in  *receiver
	run func() error
}

func (o *outside) Run() error        { return o.in.outside(o.run) }
func (*outside) SetStdin(io.Reader)  {}
func (*outside) SetStdout(io.Writer) {}
func (*outside) SetStderr(io.Writer) {}
