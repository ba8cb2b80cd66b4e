package sessions

import (
	"context"

	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// compareScreen compares two stored sessions.
type compareScreen struct {
	*pane.List[wording.Difference]
	m    *Model
	a, b resource.Session
	load store.Loader[[]wording.Difference]
}

// compareWith asks which session to compare with one.
func (m *Model) compareWith(a resource.Session) tea.Cmd {
	var items []picker.Item
	others := map[string]resource.Session{}
	for _, r := range m.start.rows {
		if r.Known() && r.ID != a.ID {
			others[r.ID] = r
			items = append(items, picker.Item{ID: r.ID, Label: r.Label(), Note: m.Words.Ago(r.SessionEnd(), m.Now())})
		}
	}
	if !a.Known() || len(items) == 0 {
		return pane.Notify(pane.Info, m.Words.T("sessions.compare.few"))
	}
	m.PickOne(m.Words.T("sessions.compare.choose"), items, func(id string) tea.Cmd { return m.compare(a, others[id]) })
	return nil
}

func (m *Model) compare(a, b resource.Session) tea.Cmd {
	s := &compareScreen{m: m, a: a, b: b}
	s.load.Name = "sessions"
	s.List = pane.NewList(m.Stack, pane.ListConfig[wording.Difference]{
		Resource: wording.Comparison(m.Context.View), Heading: m.Words.T("sessions.compare.heading"),
		Summary: s.summary, State: s.load.State, Refresh: s.start,
		Empty:  m.Empty("sessions.compare.no_match", m.Words.T("sessions.compare.none")),
		Footer: func() []key.Binding { return []key.Binding{m.Keys.Filter, m.Keys.Export, m.Keys.Back} },
	})
	m.Push(s)
	return s.start()
}

func (s *compareScreen) start() tea.Cmd {
	h, v, ids := s.m.History, s.m.Context.View, []string{s.a.ID, s.b.ID}
	return s.load.Start(s.m.Base, s.m.Now, func(ctx context.Context, _ func(any)) ([]wording.Difference, error) {
		var both []*transcript.Transcript
		for _, id := range ids {
			stored, _, err := h.Sessions().Transcript(ctx, id)
			if err != nil {
				return nil, err
			}
			both = append(both, transcript.New(stored.Records, stored.Running))
		}
		return wording.Differences(v, both[0], both[1]), nil
	})
}

// Update handles a message.
func (s *compareScreen) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := s.load.Take(msg); mine {
		return tea.Batch(cmd, s.SetRows(s.load.Value))
	}
	return s.List.Update(msg)
}

// summary names the two sessions.
func (s *compareScreen) summary(width int) []string {
	name := func(letter string, r resource.Session) string {
		return text.Cut(" "+s.m.Theme.Tone(theme.Muted).Render(letter)+" "+r.Label(), width)
	}
	return []string{name("A", s.a), name("B", s.b)}
}

// Close ends the load.
func (s *compareScreen) Close() tea.Cmd {
	s.load.Cancel()
	return nil
}
