package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// In no width from 40 to 220 does a pane truncate a text beside blank cells.
func TestNoWidthTruncatesBesideBlanks(t *testing.T) {
	t.Parallel()
	for i, lang := range words.Langs() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			d, _ := filled(t, panetest.Options{Lang: lang})
			d.press("6") // a session
			for _, key := range []string{"esc", "1", "2", "3", "4", "5", "7"} {
				d.press(key)
				for width := 40 + i; width <= 220; width += len(words.Langs()) {
					d.m.Update(tea.WindowSizeMsg{Width: width, Height: 40})
					for _, rows := range regions(d.m.View()) {
						if row := wasted(rows); row != "" {
							t.Errorf("after %s, width %d: %q", key, width, row)
						}
					}
				}
			}
		})
	}
}
