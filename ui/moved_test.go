package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
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

// A key of the pane, or of several, says where its screen has no use for it; those that move say nothing.
func TestUnusedKeys(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "“%s” does nothing on this screen",
		words.Chinese: "“%s”在此界面不起作用",
	} {
		for _, press := range []struct{ opens, key, name string }{
			{"2", "n", "n"},
			{"2", "o", "o"},
			{"4", "f", "f"},
			{"4", " ", "space"},
			{"5", "V", "V"},
			{"5", "[", "["},
		} {
			d := open(t, lang, "overview", 100, 30)
			d.press(press.opens, press.key)
			if want := fmt.Sprintf(want, press.name); !strings.Contains(d.m.View(), want) {
				t.Errorf("no %q in pane %s:\n%s", want, press.opens, d.m.View())
			}
		}
		_, said, _ := strings.Cut(want, "”")
		d := open(t, lang, "accounts", 100, 30)
		for _, silent := range []string{"left", "h", "up", "g", "pgup", "esc", "x", "tab", "shift+tab", "I", "space"} {
			if d.press(silent); strings.Contains(d.m.View(), said) {
				t.Errorf("%s:\n%s", silent, d.m.View())
			}
		}
	}
}

// A key that says that it does nothing changes nothing else.
func TestUnusedKeysChangeNothing(t *testing.T) {
	race.Sweep(t)
	for _, opens := range [][]string{
		{"1"}, {"2"}, {"2", "enter"}, {"3"}, {"3", "enter"}, {"4"}, {"4", "enter"}, {"4", "enter", "v"},
		{"4", "m"}, {"5"}, {"5", "tab"}, {"5", "t"}, {"6"}, {"6", "tab"}, {"7"}, {"7", "enter"},
		{"7", "tab"}, {"7", "t"},
	} {
		d := open(t, words.English, "overview", 100, 30)
		d.press(opens...)
		for _, k := range slices.Sorted(maps.Keys(d.m.keys.tell)) {
			if d.m.movedKey(k, false) != nil || d.m.onUnusedKey(panetest.KeyMsg(k)) == nil {
				continue
			}
			d.m.notice.clear()
			d.m.placeNotice()
			before := d.m.View()
			d.press(k)
			d.m.notice.clear()
			d.m.placeNotice()
			if view := d.m.View(); view != before {
				t.Errorf("%s on the screen of %v:\n%s\nbefore:\n%s", k, opens, view, before)
			}
		}
	}
}

// What a key would undo says so where there is nothing.
func TestNothingToUndo(t *testing.T) {
	race.Sweep(t)
	for lang, want := range map[words.Lang][2]string{
		words.English: {"There is nothing to go back to.", "Nothing is filtered, sorted or folded."},
		words.Chinese: {"没有可返回的界面。", "没有需要重置的筛选、排序或折叠。"},
	} {
		for _, name := range []string{"accounts", "groups", "options", "works", "sessions", "prices"} {
			d := open(t, lang, name, 100, 30)
			if d.press("backspace"); !strings.Contains(d.m.View(), want[0]) {
				t.Errorf("%s: no %q:\n%s", name, want[0], d.m.View())
			}
			if d.press("="); !strings.Contains(d.m.View(), want[1]) {
				t.Errorf("%s: no %q:\n%s", name, want[1], d.m.View())
			}
			d.press("/", "text:a", "enter")
			if d.press("="); strings.Contains(d.m.View(), want[1]) {
				t.Errorf("%s, after a filter:\n%s", name, d.m.View())
			}
			d.press("/", "text:a", "enter")
			if d.press("backspace"); strings.Contains(d.m.View(), want[0]) {
				t.Errorf("%s, with a filter:\n%s", name, d.m.View())
			}
		}
	}
}

// Stored works and sessions are read at once, without a sign in the header.
func TestReadingAgainIsSaid(t *testing.T) {
	for lang, all := range map[words.Lang]map[string]string{
		words.English: {"5": "The stored works are read again.", "6": "The stored sessions are read again."},
		words.Chinese: {"5": "正在重新读取已保存的作品。", "6": "正在重新读取已保存的会话。"},
	} {
		for number, want := range all {
			d := open(t, lang, "overview", 100, 30)
			if d.press(number); strings.Contains(d.m.View(), want) {
				t.Errorf("before the key:\n%s", d.m.View())
			}
			if d.press("r"); !strings.Contains(d.m.View(), want) {
				t.Errorf("no %q:\n%s", want, d.m.View())
			}
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
