package pane_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/picker"
)

func TestFrameGivesKeysToTheChoiceWhileItIsOpen(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	f := pane.Frame{Choice: pane.NewChoice(c, pane.NewKeys(c))}
	if view, covered := f.Covered(); view != "" || !covered {
		t.Error("without room there is nothing to see")
	}
	f.Width, f.Height = 40, 6
	keys, clicks := 0, 0
	hand := func(msg tea.Msg) bool {
		_, taken := f.Hand(msg, func(tea.KeyMsg) tea.Cmd { keys++; return nil }, func(tea.MouseMsg) tea.Cmd { clicks++; return nil })
		return taken
	}
	if !hand(panetest.KeyMsg("down")) || !hand(tea.MouseMsg{}) || hand(pane.Notice{}) || keys != 1 || clicks != 1 {
		t.Errorf("the pane has %d keys and %d clicks", keys, clicks)
	}
	if _, covered := f.Covered(); covered {
		t.Error("the pane is not to be seen")
	}
	got := ""
	f.Choice.One("Which?", []picker.Item{{ID: "one"}, {ID: "two"}}, func(id string) tea.Cmd { got = id; return nil })
	view, covered := f.Covered()
	if panetest.Exact(t, view, 40, 6); !covered {
		t.Error("the choice is not to be seen")
	}
	if !hand(panetest.KeyMsg("down")) || !hand(tea.MouseMsg{}) || !hand(panetest.KeyMsg("enter")) || keys != 1 || clicks != 1 || got != "two" {
		t.Errorf("chosen %q; the pane has %d keys and %d clicks", got, keys, clicks)
	}
}
