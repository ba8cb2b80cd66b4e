// Package program runs the programs that settings name, without a shell.
package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Program is a program to run.
type Program struct {
	Argv   []string
	Input  []byte   // of its standard input
	Hidden []string // names of variables that it does not inherit
	Env    []string // "NAME=value", in addition to what it inherits
	Limit  int      // maximum number of bytes that it may print; 0 discards its output

	// Detached programs have no terminal, and their errors are part of their output. They
	// cannot ask for a password.
	Detached bool
}

// ErrTooLarge is the error of a program that printed more than its limit.
var ErrTooLarge = errors.New("too large")

// Command returns the program with its environment, ready to start. It is killed, with its
// children, when the context ends.
func (p Program) Command(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.Argv[0], p.Argv[1:]...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return slices.Contains(p.Hidden, name)
	})
	cmd.Env = append(cmd.Env, p.Env...)
	cmd.Cancel = func() error { return kill(cmd.Process) }
	return cmd
}

// Run runs a program and returns its output, as far as it came. The error is
// context.Canceled where an interruption ended the program. Unless it is detached, its
// stderr is dropped: a failing helper may well repeat the key there. A process that the
// program left behind, with the pipe open, has a second to finish.
func Run(ctx context.Context, p Program, started func()) ([]byte, error) {
	limited, stop := context.WithCancel(ctx)
	defer stop()
	cmd := p.Command(limited)
	out := limitedBuffer{limit: p.Limit, full: stop}
	cmd.Stdin = bytes.NewReader(p.Input)
	cmd.WaitDelay = time.Second
	if p.Limit > 0 {
		cmd.Stdout = &out
	}
	if p.Detached {
		cmd.Stderr = cmd.Stdout
		detach(cmd)
	}
	if err := cmd.Start(); err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	started()
	err := cmd.Wait()
	if len(out.data) > p.Limit {
		err = ErrTooLarge
	} else if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	} else if wasInterrupted(cmd.ProcessState) {
		err = context.Canceled
	}
	return out.data, cmp.Or(ctx.Err(), err)
}

// limitedBuffer holds at most one write more than its limit.
type limitedBuffer struct {
	data  []byte
	limit int
	full  func() // called when there is more
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	if len(b.data) > b.limit {
		b.full()
		return 0, ErrTooLarge
	}
	return len(p), nil
}

// kill ends a process and then its children, which only Linux lists. They cannot be a
// process group of their own: that could not ask for a password in the terminal.
func kill(p *os.Process) error {
	lists, _ := filepath.Glob("/proc/" + strconv.Itoa(p.Pid) + "/task/*/children")
	var children []string
	for _, list := range lists {
		text, _ := os.ReadFile(list) // the thread may have ended
		children = append(children, strings.Fields(string(text))...)
	}
	err := p.Kill()
	for _, child := range children {
		pid, _ := strconv.Atoi(child)
		if p, err := os.FindProcess(pid); err == nil {
			_ = kill(p) // it may have ended
		}
	}
	return err
}

// wasInterrupted reports whether SIGINT ended a program. Ctrl-C in a terminal sends it to
// all its programs, and one that it ends may be gone before the context has ended.
func wasInterrupted(p *os.ProcessState) bool {
	status, ok := p.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGINT
}
