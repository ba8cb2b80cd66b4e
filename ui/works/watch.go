package works

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/widget/picker"
)

// defaultInterval is the interval of a watch until the user chooses another.
const defaultInterval = 5 * time.Minute

// watch refreshes the visible work at an interval.
type watch struct {
	m          *site
	work       *work // nil without a watch
	interval   time.Duration
	next       time.Time // of the next request
	generation int       // of the ticks: those of a stopped watch are dropped
}

// watchTick arrives every second while a work is watched.
type watchTick struct {
	of         *watch
	generation int
}

// toggle stops the watch, or offers the intervals at which w can be watched.
func (s *watch) toggle(w *work) tea.Cmd {
	if past := s.m.ctx.ReadsPast(); past != nil {
		return past
	}
	m := s.m
	if s.work != nil {
		forget := history.Update{
			Forget: []history.Entry{
				history.WorkEntry(history.KindWatch, s.work.query, "", m.view.Now()),
			},
		}
		return tea.Sequence(
			s.stop("works.watch_stopped"),
			m.own.Keep(forget, watched{m, w, false}),
		)
	}
	var items []picker.Item
	minutes := []time.Duration{
		1,
		2,
		5,
		15,
		30,
		60,
		6 * 60,
	} // not less: each call uses the platform's quota
	for _, n := range minutes {
		every := n * time.Minute
		label := m.words.T("works.watch_every", "Every", m.words.ExactDuration(every))
		items = append(items, picker.Item{
			ID:     every.String(),
			Label:  label,
			Chosen: every == s.interval,
		})
	}
	m.stack.PickOne(m.words.T("works.watch_title"), items, func(id string) tea.Cmd {
		s.interval, _ = time.ParseDuration(id)
		s.next = m.view.Now().Add(s.interval)
		s.work = w
		s.generation++
		m.stack.Refit()
		put := history.Update{
			Put: []history.Entry{
				history.WorkEntry(history.KindWatch, w.query, w.title(), m.view.Now()),
			},
		}
		return tea.Batch(m.own.Keep(put, watched{m, w, true}), s.tick()) // for the record command
	})
	return nil
}

// watched is the message that the history has a work as watched, or no longer.
type watched struct {
	of      *site
	work    *work
	watched bool
}

// setWatched marks a work in the first screen as watched, or no longer.
func (m *site) setWatched(w *work, watched bool) tea.Cmd {
	if m.wording.stored.Value.watched == nil { // no history, or not read yet
		return nil
	}
	m.wording.stored.Value.watched[workKey(w.query)] = watched
	return m.start.fill()
}

// watchKey is the key that watches the work, or stops the watch.
func (s *subject) watchKey() key.Binding {
	if s.m.watch.work != nil {
		return s.m.ctx.Named(s.m.keys.Watch, "key.works.unwatch")
	}
	return s.m.keys.Watch
}

func (s *watch) tick() tea.Cmd {
	return s.m.ctx.After(time.Second, watchTick{s, s.generation})
}

// onTick sends the request when it is due.
func (s *watch) onTick(msg watchTick) tea.Cmd {
	if msg.generation != s.generation || s.work == nil {
		return nil
	}
	var call tea.Cmd
	if !s.m.view.Now().Before(s.next) {
		call = s.m.call(s.work)
		s.m.stack.Refit()
	}
	return tea.Batch(call, s.tick())
}

// proceed schedules the next request after a response for w, or stops the watch after
// an error that a repeat does not resolve.
func (s *watch) proceed(w *work) tea.Cmd {
	if w != s.work {
		return nil
	}
	pause := time.Duration(0)
	if err := w.load.Err; err != nil {
		again := false
		if again, pause = api.Retryable(err); !again {
			return s.stop("works.watch_hopeless")
		}
	}
	s.next = s.m.view.Now().Add(max(s.interval, pause))
	return nil
}

// stop stops the watch, if there is one, with a notice.
func (s *watch) stop(reason string) tea.Cmd {
	if s.work == nil {
		return nil
	}
	s.work = nil
	s.generation++
	s.m.stack.Refit()
	return s.m.ctx.Inform(reason)
}

// alert says when the next request is due.
func (s *watch) alert() string {
	w := s.m.words
	left := countdown(s.next.Sub(s.m.view.Now()))
	return w.T(
		"works.watching",
		"Every", w.ExactDuration(s.interval),
		"Left", left,
		"Key", s.m.ctx.Key(s.m.keys.Watch),
	)
}

// countdown writes the time left: 4:05, 1:02:09.
func countdown(d time.Duration) string {
	s := int((max(d, 0) + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
