package works

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/ui/pane"
)

// subject is the state that all views of a work share: the work, one of its snapshots and one of
// its metrics.
type subject struct {
	*work
	m      *site
	number int    // of the selected snapshot; 0 follows the newest
	metric string // of the selected card, "" without any
}

// base is the metric on which the engagement rate is based.
func (s *subject) base() string {
	return s.m.wording.baseOf(s.history.Entries())
}

// selected is the index in Entries of the selected snapshot, or -1.
func (s *subject) selected() int {
	entries := s.history.Entries()
	i := slices.IndexFunc(entries, func(e *metrics.Entry) bool {
		return e.Number == s.number
	})
	if i >= 0 {
		return i
	}
	return len(entries) - 1
}

// selectEntry selects Entries()[i], and returns false if it does not exist. Selecting
// the newest entry also selects the newest one after each refresh.
func (s *subject) selectEntry(i int) bool {
	entries := s.history.Entries()
	if i < 0 || i >= len(entries) {
		return false
	}
	s.number = entries[i].Number
	if i == len(entries)-1 {
		s.number = 0
	}
	return true
}

// confirm asks whether to refresh the work.
func (s *subject) confirm() tea.Cmd {
	m := s.m
	switch {
	case s.load.Running():
	case api.IsCode(s.load.Err, api.CodeUnsupportedCapability):
		return m.ctx.Inform("works.not_supported")
	default:
		return m.stack.Ask(pane.Question{
			Title: m.words.T("works.confirm"),
			Text:  m.words.T("works.confirm_text"),
			Yes:   m.words.T("key.works.query"),
			Then: func() tea.Cmd {
				call := m.call(s.work)
				m.stack.Refit()
				return call
			},
		})
	}
	return nil
}
