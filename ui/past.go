package ui

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/typed"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Moment is a recording to show: the last one until a moment that the user typed or, with a
// step, the one before (-1) or after (1) the one that is shown. The zero value is now.
type Moment struct {
	Typed string
	Step  int
}

// toMoment asks for a moment.
type toMoment struct{ Moment }

// shelf is a dashboard that is not shown and goes on in the background: that of now while a moment in the
// past is shown, or that of a moment which is loading.
type shelf struct {
	Opened
	visit int
}

// travel opens a moment, or returns to now.
func (s *Sites) travel(to Moment) tea.Cmd {
	root := s.opened.Root
	if to == (Moment{}) {
		return s.comeBack()
	}
	if len(root.Unfinished()) > 0 {
		return s.sayUnfinished()
	}
	past := s.opened.OpenMoment
	shown := root.ctx.Moment
	front := s.front()
	if s.next != nil { // the key was pressed again
		shown = s.next.Root.ctx.Moment
	}
	if shown.IsZero() { // of now the list that is shown, which was recorded
		shown = root.ctx.Sites.First().Store.Accounts.At.Truncate(time.Millisecond)
	}
	return s.request(true, func() (Opened, error) {
		return past(to, shown, front)
	})
}

// comeBack shows now again, as it was left. What was requested meanwhile is not shown.
func (s *Sites) comeBack() tea.Cmd {
	root := s.opened.Root
	if root.ctx.Moment.IsZero() { // the key was pressed twice
		return nil
	}
	if s.now == nil { // the program began in the past
		return s.notify(pane.Info, root.ctx.Words.T("past.began"))
	}
	s.requests++
	s.drop()
	s.opened.Close()
	s.opened = s.now.Opened
	s.visits = s.now.visit
	s.now = nil
	_, sized := s.opened.Root.Update(s.size)
	return s.of(sized)
}

// prepare starts the dashboard of a moment. What is shown stays until that is whole.
func (s *Sites) prepare(o Opened) tea.Cmd {
	s.drop()
	s.last++
	s.next = &shelf{o, s.last}
	return tea.Batch(tag(s.next.visit, s.start(o)), s.showNext())
}

// ahead delivers a message to the dashboard of a moment that is loading.
func (s *Sites) ahead(msg tea.Msg) tea.Cmd {
	next := s.next
	_, cmd := next.Root.Update(msg)
	return tea.Batch(tag(next.visit, cmd), s.showNext())
}

// showNext shows the moment that was loading, if it is whole and nothing is typed. A pane that the user chose
// meanwhile is shown then, and loaded first.
func (s *Sites) showNext() tea.Cmd {
	next := s.next
	front := s.opened.Root.tabs.front
	if next.Root.tabs.front != front {
		return tea.Batch(tag(next.visit, next.Root.tabs.show(front)), s.showNext())
	}
	if next.Root.loads() || s.opened.Root.typing() {
		return nil
	}
	s.next = nil
	if s.now == nil {
		s.now = &shelf{s.opened, s.visits}
	} else {
		s.opened.Close()
	}
	s.opened = next.Opened
	s.visits = next.visit
	_, sized := s.opened.Root.Update(s.size) // it may have changed meanwhile
	return s.of(sized)
}

// drop closes the moment that is loading.
func (s *Sites) drop() {
	if s.next != nil {
		s.next.Close()
		s.next = nil
	}
}

// loads reports whether the pane in front lacks data that is loading, the comparison of it with the
// history, or what follows from both.
func (m *Model) loads() bool {
	front := m.tabs.inFront()
	if front.State().InFlight > 0 {
		return true
	}
	if c, ok := front.(checker); ok && c.Checking() {
		return true
	}
	return slices.ContainsFunc(m.ctx.Sites, func(site *pane.Site) bool {
		return site.Store.Accounts.Loaded() && site.Store.ReadsPast()
	})
}

// behind delivers a message to the dashboard of now while a moment in the past is shown.
func (s *Sites) behind(m visited) tea.Cmd {
	if s.now == nil || m.visit != s.now.visit {
		return nil
	}
	_, cmd := s.now.Root.Update(m.msg)
	return tag(m.visit, cmd)
}

// onTimeKey handles the keys that lead to a moment in the past and through it.
func (m *Model) onTimeKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	past := !m.ctx.Moment.IsZero()
	to := func(moment Moment) (tea.Cmd, bool) {
		if !m.ctx.HasHistory() {
			return m.ctx.Inform("past.no_history"), true
		}
		return m.ctx.ToRoot(toMoment{moment}), true
	}
	if key.Matches(msg, m.keys.Moment) {
		return m.askMoment(), true
	}
	if past && key.Matches(msg, m.keys.Settings) {
		return pane.Notify(
			pane.Info,
			m.ctx.Words.T("past.settings", "Key", m.ctx.Key(m.keys.Now)),
		), true
	}
	if past && key.Matches(msg, m.keys.Earlier) {
		return to(Moment{Step: -1})
	}
	if past && key.Matches(msg, m.keys.Later) {
		return to(Moment{Step: 1})
	}
	if past && key.Matches(msg, m.keys.Now) && m.tabs.stack().Depth() == 1 {
		return to(Moment{})
	}
	return nil, false
}

// askMoment asks which moment to show.
func (m *Model) askMoment() tea.Cmd {
	w := m.ctx.Words
	if !m.ctx.HasHistory() {
		return pane.Notify(pane.Info, w.T("past.no_history"))
	}
	field := input.New(m.ctx.Theme)
	field.Placeholder = w.T("past.example")
	return m.tabs.stack().Ask(pane.Question{
		Title: w.T("past.title"),
		Text:  w.T("past.hint"),
		Input: &field,
		Refuse: func() string {
			return m.refuseMoment(field.Value())
		},
		Then: func() tea.Cmd {
			moment := Moment{Typed: strings.TrimSpace(text.Line(field.Value()))}
			if moment.Typed == "" {
				moment.Step = -1
			}
			return m.ctx.ToRoot(toMoment{moment})
		},
	})
}

// refuseMoment says why a typed moment cannot be shown, "" where it can be read. Of a moment in the past, now
// is not known here.
func (m *Model) refuseMoment(value string) string {
	value = strings.TrimSpace(text.Line(value))
	if value == "" {
		return ""
	}
	w := m.ctx.Words
	now := m.ctx.View.Now()
	at, ok := typed.Moment(value, now)
	if !ok {
		return w.T("past.unreadable", "Value", value)
	}
	if m.ctx.Moment.IsZero() && at.After(now) {
		return w.T("past.future", "Time", m.ctx.View.Time(at))
	}
	return ""
}
