//go:build unix

package terminal

import (
	"bufio"
	"errors"
	"io"
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

// sized quits when it gets the size of its terminal.
type sized struct{ got *tea.WindowSizeMsg }

func (s sized) Init() tea.Cmd { return nil }

func (s sized) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		*s.got = size
		return s, tea.Quit
	}
	return s, nil
}

func (s sized) View() string { return "view" }

// A serial console and docker exec report a size of 0x0.
func TestTerminalWithoutSize(t *testing.T) {
	for _, tt := range []struct {
		environ []string
		want    tea.WindowSizeMsg
	}{
		{nil, tea.WindowSizeMsg{Width: 80, Height: 24}},
		{[]string{"LINES=40", "COLUMNS=120"}, tea.WindowSizeMsg{Width: 120, Height: 40}},
		{[]string{"LINES=-1", "COLUMNS=many"}, tea.WindowSizeMsg{Width: 80, Height: 24}},
	} {
		ptm, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		if err := pty.Setsize(ptm, &pty.Winsize{}); err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = io.Copy(io.Discard, ptm) }()
		var got tea.WindowSizeMsg
		if err := Run(t.Context(), sized{&got}, Options{
			In:  tty,
			Out: New(tty, tt.environ),
		}); err != nil || got != tt.want {
			t.Errorf("%v: size %v, %v; want %v", tt.environ, got, err, tt.want)
		}
		_ = ptm.Close()
	}
}

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
			if all := <-written; strings.LastIndex(all, "\x1b[?1049l") < strings.LastIndex(all, "\x1b[?1049h") ||
				!strings.Contains(all, "\x1b[?25h") ||
				strings.Contains(all, "broken") {
				t.Errorf("written: %q", all)
			}
		})
	}
}
