//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// B opens the page of a work and the links of a session in $BROWSER, and copies them where
// the terminal is on another machine.
func TestOpenInTheBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "browser")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf '%s' \"$*\" > \"$DIR/opened\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	opened := func() string {
		content, _ := os.ReadFile(filepath.Join(dir, "opened"))
		return string(content)
	}
	m := open(t, demo("--pane", "works").with("BROWSER="+script, "DIR="+dir))
	m.wait("A open a work")
	m.askFor("tiktok", "7412345678901234500")
	m.wait("1 snapshot", "published 3h ago")
	m.do("o", "open in browser", "Down", "", "Enter", "Opened in the browser: https://") // once both are offered
	link := opened()
	m.do("Y", "Copy as", "Enter", "Copied: ")
	if copied := m.clipboard(); copied != link || link == "" {
		t.Errorf("opened %q, copied %q", link, copied)
	}
	m.do("6", "x problems", "A", "Session ID:")
	m.paste(session("01"))
	m.do("Enter", "detail: with tool calls")
	m.goTo("files")
	m.wait("15 files and links")
	m.do("o", "Opened in the browser: https://trends.example.com/")
	if got := opened(); got == link {
		t.Errorf("opened %q again", got)
	}

	far := open(
		t,
		demo("--pane", "works").with("BROWSER="+script, "DIR="+dir, "SSH_CONNECTION=192.0.2.1 1 192.0.2.2 22"),
	)
	far.wait("A open a work")
	far.askFor("tiktok", "7412345678901234500")
	far.wait("1 snapshot", "published 3h ago")
	before := opened()
	far.do("o", "open in browser", "Down", "", "Enter", "Copied to tmux's paste buffer: https://")
	if copied := far.clipboard(); copied != link || opened() != before {
		t.Errorf("copied %q, opened %q", copied, opened())
	}
}
