//go:build !unix

package postgres

import "syscall"

func asUser(uint32, uint32) *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
