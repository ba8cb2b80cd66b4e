package ui

import (
	"testing"

	"channeldeck/ui/overview"
	"channeldeck/ui/words"
)

// The section of an item says what it is: panes are the tabs and nothing else, commands belong to the pane in front,
// and no section begins twice.
func TestSectionsOfThePaletteHoldWhatTheyName(t *testing.T) {
	t.Parallel()
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		d := open(t, lang, overview.Name, 120, 40)
		w := d.m.ctx.Words
		for i, tab := range d.m.tabs.all {
			d.press(tabKey(i))
			ended := map[string]bool{}
			section := ""
			panes := 0
			for _, item := range d.items() {
				if item.Section != section && ended[item.Section] {
					t.Errorf("%s: %q begins twice, with %q", tab.Name, item.Section, item.Label)
				}
				if item.Section != section {
					ended[section] = true
					section = item.Section
				}
				switch section {
				case w.T("palette.panes"):
					panes++
				case w.T("palette.actions"):
					first := len(w.T("tab." + tab.Name))
					if len(item.Note) >= first && item.Note[:first] == w.T("tab."+tab.Name) {
						t.Errorf("%s is in front, and %q is of another pane: %s", tab.Name, item.Label, item.Note)
					}
				}
			}
			if panes != len(d.m.tabs.all) {
				t.Errorf("%s: %d panes, want %d", tab.Name, panes, len(d.m.tabs.all))
			}
		}
	}
}
