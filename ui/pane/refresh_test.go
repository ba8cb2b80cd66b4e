package pane_test

import (
	"context"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

func TestRefresher(t *testing.T) {
	c := &pane.Context{After: func(_ time.Duration, msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }}
	var r, other pane.Refresher
	if r.Next(c) != nil || r.Due(nil) {
		t.Error("it refreshes although no interval is set")
	}
	c.Refresh = time.Minute
	first, second := r.Next(c)(), r.Next(c)()
	if r.Due(first) || !r.Due(second) || other.Due(second) {
		t.Error("the answer that came last is the one that counts, for its own pane")
	}
}

// Otherwise the timer of the next refresh would keep the memory of an ended session.
func TestTimersEndWithTheSession(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	wait := pane.After(ctx)(24*time.Hour, "late")
	end()
	if msg := wait(); msg != nil {
		t.Errorf("the timer sent %v", msg)
	}
	if msg := pane.After(t.Context())(0, "due")(); msg != "due" {
		t.Errorf("the timer sent %v", msg)
	}
}
