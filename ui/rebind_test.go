package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// The key of a tab is its number, also with other keys.
func TestReboundTabs(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	makers := []Maker{}
	for _, name := range []string{"accounts", "groups"} {
		makers = append(makers, Maker{Name: name, Make: func(c *pane.Context) pane.Pane { return new(fake).made(c) }})
	}
	if wrong := pane.Rebind(ctx, Binders(makers), map[string][]string{"tab": {"f1", "f2", "f3"}}); wrong != nil {
		t.Fatal(wrong)
	}
	m := New(ctx, makers, "")
	for _, k := range []string{"f2", "f3"} {
		m.Update(panetest.KeyMsg(k))
		if m.tabs.front != 1 {
			t.Errorf("%s: pane %d is in front", k, m.tabs.front)
		}
	}
}

// Other keys for closing and for help work everywhere.
func TestReboundBackAndHelp(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{}).Context
	if wrong := pane.Rebind(ctx, Binders(Makers()), map[string][]string{
		"back": {"ctrl+t"},
		"help": {"f1"},
	}); wrong != nil {
		t.Fatal(wrong)
	}
	d := driver{t, New(ctx, Makers(), "accounts")}
	d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	panetest.Pump(t, d, d.m.Init())
	d.press("f1", "?", "?")
	if d.m.overlay == nil || !strings.Contains(d.m.View(), "No matching shortcut") {
		t.Errorf("a question mark is not typed into the help:\n%s", d.m.View())
	}
	if d.press("ctrl+t"); d.m.overlay != nil {
		t.Error("the key for back does not close the help")
	}
	if d.press("f1", "f1", "f1"); d.m.overlay != nil {
		t.Error("the key for help does not close it again")
	}
	before := d.m.View()
	d.press(":", "text:bilibili", "enter", "ctrl+t")
	if after := d.m.View(); squeezed(after) != squeezed(before) {
		t.Errorf("the key for back does not go back:\n%s", after)
	}
}
