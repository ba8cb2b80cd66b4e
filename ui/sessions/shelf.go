package sessions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/words"
)

// media is a row of the shelf.
type media struct {
	transcript.Media
	number int
}

// shelf shows the files and addresses of the session, each once.
type shelf struct {
	table   *table.Table[media]
	query   pane.Query
	of      *document // whose media the table has
	session string    // its id
}

func newShelf(c *pane.Context, k keyMap) shelf {
	w := c.Words
	columns := []table.Column[media]{
		{ID: "number", Title: w.T("sessions.media.number"), Right: true, Priority: 50, Pinned: true,
			Exact: func(m media) string { return strconv.Itoa(m.number) },
			Cell:  func(m media) table.Cell { return table.Cell{Text: w.Int(m.number), Tone: theme.Muted} },
			Order: table.By(func(m media) (int, bool) { return m.number, true })},
		{ID: "class", Title: w.T("sessions.media.class"), Priority: 90,
			Cell:   func(m media) table.Cell { return table.Cell{Text: classText(w, m.Class)} },
			Search: func(m media) string { return classText(w, m.Class) },
			Order:  table.By(func(m media) (transcript.Class, bool) { return m.Class, true })},
		{ID: "what", Title: w.T("sessions.media.what"), Min: 30, Max: 90, CutMiddle: true, Priority: 110,
			Cell:   func(m media) table.Cell { return table.Cell{Text: text.Clean(what(m)), Tone: theme.Link} },
			Search: what,
			Order:  table.By(func(m media) (string, bool) { return what(m), true })},
		{ID: "size", Title: w.T("sessions.media.size"), Right: true, Priority: 60,
			Cell:  sizeCell,
			Exact: sizeOf,
			Order: table.By(func(m media) (int64, bool) { return m.Size, m.Inline })},
		{ID: "type", Title: w.T("sessions.media.type"), Max: 20, Priority: 40,
			Cell:   func(m media) table.Cell { return table.Cell{Text: text.Clean(m.MediaType)} },
			Search: func(m media) string { return m.MediaType },
			Order:  table.By(func(m media) (string, bool) { return m.MediaType, m.MediaType != "" })},
		{ID: "call", Title: w.T("sessions.media.call"), Max: 24, Priority: 80,
			Cell:   func(m media) table.Cell { return table.Cell{Text: text.Clean(calledBy(m))} },
			Search: calledBy,
			Order:  table.By(func(m media) (string, bool) { return calledBy(m), m.Call != nil })},
		{ID: "count", Title: w.T("sessions.media.count"), Right: true, Priority: 30,
			Cell:  func(m media) table.Cell { return table.Cell{Text: w.Int(m.Count), Tone: theme.Muted} },
			Exact: func(m media) string { return strconv.Itoa(m.Count) },
			Order: table.By(func(m media) (int, bool) { return m.Count, true })},
	}
	rows := table.New(table.Config[media]{
		Theme: c.Theme, Keys: k.Table(), Columns: columns, Context: c.Base, Key: func(m media) string { return strconv.Itoa(m.number) },
	})
	return shelf{table: rows, query: pane.NewQuery(c, k.Keys, rows)}
}

// what is the address, or for inline data its name.
func what(m media) string {
	switch {
	case m.URL != "":
		return m.URL
	case m.Name != "":
		return m.Name
	}
	return m.MediaType
}

func calledBy(m media) string {
	if m.Call == nil {
		return ""
	}
	return m.Call.Label()
}

// sizeOf is the size in bytes of inline data, "" of all else.
func sizeOf(m media) string {
	if !m.Inline {
		return ""
	}
	return strconv.FormatInt(m.Size, 10)
}

func sizeCell(m media) table.Cell {
	if !m.Inline {
		return table.Cell{}
	}
	return table.Cell{Text: transcript.Size(m.Size)}
}

func classText(w *words.Words, c transcript.Class) string {
	return w.T([...]string{
		transcript.ClassLink:     "sessions.class.link",
		transcript.ClassImage:    "sessions.class.image",
		transcript.ClassVideo:    "sessions.class.video",
		transcript.ClassAudio:    "sessions.class.audio",
		transcript.ClassDocument: "sessions.class.document",
		transcript.ClassFile:     "sessions.class.file",
	}[c])
}

func (m *Model) openShelf() tea.Cmd {
	m.mode = shelving
	m.resize()
	if m.shelf.of == m.doc {
		return nil
	}
	var cmds []tea.Cmd
	another := m.shelf.session != m.doc.id
	if another {
		m.shelf.table.SelectNone()
		cmds = append(cmds, m.shelf.query.Set(""))
	}
	m.shelf.of, m.shelf.session = m.doc, m.doc.id
	found := m.doc.t.Shelf()
	rows := make([]media, len(found))
	for i, f := range found {
		rows[i] = media{Media: f, number: i + 1}
	}
	cmds = append(cmds, m.shelf.table.SetRows(rows))
	if another {
		m.shelf.table.MoveTo("1")
	}
	return tea.Batch(cmds...)
}

func (m *Model) onShelfKey(msg tea.KeyMsg) tea.Cmd {
	k, q := &m.keys, &m.shelf.query
	defer m.resize() // the filter's line may come or go
	current, ok := m.shelf.table.Current()
	switch {
	case q.Typing():
		return q.Update(msg)
	case key.Matches(msg, k.Filter):
		return q.Begin()
	case key.Matches(msg, k.Back) && q.Value() != "":
		return q.Set("")
	case key.Matches(msg, k.Back), key.Matches(msg, k.Media):
		m.browse()
		return nil
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.shelf.table, nil)
		return nil
	case !ok: // there is no row
		return nil
	case key.Matches(msg, k.Export):
		rows := slices.Collect(m.shelf.table.Rows())
		m.Choice.Format(m.ctx.Words.N("sessions.media.choose_export", len(rows)), func(f plain.Format) tea.Cmd {
			return m.ctx.ExportSheet("session-"+text.FileName(m.doc.id)+"-media", f, mediaSheet(m.ctx, rows))
		}, plain.Markdown, plain.CSV)
		return nil
	case key.Matches(msg, k.CopyAll):
		return m.copyAddresses(slices.Collect(m.shelf.table.Rows()))
	case key.Matches(msg, k.Copy):
		return m.copyAddresses(m.shelf.wanted(current))
	case key.Matches(msg, k.CopyJSON):
		return m.copyParts(m.shelf.wanted(current))
	case key.Matches(msg, k.CopyCell):
		return m.ctx.CopyCell(m.shelf.table)
	case key.Matches(msg, k.SaveInline):
		return m.saveInline(current)
	case key.Matches(msg, k.ShowHere):
		m.browse()
		at := current.First
		if current.Call != nil {
			at = current.Made
		}
		if p := m.doc.t.Part(at); p != nil {
			m.depth = max(m.depth, transcript.DepthTools)
			m.relist()
		}
		m.goTo(at)
		return nil
	}
	return m.shelf.table.Update(msg)
}

// wanted are the rows that are selected, or the current one where none is.
func (s *shelf) wanted(current media) []media {
	if s.table.SelectedCount() == 0 {
		return []media{current}
	}
	return slices.Collect(s.table.Selected())
}

// copyParts copies the parts that first name media, each once, as JSON.
func (m *Model) copyParts(rows []media) tea.Cmd {
	var refs []transcript.Ref
	for _, r := range rows {
		if !slices.Contains(refs, r.First) {
			refs = append(refs, r.First)
		}
	}
	if len(refs) == 1 {
		return m.copyJSON(refs[0])
	}
	var parts []jsontext.Value
	for _, r := range refs {
		if p := m.doc.t.Part(r); p != nil {
			parts = append(parts, p.Raw)
		}
	}
	return m.ctx.CopyJSON(m.ctx.Words.N("sessions.copied_parts", len(parts)), parts)
}

// copyAddresses copies the addresses of media, a line each. Inline data has
// none.
func (m *Model) copyAddresses(rows []media) tea.Cmd {
	w := m.ctx.Words
	var addresses []string
	for _, r := range rows {
		if r.URL != "" {
			addresses = append(addresses, text.Clean(r.URL))
		}
	}
	switch n := len(addresses); {
	case n == 0:
		return pane.Notify(pane.Warning, w.T("sessions.media.no_address", "Key", m.keys.SaveInline.Help().Key))
	case n == 1 && len(rows) == 1:
		return m.ctx.CopyText(text.Cut(addresses[0], 60), addresses[0])
	}
	what := w.N("sessions.media.copied", len(addresses))
	if left := len(rows) - len(addresses); left > 0 {
		what = w.N("sessions.media.copied_without", left, "What", what)
	}
	return m.ctx.CopyText(what, strings.Join(addresses, "\n"))
}

// saveInline writes inline data into a new file.
func (m *Model) saveInline(r media) tea.Cmd {
	c := m.ctx
	if !r.Inline {
		return pane.Notify(pane.Info, c.Words.T("sessions.media.hosted"))
	}
	name := "session-" + text.FileName(m.doc.id) + "-" + strconv.Itoa(r.number) + extension(r.MediaType)
	file := r.File
	return func() tea.Msg {
		content, err := file.Bytes()
		if err != nil {
			return pane.Notice{Level: pane.Failure, Text: c.Words.T("notice.save_failed", "Reason", text.Clean(err.Error()))}
		}
		return c.SaveFile(name, content)()
	}
}

// extension is the ending of a file name by its type, none where the type is
// not one that everybody knows.
func extension(mediaType string) string {
	switch mediaType {
	case "image/png", "image/gif", "image/webp", "video/mp4", "video/webm", "audio/wav", "application/pdf", "application/json":
		return "." + mediaType[strings.IndexByte(mediaType, '/')+1:]
	case "image/jpeg":
		return ".jpg"
	case "audio/mpeg":
		return ".mp3"
	case "text/plain":
		return ".txt"
	}
	return ".bin"
}

// mediaSheet is media for files: addresses whole, sizes in bytes.
func mediaSheet(c *pane.Context, rows []media) *plain.Sheet[media] {
	column := func(id string, value func(*media) string) plain.Column[media] {
		return plain.Column[media]{Name: id, Title: c.Words.T("sessions.media." + id), Value: value}
	}
	return &plain.Sheet[media]{Rows: rows, Columns: []plain.Column[media]{
		column("number", func(m *media) string { return strconv.Itoa(m.number) }),
		column("class", func(m *media) string { return classText(c.Words, m.Class) }),
		column("what", func(m *media) string { return what(*m) }),
		column("size", func(m *media) string { return sizeOf(*m) }),
		column("type", func(m *media) string { return m.MediaType }),
		column("call", func(m *media) string { return calledBy(*m) }),
		column("count", func(m *media) string { return strconv.Itoa(m.Count) }),
	}}
}

// aboveShelf are the lines above its table.
func (m *Model) aboveShelf() []string {
	w := m.ctx.Words
	_, total := m.shelf.table.Counts()
	title := " " + m.ctx.Theme.Title.Render(w.N("sessions.media.title", total))
	if n := m.shelf.table.SelectedCount(); n > 0 {
		title += "  " + m.ctx.Theme.Table.Selected.Render(w.N("sessions.media.selected", n))
	}
	return append([]string{text.Cut(title, m.Width)}, m.shelf.query.Lines(m.Width)...)
}

func (m *Model) viewShelf() string {
	w := m.ctx.Words
	nothing := w.T("sessions.media.none")
	if _, total := m.shelf.table.Counts(); total > 0 {
		nothing = w.T("sessions.media.no_match", "Key", m.keys.Back.Help().Key)
	}
	return m.ctx.List(m.shelf.table, m.aboveShelf(), nothing, "", m.Width, m.Height)
}
