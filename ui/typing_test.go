package ui

import (
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// Text typed before the first response is visible.
func TestTypingWhileTheFirstLoadRuns(t *testing.T) {
	for _, field := range []struct{ pane, key string }{
		{"accounts", "/"},
		{"accounts", "#"},
		{"groups", "/"},
		{"options", "/"},
		{"options", "i"},
		{"prices", "/"},
		{"prices", "$"},
		{"prices", "i"},
	} {
		d := driver{t, New(panetest.New(t, panetest.Options{}).Context, Makers(), field.pane)}
		d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		load := d.m.Init()
		d.press(field.key, "text:1080p")
		if view := d.m.View(); !strings.Contains(view, "1080p") ||
			!strings.Contains(view, "Loading") && !strings.Contains(view, "◌") {
			t.Errorf("%s in %s:\n%s", field.key, field.pane, view)
		}
		panetest.Pump(t, d, load)
		if view := d.m.View(); !strings.Contains(view, "1080p") || strings.Contains(view, "Loading") {
			t.Errorf("%s in %s when it is loaded:\n%s", field.key, field.pane, view)
		}
	}
}

// A key reaches the field that it is typed into, whichever message of a load arrives before or after it.
func TestKeysBetweenMessages(t *testing.T) {
	const typed = "8 s 1080p x"
	for _, field := range []struct{ pane, key string }{
		{"accounts", "/"},
		{"groups", "/"},
		{"options", "/"},
		{"prices", "/"},
		{"prices", "$"},
	} {
		for ahead := range len(typed) + 2 { // keys before the first message
			d := driver{t, New(panetest.New(t, panetest.Options{}).Context, Makers(), field.pane)}
			d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 30})
			load := d.m.Init()
			keys := append([]string{field.key}, strings.Split(typed, "")...)
			next := func() (cmd tea.Cmd) {
				if len(keys) > 0 {
					_, cmd = d.m.Update(panetest.KeyMsg(keys[0]))
					keys = keys[1:]
				}
				return cmd
			}
			for range ahead {
				load = tea.Batch(load, next())
			}
			err := panetest.Run(t.Context(), func(msg tea.Msg) tea.Cmd {
				_, cmd := d.m.Update(msg)
				return tea.Batch(cmd, next())
			}, load)
			if err != nil {
				t.Fatal(err)
			}
			d.press(keys...)
			if view := d.m.View(); !strings.Contains(view, typed) {
				t.Errorf("%s in %s after %d keys:\n%s", field.key, field.pane, ahead, view)
			}
		}
	}
}

// field is a text field of a pane.
type field struct {
	driver
	world *panetest.World
	tab   int
	name  string
	keys  []string // that lead to it from the pane
}

func (f field) paste(s string) {
	msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true}
	for _, up := range panetest.Pump(f.t, f, f.Update(msg)) {
		panetest.Pump(f.t, f, f.Update(up))
	}
}

// inEveryField calls do with a dashboard for each text field of each pane, in a test
// in parallel. Only the pane is started, with few rows.
func inEveryField(t testing.TB, do func(field)) {
	for at, maker := range Makers() {
		for _, keys := range fieldsOf(maker.Name) {
			name := maker.Name + " " + keys
			try := func(t testing.TB) {
				d, w := filled(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 30}}, maker.Name)
				f := field{driver: d, world: w, tab: at, name: name, keys: keysOf(keys)}
				if d.press(f.keys...); !d.m.tabs.typing() {
					t.Fatalf("%s leads to no field:\n%s", name, d.m.View())
				}
				do(f)
			}
			if test, ok := t.(*testing.T); ok {
				test.Run(name, func(t *testing.T) {
					t.Parallel()
					try(t)
				})
			} else {
				try(t)
			}
		}
	}
}

// TestEveryBindingInEveryField presses half of the keys that edit text in a field, and the others in the next one: all
// fields have the same input, and differ in who gets a key.
func TestEveryBindingInEveryField(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
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
	inEveryField(t, func(d field) {
		var own []tea.KeyMsg
		for i, k := range keys {
			if (i+len(d.name))%2 == 0 {
				own = append(own, k)
			}
		}
		for i, k := range own {
			if !d.m.tabs.typing() {
				d.t.Fatalf("%s closed the field of %s", own[i-1], d.name)
			}
			d.press("end", "ctrl+u", "text:ab", "home")
			for range (i + len(d.name)) % 3 { // another field tries another position
				d.press("right")
			}
			panetest.Pump(d.t, d, d.Update(k))
			d.m.View()
			if d.m.overlay != nil {
				d.press("esc")
			}
		}
		if !d.m.tabs.typing() {
			d.t.Fatalf("%s closed the field of %s", own[len(own)-1], d.name)
		}
	})
}

func TestPasteIntoEveryField(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	inEveryField(t, func(d field) {
		if d.name == "options / text:pinterest enter enter / text:board enter v do:options.check_body" ||
			d.name == "options / text:threads enter enter / text:location enter v do:options.check_filter" {
			return // a field of several lines, which shows invisible characters
		}
		d.press("end", "ctrl+u")
		d.paste("\u202ea\u200bb")
		if view := d.m.View(); !strings.Contains(view, "ab") ||
			!strings.Contains(view, "Dropped 2 invisible characters") {
			d.t.Errorf("%s after invisible characters:\n%s", d.name, view)
		}
		d.paste(strings.Repeat("zq ", 80<<10/3)) // more than is read of a text that is far too long
		if view := d.m.View(); !strings.Contains(view, "Left out 7") {
			d.t.Errorf("%s after 80 kB:\n%s", d.name, view)
		}
	})
}

// Chat programs put invisible characters and wide blanks around copied text.
func TestPastedIDsAreCleaned(t *testing.T) {
	t.Parallel()
	d, w := filled(t, panetest.Options{})
	var ids []string
	all, err := w.Site().Store.Fleet.Client.Accounts(t.Context(), api.AccountQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all.List[:2] {
		ids = append(ids, row.ID)
	}
	d.press("2", "do:accounts.ids")
	d.Update(tea.KeyMsg{
		Type:  tea.KeyRunes,
		Runes: []rune("\ufeff" + ids[0] + "\u3000\u200b" + ids[1] + "\u00a0\n"),
		Paste: true,
	})
	if d.press("enter"); !strings.Contains(d.m.View(), " 2 of 300") {
		t.Errorf("accounts:\n%s", d.m.View())
	}
	id := w.Sandbox.Examples(false)[3].ID
	d.press("6", "A", "end", "ctrl+u")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\u200b\u00a0" + id + "\u3000"), Paste: true})
	if d.press("enter"); d.m.tabs.typing() || !strings.Contains(d.m.View(), "5,000 messages") {
		t.Errorf("sessions:\n%s", d.m.View())
	}
}

// BenchmarkKeyAfterHugePaste types and deletes a letter in each field after 1 MB was
// pasted into it.
func BenchmarkKeyAfterHugePaste(b *testing.B) {
	for what, text := range map[string]string{
		"word":  strings.Repeat("x", 1<<20),
		"words": strings.Repeat("x zq 9 ", 1<<20/7),
	} {
		inEveryField(b, func(d field) {
			d.paste(text)
			b.Run(what+"/"+strings.ReplaceAll(d.name, "/", "filter"), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					d.Update([]tea.KeyMsg{{Type: tea.KeyBackspace}, {Type: tea.KeyRunes, Runes: []rune{'a'}}}[i%2])
					_ = d.m.View()
				}
			})
		})
	}
}
