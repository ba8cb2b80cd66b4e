package config

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// A file keeps its owner and group, also where the user may write it and not give it away.
func TestRewrittenFileKeepsItsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const owner, group, other = 12345, 54321, 65534
	src := System()
	dir, err := os.MkdirTemp("", "owner-") // t.TempDir is for its owner alone
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path := filepath.Join(dir, "shared")
	for name, as := range map[string]int{"root": 0, "another user": other} {
		err := errors.Join(
			os.Chmod(dir, 0o777),
			os.WriteFile(path, []byte("old"), 0o600),
			os.Chown(path, owner, group),
			os.Chmod(path, 0o646),
		)
		if err != nil {
			t.Fatal(err)
		}
		asUser(t, as, func() error { return src.Replace(path, []byte("old"), []byte("new")) })
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		of, _ := info.Sys().(*syscall.Stat_t)
		if text, _ := os.ReadFile(path); string(text) != "new" || of.Uid != owner || of.Gid != group ||
			info.Mode().Perm() != 0o646 {
			t.Errorf("%s: %q, owner %d:%d, mode %v", name, text, of.Uid, of.Gid, info.Mode())
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".channeldeck-*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}

// asUser runs f with the rights of a user on files.
func asUser(t *testing.T, user int, f func() error) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := errors.Join(syscall.Setfsgid(user), syscall.Setfsuid(user)); err != nil {
		t.Fatal(err)
	}
	err := f()
	if back := errors.Join(syscall.Setfsuid(0), syscall.Setfsgid(0)); back != nil {
		t.Fatal(back)
	}
	if err != nil {
		t.Error(err)
	}
}
