package ui

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// widths are the nth part of those from 40 to 220: three parts have all of them.
func widths(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for width := minWidth + n%3; width <= 220; width += 3 {
			if !yield(width) {
				return
			}
		}
	}
}

// someWidths draws the front pane at the nth part of the widths, of which every other one is as low as it can be.
func someWidths(d driver, n int, check func(width int, view string)) {
	front := d.m.tabs.inFront()
	for width := range widths(n) {
		front.Stack().SetSize(width, max(minHeight, width%2*40)-2)
		check(width, ansi.Strip(front.Stack().View()))
	}
}

// packed removes blanks and borders from a view, since sentences are wrapped.
var packed = strings.NewReplacer(" ", "", "\n", "", "│", "")

// An error names the key that helps in every pane, at a third of the widths each, with and without older data.
func TestErrorsNameTheKeyAtEveryWidth(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range words.Langs() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			var broken atomic.Bool
			long := strings.Repeat("the relay is being moved to another data centre; ", 4)
			d, w := filled(t, panetest.Options{
				Lang: lang,
				API:  api.Settings{Retries: -1},
				Before: func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
						if !broken.Load() {
							next.ServeHTTP(rw, r)
							return
						}
						rw.WriteHeader(http.StatusInternalServerError)
						fmt.Fprintf(rw, `{"code":500,"message":%q}`, long)
					})
				},
			})
			named := func(n int, name, key string) {
				t.Helper()
				someWidths(d, n, func(width int, view string) {
					if !strings.Contains(packed.Replace(view), packed.Replace(key)) {
						t.Errorf("%s, width %d: no %q:\n%s", name, width, key, view)
					}
				})
			}
			retry := w.Context.Words.T("error.retry", "Key", "r")
			broken.Store(true)
			for i, tab := range d.m.tabs.all {
				d.press(fmt.Sprint(i+1), "r")
				if tab.Name == "works" {
					d.press("enter") // a request for a work needs a confirmation
				}
				named(i, tab.Name, retry)
			}
			w.ResetStore()
			d = driver{t, New(w.Context, Makers(), "")}
			d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
			panetest.Pump(t, d, d.m.Init())
			for i, tab := range d.m.tabs.all {
				if tab.Name == "works" || tab.Name == "sessions" { // nothing is open
					continue
				}
				d.press(fmt.Sprint(i + 1))
				someWidths(d, i, func(width int, view string) {
					for _, key := range []string{retry, "[r] " + w.Context.Words.T("key.retry")} {
						if strings.Contains(packed.Replace(view), packed.Replace(key)) {
							return
						}
					}
					t.Errorf("%s without data, width %d: no key:\n%s", tab.Name, width, view)
				})
			}
		})
	}
}

// What is missing of the accounts is one key away at every width.
func TestPartsNameTheKeyAtEveryWidth(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range words.Langs() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			d, w := filled(t, panetest.Options{Lang: lang, Before: func(next http.Handler) http.Handler {
				return awkward.Edit(next, awkward.AccountsPath, func(_ *http.Request, data *awkward.Accounts) {
					data.Total = 1_234_567
				})
			}})
			rest := packed.Replace(w.Context.Words.T("accounts.load_rest", "Key", "R"))
			for i, key := range []string{"1", "2", "3"} {
				d.press(key)
				someWidths(d, i, func(width int, view string) {
					if !strings.Contains(packed.Replace(view), rest) {
						t.Errorf("pane %s, width %d: no %q:\n%s", key, width, rest, view)
					}
				})
			}
		})
	}
}

// The palette covers a box of a pane at a third of the widths each, also where that one is larger.
func TestPaletteCoversBoxes(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range words.Langs() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			d, _ := filled(t, panetest.Options{Lang: lang})
			for i, keys := range [][]string{{"2", "f"}, {"4", "e"}, {"7", "e"}} {
				d.press(keys...)
				box, ok := d.m.tabs.stack().Top().(pane.Boxed)
				if !ok {
					t.Errorf("%q open no box", keys)
					continue
				}
				title := box.Frame().Title
				for over := range 2 {
					for width := range widths(i) {
						d.m.Update(tea.WindowSizeMsg{Width: width, Height: max(minHeight, width%2*40)})
						if view := d.m.View(); strings.Contains(view, title) == (over == 1) ||
							strings.Contains(view, "zzzz") != (over == 1) {
							t.Errorf("after %q, width %d, palette %v:\n%s", keys, width, over == 1, view)
						}
					}
					if over == 0 {
						d.press("ctrl+k", "text:zzzz") // lists nothing
					}
				}
				d.press("esc", "esc", "esc")
			}
		})
	}
}
