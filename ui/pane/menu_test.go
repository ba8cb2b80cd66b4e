package pane_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// doer is a screen that notes which of its actions ran.
type doer struct {
	blank
	actions []key.Binding
	ran     []string
}

func (d *doer) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	for _, b := range d.actions {
		if ok && key.Matches(press, b) {
			d.ran = append(d.ran, pane.ActionOf(b))
		}
	}
	return nil
}

func TestMenu(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	s := pane.NewStack(c, "")
	d := &doer{actions: []key.Binding{c.Bind("copy_cell"), c.Bind("copy_json"), c.Bind("sort")}}
	s.Push(d)
	s.SetSize(60, 12)

	s.Menu("menu.copy_as", d.actions[:2]...)
	if view := s.View(); !strings.Contains(view, "Copy as") || !strings.Contains(view, "copy cell") {
		t.Errorf("the box:\n%s", view)
	}
	panetest.Press(t, s, "text:json", "enter")
	if s.Depth() != 1 || strings.Join(d.ran, " ") != "copy_json" {
		t.Errorf("depth %d, ran %v", s.Depth(), d.ran)
	}

	s.Menu("menu.copy_as", d.actions[2])
	if s.Depth() != 1 || strings.Join(d.ran, " ") != "copy_json sort" {
		t.Errorf("of one action: depth %d, ran %v", s.Depth(), d.ran)
	}

	off := d.actions[0]
	off.SetEnabled(false)
	if s.Menu("menu.copy_as", off, d.actions[1]); len(d.ran) != 3 || d.ran[2] != "copy_json" {
		t.Errorf("beside a disabled one: ran %v", d.ran)
	}
	if s.Menu("menu.copy_as", off); s.Depth() != 1 || len(d.ran) != 3 {
		t.Errorf("of a disabled one: depth %d, ran %v", s.Depth(), d.ran)
	}
}

// An action runs without a key, and no key of a terminal is one.
func TestActionsRunWithoutKeys(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	b := c.Bind("reverse")
	if b.Help().Key != "" || len(pane.KeysOf(b)) != 0 || !key.Matches(pane.Press("reverse"), b) {
		t.Errorf("%v, help %v", b.Keys(), b.Help())
	}
	for _, msg := range []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("reverse")},
		{Type: tea.KeyRunes, Runes: []rune("reverse"), Alt: true},
		{Type: tea.KeyRunes, Runes: []rune("\x00reverse"), Paste: true},
	} {
		if key.Matches(msg, b) {
			t.Errorf("%q runs the action", msg)
		}
	}
}
