package pane_test

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

func TestRefresher(t *testing.T) {
	c := &pane.Context{After: func(_ time.Duration, msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }}
	var r, other pane.Refresher
	if r.Next(c) != nil || r.Due(nil) {
		t.Error("it asks anew although nobody wants that")
	}
	c.Refresh = time.Minute
	first, second := r.Next(c)(), r.Next(c)()
	if r.Due(first) || !r.Due(second) || other.Due(second) {
		t.Error("the answer that came last is the one that counts, for its own pane")
	}
}
