package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// In no width is a text of a list truncated beside blank cells.
func TestNoWidthTruncatesBesideBlanks(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			d, _ := filled(t, panetest.Options{Lang: lang})
			for _, key := range []string{"1", "2", "3", "4", "5", "6", "7"} {
				d.press(key)
				for width := 40; width <= 220; width++ {
					d.m.Update(tea.WindowSizeMsg{Width: width, Height: 40})
					for _, rows := range regions(d.m.View()) {
						if row := wasted(rows); row != "" {
							t.Errorf("pane %s, width %d: %q", key, width, row)
						}
					}
				}
			}
		})
	}
}
