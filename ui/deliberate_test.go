package ui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// TestOnlyConfirmationRequestsAWork presses 1,000 seeded keys in all panes, and opens the
// same work before each ten of them. A request for work details has effects at the platform:
// only enter, and y at a question, may send one.
func TestOnlyConfirmationRequestsAWork(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for number := range 2 {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			t.Parallel()
			w := panetest.New(t, panetest.Options{})
			root := driver{t, New(w.Context, Makers(), "works")}
			panetest.Pump(t, root, root.m.Init())
			panetest.Pump(t, root, root.Update(tea.WindowSizeMsg{Width: 120, Height: 40}))
			var work pane.Open
			for _, x := range w.Sandbox.Examples(false) {
				if x.Call == "works" {
					work.Target = pane.Target{Pane: "works", Platform: x.Platform, WorkID: x.ID, AccountID: x.AccountID}
					break
				}
			}
			panetest.Pump(t, root, root.Update(work))
			root.press("enter") // one work is open from here on
			calls := func() int {
				n := 0
				for _, r := range w.Requests() {
					if strings.Contains(r, "/channels/works/") {
						n++
					}
				}
				return n
			}
			if calls() != 1 {
				t.Fatalf("%d calls for the first work", calls())
			}
			names := []string{
				"up", "down", "left", "right", "pgup", "pgdown", "home", "end", "esc", "tab",
				"shift+tab", "backspace", "ctrl+o", "ctrl+u", "ctrl+k", "ctrl+n", "ctrl+r", " ",
			}
			for r := rune('!'); r <= '~'; r++ {
				if r != 'y' {
					names = append(names, string(r))
				}
			}
			dice := rand.New(rand.NewPCG(seed(number), 7))
			for i := range presses(1000) {
				if i%10 == 0 { // else most keys would find another pane in front
					panetest.Pump(t, root, root.Update(work))
				}
				name := names[dice.IntN(len(names))]
				root.press(name)
				if n := calls(); n != 1 {
					t.Fatalf("seed %d, key %d, %q: %d calls of work details", seed(number), i, name, n-1)
				}
				panetest.Exact(t, root.m.View(), 120, 40)
			}
		})
	}
}
