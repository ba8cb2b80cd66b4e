package works

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/picker"
)

// watchTick arrives every second while a work is watched.
type watchTick struct{ generation int }

// toggleWatch stops the watch, or offers the intervals of a new one.
func (s *workScreen) toggleWatch() tea.Cmd {
	m := s.m
	if m.watched != nil {
		m.History.Forget(history.KindWatch, history.WorkEntry(history.KindWatch, m.watched.query, "", m.Now()).ID)
		return m.stopWatch("works.watch_stopped")
	}
	var items []picker.Item
	minutes := []time.Duration{1, 2, 5, 15, 30, 60, 6 * 60} // not less: each call uses the platform's quota
	for _, n := range minutes {
		every := n * time.Minute
		label := m.Words.T("works.watch_every", "Every", m.Words.Duration(every))
		items = append(items, picker.Item{ID: every.String(), Label: label, Chosen: every == m.interval})
	}
	m.PickOne(m.Words.T("works.watch_title"), items, func(id string) tea.Cmd {
		m.interval, _ = time.ParseDuration(id)
		m.watched, m.nextCall = s.work, m.Now().Add(m.interval)
		m.ticks++
		m.History.Remember(history.WorkEntry(history.KindWatch, s.query, s.title(), m.Now())) // for the record command
		m.Refit()
		return m.tick()
	})
	return nil
}

func (m *Model) tick() tea.Cmd { return m.After(time.Second, watchTick{m.ticks}) }

// onTick sends the request when it is due. Ticks of a watch that was stopped are
// dropped.
func (m *Model) onTick(msg watchTick) tea.Cmd {
	if msg.generation != m.ticks || m.watched == nil {
		return nil
	}
	var call tea.Cmd
	if !m.Now().Before(m.nextCall) {
		call = m.call(m.watched)
		m.Refit()
	}
	return tea.Batch(call, m.tick())
}

// continueWatch schedules the next request after a response, or stops the watch
// after an error that a repeat does not resolve.
func (m *Model) continueWatch(w *work) tea.Cmd {
	if w != m.watched {
		return nil
	}
	pause := time.Duration(0)
	if err := w.load.Err; err != nil {
		again := false
		if again, pause = api.Retryable(err); !again {
			return m.stopWatch("works.watch_hopeless")
		}
	}
	m.nextCall = m.Now().Add(max(m.interval, pause))
	return nil
}

// stopWatch stops the watch, if there is one, with a notice.
func (m *Model) stopWatch(reason string) tea.Cmd {
	if m.watched == nil {
		return nil
	}
	m.watched = nil
	m.ticks++
	m.Refit()
	return pane.Notify(pane.Info, m.Words.T(reason))
}

// countdown writes the time left: 4:05, 1:02:09.
func countdown(d time.Duration) string {
	s := int((max(d, 0) + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
