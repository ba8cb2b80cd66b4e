package ui

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/pane/panetest"
)

// standing are ways, by keys, to where a person may stand in a pane when
// something else is opened in it: filtered, sorted, scrolled, in a detail.
var standing = map[string][]string{
	"accounts": {"down down pgdown down", "/ text:a enter right s pgdown", "x down", "pgdown enter pgdown"},
	"groups":   {"down down", "/ text:6 enter down", "down enter pgdown"},
	"options": {
		"/ text:i enter down down", "enter down", "/ text:pinterest enter enter / text:o enter", "v pgdown", "enter v pgdown", "/ text:pinterest enter enter enter pgdown pgdown",
		"m down down right", "m o down", "m / text:a enter down",
	},
	"works":    {"f pgdown", "m down right", "n", "d"},
	"sessions": {"pgdown down", "/ text:a enter n n", "d d pgdown", "m down down", "m / text:png enter down", "- down"},
	"prices":   {"down down pgdown", "a text:8s enter down", "enter pgdown", "/ text:a enter v down"},
}

// TestBackToFilterCursorAndScroll opens another thing in the very pane where one
// stands, from the palette or from elsewhere, and goes back.
func TestBackToFilterCursorAndScroll(t *testing.T) {
	for at, maker := range Makers() {
		for _, way := range standing[maker.Name] {
			t.Run(maker.Name+"/"+way, func(t *testing.T) {
				d, w := filled(t, panetest.Options{})
				d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 14})
				d.press(fmt.Sprint(at + 1))
				there := pane.Open{Target: another(t, d, w, maker.Name)}
				panetest.Pump(t, d, d.Update(there)) // once before: what it tells stays known
				panetest.Pump(t, d, d.m.back())
				rest := d.m.View()
				if d.press(keysOf(way)...); d.m.View() == rest {
					t.Fatal("nothing has changed on the way")
				}
				before := d.m.View()
				panetest.Pump(t, d, d.Update(there))
				if d.m.View() == before {
					t.Fatal("nothing was opened")
				}
				d.press("down", "pgdown")
				panetest.Pump(t, d, d.m.back())
				if after := d.m.View(); squeezed(after) != squeezed(before) {
					t.Errorf("not where one was:\n%s\nbefore:\n%s", after, before)
				}
			})
		}
	}
}

// another is something to open in a pane that is not open there.
func another(t *testing.T, d driver, w *panetest.World, in string) pane.Target {
	t.Helper()
	target := pane.Target{Pane: in}
	switch in {
	case "accounts":
		target.Platform = "bilibili"
	case "options":
		target.Platform = "douyin"
	case "works":
		target.Platform, target.WorkID = "douyin", "1"
	case "sessions":
		var last string
		for _, e := range w.Sandbox.Examples() {
			if e.Call == sandbox.CallSessions {
				last = e.ID
			}
		}
		target.SessionID = last
	default:
		for _, thing := range d.m.things() {
			if thing.Target.Pane == in {
				target = thing.Target
			}
		}
	}
	return target
}
