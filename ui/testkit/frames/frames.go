// Package frames records what a program writes to its terminal for each
// message, byte by byte: what a key press costs over SSH. Tests of widgets and
// panes hold their figures with it.
package frames

import (
	"context"
	"io"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// Record runs m in a terminal of the given size and sends it messages one by
// one, each once the frame of the one before is written. It returns what was
// written for each, "" where the view did not change. Only views that change in
// the Update of a message itself are waited for, not those of its commands.
func Record(ctx context.Context, m tea.Model, width, height int, msgs ...tea.Msg) ([]string, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out := &writes{more: make(chan struct{}, 1)}
	p := tea.NewProgram(&shell{Model: m}, tea.WithContext(ctx), tea.WithInput(nil), tea.WithOutput(out),
		tea.WithAltScreen(), tea.WithFPS(120), tea.WithoutSignalHandler())
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
	}()
	see := func() (string, error) { // the view as it is after all that was sent
		seen := make(look, 1)
		p.Send(seen)
		select {
		case view := <-seen:
			return view, nil
		case err := <-ended:
			return "", err
		}
	}

	p.Send(tea.WindowSizeMsg{Width: width, Height: height})
	view, err := see()
	if err != nil {
		return nil, err
	}
	first := strings.Split(view, "\n")
	if err := out.wait(ctx, func(s string) bool { return hasAll(s, first) }); err != nil {
		return nil, err
	}
	var recorded []string
	for _, msg := range msgs {
		out.forget()
		p.Send(msg)
		next, err := see()
		if err != nil {
			return nil, err
		}
		written := ""
		if next != view {
			err := out.wait(ctx, func(s string) bool { written = s; return true })
			if err != nil {
				return nil, err
			}
		}
		recorded = append(recorded, written)
		view = next
	}
	p.Quit()
	select {
	case err := <-ended:
		return recorded, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func hasAll(s string, lines []string) bool {
	for _, l := range lines {
		if !strings.Contains(s, l) {
			return false
		}
	}
	return true
}

// look is a message that takes the view with it.
type look chan string

// shell shows nothing before the size is known, so that the first frame is the
// whole one.
type shell struct {
	tea.Model
	sized bool
}

func (s *shell) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case look:
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

// writes keeps each write by itself: Bubble Tea writes a frame in one.
type writes struct {
	mu   sync.Mutex
	kept []string
	more chan struct{}
}

var _ io.Writer = (*writes)(nil)

func (w *writes) Write(b []byte) (int, error) {
	w.mu.Lock()
	w.kept = append(w.kept, string(b))
	w.mu.Unlock()
	select {
	case w.more <- struct{}{}:
	default:
	}
	return len(b), nil
}

func (w *writes) forget() {
	w.mu.Lock()
	w.kept = nil
	w.mu.Unlock()
}

// wait takes writes until one is the right one.
func (w *writes) wait(ctx context.Context, right func(string) bool) error {
	for {
		w.mu.Lock()
		kept := w.kept
		w.kept = nil
		w.mu.Unlock()
		for _, s := range kept {
			if right(s) {
				return nil
			}
		}
		select {
		case <-w.more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
