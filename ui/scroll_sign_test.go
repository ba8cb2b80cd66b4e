package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// A form or a list of settings that is cut on a low screen has a scroll thumb, which moves with the focus, and one that
// is whole has none.
func TestFormsThatAreCutHaveAThumb(t *testing.T) {
	race.Sweep(t)
	for _, lang := range words.Langs() {
		w := panetest.New(t, panetest.Options{Lang: lang, DemoHistory: true})
		settingsOf(t, w.Context)
		d := driver{t, New(w.Context, Makers(), "overview")}
		d.m.Update(tea.WindowSizeMsg{Width: 60, Height: 16})
		panetest.Pump(t, d, d.m.Init())
		for _, form := range []struct {
			keys string // separated by "|"
			last string // keys that move to what stands last
		}{
			{"2|P", "shift+tab"},
			{"4|i", "tab|tab|tab|tab"},
			{",", "pgdown|pgdown"},
		} {
			d.press(strings.Split(form.keys, "|")...)
			first := thumb(d.m.View())
			d.press(strings.Split(form.last, "|")...)
			last := thumb(d.m.View())
			if len(first) == 0 || len(last) == 0 || slices.Equal(first, last) {
				t.Errorf("%s %s: the thumb is in the rows %v, then %v:\n%s", lang, form.keys, first, last, d.m.View())
			}
			d.m.Update(tea.WindowSizeMsg{Width: 60, Height: 70})
			if rows := thumb(d.m.View()); len(rows) > 0 {
				t.Errorf("%s %s: a form that is whole has a thumb:\n%s", lang, form.keys, d.m.View())
			}
			d.m.Update(tea.WindowSizeMsg{Width: 60, Height: 16})
			d.press("esc")
		}
	}
}

// thumb returns the rows of a view that end with the scroll thumb.
func thumb(view string) (rows []int) {
	i := 0
	for line := range strings.SplitSeq(ansi.Strip(view), "\n") {
		if strings.HasSuffix(line, "▐") {
			rows = append(rows, i)
		}
		i++
	}
	return rows
}
