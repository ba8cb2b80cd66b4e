//go:build !unix

package program

import "os/exec"

// detach does nothing: a program without the terminal's handles cannot use it.
func detach(*exec.Cmd) {}
