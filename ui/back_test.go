package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/accounts"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// stateKeys lists keys that lead to the states in which something else can be opened
// in a pane: filtered, sorted, scrolled, in a detail.
var stateKeys = map[string][]string{
	"accounts": {"down down pgdown down", "/ text:a enter right s pgdown", "x down", "pgdown enter pgdown"},
	"groups":   {"down down", "/ text:6 enter down", "down enter pgdown"},
	"options": {
		"/ text:i enter down down",
		"enter down",
		"/ text:pinterest enter enter / text:o enter",
		"v pgdown",
		"enter v pgdown",
		"v / text:a enter n",
		"/ text:pinterest enter enter / text:board enter v pgdown pgdown",
		"m down down right", "m o down", "m / text:a enter down",
	},
	"works": {"enter pgdown", "tab tab down right", "t"},
	"sessions": {"pgdown down", "/ text:a enter n n", "d d pgdown", "do:sessions.media down down",
		"do:sessions.media / text:png enter down", "H down"},
	"prices": {"down down pgdown", "$ text:8s enter down", "enter pgdown", "/ text:a enter v down"},
}

// TestBackToFilterCursorAndScroll opens another thing in the front pane, from the
// palette or from another pane, and goes back.
func TestBackToFilterCursorAndScroll(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for at, maker := range Makers() {
		for _, keys := range stateKeys[maker.Name] {
			t.Run(maker.Name+"/"+keys, func(t *testing.T) {
				t.Parallel()
				d, w := filled(t, panetest.Options{}, maker.Name)
				d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 14})
				d.press(fmt.Sprint(at + 1))
				there := pane.Open{Target: unopenedTarget(t, d, w, maker.Name)}
				panetest.Pump(t, d, d.Update(there)) // once before, so that its notices have appeared
				goBack(t, d)
				rest := d.m.View()
				if d.press(keysOf(keys)...); d.m.View() == rest {
					t.Fatal("the keys change nothing")
				}
				before := d.m.View()
				panetest.Pump(t, d, d.Update(there))
				if d.m.View() == before {
					t.Fatal("nothing was opened")
				}
				d.press("down", "pgdown")
				goBack(t, d)
				if after := d.m.View(); squeezed(after) != squeezed(before) {
					t.Errorf("not where one was:\n%s\nbefore:\n%s", after, before)
				}
			})
		}
	}
}

// goBack pops the top screen of the front pane, also one in which backspace edits
// text.
func goBack(t *testing.T, d driver) {
	t.Helper()
	for _, up := range panetest.Pump(t, d, d.m.tabs.stack().Back()) {
		panetest.Pump(t, d, d.Update(up))
	}
}

// unopenedTarget returns a target that is not open in a pane.
func unopenedTarget(t testing.TB, d driver, w *panetest.World, in string) pane.Target {
	t.Helper()
	target := pane.Target{Pane: in}
	switch in {
	case "accounts":
		target.Platform = "bilibili"
	case "options":
		target.Platform = "douyin"
	case "works":
		target.Platform = "douyin"
		target.WorkID = "1"
	case "sessions":
		var last string
		for _, e := range w.Sandbox.Examples(false) {
			if e.Call == sandbox.CallSessions {
				last = e.ID
			}
		}
		target.SessionID = last
	default:
		for _, thing := range slices.Concat(d.m.tabs.things()...) {
			if thing.Target.Pane == in {
				target = thing.Target
			}
		}
	}
	return target
}

// TestBackReturnsToTheOrigin switches panes by number between opening things and
// going back.
func TestBackReturnsToTheOrigin(t *testing.T) {
	for _, tt := range []struct{ steps, fronts string }{ // "=" opens something in a pane, "<" goes back
		{"1 =3 <", "0 2 0"},
		{"1 =3 < <", "0 2 0 0"},
		{"1 =3 2 <", "0 2 1 1"},
		{"1 =3 2 < 3 < <", "0 2 1 1 2 0 0"},
		{"3 =3 1 < <", "2 2 0 0 0"}, // something is opened in an empty pane
		{"3 =3 1 < 3 < <", "2 2 0 0 2 2 2"},
		{"1 =3 =2 < < <", "0 2 1 2 0 0"},
		{"1 =3 =2 3 < <", "0 2 1 2 0 0"},
		{"1 =3 =2 3 < 2 < <", "0 2 1 2 0 1 2 2"},
		{"1 =3 2 =1 < < 3 <", "0 2 1 0 1 1 2 0"},
		{"1 =2 =1 2 < <", "0 1 0 1 0 1"},
	} {
		m, fakes := root(t, words.English)
		var fronts []string
		for _, step := range strings.Fields(tt.steps) {
			name, opens := strings.CutPrefix(step, "=")
			switch {
			case opens:
				m.Update(pane.Open{Target: pane.Target{Pane: m.tabs.all[name[0]-'1'].Name}})
			case step == "<":
				if _, cmd := m.Update(panetest.KeyMsg("backspace")); cmd != nil {
					m.Update(cmd())
				}
			default:
				press(m, panetest.KeyMsg(name))
			}
			fronts = append(fronts, fmt.Sprint(m.tabs.front))
		}
		if got := strings.Join(fronts, " "); got != tt.fronts {
			t.Errorf("%s: %s, want %s", tt.steps, got, tt.fronts)
		}
		for i, f := range fakes {
			if slices.Contains(f.keys, "backspace") {
				t.Errorf("%s: pane %d got the key", tt.steps, i+1)
			}
		}
	}
}

// A session stays as it is while a pane that did not open it is in front, and esc
// returns to the pane that opened it once the session is in front again.
func TestBackActsInTheFrontPaneOnly(t *testing.T) {
	t.Parallel()
	for from, name := range map[string]string{"3": "groups", "6": "sessions"} {
		for _, back := range []string{"esc", "backspace"} {
			d := open(t, words.English, accounts.Name, 100, 30)
			d.press(from, ":", "text:6710a1e5c0de000000000008", "enter")
			session := d.m.View()
			if !strings.Contains(session, "7 messages") {
				t.Fatalf("no session was opened:\n%s", session)
			}
			d.press("2")
			before := d.m.View()
			d.press(back, back)
			d.m.notice.clear() // that there is nothing to go back to
			if d.m.View() != before {
				t.Errorf("%s leads away from the accounts:\n%s", back, d.m.View())
			}
			if d.press("6"); d.m.View() != session {
				t.Errorf("%s closed the session:\n%s", back, d.m.View())
			}
			if d.press(back); d.m.tabs.all[d.m.tabs.front].Name != name || d.m.tabs.made(5).Stack().Depth() != 1 {
				t.Errorf("%s does not go back from the session to %s:\n%s", back, name, d.m.View())
			}
		}
	}
}

// Esc does nothing, and shows no notice, on the first screen of a pane.
func TestEscAtTheTopDoesNothing(t *testing.T) {
	t.Parallel()
	for _, maker := range Makers() {
		d := open(t, words.English, maker.Name, 100, 30)
		before := d.m.View()
		if up := panetest.Press(t, d, "esc"); len(up) != 0 || d.m.View() != before {
			t.Errorf("%s: esc does something: %v\n%s", maker.Name, up, d.m.View())
		}
	}
}
