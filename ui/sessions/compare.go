package sessions

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// compareScreen compares two stored sessions.
type compareScreen struct {
	loadedList[*wording.Difference]
	a, b *resource.Session
}

// compareWith asks which session of the same site to compare with one.
func (s *listScreen) compareWith(a *resource.Session) tea.Cmd {
	m := s.m.at(a.Site)
	var items []picker.Item
	others := map[string]*resource.Session{}
	for _, r := range s.rows {
		if r.Known() && r.Site == a.Site && r.ID != a.ID {
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

func (m *Model) compare(a, b *resource.Session) tea.Cmd {
	h, v := m.History, m.Context.View
	s := &compareScreen{a: a, b: b, loadedList: newLoaded(m, "sessions", func(ctx context.Context) ([]*wording.Difference, error) {
		var both []*transcript.Transcript
		for _, id := range []string{a.ID, b.ID} {
			stored, _, err := h.Sessions().Transcript(ctx, id)
			if err != nil {
				return nil, err
			}
			both = append(both, transcript.New(stored.Records, stored.Running))
		}
		return wording.Differences(v, both[0], both[1]), nil
	})}
	s.List = pane.NewList(m.Stack, pane.ListConfig[*wording.Difference]{
		Resource: wording.Comparison(m.Context.View), Heading: "sessions.compare.heading",
		Summary: s.summary, State: s.load.State, Refresh: s.start,
		Empty:  m.Empty("sessions.compare.no_match", "sessions.compare.none"),
		Footer: func() []key.Binding { return []key.Binding{m.Keys.Filter, m.Keys.Export, m.Keys.Back} },
	})
	m.Push(s)
	return s.start()
}

// summary names the two sessions.
func (s *compareScreen) summary(width int) []string {
	name := func(letter string, r *resource.Session) string {
		return text.Cut(" "+s.m.Theme.Tone(theme.Muted).Render(letter)+" "+r.Label(), width)
	}
	return []string{name("A", s.a), name("B", s.b)}
}
