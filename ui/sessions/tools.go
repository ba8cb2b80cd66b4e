package sessions

import (
	"context"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// toolScreen is the tools that the stored sessions call, with what goes wrong again and again.
type toolScreen struct {
	loadedList[*history.Tool]
}

// showTools shows the tools of the stored sessions of all sites, or only those of a site.
func (m *site) showTools(site string) tea.Cmd {
	m = m.pane.site
	if m.own.History() == nil {
		return m.ctx.Inform("sessions.find.no_history")
	}
	s := m.newTools()
	m.stack.Push(s)
	if site == "" {
		return s.start()
	}
	return tea.Batch(s.KeepSite(site), s.start())
}

func (m *site) newTools() *toolScreen {
	k := &m.keys
	back := m.ctx.Named(k.Tools, "key.sessions.list")
	sites := m.ctx.Sites.Fleets()
	read := func(ctx context.Context) ([]*history.Tool, error) {
		all, err := fleet.Rows(ctx, sites, toolsOf, func(t *history.Tool, site string) {
			t.Site = site
		})
		slices.SortStableFunc(all, func(a, b *history.Tool) int { // as those of one site
			return b.Failed - a.Failed
		})
		return all, err
	}
	s := &toolScreen{newLoaded(m, "tools", read)}
	s.List = pane.NewList(m.stack, pane.ListConfig[*history.Tool]{
		Resource: resource.Tools(m.view),
		Site:     func(t *history.Tool) string { return t.Site },
		Heading:  "sessions.tools.heading",
		Title: func(t *history.Tool) string {
			return text.Line(resource.ToolName(t))
		},
		Blocks:  s.blocks,
		Below:   true,
		Summary: s.summary,
		State:   s.load.State,
		Refresh: s.start,
		Empty:   m.stack.Empty("sessions.tools.no_match", "sessions.tools.none"),
		Open:    pane.Action[*history.Tool]{Key: k.Failed, Row: s.open},
		Actions: []pane.Action[*history.Tool]{{Key: back, Do: m.stack.Pop}},
		Footer: func() []key.Binding {
			return []key.Binding{
				k.Failed,
				back,
				m.stack.Keys.Filter,
				m.stack.Keys.Sort,
				m.stack.Keys.Back,
			}
		},
	})
	return s
}

// toolsOf reads the tools of a site.
func toolsOf(ctx context.Context, site fleet.Site) ([]*history.Tool, error) {
	return site.Fleet.StoredSessions().Tools(ctx)
}

// summary is the line above the list: how many calls there are, and how many failed.
func (s *toolScreen) summary(width int) []string {
	w := s.m.words
	t := s.m.theme
	calls := 0
	failed := 0
	for _, tool := range s.load.Value {
		calls += tool.Calls
		failed += tool.Failed
	}
	tools := w.N("sessions.tools.n_tools", len(s.load.Value))
	line := " " + t.Paint(theme.Strong, tools) + "   " + w.N("sessions.calls", calls)
	if failed > 0 {
		sentence := t.Glyphs.Abnormal + " " + w.T("sessions.tools.n_failed", "N", w.Int(failed))
		line += "   " + t.Paint(theme.Bad, sentence)
	}
	return []string{text.Cut(line, width)}
}

// open shows the sessions in which a tool failed.
func (s *toolScreen) open(t *history.Tool) tea.Cmd {
	if t.FailedIn == 0 {
		name := text.Cut(text.Line(resource.ToolName(t)), 40)
		return s.m.ctx.Inform("sessions.tools.never", "Tool", name)
	}
	of := s.m.pane.siteNamed(t.Site)
	f := of.newList([]*site{of}, t.Name)
	of.stack.Push(f)
	return f.load()
}

// blocks are the numbers of a tool and its errors.
func (s *toolScreen) blocks(t *history.Tool) []resource.Block {
	w := s.m.words
	m := s.m
	fact := func(column, value string) resource.Fact {
		return resource.Fact{Name: w.T("sessions.tools.column." + column), Value: value}
	}
	facts := []resource.Fact{fact("calls", w.Int(t.Calls))}
	if t.Failed > 0 {
		failed := fact(
			"failed",
			w.Int(t.Failed)+" "+m.theme.Glyphs.Between+" "+resource.PercentText(m.view, t),
		)
		failed.Tone = theme.Bad
		facts = append(facts, failed)
	}
	median := resource.MedianText(m.view, t)
	if median != "" {
		facts = append(facts, fact("medianMs", median))
	}
	facts = append(facts, fact("sessions", w.Int(t.Sessions)))
	blocks := []resource.Block{{Facts: facts}}
	if len(t.Errors) > 0 {
		blocks = append(blocks, resource.Block{
			Title: w.T("sessions.tools.errors"),
			Longer: func(width, more int) []string {
				return s.errors(t, width, more)
			},
		})
	}
	return blocks
}

// maxErrorLines is how many lines of an error the inspector shows at least.
const maxErrorLines = 3

// errors are the most frequent errors of a tool: how often each happened, and an example, with some more lines than
// maxErrorLines.
func (s *toolScreen) errors(t *history.Tool, width, more int) (lines []string) {
	w := s.m.words
	m := s.m
	add := func(sentence string, tone theme.Tone) {
		said := m.view.Beginning(sentence, width, maxErrorLines+more, tone)
		more -= max(len(said)-maxErrorLines, 0)
		lines = append(lines, said...)
	}
	for i, e := range t.Errors {
		if i > 0 {
			lines = append(lines, "")
		}
		add(m.theme.Glyphs.Abnormal+" "+resource.ErrorText(m.view, e), theme.Bad)
		times := "sessions.tools.times"
		if e.Example != e.Text && e.Count > 1 {
			times = "sessions.tools.times_varying"
		}
		add(
			w.T(
				times,
				"N", w.Int(e.Count),
				"Sessions", w.N("sessions.n_sessions", e.Sessions),
				"Since", m.day(e.Since),
			),
			theme.Plain,
		)
	}
	if t.Others > 0 {
		add(w.N("sessions.tools.others", t.Others), theme.Muted)
	}
	return lines
}

// day is the date of a time in the user's time zone.
func (m *site) day(t time.Time) string {
	return m.words.Day(t.In(m.view.Now().Location()), m.view.Now())
}
