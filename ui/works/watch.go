package works

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// watchTick arrives every second while a work is watched.
type watchTick struct{ generation int }

// intervals are those of a watch. Each call queries the platform and uses its quota:
// the shortest is a minute.
func intervals() []time.Duration {
	return []time.Duration{time.Minute, 2 * time.Minute, defaultInterval, 15 * time.Minute, 30 * time.Minute, time.Hour, 6 * time.Hour}
}

// toggleWatch stops the watch, or offers to start one.
func (s *workScreen) toggleWatch() tea.Cmd {
	m := s.m
	if m.watched != nil {
		return m.stopWatch("works.watch_stopped")
	}
	m.Push(dialog{s, []key.Binding{m.keys.Faster, m.keys.Slower, m.Keys.Confirm, m.Keys.Back}, func(press tea.KeyMsg) tea.Cmd {
		list := intervals()
		at := slices.Index(list, m.interval)
		switch {
		case key.Matches(press, m.Keys.Confirm):
			m.watched, m.nextCall = s.work, m.Now().Add(m.interval)
			m.ticks++
			return tea.Batch(m.Pop(), m.tick())
		case key.Matches(press, m.keys.Slower):
			m.interval = list[min(at+1, len(list)-1)]
		case key.Matches(press, m.keys.Faster):
			m.interval = list[max(at-1, 0)]
		}
		return nil
	}, s.viewWatch})
	return nil
}

// viewWatch explains what a watch does before it starts.
func (s *workScreen) viewWatch(width, height int) string {
	m, t, w := s.m, s.m.Theme, s.m.Words
	room := min(max(width-2, 10), 76)
	every := t.Glyphs.Left + " " + w.T("works.watch_every", "Every", w.Duration(m.interval)) + " " + t.Glyphs.Right
	lines := []string{
		" " + t.Title.Render(text.Cut(w.T("works.watch_title"), max(width-1, 0))),
		" " + t.Tone(theme.Strong).Render(text.Cut(every, room)),
	}
	for _, sentence := range []string{
		w.T("works.watch_does", "Platform", m.PlatformName(s.query.Platform)),
		w.T("works.watch_ends", "Key", m.keys.Watch.Help().Key),
		w.T("works.watch_begins", "Confirm", m.Keys.Confirm.Help().Key, "Back", m.Keys.Back.Help().Key),
	} {
		for _, l := range text.Wrap(sentence, room) {
			lines = append(lines, " "+l)
		}
	}
	return text.Fit(strings.Join(lines, "\n"), width, height)
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

// stopHiddenWatch stops the watch when another work, or none, is visible.
func (m *Model) stopHiddenWatch() tea.Cmd {
	if m.watched == nil || m.watched == m.visible() {
		return nil
	}
	return m.stopWatch("works.watch_left")
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
