package history_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"channeldeck/api"
	"channeldeck/api/history"
)

// smallDisk returns the configuration of a history on a disk of 400 kB.
func smallDisk(t *testing.T) history.Config {
	t.Helper()
	c := file(t)
	dir := filepath.Dir(c.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=400k"); err != nil {
		t.Skip("needs the right to mount a small file system: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return c
}

func TestFullDisk(t *testing.T) {
	c := smallDisk(t)
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

// After the disk has filled up, SQLite cannot extend the index file of its log.
func TestDiskFillsLater(t *testing.T) {
	c := smallDisk(t)
	d := open(t, c)
	if !recordOne(t, d, "a") {
		t.Fatal("an account was not stored")
	}
	d.Close(t.Context())
	if err := os.WriteFile(filepath.Join(filepath.Dir(c.Path), "other"), make([]byte, 400_000), 0o600); err == nil {
		t.Fatal("the disk was large enough")
	}
	d = history.Open(c)
	d.Flush()
	if p := problem(d); p == nil || p.Kind != history.Full {
		t.Errorf("problem %v", p)
	}
}

// A list that the disk has no room for leaves the earlier one whole.
func TestDiskFillsDuringARecording(t *testing.T) {
	c := smallDisk(t)
	d := history.Open(c)
	before := largeRound(1)[:100]
	d.RecordAccounts(day0, before, api.Int(100), true)
	d.RecordAccounts(day0.Add(time.Hour), largeRound(2), api.Int(largeList), true)
	d.Flush()
	rows, total, at, err := d.Accounts(t.Context(), 0)
	if err != nil || len(rows) != 100 || total.String() != "100" || !at.Equal(day0) {
		t.Errorf("%d of %v accounts of %v, error %v", len(rows), total, at, err)
	}
	if slices.ContainsFunc(rows, func(a *api.Account) bool { return a.FansCount != api.Int(1) }) {
		t.Error("accounts of the list that has no room are stored")
	}
	if p := problem(d); p == nil || p.Kind != history.Full {
		t.Errorf("problem %v", p)
	}
}
