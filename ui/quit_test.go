package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/words"
)

// q closes the innermost screen, and quits only on the first one.
func TestQuitClosesScreensFirst(t *testing.T) {
	t.Parallel()
	for pane, key := range map[string]string{
		"2": "enter",
		"3": "enter",
		"4": "m",
		"6": "do:sessions.media",
		"7": "enter",
	} {
		d, _ := filled(t, panetest.Options{})
		d.press(pane)
		front := d.m.tabs.inFront()
		for front.Stack().Depth() > 1 {
			panetest.Pump(t, front, front.Stack().Back())
		}
		if pane == "6" {
			d.press(":", "text:6710a1e5c0de000000000001", "enter")
		}
		depth := front.Stack().Depth()
		if d.press(key); front.Stack().Depth() != depth+1 {
			t.Fatalf("pane %s: %s opens nothing:\n%s", pane, key, d.m.View())
		}
		if lines := strings.Split(d.m.View(), "\n"); !strings.Contains(lines[len(lines)-1], "q close") {
			t.Errorf("pane %s: footer %q", pane, lines[len(lines)-1])
		}
		if up := panetest.Press(t, d, "q"); slices.Contains(up, tea.Msg(tea.QuitMsg{})) ||
			front.Stack().Depth() != depth {
			t.Errorf("pane %s: q does not close %s: %v, depth %d", pane, key, up, front.Stack().Depth())
		}
		for front.Stack().Depth() > 1 {
			panetest.Pump(t, front, front.Stack().Back())
		}
		if up := panetest.Press(t, d, "q"); !slices.Contains(up, tea.Msg(tea.QuitMsg{})) {
			t.Errorf("pane %s: q does not quit at the top", pane)
		}
	}
}

// q closes the help too, unless something is searched.
func TestQuitClosesTheHelp(t *testing.T) {
	d, _ := filled(t, panetest.Options{})
	if d.press("?", "q"); d.m.overlay != nil {
		t.Errorf("the help is open:\n%s", d.m.View())
	}
	if d.press("?", "c", "q"); d.m.overlay == nil {
		t.Error("q is not text in a search")
	}
}

// The help of the first pane, and of the one with the most keys, shows all of them at
// 80x24.
func TestHelpFitsAnOrdinaryTerminal(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs() {
		d, _ := filled(t, panetest.Options{Lang: lang})
		d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		for _, pane := range []string{"1", "2"} {
			d.press(pane, "?")
			if f := d.m.overlay.Frame(); f.Scroll.To < f.Scroll.Of {
				t.Errorf("%s: lines %d to %d of %d:\n%s", lang, f.Scroll.From, f.Scroll.To, f.Scroll.Of, d.m.View())
			}
			d.press("esc")
		}
	}
}

// The palette does not list cursor movements or itself, and no work twice.
func TestPaletteListsWhatHelps(t *testing.T) {
	d, w := filled(t, panetest.Options{})
	for _, e := range w.Sandbox.Examples(false) {
		if e.Call == "works" { // one of which is open, with an account
			target := pane.Target{Pane: "works", Platform: e.Platform, WorkID: e.ID}
			d.m.ctx.Sites.First().Examples = append(
				d.m.ctx.Sites.First().Examples,
				pane.Thing{Kind: pane.KindWork, Label: e.ID, Target: target},
				pane.Thing{Kind: pane.KindWork, Label: e.ID, Target: target},
			)
			target.AccountID = "x"
			d.m.ctx.Sites.First().Examples = append(d.m.ctx.Sites.First().Examples, pane.Thing{
				Kind:   pane.KindWork,
				Label:  e.ID,
				Target: target,
			})
		}
	}
	for front := range d.m.tabs.all {
		d.press(fmt.Sprint(front + 1))
		works := map[string]bool{}
		for _, item := range d.items() {
			if slices.Contains(
				[]string{"up", "down", "page up", "half a page down", "first", "left", "commands"},
				item.Label,
			) {
				t.Errorf("pane %d: lists %q", front+1, item.Label)
			}
			if target, ok := item.Value.(*pane.Target); ok && target.WorkID != "" {
				if id := target.Platform + " " + target.WorkID; works[id] {
					t.Errorf("pane %d: lists %q twice", front+1, id)
				} else {
					works[id] = true
				}
			}
		}
		if len(works) == 0 || !slices.ContainsFunc(d.items(), func(i picker.Item) bool {
			return i.Label == "sort" || i.Label == "refresh" || i.Label == "open a work"
		}) {
			t.Errorf("pane %d: commands or works are missing", front+1)
		}
	}
}

// At a question y and enter confirm; n, esc and q cancel. None of them quits or
// closes the screen below.
func TestAnswersToAQuestion(t *testing.T) {
	t.Parallel()
	for answer, sends := range map[string]bool{"y": true, "enter": true, "n": false, "esc": false, "q": false} {
		d, w := filled(t, panetest.Options{})
		d.press("5")
		before := len(w.Requests())
		depth := d.m.tabs.made(4).Stack().Depth()
		d.press("r")
		if view := d.m.View(); !strings.Contains(view, "[enter/y]") || len(w.Requests()) != before {
			t.Fatalf("r does not ask:\n%s", view)
		}
		up := panetest.Press(t, d, answer)
		if sent := len(w.Requests()) > before; sent != sends || d.m.tabs.made(4).Stack().Depth() != depth ||
			slices.Contains(up, tea.Msg(tea.QuitMsg{})) {
			t.Errorf("%s: sent %v, %d screens, were %d", answer, sent, d.m.tabs.made(4).Stack().Depth(), depth)
		}
		if strings.Contains(d.m.View(), "[enter/y]") {
			t.Errorf("%s does not close the question", answer)
		}
	}
}
