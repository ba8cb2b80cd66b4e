package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// leaving is a pane that counts the calls of Leave.
type leaving struct {
	fake
	left int
}

func (l *leaving) Leave() tea.Cmd { l.left++; return nil }

func TestLeaveIsCalledOncePerChange(t *testing.T) {
	first := &leaving{}
	m := New(panetest.New(t, panetest.Options{Lang: words.English}).Context, []Maker{
		{Name: "works", Make: func(c *pane.Context) pane.Pane { first.made(c); return first }},
		{Name: "prices", Make: func(c *pane.Context) pane.Pane { return new(fake).made(c) }},
	}, "works")
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 20})
	press(m, panetest.KeyMsg("1"))
	if first.left != 0 {
		t.Errorf("left %d times by coming to it", first.left)
	}
	press(m, panetest.KeyMsg("2"), panetest.KeyMsg("2"))
	if first.left != 1 {
		t.Errorf("left %d times, want 1", first.left)
	}
}
