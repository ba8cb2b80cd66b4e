package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/words"
)

// A list that filters empty says which are on and which key changes them, beside the one that clears them, in every
// pane that has that key. While a filter is typed into, the key is a letter.
func TestEmptyListsNameTheFiltersAndTheirKey(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "Press / to change the filters (“zzzz”).",
		words.Chinese: "按 / 更改筛选（“zzzz”）。",
	} {
		for _, pane := range []string{"overview", "accounts", "groups", "prices"} {
			d := open(t, lang, pane, 120, 40)
			d.press("/", "text:zzzz")
			if strings.Contains(ansi.Strip(d.m.View()), want) {
				t.Errorf("%s in %s names a key while it is a letter:\n%s", lang, pane, d.m.View())
			}
			d.press("enter")
			view := ansi.Strip(d.m.View())
			if !strings.Contains(view, want) || !strings.Contains(view, " esc ") {
				t.Errorf("%s in %s does not say %q:\n%s", lang, pane, want, d.m.View())
			}
		}
	}
}

// Filters that were chosen are named as they are above the list.
func TestEmptyListsNameChosenFilters(t *testing.T) {
	d := open(t, words.English, "accounts", 120, 40)
	d.press("x", "/", "text:zzzz", "enter")
	view := ansi.Strip(d.m.View())
	if want := "Press f to change the filters (status: abnormal · “zzzz”)."; !strings.Contains(view, want) {
		t.Errorf("no %q in\n%s", want, d.m.View())
	}
}
