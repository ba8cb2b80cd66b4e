//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// detach starts a program in a session of its own, which has no terminal. All processes of
// its group are killed with it.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	kill := cmd.Cancel
	cmd.Cancel = func() error {
		err := kill()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may be empty
		return err
	}
}
