package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// The first screen shows at most seven keys beside the numbers of the panes, and its tabs by name.
func TestFirstScreenShowsFewKeys(t *testing.T) {
	race.Sweep(t)
	w := panetest.New(t, panetest.Options{DemoHistory: true, Sandbox: sandbox.Options{Accounts: 1000}})
	d := driver{t, New(w.Context, sevenPanes(), "overview")}
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(t, d, d.m.Init())
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		view := ansi.Strip(d.m.View())
		p := d.m.tabs.inFront()
		var keys []string
		for _, b := range slices.Concat(p.Stack().ShortHelp(), d.m.keys.at(d.m.ctx, p).ShortHelp()) {
			if name := d.m.ctx.Help(b).Key; !slices.Contains(keys, name) {
				keys = append(keys, name)
			}
		}
		if strings.Contains(view, "y copies") {
			keys = append(keys, "y")
		}
		if len(keys) > 7 {
			t.Errorf("at %v %d keys: %q\n%s", size, len(keys), keys, view)
		}
	}
	d.m.Update(tea.WindowSizeMsg{Width: 60, Height: 16})
	if line, _, _ := strings.Cut(ansi.Strip(d.m.View()), "\n"); !strings.HasPrefix(
		line, " 1Ovw 2Acct 3Grp 4Opt 5Works 6Sess 7Price ",
	) {
		t.Errorf("the header of 60 columns is %q", line)
	}
}

// The first page of the help is whole at 80x24: its signs stand beside the keys.
func TestFirstPageOfTheHelpIsWhole(t *testing.T) {
	for _, name := range []string{"overview", "accounts", "groups"} {
		d := open(t, words.English, name, 80, 24)
		d.press("?")
		view := ansi.Strip(d.m.View())
		if !strings.Contains(view, "all keys") || !strings.Contains(view, "more columns") {
			t.Errorf("%s:\n%s", name, view)
		}
	}
}
