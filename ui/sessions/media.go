package sessions

import (
	"cmp"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/gabriel-vasile/mimetype"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// media is a file or link of a session.
type media struct {
	transcript.Media
	number int
	part   any // the part that first names it, as sent
}

// mediaScreen lists the files and links of a session, each once.
type mediaScreen struct {
	*pane.List[*media]
	r *readScreen
}

func (m *site) mediaResource() *resource.Resource[*media] {
	w := m.words
	number := func(id string, priority int, of func(*media) int64, show func(int64) string) resource.Column[*media] {
		return resource.Column[*media]{
			ID:       id,
			Right:    true,
			Priority: priority,
			Of: func(r *media) resource.Value {
				if of(r) == 0 {
					return resource.Value{}
				}
				return resource.NumberValue(api.Int(of(r))).Toned(theme.Muted)
			},
			Write: func(n resource.Value) string {
				count, _ := n.Number().Int64()
				return show(count)
			},
		}
	}
	integer := func(n int64) string { return w.Int(int(n)) }
	position := number("number", 50, func(r *media) int64 {
		return int64(r.number)
	}, integer)
	position.Pinned = true
	what := resource.Text("what", 110, 30, 90, theme.Plain, (*media).address)
	what.CutMiddle = true
	call := func(r *media) string {
		if r.Call == nil {
			return ""
		}
		return r.Call.Label()
	}
	return &resource.Resource[*media]{
		Name:   "sessions.media",
		Key:    func(r *media) string { return strconv.Itoa(r.number) },
		ID:     func(r *media) string { return text.Clean(r.address()) },
		Record: func(r *media) any { return r.part },
		Columns: []resource.Column[*media]{
			position,
			resource.Text("class", 90, 0, 0, theme.Plain, func(r *media) string {
				return w.T("sessions.class." + string(r.Class))
			}),
			what,
			number("size", 60, func(r *media) int64 {
				return r.Size
			}, transcript.Size),
			resource.Text("type", 40, 0, 20, theme.Plain, func(r *media) string {
				return r.MediaType
			}),
			resource.Text("call", 80, 0, 24, theme.Plain, call),
			number("count", 30, func(r *media) int64 {
				return int64(r.Count)
			}, integer),
		},
	}
}

// address is the URL, or the name of inline data.
func (r *media) address() string {
	return cmp.Or(r.URL, r.Name, r.MediaType)
}

func (r *readScreen) openMedia() tea.Cmd {
	w := r.m.words
	k := &r.m.keys
	m := r.m
	if len(r.page.doc.t.Shelf()) == 0 {
		return pane.Notify(pane.Info, w.T("sessions.media.none"))
	}
	s := &mediaScreen{r: r}
	s.List = pane.NewList(m.stack, pane.ListConfig[*media]{
		Resource: m.media,
		Select:   true,
		State:    r.State,
		Refresh:  r.updates.refresh,
		Title:    (*media).address,
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
		Link:  func(r *media) string { return r.URL },
		Open:  pane.Action[*media]{Key: k.ShowHere, Row: s.show},
		Actions: []pane.Action[*media]{
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
	t := s.r.page.doc.t
	var rows []*media
	for i, found := range t.Shelf() {
		row := &media{Media: found, number: i + 1, part: t.Records[found.First.Message]}
		if p := t.Part(found.First); p != nil {
			row.part = p.Raw
		}
		rows = append(rows, row)
	}
	return s.SetRows(rows)
}

func (s *mediaScreen) blocks(r *media) []resource.Block {
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
func (s *mediaScreen) show(row *media) tea.Cmd {
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
func (s *mediaScreen) save(row *media) tea.Cmd {
	m := s.r.m
	if !row.Inline {
		return pane.Notify(pane.Info, m.words.T("sessions.media.hosted"))
	}
	extension := ".bin"
	if kind := mimetype.Lookup(row.MediaType); kind != nil {
		extension = cmp.Or(kind.Extension(), extension)
	}
	name := "session-" + text.FileName(s.r.page.doc.id) + "-" +
		strconv.Itoa(row.number) + extension
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
