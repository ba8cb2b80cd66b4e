package ui

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A key that did something else before says once what does it now. One that opened a field keeps what is
// typed next from running as keys.
func TestMovedKeys(t *testing.T) {
	d := open(t, words.English, "accounts", 100, 30)
	if d.press("O"); !strings.Contains(d.m.View(), "“O” is “>” now") {
		t.Errorf("the first time:\n%s", d.m.View())
	}
	if d.press("O"); strings.Contains(d.m.View(), "“O”") {
		t.Errorf("the second time:\n%s", d.m.View())
	}
	if d.press("1", "W"); !strings.Contains(d.m.View(), "“W” is in the commands now (:") {
		t.Errorf("what only the palette has:\n%s", d.m.View())
	}

	before := d.m.tabs.front
	d.press("5", "o")
	if !strings.Contains(d.m.View(), "“o” does something else now") || !strings.Contains(d.m.View(), "open a work") {
		t.Fatalf("a key that opened a field:\n%s", d.m.View())
	}
	if d.press("text:123"); d.m.tabs.front == before || !d.m.tabs.typing() {
		t.Error("what is typed next runs as keys")
	}
	if d.press("esc", "o"); d.m.tabs.typing() {
		t.Errorf("the second time:\n%s", d.m.View())
	}
}

// A key that only other panes have says so, each time, and one that lacks a row says nothing.
func TestKeysOfOtherPanes(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "“m” works only in Options, Works, Prices",
		words.Chinese: "“m”仅用于以下面板：发布选项、作品、价格",
	} {
		d := open(t, lang, "accounts", 100, 30)
		for range 2 {
			if d.press(" ", "m"); !strings.Contains(d.m.View(), want) {
				t.Errorf("no %q:\n%s", want, d.m.View())
			}
		}
		d.press("7", "m")
		if strings.Contains(d.m.View(), "“m”") {
			t.Errorf("where the key works:\n%s", d.m.View())
		}
	}
}

// A key that worked in a form says once what does that now, and the field takes it.
func TestMovedKeysOfAForm(t *testing.T) {
	d := open(t, words.English, "works", 100, 30)
	d.press("A", "text:123")
	if !d.m.tabs.typing() {
		t.Fatalf("no form:\n%s", d.m.View())
	}
	d.press("ctrl+o")
	if view := d.m.View(); !strings.Contains(view, "“ctrl+o” is in the commands now (ctrl+k)") || !d.m.tabs.typing() {
		t.Errorf("the first time:\n%s", view)
	}
	if d.press("ctrl+o"); strings.Contains(d.m.View(), "“ctrl+o”") {
		t.Errorf("the second time:\n%s", d.m.View())
	}
	if d.press("esc", "2", "/", "ctrl+o", "ctrl+e"); strings.Contains(d.m.View(), "in the commands now") {
		t.Errorf("a field without the action:\n%s", d.m.View())
	}
}

// A user who gave an action its old key reads nothing, and each key that moved leads to what now has it.
func TestMovedKeysOfTheUser(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	own := map[string][]string{"works.open": {"o"}, "browser": {"f9"}}
	if wrong := pane.Rebind(w.Context, Binders(Makers()), own); wrong != nil {
		t.Fatal(wrong)
	}
	m := New(w.Context, Makers(), "works")
	d := driver{t, m}
	m.setSize(100, 30)
	panetest.Pump(t, d, m.Init())
	if d.press("o"); strings.Contains(m.View(), "does something else") || !m.tabs.typing() {
		t.Errorf("the user's own key:\n%s", m.View())
	}
}
