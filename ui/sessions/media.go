package sessions

import (
	"cmp"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/gabriel-vasile/mimetype"

	"channeldeck/api/transcript"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// mediaScreen lists the files and links of a session, each once.
type mediaScreen struct {
	*pane.List[*resource.SessionMedia]
	r *readScreen
}

func (r *readScreen) openMedia() tea.Cmd {
	w := r.m.words
	k := &r.m.keys
	m := r.m
	if len(r.page.doc.t.Shelf()) == 0 {
		return pane.Notify(pane.Info, w.T("sessions.media.none"))
	}
	s := &mediaScreen{r: r}
	s.List = pane.NewList(m.stack, pane.ListConfig[*resource.SessionMedia]{
		Resource: m.media,
		Heading:  "sessions.media.heading",
		Select:   true,
		State:    r.State,
		Refresh:  r.updates.refresh,
		Title:    (*resource.SessionMedia).Address,
		Blocks:   s.blocks,
		Summary: func(width int) []string {
			_, total := s.Table.Counts()
			line := " " + m.theme.Title.Render(w.N("sessions.media.title", total))
			if n := s.Table.SelectedCount(); n > 0 {
				line += "  " + m.theme.Table.Selected.Render(w.N("sessions.media.selected", n))
			}
			return []string{text.Cut(line, width)}
		},
		Empty: m.stack.Empty("sessions.media.no_match", "sessions.media.none"),
		Link:  func(r *resource.SessionMedia) string { return r.URL },
		Open:  pane.Action[*resource.SessionMedia]{Key: k.ShowHere, Row: s.show},
		Actions: []pane.Action[*resource.SessionMedia]{
			{Key: k.SaveInline, Row: s.save},
		},
		Footer: func() []key.Binding {
			return []key.Binding{
				k.ShowHere,
				m.stack.Keys.Browser,
				m.stack.Keys.Copy,
				m.stack.Keys.Export,
			}
		},
	})
	m.stack.Push(s)
	return s.fill()
}

func (s *mediaScreen) Update(msg tea.Msg) tea.Cmd {
	if msg == (docChanged{s.r}) {
		return s.fill()
	}
	press, ok := msg.(tea.KeyMsg)
	r, _ := s.Table.Current()
	if ok && r != nil && r.Inline && !press.Alt && !s.Capturing() &&
		key.Matches(press, s.r.m.stack.Keys.Export) { // what is saved is the list, or the data
		return s.r.m.stack.Menu(
			"menu.save",
			s.r.m.keys.SaveInline,
			s.r.m.stack.Keys.Export,
		)
	}
	return s.List.Update(msg)
}

func (s *mediaScreen) fill() tea.Cmd {
	return s.SetRows(resource.SessionMediaRows(s.r.page.doc.t))
}

func (s *mediaScreen) blocks(r *resource.SessionMedia) []resource.Block {
	var all []resource.Fact
	for _, c := range s.r.m.media.Columns {
		if cell := c.CellOf(r); cell.Text != "" {
			all = append(all, resource.Fact{
				Name:  s.r.m.words.T("sessions.media.column." + c.ID),
				Value: cell.Text,
				Tone:  cell.Tone,
			})
		}
	}
	return []resource.Block{{Facts: all}}
}

// show goes to the call that produced a file, or to the part that first names it.
func (s *mediaScreen) show(row *resource.SessionMedia) tea.Cmd {
	cmd := s.r.m.stack.Pop()
	r := s.r
	at := row.First
	if row.Call != nil {
		at = row.Made
	}
	p := r.page.doc.t.Part(at)
	if p != nil {
		r.page.depth = max(r.page.depth, transcript.DepthTools)
		r.page.relist()
	}
	r.page.goTo(at)
	return cmd
}

// save writes inline data into a new file.
func (s *mediaScreen) save(row *resource.SessionMedia) tea.Cmd {
	m := s.r.m
	if !row.Inline {
		return m.ctx.Inform("sessions.media.hosted")
	}
	extension := ".bin"
	if kind := mimetype.Lookup(row.MediaType); kind != nil {
		extension = cmp.Or(kind.Extension(), extension)
	}
	name := "session-" + text.FileName(s.r.page.doc.id) + "-" +
		strconv.Itoa(row.Number) + extension
	return func() tea.Msg {
		content, err := row.Bytes()
		if err != nil {
			return pane.Notice{
				Level: pane.Failure,
				Text:  m.words.T("notice.save_failed", "Reason", explain.System(m.words, err)),
			}
		}
		return m.stack.Output.SaveFile(name, content)()
	}
}
