package works

import (
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/works/metrics"
)

// watchTick is the second hand of a watch. Ticks of a watch that has ended are
// dropped by their generation.
type watchTick struct {
	owner      *Model
	generation int
}

// intervals are those that one can choose from.
func intervals() []time.Duration {
	return []time.Duration{metrics.MinInterval, 2 * time.Minute, defaultEvery, 15 * time.Minute, 30 * time.Minute, time.Hour, 6 * time.Hour}
}

// toggleWatch stops a watch at once, and asks how to begin one.
func (m *Model) toggleWatch() tea.Cmd {
	if m.watch.On() {
		return m.stopWatch("works.watch_stopped")
	}
	m.mode = settingWatch
	m.arrange()
	return nil
}

// onWatchKey chooses the interval. Only the confirming key begins the watch.
func (m *Model) onWatchKey(msg tea.KeyMsg) tea.Cmd {
	list := intervals()
	at := slices.Index(list, m.every)
	switch k := &m.keys; {
	case key.Matches(msg, k.Confirm):
		m.mode = browsing
		m.watched, m.watch = m.current, metrics.StartWatch(m.every, m.ctx.Now())
		m.ticks++
		m.arrange()
		return m.tick()
	case key.Matches(msg, k.Slower):
		m.every = list[min(at+1, len(list)-1)]
	case key.Matches(msg, k.Faster):
		m.every = list[max(at-1, 0)]
	default:
		m.mode = browsing
		m.arrange()
	}
	return nil
}

func (m *Model) tick() tea.Cmd {
	return m.ctx.After(time.Second, watchTick{owner: m, generation: m.ticks})
}

// onTick counts down and calls when it is time.
func (m *Model) onTick(msg watchTick) tea.Cmd {
	if msg.owner != m || msg.generation != m.ticks || !m.watch.On() {
		return nil
	}
	if m.watch.Due(m.ctx.Now()) && !m.watched.load.Running() {
		call := m.call(m.watched)
		m.arrange()
		return tea.Batch(call, m.tick())
	}
	return m.tick()
}

// onWatched goes on after an answer, or stops where a repeat cannot heal.
func (m *Model) onWatched(w *work) tea.Cmd {
	if !m.watch.On() || w != m.watched {
		return nil
	}
	pause := time.Duration(0)
	if err := w.load.Err; err != nil {
		again := false
		if again, pause = metrics.Heals(err); !again {
			return m.stopWatch("works.watch_hopeless")
		}
	}
	m.watch = m.watch.Again(m.ctx.Now(), pause)
	return nil
}

// stopWatch ends the watch, if there is one, and says why.
func (m *Model) stopWatch(why string) tea.Cmd {
	if !m.watch.On() {
		return nil
	}
	m.watch, m.watched = metrics.Watch{}, nil
	m.ticks++
	m.arrange()
	return pane.Notify(pane.Info, m.ctx.Words.T(why))
}

// clock writes a time that is left: 4:05, 1:02:09.
func clock(d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
