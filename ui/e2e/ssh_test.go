//go:build unix

package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"testing"
)

// sshFiles returns the modification times of the user's ssh files.
func sshFiles(t *testing.T) map[string]string {
	t.Helper()
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]string{}
	_ = filepath.WalkDir(filepath.Join(who.HomeDir, ".ssh"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // a missing file must stay missing
		}
		if info, err := os.Stat(path); err == nil {
			times[path] = info.ModTime().String()
		}
		return nil
	})
	return times
}

func TestThroughSSH(t *testing.T) {
	t.Parallel()
	need(t, "tmux")
	before := sshFiles(t)
	server := serveSSH(t, demo())
	m := open(t, look{command: server.client()})
	s := m.wait("2,500 accounts", "1/2,500", "q quit")
	if len(s.lines()) != 40 || s.line(0) == "" {
		t.Errorf("the screen is not filled:\n%s", s)
	}
	m.resize(60, 16)
	s = m.until("the size to arrive", func(s screen) bool { return len(s.lines()) == 16 && s.has("1/2,500", "q quit") })
	if !screen(s.line(0)).has(" 1") || !screen(s.line(-1)).has("q quit") {
		t.Errorf("the screen does not fit:\n%s", s)
	}
	m.do("y", "Copied")
	id := m.clipboard()
	m.resize(120, 40)
	m.do("Enter", id[:20]) // a long one is wrapped
	m.do("Escape", "f filter by", "/", "enter apply")
	m.write("食")
	m.until("the rows that match", func(s screen) bool { return s.has("/ 食") && !s.has("1/2,500") })
	m.press("Escape")
	m.gone("/ 食")
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
	after := sshFiles(t)
	if len(before) != len(after) {
		t.Errorf("files of ssh before %v and after %v", before, after)
	}
	for path, at := range before {
		if after[path] != at {
			t.Errorf("%s was touched", path)
		}
	}
}

// In tmux on the host a copied text passes both tmux and ssh.
func TestTmuxThroughSSH(t *testing.T) {
	t.Parallel()
	need(t, "tmux")
	dir, err := os.MkdirTemp("", "cd") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	inner := []string{"tmux", "-u", "-S", filepath.Join(dir, "s"), "-f", "/dev/null"}
	t.Cleanup(func() {
		_ = exec.Command(inner[0], append(inner[1:], "kill-server")...).Run() // it may have ended by itself
		os.RemoveAll(dir)
	})
	l := look{
		command: append(
			slices.Clone(inner), "set-option", "-g", "set-clipboard", "external", ";",
			"new-session", channeldeck, "--demo", "--seed", seed, "--no-history",
		),
	}
	m := open(t, look{command: serveSSH(t, l.with("SSH_CONNECTION=192.0.2.1 1 192.0.2.2 22")).client()})
	m.wait("2,500 accounts", "1/2,500", "q quit")
	m.do("y", "Copied to tmux's paste buffer")
	if id := m.clipboard(); !screen(m.screen()).has(id) {
		t.Errorf("copied %q", id)
	}
	m.do("j", "2/2,500", "q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// The client's terminal decides the colours, not the host.
func TestThroughSSHWithFewColours(t *testing.T) {
	t.Parallel()
	need(t, "tmux")
	l := demo()
	l.env = []string{"COLORTERM="}
	m := open(t, look{command: append([]string{"env", "TERM=linux"}, serveSSH(t, l).client()...)})
	m.wait("1/2,500")
	holdsPalette(t, "ansi", sgr(m.coloured()))
}

// A lost connection ends the program on the host.
func TestConnectionIsLost(t *testing.T) {
	t.Parallel()
	need(t, "tmux")
	server := serveSSH(t, demo())
	m := open(t, look{command: server.client()})
	m.wait("1/2,500")
	m.pane("respawn-pane", "-k", "true") // the client is killed
	if code := server.ended(); code != 130 {
		t.Errorf("exit %d", code)
	}
}
