package store

import (
	"context"
	"runtime/trace"
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
	s.Accounts.compare = func() tea.Cmd { return onceShown(s.comparePast) }
	s.Accounts.over = func() {
		if s.Accounts.Err != nil {
			h.Begin()
			s.Accounts.record()
		}
	}
	s.Platforms.restore = func() tea.Cmd {
		return s.Platforms.restored(h.Platforms)
	}
	s.Groups.restore = func() tea.Cmd { return s.Groups.restored(h.Groups) }
	s.Catalog.restore = func() tea.Cmd { return s.Catalog.restored(h.Catalog) }
}

// onceShown runs next after the screen shows what was changed before.
func onceShown(next func() tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		return Message{func() (tea.Msg, tea.Cmd) { return nil, next() }}
	}
}

// comparePast compares the accounts with the history, once that is opened.
func (s *Store) comparePast() tea.Cmd {
	l := s.Accounts.Value
	at := s.Accounts.At
	q := fleet.Query{Baseline: s.baseline}
	recounted := l
	s.Past.over = func() {
		trace.Log(s.Past.config.Base, "past", "loaded")
		if s.Accounts.Value == l {
			s.Accounts.change(func() { s.Accounts.Value = recounted })
		}
		if !s.Accounts.Running() {
			s.Accounts.record()
		}
	}
	return s.Past.start(func(ctx context.Context, _ func(any)) (*fleet.Past, error) {
		recounted = s.Fleet.Recount(ctx, l)
		point, err := s.Fleet.Point(ctx, &q)
		if err != nil {
			return nil, err
		}
		return s.Fleet.ReadPast(ctx, at, point, l)
	})
}

// restored reads the last known data and shows it, with the time when it was
// loaded, unless a response arrived before.
func (r *Data[T]) restored(read func(context.Context) (T, time.Time, error)) tea.Cmd {
	ctx := r.reading()
	return func() tea.Msg {
		value, at, err := read(ctx)
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

// reading returns the context in which the last known data are read now.
func (r *Data[T]) reading() context.Context {
	r.endReading()
	ctx, cancel := context.WithCancel(r.config.Base)
	r.unread = cancel
	return ctx
}

// endReading ends reading the last known data.
func (r *Data[T]) endReading() {
	if r.unread != nil {
		r.unread()
	}
}

// firstRestored shows the first rows of the last known list, then all of it. When rows of a response arrive
// meanwhile, it leaves the processor and the memory to them.
func (a *Accounts) firstRestored() tea.Cmd {
	const screen = 64
	f := a.fleet
	ctx := a.reading()
	a.arriving = a.restoreLater
	return func() tea.Msg {
		first, at, err := f.Recorded(ctx, screen)
		return Message{func() (tea.Msg, tea.Cmd) {
			if err != nil || at.IsZero() || a.Loaded() || a.Report != nil { // rows of the response
				a.arriving = nil
				return nil, nil
			}
			a.change(func() { a.Report = first })
			return Changed{a.kind}, a.restoreWhole()
		}}
	}
}

// restoreWhole reads the whole last known list.
func (a *Accounts) restoreWhole() tea.Cmd {
	f := a.fleet
	return a.restored(func(ctx context.Context) (*fleet.List, time.Time, error) {
		return f.Recorded(ctx, 0)
	})
}

// restoreLater reads the whole last known list if a response takes long: as much time as one of
// 100,000 accounts, whose memory two lists would double, takes on the same machine.
func (a *Accounts) restoreLater() tea.Cmd {
	a.endReading()
	return a.restoreAfter(2*time.Second, 8*time.Second)
}

// restoreAfter reads the whole last known list if no response has arrived after some time. If thousands of rows have,
// it waits for another time: the response is a large one, and not slow, but the machine is.
func (a *Accounts) restoreAfter(patience, more time.Duration) tea.Cmd {
	const thousands = 4_000
	return a.config.After(a.config.Base, patience, Message{func() (tea.Msg, tea.Cmd) {
		if a.Loaded() {
			return nil, nil
		}
		if more > 0 && len(a.List().Rows) >= thousands {
			return nil, a.restoreAfter(more, 0)
		}
		return nil, a.restoreWhole()
	}})
}
