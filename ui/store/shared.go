package store

import (
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Shared holds the newest lists that the stores of several sessions loaded with the same
// site, key and language. What one of them loaded within the interval of automatic
// refreshes, the others do not request again, except on [Data.Refresh]. Its zero value
// is ready to use, and a nil *Shared holds nothing.
type Shared struct {
	mu    sync.Mutex
	lists map[Kind]dated
}

// dated is a list and when it arrived.
type dated struct {
	value any
	at    time.Time
}

func (s *Shared) put(kind Kind, value any, at time.Time) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lists == nil {
		s.lists = map[Kind]dated{}
	}
	s.lists[kind] = dated{value, at}
}

func (s *Shared) get(kind Kind) dated {
	if s == nil {
		return dated{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists[kind]
}

// share shows what another store loaded within the interval. It returns nil if there is
// no such value.
func (r *Data[T]) share() tea.Cmd {
	found := r.config.Shared.get(r.kind)
	value, ok := found.value.(T)
	if !ok || r.config.Now().Sub(found.at) >= r.config.Refresh ||
		r.accept != nil && !r.accept(value) {
		return nil
	}
	return func() tea.Msg {
		return Message{func() (tea.Msg, tea.Cmd) {
			if r.Running() || !found.at.After(r.At) {
				return nil, nil
			}
			r.change(func() {
				r.Value = value
				r.At = found.at
				r.Err = nil
				r.Report = nil
			})
			return Changed{r.kind}, r.loaded()
		}}
	}
}
