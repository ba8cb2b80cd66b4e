package ui

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The wall has a header, but no footer, and a help with its keys.
func TestWallHasNoFooter(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, "overview", 120, 40)
	lastLine := func() string {
		lines := strings.Split(d.m.View(), "\n")
		return strings.TrimSpace(lines[len(lines)-1])
	}
	if !strings.Contains(lastLine(), "commands") {
		t.Fatalf("no footer before: %q", lastLine())
	}
	d.press("do:overview.wall")
	view := d.m.View()
	if panetest.Exact(t, view, 120, 40); lastLine() != "" || !strings.Contains(view, "1 Overview") {
		t.Errorf("the wall:\n%s", view)
	}
	if d.press("?", "?"); !strings.Contains(d.m.View(), "refresh") {
		t.Errorf("the help:\n%s", d.m.View())
	}
	d.press("esc", "q")
	if !strings.Contains(lastLine(), "commands") {
		t.Errorf("after q the last line is %q", lastLine())
	}
}
