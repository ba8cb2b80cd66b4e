package sessions

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
)

// loadedList is a list whose rows are read from the history.
type loadedList[R any] struct {
	*pane.List[R]
	m    *site
	load store.Loader[[]R]
	read func(context.Context) ([]R, error)
}

// newLoaded returns a list with what read returns, once start has read it.
func newLoaded[R any](
	m *site,
	name string,
	read func(context.Context) ([]R, error),
) loadedList[R] {
	return loadedList[R]{
		m:    m,
		load: store.Named[[]R](name),
		read: read,
	}
}

// start reads the rows.
func (s *loadedList[R]) start() tea.Cmd {
	return s.load.Start(
		s.m.ctx.Base,
		s.m.view.Now,
		func(ctx context.Context, _ func(any)) ([]R, error) {
			return s.read(ctx)
		},
	)
}

// Update handles a message.
func (s *loadedList[R]) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := s.load.Take(msg); mine {
		return tea.Batch(cmd, s.SetRows(s.load.Value))
	}
	return s.List.Update(msg)
}

// Close ends the load.
func (s *loadedList[R]) Close() tea.Cmd {
	s.load.Cancel()
	return nil
}
