package ui

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// TestLetters checks the table of the letters: a key stands in it once, and each action exists.
func TestLetters(t *testing.T) {
	t.Parallel()
	bindings := pane.Bindings(panetest.New(t, panetest.Options{}).Context, Binders(Makers()))
	seen := map[string]bool{}
	for _, l := range pane.Letters {
		for _, k := range strings.Fields(l.Keys) {
			if seen[k] {
				t.Errorf("%q stands in the table twice", k)
			}
			if strings.Contains(digits, k) {
				t.Errorf("%q is the key of a pane", k)
			}
			seen[k] = true
		}
		for _, action := range strings.Fields(l.Actions) {
			if _, ok := bindings[action]; !ok && action != "previous_field" { // of the first start
				t.Errorf("%q: no pane has %s", l.Keys, action)
			}
		}
	}
}

// The first nine panes have a digit each, whether or not the program has so many.
func TestDigitsOfPanes(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	keys := pane.KeysOf(newKeyMap(ctx).Tab)
	for i := range max(len(Makers()), len(keys)) {
		if i >= len(keys) || keys[i] != tabKey(i) {
			t.Errorf("%d panes have the keys %q", len(Makers()), keys)
			break
		}
	}
	for panes, want := range map[int]string{1: "1", 8: "12345678", 9: "123456789", 10: "123456789"} {
		if got := strings.Join(tabKeys(panes), ""); got != want {
			t.Errorf("%d panes have the keys %s, want %s", panes, got, want)
		}
	}
}
