//go:build unix

package e2e

import (
	"strings"
	"testing"
)

// TestWideInspectorsAreFilled measures the inspector of a row of every list in a
// wide terminal: at least half of its lines have something on them. The first session has just
// begun, so it is another one.
func TestWideInspectorsAreFilled(t *testing.T) {
	t.Parallel()
	m := open(t, look{args: []string{"--demo", "--seed", seed, "--accounts", "300"}}.sized(200, 60))
	m.wait("1/300")
	for _, steps := range [][]string{ // keys, and what they show
		{"2", "Followers, last "}, {"3", "Abnormal accounts, last "}, {"4", "Capabilities"},
		{"5", "Views · "},
		{"6", "Last message", "Down", "6710a1e5c0de00000000000b", "Down", "in 2 other sessions"},
		{"7", "Price history"},
	} {
		filled := 0
		lines := 0
		s := m.do(steps...)
		for line := range strings.Lines(string(s)) {
			_, right, ok := strings.Cut(line, "││")
			if !ok {
				_, right, ok = strings.Cut(line, "▐│")
			}
			if ok {
				lines++
			}
			if strings.Trim(right, " │▐\n") != "" {
				filled++
			}
		}
		if lines < 40 || filled < lines/2 {
			t.Errorf("pane %s: %d of %d lines are filled:\n%s", steps[0], filled, lines, s)
		}
	}
}
