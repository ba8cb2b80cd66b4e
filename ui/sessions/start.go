package sessions

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// startRow is a session that was opened in this run, or an example of the demo.
type startRow struct {
	id, title string
	opened    bool
}

// startScreen is the first screen: sessions to choose from, and beside them, where
// there is room, the field for an id.
type startScreen struct {
	*pane.List[startRow]
	m             *Model
	form          *formScreen // nil if it is closed
	width, height int
}

// asideWidth is the width of the region of the field.
const asideWidth = 46

func (m *Model) newStart() *startScreen {
	w, k := m.Words, &m.keys
	column := func(id string, most, priority int, tone theme.Tone, of func(startRow) string) pane.Column[startRow] {
		return pane.Column[startRow]{Column: table.Column[startRow]{
			ID: id, Max: most, Priority: priority, Search: of,
			Cell:  func(r startRow) table.Cell { return table.Cell{Text: of(r), Tone: tone} },
			Order: table.ByText(func(r startRow) (string, bool) { return of(r), of(r) != "" }),
		}}
	}
	title := column("title", 90, 100, theme.Plain, func(r startRow) string { return r.title })
	title.Min, title.Pinned, title.Grow = 20, true, true
	id := column("id", 30, 90, theme.Muted, func(r startRow) string { return text.Clean(r.id) })
	id.CutMiddle = true
	s := &startScreen{m: m}
	s.List = pane.NewList(m.Stack, pane.ListConfig[startRow]{
		Resource: &pane.Resource[startRow]{
			Name: "sessions.recent", ID: func(r startRow) string { return r.id }, Record: func(r startRow) any { return r.id },
			Columns: []pane.Column[startRow]{
				title, id,
				column("source", 12, 80, theme.Muted, func(r startRow) string {
					if r.opened {
						return w.T("sessions.recent.opened")
					}
					return w.T("sessions.recent.demo")
				}),
			},
		},
		Heading: w.T("sessions.recent.heading"),
		Summary: func(width int) []string {
			if s.aside() > 0 || s.form != nil {
				return nil
			}
			return []string{text.Cut(" "+m.Theme.Tone(theme.Muted).Render(w.T("sessions.none", "Key", k.OpenID.Help().Key)), width)}
		},
		Empty: func(filtered bool) string {
			if filtered {
				return w.T("sessions.recent.no_match", "Key", m.Keys.Back.Help().Key)
			}
			return w.T("sessions.none", "Key", k.OpenID.Help().Key)
		},
		State:   func() store.State { return store.State{} },
		Refresh: func() tea.Cmd { return nil },
		Open:    pane.Action[startRow]{Key: k.OpenRow, Row: func(r startRow) tea.Cmd { return m.Open(pane.Target{SessionID: r.id}) }},
		Actions: []pane.Action[startRow]{{Key: k.OpenID, Do: m.openForm}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.OpenID, m.Keys.Filter} },
	})
	return s
}

// fill shows the sessions known now: those opened in this run, the newest first, then
// the other examples.
func (s *startScreen) fill() tea.Cmd {
	var rows []startRow
	known := map[string]bool{}
	for _, o := range s.m.opened {
		known[o.id] = true
		rows = append(rows, o)
	}
	for _, e := range s.m.Examples {
		if e.Kind == pane.KindSession && !known[e.Target.SessionID] {
			rows = append(rows, startRow{id: e.Target.SessionID, title: text.Clean(e.Note)})
		}
	}
	return s.SetRows(rows)
}

// opening is the row of an opened session. Its title is the first turn of a user.
func (m *Model) opening(d *document) startRow {
	title := ""
	for i := range d.turns {
		if d.turns[i].Part >= 0 || d.t.Messages[d.turns[i].Message].Role == "user" {
			title = ansi.Strip(m.markdown.Line(d.turns[i].Headline, theme.Plain))
			break
		}
	}
	return startRow{id: d.id, title: title, opened: true}
}

// aside is the width of the region of the field, or 0 without one.
func (s *startScreen) aside() int {
	if s.width < pane.FrameWidth {
		return 0
	}
	return asideWidth
}

// SetSize sets the size in cells.
func (s *startScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.List.SetSize(width-s.aside(), height)
}

// View draws the list and the field.
func (s *startScreen) View() string {
	list := s.List.View()
	if s.aside() == 0 {
		return list
	}
	c, k := s.m.Context, &s.m.Keys
	frame := pane.Frame{Title: c.Words.T("sessions.open_title"), Focused: s.form != nil}
	width, _ := frame.Inner(s.aside(), s.height)
	var lines []string
	hint := c.Words.T("sessions.none", "Key", s.m.keys.OpenID.Help().Key)
	if s.form != nil {
		lines = s.form.lines(width)
		hint = c.Words.T("sessions.id_hint", "Key", k.Confirm.Help().Key, "Back", k.Back.Help().Key)
	}
	for _, line := range text.Wrap(hint, width-2) {
		lines = append(lines, " "+c.Theme.Tone(theme.Muted).Render(line))
	}
	return pane.SideBySide(list, c.Frame(frame, strings.Join(lines, "\n"), s.aside(), s.height), s.width-s.aside())
}
