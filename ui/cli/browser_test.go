package cli

import (
	"os"
	"path/filepath"
	"testing"

	"channeldeck/ui/config"
)

func TestBrowse(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DIR", dir)
	t.Setenv("SECRET", testKey)
	script := write(
		t,
		filepath.Join(dir, "browser"),
		"#!/bin/sh\nprintf '%s|' \"$@\" \"${SECRET-none}\" > \"$DIR/opened\"\n",
		0o700,
	)
	failing := write(t, filepath.Join(dir, "failing"), "#!/bin/sh\nexit 3\n", 0o700)
	const address = "https://x.example/?a=$(b)&c='"
	for _, tt := range []struct {
		name   string
		env    map[string]string
		remote bool
		none   bool
		opened string
		fails  bool
	}{
		{name: "BROWSER", env: map[string]string{"BROWSER": script}, opened: address + "|none|"},
		{
			name:   "list",
			env:    map[string]string{"BROWSER": "/none/such:" + script + " --new %s x:other"},
			opened: "--new|" + address + "|x|none|",
		},
		{
			name: "much output",
			env: map[string]string{"BROWSER": write(
				t,
				filepath.Join(dir, "loud"),
				"#!/bin/sh\nhead -c 200000 /dev/zero && printf loud > \"$DIR/opened\"\n",
				0o700,
			)},
			opened: "loud",
		},
		{name: "failure", env: map[string]string{"BROWSER": failing}, fails: true},
		{name: "missing", env: map[string]string{"BROWSER": "/none/such"}, fails: true},
		{name: "SSH", env: map[string]string{"BROWSER": script}, remote: true, none: true},
		{name: "no desktop", none: true},
	} {
		source := config.Source{GOOS: "linux", Getenv: func(name string) string { return tt.env[name] }}
		open := browse(source, tt.remote, []string{"SECRET"})
		if (open == nil) != tt.none {
			t.Errorf("%s: the browser can be opened: %v", tt.name, open != nil)
		}
		if open == nil {
			continue
		}
		err := open(address)
		opened, _ := os.ReadFile(filepath.Join(dir, "opened")) // the failing ones write nothing
		if (err != nil) != tt.fails || string(opened) != tt.opened {
			t.Errorf("%s: opened %q, %v", tt.name, opened, err)
		}
		os.Remove(filepath.Join(dir, "opened"))
	}
}
