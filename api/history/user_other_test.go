//go:build !unix

package history_test

import "syscall"

func asUser(uint32, uint32) *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
