//go:build unix

package terminal

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
	"golang.org/x/term"

	"channeldeck/ui/crash"
)

// failing panics in the method that it names.
type failing struct {
	in string
}

type tick struct{}

func (f failing) panicIn(place string) {
	if f.in == place {
		panic("broken " + place)
	}
}

func (f failing) Init() tea.Cmd {
	f.panicIn("Init")
	return tea.Batch(func() tea.Msg { return tick{} }, func() tea.Msg { f.panicIn("batched command"); return nil })
}

func (f failing) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tick); !ok {
		return f, nil
	}
	f.panicIn("Update")
	return f, func() tea.Msg { f.panicIn("command"); return nil }
}

func (f failing) View() string { f.panicIn("View"); return "view" }

func TestPanicRestoresTheTerminal(t *testing.T) {
	for _, place := range []string{"Init", "Update", "View", "command", "batched command"} {
		t.Run(place, func(t *testing.T) {
			ptm, tty, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer ptm.Close()
			before, err := term.GetState(int(tty.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			written := make(chan string)
			go func() {
				all, _ := bufio.NewReader(ptm).ReadString(0)
				written <- all
			}()
			err = Run(t.Context(), failing{place}, Options{In: tty, Out: New(tty, os.Environ())})
			p, ok := errors.AsType[*crash.Panic](err)
			if !ok || p.Value != "broken "+place || !strings.Contains(p.Stack[0], "panicIn") {
				t.Errorf("got %v", err)
			}
			if after, err := term.GetState(int(tty.Fd())); err != nil || *after != *before {
				t.Errorf("the terminal's settings changed: %v", err)
			}
			// Bubble Tea may still query the size of the terminal, so it is not closed here.
			if _, err := tty.Write([]byte{0}); err != nil {
				t.Fatal(err)
			}
			if all := <-written; strings.LastIndex(all, "\x1b[?1049l") < strings.LastIndex(all, "\x1b[?1049h") || !strings.Contains(all, "\x1b[?25h") || strings.Contains(all, "broken") {
				t.Errorf("written: %q", all)
			}
		})
	}
}
