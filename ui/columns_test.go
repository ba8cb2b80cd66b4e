package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// Far down in a list, a finding that becomes known moves no column and no border, though the widest rows are out of
// view.
func TestAMarkMovesNoColumn(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, size := range []tea.WindowSizeMsg{{Width: 120, Height: 40}, {Width: 200, Height: 50}} {
		d, _ := filled(t, panetest.Options{DemoHistory: true})
		d.m.Update(size)
		d.press("1", "L", "end")
		titles := func() string {
			for line := range strings.SplitSeq(d.m.View(), "\n") {
				if strings.Contains(line, "What happened") {
					return line
				}
			}
			t.Fatalf("no titles:\n%s", d.m.View())
			return ""
		}
		before := titles()
		d.press(".", "text:ok", "enter")
		if after := titles(); after != before {
			t.Errorf("at %d cells:\n%s\nbefore:\n%s", size.Width, after, before)
		}
	}
}
