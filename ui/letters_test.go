package ui

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// TestLetters checks the table of the letters: a key and a meaning stand in it once, and each action
// exists, with the keys of its meanings.
func TestLetters(t *testing.T) {
	t.Parallel()
	bindings := pane.Bindings(panetest.New(t, panetest.Options{}).Context, Binders(Makers()))
	meaningOf := map[string]string{}
	seen := map[string]bool{}
	for _, l := range pane.Letters {
		if seen[l.Meaning] || l.Meaning == "" {
			t.Errorf("the meaning %q stands twice", l.Meaning)
		}
		seen[l.Meaning] = true
		for _, k := range strings.Fields(l.Keys) {
			if meaningOf[k] != "" {
				t.Errorf("%q means %q and %q", k, meaningOf[k], l.Meaning)
			}
			meaningOf[k] = l.Meaning
		}
		for _, action := range strings.Fields(l.Actions) {
			if _, ok := bindings[action]; !ok {
				t.Errorf("%q: no pane has %s", l.Keys, action)
			}
		}
	}
}
