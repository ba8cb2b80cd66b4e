package store

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// useHistory makes the resources show what the history has until their first
// response arrives, and compare each list of accounts with it.
func (s *Store) useHistory(h *history.DB) {
	if h == nil {
		return
	}
	s.Accounts.restore = s.Accounts.firstRestored
	s.Accounts.compare = func() tea.Cmd {
		l := s.Accounts.Value
		at := s.Accounts.At
		q := fleet.Query{Baseline: s.baseline}
		return s.Past.start(func(ctx context.Context, _ func(any)) (*fleet.Past, error) {
			point, err := s.Fleet.Point(ctx, &q)
			if err != nil {
				return nil, err
			}
			return s.Fleet.ReadPast(ctx, at, point, l)
		})
	}
	s.Accounts.over = func() {
		if s.Accounts.Err != nil {
			s.Accounts.record()
		}
	}
	s.Past.over = func() {
		if !s.Accounts.Running() {
			s.Accounts.record()
		}
	}
	s.Platforms.restore = func() tea.Cmd {
		return s.Platforms.restored(h.Platforms)
	}
	s.Groups.restore = func() tea.Cmd { return s.Groups.restored(h.Groups) }
	s.Catalog.restore = func() tea.Cmd { return s.Catalog.restored(h.Catalog) }
}

// restored reads the last known data and shows it, with the time when it was
// loaded, unless a response arrived before.
func (r *Data[T]) restored(read func(context.Context) (T, time.Time, error)) tea.Cmd {
	return func() tea.Msg {
		value, at, err := read(r.config.Base)
		return Message{func() (tea.Msg, tea.Cmd) {
			if err != nil || at.IsZero() || r.Loaded() { // the history reports its errors itself
				return nil, nil
			}
			r.change(func() {
				r.Value = value
				r.At = at
			})
			return Changed{r.kind}, r.compared()
		}}
	}
}

// firstRestored shows the first rows of the last known list, then all of it.
func (a *Accounts) firstRestored() tea.Cmd {
	const screen = 64
	f := a.fleet
	return func() tea.Msg {
		first, at, err := f.Recorded(a.config.Base, screen)
		return Message{func() (tea.Msg, tea.Cmd) {
			if err != nil || at.IsZero() || a.Loaded() {
				return nil, nil
			}
			if a.Report != nil { // rows of the response
				return nil, a.restoreLater()
			}
			a.change(func() { a.Report = first })
			return Changed{a.kind}, a.restoreWhole()
		}}
	}
}

// restoreWhole reads the whole last known list. When rows of a response arrive meanwhile, it
// leaves the processor and the memory to them.
func (a *Accounts) restoreWhole() tea.Cmd {
	f := a.fleet
	ctx, cancel := context.WithCancel(a.config.Base)
	a.arriving = func() tea.Cmd {
		cancel()
		return a.restoreLater()
	}
	return a.restored(func(context.Context) (*fleet.List, time.Time, error) {
		return f.Recorded(ctx, 0)
	})
}

// restoreLater reads the whole last known list if a response takes long: as much time as one of
// 100,000 accounts, whose memory two lists would double, takes on the same machine.
func (a *Accounts) restoreLater() tea.Cmd {
	const patience = 2 * time.Second
	return a.config.After(a.config.Base, patience, Message{func() (tea.Msg, tea.Cmd) {
		if a.Loaded() {
			return nil, nil
		}
		return nil, a.restored(func(ctx context.Context) (*fleet.List, time.Time, error) {
			return a.fleet.Recorded(ctx, 0)
		})
	}})
}
