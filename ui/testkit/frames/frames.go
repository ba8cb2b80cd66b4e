// Package frames records what reaches the terminal of a program for each message,
// byte by byte: what a key press costs over SSH.
package frames

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/redraw"
)

// Record runs m in a terminal of the given size and sends it messages one by
// one, each once the frame of the previous one is written. It returns what was
// written for each, "" where the view did not change. It waits only for changes
// by Update itself, not for those by its commands.
func Record(ctx context.Context, m tea.Model, width, height int, msgs ...tea.Msg) ([]string, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out := writes{ctx, make(chan string, 64), &redraw.Screen{}}
	p := tea.NewProgram(&shell{Model: m}, tea.WithContext(ctx), tea.WithInput(nil), tea.WithOutput(out),
		tea.WithAltScreen(), tea.WithFPS(120), tea.WithoutSignalHandler())
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
	}()
	view := ""
	send := func(msg tea.Msg) (written string, err error) {
		for len(out.list) > 0 {
			<-out.list // not of this message
		}
		p.Send(msg)
		seen := make(viewMsg, 1)
		p.Send(seen)
		before := view
		select {
		case view = <-seen:
		case err := <-ended:
			return "", err
		}
		if view == before {
			return "", nil
		}
		return out.next()
	}

	written, err := send(tea.WindowSizeMsg{Width: width, Height: height})
	lines := strings.Split(view, "\n")
	for err == nil && !strings.Contains(written, lines[len(lines)-1]) { // it prepares the terminal
		written, err = out.next()
	}
	if err != nil {
		return nil, err
	}
	var recorded []string
	for _, msg := range msgs {
		written, err := send(msg)
		if err != nil {
			return nil, err
		}
		recorded = append(recorded, written)
	}
	p.Quit()
	select {
	case err := <-ended:
		return recorded, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// viewMsg is a message that returns the current view.
type viewMsg chan string

// shell shows nothing before the size is known, so that the first frame is
// complete.
type shell struct {
	tea.Model
	sized bool
}

func (s *shell) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case viewMsg:
		msg <- s.View()
		return s, nil
	case tea.WindowSizeMsg:
		s.sized = true
	}
	var cmd tea.Cmd
	s.Model, cmd = s.Model.Update(msg)
	return s, cmd
}

func (s *shell) View() string {
	if !s.sized {
		return ""
	}
	return s.Model.View()
}

// writes separates writes: Bubble Tea writes a frame in one.
type writes struct {
	ctx    context.Context
	list   chan string
	screen *redraw.Screen
}

func (w writes) Write(b []byte) (int, error) {
	select {
	case w.list <- string(w.screen.Changes(b)):
	case <-w.ctx.Done():
	}
	return len(b), nil
}

func (w writes) next() (string, error) {
	select {
	case s := <-w.list:
		return s, nil
	case <-w.ctx.Done():
		return "", w.ctx.Err()
	}
}
