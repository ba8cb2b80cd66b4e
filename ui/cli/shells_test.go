//go:build !windows

package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// shell returns a shell whose channeldeck is this program. The test skips where the
// shell is missing, and with CHANNELDECK_REQUIRE_TERMINAL=1 it fails.
func shell(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CHANNELDECK_REQUIRE_TERMINAL") == "1" {
			t.Fatalf("%s is not installed, and CHANNELDECK_REQUIRE_TERMINAL is set.", name)
		}
		t.Skipf("%s is not installed.", name)
	}
	dir := t.TempDir()
	program, err := filepath.Abs(os.Args[0])
	if err == nil {
		err = os.Symlink(program, filepath.Join(dir, "channeldeck"))
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(
		[]string{"GOCOVERDIR=" + dir, "HOME=" + dir, "LANG=C.UTF-8", "TERM=xterm", "PATH=" + dir + ":/usr/bin:/bin"},
		asChanneldeck...,
	)
	return cmd
}

func TestCompletionInFish(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"channeldeck options pint":           "pinterest\tPinterest",
		"channeldeck prices --mode text":     "text2video",
		"channeldeck accounts --columns nic": "nickname",
		"channeldeck acc":                    "accounts\tList channel accounts",
	} {
		var got string
		for range 20 { // the tab key does not wait long for a busy machine
			out, err := shell(
				t,
				"fish",
				"--no-config",
				"-c",
				"channeldeck completion fish | source; complete -C '"+line+"'",
			).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %s, %v", line, out, err)
			}
			if got = strings.TrimSpace(string(out)); got != "" {
				break
			}
		}
		if got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// The tab key is pressed at the prompt of an interactive shell. Its line is then
// turned into an argument of echo.
func TestCompletionAtAPrompt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, setup string
		args        []string
	}{
		{"bash", "source <(channeldeck completion bash)", []string{"--norc", "--noprofile", "-i"}},
		{
			"zsh",
			"autoload -U compinit; compinit -u; source <(channeldeck completion zsh)",
			[]string{"--no-rcs", "-i", "-o", "no_prompt_sp"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := shell(t, tt.name, tt.args...)
			terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 120})
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			const toLineStart = "\x01"
			input := tt.setup + "\n"
			for _, line := range []string{
				"channeldeck options pint",
				"channeldeck prices --mode text",
				"channeldeck config ini",
				"channeldeck prices --output=js",
			} {
				input += line + "\t" + toLineStart + "echo 'the line:' \n"
			}
			if _, err := io.WriteString(terminal, input+"exit\n"); err != nil {
				t.Fatal(err)
			}
			out, _ := io.ReadAll(terminal) // on Linux the end of a terminal is an error
			for _, want := range []string{
				"channeldeck options pinterest",
				"channeldeck prices --mode text2video",
				"channeldeck config init",
				"channeldeck prices --output=json",
			} {
				if !strings.Contains(string(out), "the line: "+want+"\r\n") {
					t.Errorf("no %q in %q", want, out)
				}
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}
