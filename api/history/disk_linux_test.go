package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"channeldeck/api/history"
)

func TestFullDisk(t *testing.T) {
	c := file(t)
	if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", filepath.Dir(c.Path), "tmpfs", 0, "size=400k"); err != nil {
		t.Skip("needs the right to mount a small file system: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(filepath.Dir(c.Path), unix.MNT_DETACH) })
	d := history.Open(c)
	if !recordOne(t, d, "a") {
		t.Fatal("an account was not stored")
	}
	if recordOne(t, d, strings.Repeat("x", 500_000)) {
		t.Fatal("the disk was large enough")
	}
	if rows, _, _, err := d.Accounts(t.Context(), 0); err != nil || ids(rows) != "a" {
		t.Errorf("on a full disk there are %q, error %v", ids(rows), err)
	}
	if p := problem(d); p == nil || p.Kind != history.Full {
		t.Errorf("problem %v", p)
	}
}
