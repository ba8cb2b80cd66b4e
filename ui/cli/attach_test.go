//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// script writes an executable program.
func script(t *testing.T, body string) string {
	t.Helper()
	return write(t, filepath.Join(t.TempDir(), "program"), "#!/bin/sh\n"+body+"\n", 0o700)
}

// Only what is longer than the terminal goes through the pager.
func TestPager(t *testing.T) {
	t.Parallel()
	pager := script(t, `echo "paged with $LESS $1"; head -n 2`)
	for _, tt := range []struct {
		args, pager string
		paged       bool
	}{
		{"accounts --demo --accounts 60", pager + " -x", true},
		{"accounts --demo --accounts 60 --no-pager", pager, false},
		{"accounts --demo --accounts 20", pager, false},
		{"accounts --demo --accounts 60", "cat | " + pager + " 'two words'", true},
		{"accounts --demo --accounts 60", "head -n 1 >/dev/null; exit 3", false},
		{"accounts --demo --accounts 60", "false", false},
		{"accounts --demo --accounts 60", "", false},
		{"accounts --demo --accounts 60", "/does/not/exist", false},
		{"schema accounts", pager, true},
		{"prices --help --all", pager, true},
		{"version", pager, false},
	} {
		w, _, _ := newEnv(
			t,
			map[string]string{"TERM": "xterm-256color", "PAGER": tt.pager, "PATH": os.Getenv("PATH")},
			strings.Fields(tt.args)...,
		)
		code, printed := openScreen(t).run(t, w)
		lines := strings.Count(printed, "\n")
		if code != ExitDone || strings.Contains(printed, "paged with FRX") != tt.paged || tt.paged && lines != 3 ||
			!tt.paged && (strings.Contains(printed, "paged") || lines == 3) {
			t.Errorf("%s with %q: exit %d\n%s", tt.args, tt.pager, code, printed)
		}
	}
	if got := run(
		t,
		map[string]string{"PAGER": pager},
		"accounts",
		"--demo",
		"--accounts",
		"60",
	); strings.Contains(got.out, "paged") {
		t.Error("a pipe goes through the pager")
	}
}

// The editor gets the file, which is created if it is missing, and mistakes are reported.
func TestConfigEdit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "channeldeck", "config.toml")
	editor := script(t, `echo "# $1" >> "$2"`)
	env := map[string]string{"XDG_CONFIG_HOME": dir, "VISUAL": editor + " visual", "EDITOR": editor + " plain"}
	if got := run(t, env, "config", "edit"); got.code != ExitDone {
		t.Errorf("%+v", got)
	}
	delete(env, "VISUAL")
	if got := run(t, env, "config", "edit"); got.code != ExitDone {
		t.Errorf("%+v", got)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(string(text), "# visual\n# plain\n") || strings.Count(string(text), "\n") < 20 {
		t.Errorf("%v\n%s", err, text)
	}
	env["EDITOR"] = script(t, `echo "themes = 1" > "$1"`)
	if got := run(
		t,
		env,
		"config",
		"edit",
	); got.code != ExitUsage || !strings.Contains(got.err, "Unknown setting: themes.") {
		t.Errorf("a mistake: %+v", got)
	}
	env["EDITOR"] = "/does/not/exist"
	if got := run(
		t,
		env,
		"config",
		"edit",
	); got.code != ExitFailed || !strings.Contains(got.err, "The editor /does/not/exist failed") {
		t.Errorf("no editor: %+v", got)
	}
}

func TestVersionFlag(t *testing.T) {
	want := run(t, nil, "version").out
	for _, flag := range []string{"-v", "--version"} {
		if got := run(t, nil, flag); got.code != ExitDone || got.out != want || strings.Count(want, "\n") != 1 {
			t.Errorf("%s: %+v", flag, got)
		}
	}
	w, _, _ := newEnv(t, nil, "version")
	if _, printed := openScreen(t).run(t, w); !strings.Contains(printed, "releases page") {
		t.Errorf("on a terminal: %q", printed)
	}
	if got := run(
		t,
		nil,
		"accounts",
		"--demo",
		"--all",
	); got.code != ExitUsage || !strings.Contains(got.err, "--all requires --help.") {
		t.Errorf("--all without --help: %+v", got)
	}
}

// CLICOLOR_FORCE colours the header of a table in a pipe too, but no file format.
func TestForcedColours(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3})
	env := d.env()
	env["TERM"], env["CLICOLOR_FORCE"] = "xterm-256color", "1"
	for format, coloured := range map[string]bool{"table": true, "tsv": false, "csv": false, "json": false} {
		if got := run(t, env, "accounts", "-o", format); strings.Contains(got.out, "\x1b[") != coloured {
			t.Errorf("%s: %q", format, got.out)
		}
	}
	env["NO_COLOR"] = "1"
	if got := run(t, env, "accounts"); strings.Contains(got.out, "\x1b") {
		t.Errorf("NO_COLOR: %q", got.out)
	}
}
