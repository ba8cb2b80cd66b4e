package ui

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// Who types before the first answer is there sees what is typed.
func TestTypingWhileTheFirstLoadRuns(t *testing.T) {
	for _, way := range []struct{ pane, key string }{
		{"accounts", "/"}, {"accounts", "i"}, {"groups", "/"}, {"options", "/"}, {"prices", "/"}, {"prices", "a"}, {"prices", "i"},
	} {
		d := driver{t, New(panetest.New(t, panetest.Options{}).Context, Makers(), way.pane)}
		d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 12})
		load := d.m.Init()
		d.press(way.key, "text:1080p")
		if view := d.m.View(); !strings.Contains(view, "1080p") || !strings.Contains(view, "Loading") {
			t.Errorf("%s in %s:\n%s", way.key, way.pane, view)
		}
		panetest.Pump(t, d, load)
		if view := d.m.View(); !strings.Contains(view, "1080p") || strings.Contains(view, "Loading") {
			t.Errorf("%s in %s when it is loaded:\n%s", way.key, way.pane, view)
		}
	}
}

// Every binding of the text widget, at every cursor position, in every field.
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
	fields := 0
	for at, maker := range Makers() {
		for _, way := range ways[maker.Name] {
			d, _ := filled(t, panetest.Options{})
			d.press(fmt.Sprint(at + 1))
			if d.press(keysOf(way)...); !d.m.typing() {
				continue
			}
			fields++
			for _, k := range keys {
				for position := range 3 {
					if !d.m.typing() {
						t.Fatalf("%s closed the field of %s, %s", k, maker.Name, way)
					}
					d.press("end", "ctrl+u", "text:ab", "home")
					for range position {
						d.press("right")
					}
					panetest.Pump(t, d, d.Update(k))
					d.m.View()
					if len(d.m.overlays) > 0 {
						d.press("esc")
					}
				}
			}
		}
	}
	if fields < 6 {
		t.Errorf("only %d fields", fields)
	}
}
