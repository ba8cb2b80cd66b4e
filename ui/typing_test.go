package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane/panetest"
)

// Who types before the first answer is there sees what is typed.
func TestTypingWhileTheFirstLoadRuns(t *testing.T) {
	for _, way := range []struct{ pane, key string }{
		{"accounts", "/"}, {"accounts", "i"}, {"groups", "/"}, {"options", "/"}, {"prices", "/"}, {"prices", "a"}, {"prices", "i"},
	} {
		d := driver{t, New(panetest.New(t, panetest.Options{}).Context, Makers(), way.pane)}
		d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 12})
		load := d.m.Init()
		d.press(way.key, "text:1080p")
		if view := d.m.View(); !strings.Contains(view, "1080p") || !strings.Contains(view, "Loading") {
			t.Errorf("%s in %s:\n%s", way.key, way.pane, view)
		}
		panetest.Pump(t, d, load)
		if view := d.m.View(); !strings.Contains(view, "1080p") || strings.Contains(view, "Loading") {
			t.Errorf("%s in %s when it is loaded:\n%s", way.key, way.pane, view)
		}
	}
}
