package ui

import (
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// Text typed before the first response is visible.
func TestTypingWhileTheFirstLoadRuns(t *testing.T) {
	for _, field := range []struct{ pane, key string }{
		{"accounts", "/"}, {"accounts", "i"}, {"groups", "/"}, {"options", "/"}, {"prices", "/"}, {"prices", "a"}, {"prices", "i"},
	} {
		d := driver{t, New(panetest.New(t, panetest.Options{}).Context, Makers(), field.pane)}
		d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		load := d.m.Init()
		d.press(field.key, "text:1080p")
		if view := d.m.View(); !strings.Contains(view, "1080p") || !strings.Contains(view, "Loading") && !strings.Contains(view, "◌") {
			t.Errorf("%s in %s:\n%s", field.key, field.pane, view)
		}
		panetest.Pump(t, d, load)
		if view := d.m.View(); !strings.Contains(view, "1080p") || strings.Contains(view, "Loading") {
			t.Errorf("%s in %s when it is loaded:\n%s", field.key, field.pane, view)
		}
	}
}

// inEveryField calls do with a dashboard for each text field of each pane, in a test
// in parallel; paste pastes into the field.
func inEveryField(t testing.TB, do func(name string, d driver, paste func(string))) {
	var fields atomic.Int32
	try := func(t testing.TB, at int, name, keys string) {
		d, _ := filled(t, panetest.Options{})
		d.press(fmt.Sprint(at + 1))
		if d.press(keysOf(keys)...); !d.m.tabs.typing() {
			return
		}
		fields.Add(1)
		do(name, d, func(s string) {
			msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true}
			for _, up := range panetest.Pump(t, d, d.Update(msg)) {
				panetest.Pump(t, d, d.Update(up))
			}
		})
	}
	all := func(try func(at int, name, keys string)) {
		for at, maker := range Makers() {
			for _, keys := range screenKeys[maker.Name] {
				try(at, maker.Name+" "+keys, keys)
			}
		}
	}
	if test, ok := t.(*testing.T); ok {
		test.Run("field", func(t *testing.T) {
			all(func(at int, name, keys string) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					try(t, at, name, keys)
				})
			})
		})
	} else {
		all(func(at int, name, keys string) { try(t, at, name, keys) })
	}
	if n := fields.Load(); n < 6 {
		t.Errorf("only %d fields", n)
	}
}

func TestEveryBindingInEveryField(t *testing.T) {
	bindings := reflect.ValueOf(textinput.DefaultKeyMap)
	var keys []tea.KeyMsg
	for i := range bindings.NumField() {
		for _, name := range bindings.Field(i).Interface().(key.Binding).Keys() {
			msg, ok := pane.KeyMsg(name)
			if !ok {
				t.Fatalf("no key is called %q", name)
			}
			keys = append(keys, msg)
		}
	}
	inEveryField(t, func(name string, d driver, _ func(string)) {
		for _, k := range keys {
			for position := range 3 {
				if !d.m.tabs.typing() {
					d.t.Fatalf("%s closed the field of %s", k, name)
				}
				d.press("end", "ctrl+u", "text:ab", "home")
				for range position {
					d.press("right")
				}
				panetest.Pump(d.t, d, d.Update(k))
				d.m.View()
				if d.m.overlay != nil {
					d.press("esc")
				}
			}
		}
	})
}

func TestPasteIntoEveryField(t *testing.T) {
	inEveryField(t, func(name string, d driver, paste func(string)) {
		if name == "options / text:pinterest enter enter enter t" || name == "options / text:pinterest enter enter enter T" {
			return // a field of several lines, which shows invisible characters
		}
		d.press("end", "ctrl+u")
		paste("\u202ea\u200bb")
		if view := d.m.View(); !strings.Contains(view, "ab") || !strings.Contains(view, "Dropped 2 invisible characters") {
			d.t.Errorf("%s after invisible characters:\n%s", name, view)
		}
		paste(strings.Repeat("zq ", 1<<20/3))
		if view := d.m.View(); !strings.Contains(view, "Left out 1,0") {
			d.t.Errorf("%s after 1 MB:\n%s", name, view)
		}
	})
}

// Chat programs put invisible characters and wide blanks around copied text.
func TestPastedIDsAreCleaned(t *testing.T) {
	d, w := filled(t, panetest.Options{})
	var ids []string
	all, err := w.Context.Client.Accounts(t.Context(), api.AccountQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all.List[:2] {
		ids = append(ids, row.ID)
	}
	d.press("1", "i")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\ufeff" + ids[0] + "\u3000\u200b" + ids[1] + "\u00a0\n"), Paste: true})
	if d.press("enter"); !strings.Contains(d.m.View(), " 2 of 300") {
		t.Errorf("accounts:\n%s", d.m.View())
	}
	id := w.Sandbox.Examples(false)[3].ID
	d.press("5", "o", "end", "ctrl+u")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\u200b\u00a0" + id + "\u3000"), Paste: true})
	if d.press("enter"); d.m.tabs.typing() || !strings.Contains(d.m.View(), id) {
		t.Errorf("sessions:\n%s", d.m.View())
	}
}

// BenchmarkKeyAfterHugePaste types and deletes a letter in each field after 1 MB was
// pasted into it.
func BenchmarkKeyAfterHugePaste(b *testing.B) {
	for what, text := range map[string]string{"word": strings.Repeat("x", 1<<20), "words": strings.Repeat("x zq 9 ", 1<<20/7)} {
		inEveryField(b, func(name string, d driver, paste func(string)) {
			paste(text)
			b.Run(what+"/"+strings.ReplaceAll(name, "/", "filter"), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					d.Update([]tea.KeyMsg{{Type: tea.KeyBackspace}, {Type: tea.KeyRunes, Runes: []rune{'a'}}}[i%2])
					_ = d.m.View()
				}
			})
		})
	}
}
