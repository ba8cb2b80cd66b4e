//go:build unix

package config

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of an old one.
func keepOwner(f *os.File, old fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	was, known := old.Sys().(*syscall.Stat_t)
	is, _ := info.Sys().(*syscall.Stat_t)
	if !known || was.Uid == is.Uid && was.Gid == is.Gid {
		return nil
	}
	return f.Chown(int(was.Uid), int(was.Gid))
}
