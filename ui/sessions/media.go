package sessions

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/gabriel-vasile/mimetype"

	"channeldeck/api/transcript"
	"channeldeck/theme"
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

func (m *Model) mediaResource() *resource.Resource[*media] {
	w := m.Words
	number := func(id string, priority int, of func(*media) int64, show func(int64) string) resource.Column[*media] {
		return resource.Column[*media]{
			ID: id, Right: true, Priority: priority,
			Order: resource.By(func(r *media) (int64, bool) { return of(r), of(r) > 0 }),
			Cell: func(r *media) resource.Cell {
				if of(r) == 0 {
					return resource.Cell{}
				}
				return resource.Cell{Text: show(of(r)), Tone: theme.Muted}
			},
			Exact: func(r *media) string { return strings.TrimPrefix(strconv.FormatInt(of(r), 10), "0") },
		}
	}
	integer := func(n int64) string { return w.Int(int(n)) }
	position := number("number", 50, func(r *media) int64 { return int64(r.number) }, integer)
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
		Name: "sessions.media", Key: func(r *media) string { return strconv.Itoa(r.number) },
		ID: func(r *media) string { return text.Clean(r.address()) }, Record: func(r *media) any { return r.part },
		Columns: []resource.Column[*media]{
			position, resource.Text("class", 90, 0, 0, theme.Plain, func(r *media) string { return w.T("sessions.class." + string(r.Class)) }), what,
			number("size", 60, func(r *media) int64 { return r.Size }, transcript.Size),
			resource.Text("type", 40, 0, 20, theme.Plain, func(r *media) string { return r.MediaType }), resource.Text("call", 80, 0, 24, theme.Plain, call),
			number("count", 30, func(r *media) int64 { return int64(r.Count) }, integer),
		},
	}
}

// address is the URL, or the name of inline data.
func (r *media) address() string { return cmp.Or(r.URL, r.Name, r.MediaType) }

func (r *readScreen) openMedia() tea.Cmd {
	m, w, k := r.m, r.m.Words, &r.m.keys
	s := &mediaScreen{r: r}
	s.List = pane.NewList(m.Stack, pane.ListConfig[*media]{
		Resource: m.media, Select: true, State: r.State, Refresh: r.updates.refresh,
		Title: (*media).address, Blocks: s.blocks,
		Summary: func(width int) []string {
			_, total := s.Table.Counts()
			line := " " + m.Theme.Title.Render(w.N("sessions.media.title", total))
			if n := s.Table.SelectedCount(); n > 0 {
				line += "  " + m.Theme.Table.Selected.Render(w.N("sessions.media.selected", n))
			}
			return []string{text.Cut(line, width)}
		},
		Empty:   m.Empty("sessions.media.no_match", "sessions.media.none"),
		Link:    func(r *media) string { return r.URL },
		Open:    pane.Action[*media]{Key: k.ShowHere, Row: s.show},
		Actions: []pane.Action[*media]{{Key: k.SaveInline, Row: s.save}, {Key: k.Media, Do: m.Pop}},
		Footer: func() []key.Binding {
			return []key.Binding{m.Keys.Copy, k.ShowHere, k.SaveInline, m.Keys.Browser, m.Keys.Filter, m.Keys.Export}
		},
	})
	m.Push(s)
	return s.fill()
}

func (s *mediaScreen) Update(msg tea.Msg) tea.Cmd {
	if msg == (docChanged{s.r}) {
		return s.fill()
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
		if cell := c.Cell(r); cell.Text != "" {
			all = append(all, resource.Fact{Name: s.r.m.Words.T("sessions.media.column." + c.ID), Value: cell.Text, Tone: cell.Tone})
		}
	}
	return []resource.Block{{Facts: all}}
}

// show goes to the call that produced a file, or to the part that first names it.
func (s *mediaScreen) show(row *media) tea.Cmd {
	cmd, r, at := s.r.m.Pop(), s.r, row.First
	if row.Call != nil {
		at = row.Made
	}
	if p := r.page.doc.t.Part(at); p != nil {
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
		return pane.Notify(pane.Info, m.Words.T("sessions.media.hosted"))
	}
	extension := ".bin"
	if kind := mimetype.Lookup(row.MediaType); kind != nil {
		extension = cmp.Or(kind.Extension(), extension)
	}
	name := "session-" + text.FileName(s.r.page.doc.id) + "-" + strconv.Itoa(row.number) + extension
	return func() tea.Msg {
		content, err := row.Bytes()
		if err != nil {
			return pane.Notice{Level: pane.Failure, Text: m.Words.T("notice.save_failed", "Reason", text.Clean(err.Error()))}
		}
		return m.SaveFile(name, content)()
	}
}
