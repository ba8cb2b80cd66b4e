package store

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
)

// useHistory makes the resources show what the history has until their first
// response arrives, and record each response.
func (s *Store) useHistory(c Config) {
	h := c.History
	if h == nil {
		return
	}
	s.Accounts.restore = s.Accounts.firstRestored
	s.Accounts.record = func() {
		l := s.Accounts.Value
		h.RecordAccounts(s.Accounts.At, l.Rows, l.Total, !l.Partial())
	}
	s.Accounts.compare = func() tea.Cmd {
		l, at, baseline := s.Accounts.Value, s.Accounts.At, s.baseline
		return s.Past.start(func(ctx context.Context, _ func(any)) (*Past, error) {
			if baseline == "" {
				var err error
				if baseline, err = h.Points().ChosenBaseline(ctx); err != nil {
					return nil, err
				}
			}
			point, err := h.Points().Of(ctx, baseline)
			if err != nil {
				return nil, err
			}
			return ReadPast(ctx, h, at, point, l)
		})
	}
	nothing := func() tea.Cmd { return nil }
	s.Platforms.compare, s.Catalog.compare = nothing, nothing
	s.Platforms.restore = func() tea.Cmd { return s.Platforms.restored(h.Platforms) }
	s.Platforms.record = func() { h.RecordPlatforms(s.Platforms.At, s.Platforms.Value) }
	s.Catalog.restore = func() tea.Cmd { return s.Catalog.restored(h.Catalog) }
	s.Catalog.record = func() { h.RecordCatalog(s.Catalog.At, s.Catalog.Value) }
}

// restored reads the last known data and shows it, with the time when it was
// loaded, unless a response arrived before.
func (r *Resource[T]) restored(read func(context.Context) (T, time.Time, error)) tea.Cmd {
	return func() tea.Msg {
		value, at, err := read(r.config.Base)
		return Message{func() (tea.Msg, tea.Cmd) {
			if err != nil || at.IsZero() || r.Loaded() { // the history reports its errors itself
				return nil, nil
			}
			r.Value, r.At = value, at
			return Changed{r.kind}, r.compare()
		}}
	}
}

// firstRestored shows the first rows of the last known list, then all of it.
func (a *Accounts) firstRestored() tea.Cmd {
	const screen = 64
	read := func(ctx context.Context, most int) (*AccountList, time.Time, error) {
		rows, total, at, err := a.config.History.Accounts(ctx, most)
		if most > 0 {
			total = api.Number{} // as while rows arrive
		}
		return NewAccountList(rows, total), at, err
	}
	return func() tea.Msg {
		first, at, err := read(a.config.Base, screen)
		return Message{func() (tea.Msg, tea.Cmd) {
			if err != nil || at.IsZero() || a.Loaded() {
				return nil, nil
			}
			if a.Report == nil {
				a.Report = first
			}
			return Changed{a.kind}, a.restored(func(ctx context.Context) (*AccountList, time.Time, error) { return read(ctx, 0) })
		}}
	}
}
