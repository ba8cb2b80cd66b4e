package pane_test

import (
	"context"
	"testing"
	"time"

	"channeldeck/ui/pane"
)

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
