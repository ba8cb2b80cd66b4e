//go:build !unix

package terminal

import (
	"os"
	"os/exec"
)

// runInFront runs a program on the terminal.
func runInFront(cmd *exec.Cmd, _ *os.File) error { return cmd.Run() }
