//go:build unix

package terminal

import (
	"cmp"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// runInFront runs a program in the foreground of a terminal, in a process group of its own:
// Ctrl-C and Ctrl-\ reach the program and not this process, which takes the terminal back
// at the end, also from a program that could not be started: the new process is in the
// foreground before it executes the program. A suspended program is resumed at once: no shell
// could do that.
func runInFront(cmd *exec.Cmd, tty *os.File) error {
	// SIGTTOU would stop the new process as it takes the terminal, and this one afterwards.
	// os/signal cannot restore the default; a shell that needs it sets it itself.
	signal.Ignore(syscall.SIGTTOU)
	fd := int(tty.Fd())
	cmd.SysProcAttr = &syscall.SysProcAttr{Foreground: true, Ctty: fd}
	err := startAndWait(cmd)
	back := unix.IoctlSetPointerInt(fd, unix.TIOCSPGRP, unix.Getpgrp())
	return cmp.Or(err, back)
}

// startAndWait starts the leader of a process group and waits for its end.
func startAndWait(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	status, err := await(cmd.Process.Pid)
	_ = cmd.Wait() // the process is gone; this closes what is left
	if err == nil && status != 0 {
		return exitStatus{status}
	}
	return err
}

// await waits for the end of the leader of a process group.
func await(pid int) (status syscall.WaitStatus, err error) {
	for {
		_, err = syscall.Wait4(pid, &status, syscall.WUNTRACED, nil)
		if err == syscall.EINTR {
			continue
		}
		if err == nil && status.Stopped() {
			_ = syscall.Kill(-pid, syscall.SIGCONT) // it may have ended
		} else {
			return status, err
		}
	}
}

// exitStatus is the error of a program that failed, like *exec.ExitError.
type exitStatus struct{ status syscall.WaitStatus }

// ExitCode returns the exit code, -1 for a program that a signal ended.
func (e exitStatus) ExitCode() int { return e.status.ExitStatus() }

func (e exitStatus) Error() string {
	if e.status.Signaled() {
		return "signal: " + e.status.Signal().String()
	}
	return "exit status " + strconv.Itoa(e.status.ExitStatus())
}
