package sessions

import (
	"context"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// difference is a line of a comparison of two sessions.
type difference struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Differences compares two sessions: their duration, calls and problems, each tool, and the
// first call that differs.
func Differences(v *resource.View, a, b *transcript.Transcript) []difference {
	w, c := v.Words, archive.Compare(a, b)
	line := func(id, a, b string) difference { return difference{w.T("sessions.compare." + id), a, b} }
	all := []difference{
		line("duration", w.Duration(c.A.Duration), w.Duration(c.B.Duration)),
		line("calls", strconv.Itoa(c.A.Calls), strconv.Itoa(c.B.Calls)),
		line("problems", strconv.Itoa(c.A.Problems), strconv.Itoa(c.B.Problems)),
	}
	count := func(n archive.Calls) string {
		if n.Failed == 0 {
			return strconv.Itoa(n.Count)
		}
		return w.T("sessions.compare.failed", "N", strconv.Itoa(n.Count), "Failed", strconv.Itoa(n.Failed))
	}
	for _, tool := range c.Tools {
		all = append(all, difference{transcript.ToolLabel(tool), count(c.A.Tools[tool]), count(c.B.Tools[tool])})
	}
	same := strconv.Itoa(c.Same)
	all = append(all, line("same", same, same))
	next := func(t *transcript.Tool) string {
		if t == nil {
			return w.T("sessions.compare.ends")
		}
		return text.Join(" · ", text.Line(t.Label()), wording.Outcome(w, t), text.Line(t.About()))
	}
	if c.A.Next != nil || c.B.Next != nil {
		all = append(all, line("parts", next(c.A.Next), next(c.B.Next)))
	}
	return all
}

// DifferenceResource is what is shown, copied, printed and exported of a comparison.
func DifferenceResource(*resource.View) *resource.Resource[difference] {
	what := resource.Text("what", 100, 12, 30, theme.Muted, func(d difference) string { return d.What })
	what.Pinned = true
	a := resource.Text("a", 90, 12, 60, theme.Plain, func(d difference) string { return d.A })
	b := resource.Text("b", 90, 12, 60, theme.Plain, func(d difference) string { return d.B })
	b.Grow = true
	return &resource.Resource[difference]{
		Name: "sessions.compare", ID: func(d difference) string { return d.What }, Record: func(d difference) any { return d },
		Columns: []resource.Column[difference]{what, a, b},
	}
}

// compareScreen compares two stored sessions.
type compareScreen struct {
	*pane.List[difference]
	m    *Model
	a, b row
	load store.Loader[[]difference]
}

// compareWith asks which session to compare with one.
func (m *Model) compareWith(a row) tea.Cmd {
	var items []picker.Item
	others := map[string]row{}
	for _, r := range m.start.rows {
		if r.known() && r.ID != a.ID {
			others[r.ID] = r
			items = append(items, picker.Item{ID: r.ID, Label: r.label(), Note: m.Words.Ago(r.SessionEnd(), m.Now())})
		}
	}
	if !a.known() || len(items) == 0 {
		return pane.Notify(pane.Info, m.Words.T("sessions.compare.few"))
	}
	m.PickOne(m.Words.T("sessions.compare.choose"), items, func(id string) tea.Cmd { return m.compare(a, others[id]) })
	return nil
}

func (m *Model) compare(a, b row) tea.Cmd {
	s := &compareScreen{m: m, a: a, b: b}
	s.load.Name = "sessions"
	s.List = pane.NewList(m.Stack, pane.ListConfig[difference]{
		Resource: DifferenceResource(m.Context.View), Heading: m.Words.T("sessions.compare.heading"),
		Summary: s.summary, State: s.load.State, Refresh: s.start,
		Empty:  m.Empty("sessions.compare.no_match", m.Words.T("sessions.compare.none")),
		Footer: func() []key.Binding { return []key.Binding{m.Keys.Filter, m.Keys.Export, m.Keys.Back} },
	})
	m.Push(s)
	return s.start()
}

func (s *compareScreen) start() tea.Cmd {
	h, v, ids := s.m.History, s.m.Context.View, []string{s.a.ID, s.b.ID}
	return s.load.Start(s.m.Base, s.m.Now, func(ctx context.Context, _ func(any)) ([]difference, error) {
		var both []*transcript.Transcript
		for _, id := range ids {
			stored, _, err := h.Sessions().Transcript(ctx, id)
			if err != nil {
				return nil, err
			}
			both = append(both, transcript.New(stored.Records, stored.Running))
		}
		return Differences(v, both[0], both[1]), nil
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
	name := func(letter string, r row) string {
		return text.Cut(" "+s.m.Theme.Tone(theme.Muted).Render(letter)+" "+r.label(), width)
	}
	return []string{name("A", s.a), name("B", s.b)}
}

// Close ends the load.
func (s *compareScreen) Close() tea.Cmd {
	s.load.Cancel()
	return nil
}
