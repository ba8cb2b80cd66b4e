package pane_test

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// listed is a table of which only the numbers matter.
type listed struct {
	at, shown, total int
	busy             bool
}

func (l listed) Position() int      { return l.at }
func (l listed) Counts() (int, int) { return l.shown, l.total }
func (l listed) Busy() bool         { return l.busy }
func (l listed) View() string       { return "rows" }

func TestList(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	for want, table := range map[string]listed{
		" 1/2,500 more":        {1, 2500, 2500, false},
		" 3/37 of 2,500 more":  {3, 37, 2500, false},
		" 0/0 of 2,500 … more": {0, 0, 2500, true},
	} {
		view := c.List(table, []string{"above"}, "why none", " more", 30, 3)
		panetest.Exact(t, view, 30, 3)
		if lines := strings.Split(view, "\n"); strings.TrimRight(lines[0], " ") != "above" || strings.TrimRight(lines[1], " ") != "rows" || strings.TrimRight(lines[2], " ") != want {
			t.Errorf("got %q, want the last line %q", lines, want)
		}
	}
	if view := c.List(listed{}, nil, "why none", "", 30, 5); !strings.Contains(view, "why none") || strings.Contains(view, "rows") {
		t.Errorf("without rows: %q", view)
	}
}

func TestSplit(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	for width, want := range map[int][2]int{159: {159, 0}, 160: {99, 60}, 240: {159, 80}} {
		if list, detail := pane.Split(width); list != want[0] || detail != want[1] {
			t.Errorf("%d cells: %d for the list, %d for the detail", width, list, detail)
		}
	}
	if got := c.Beside("a\nb", "right", 4); got != "a   │right\nb   │" {
		t.Errorf("beside each other: %q", got)
	}
}
