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
			seen[k] = true
		}
		for _, action := range strings.Fields(l.Actions) {
			if _, ok := bindings[action]; !ok && action != "previous_field" { // of the first start
				t.Errorf("%q: no pane has %s", l.Keys, action)
			}
		}
	}
}

// Each pane has a digit, and no digit is without a pane.
func TestDigitsOfPanes(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	if keys := pane.KeysOf(newKeyMap(ctx).Tab); len(keys) != len(Makers()) {
		t.Errorf("%d panes have the keys %q", len(Makers()), keys)
	}
}
