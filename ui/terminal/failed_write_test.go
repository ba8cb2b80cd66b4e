package terminal

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// faulty is an output that can fail.
type faulty struct {
	bytes.Buffer
	fails bool
}

func (f *faulty) Write(p []byte) (int, error) {
	if f.fails {
		return len(p) / 2, errors.New("the connection hangs")
	}
	return f.Buffer.Write(p)
}

// After a write that failed nobody knows what the terminal shows: the next view is written
// whole, also the lines that did not change.
func TestViewAfterAFailedWriteIsWhole(t *testing.T) {
	out := &faulty{}
	term := New(out, nil)
	term.Resize(40, 3)
	if _, err := term.Write([]byte(ansi.SetModeAltScreenSaveCursor)); err != nil {
		t.Fatal(err)
	}
	draw := func(view string) string {
		out.Reset()
		term.mu.Lock()
		defer term.mu.Unlock()
		term.view = view
		term.draw()
		return out.String()
	}
	draw("same\nfirst")
	if changed := draw("same\nsecond"); strings.Contains(changed, "same") {
		t.Fatalf("an unchanged line is written again: %q", changed)
	}
	out.fails = true
	draw("same\nthird")
	out.fails = false
	if whole := draw("same\nthird"); !strings.Contains(whole, "same") || !strings.Contains(whole, "third") {
		t.Errorf("the view after a failed write is %q", whole)
	}
}
