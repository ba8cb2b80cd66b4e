package options

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/options/matrix"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// line is a line of the matrix: a capability or an option, or a platform if the
// matrix is transposed.
type line struct {
	name, label string // name is the identifier on the wire
	cells       []api.Support
}

// grid is the matrix in one of its two directions.
type grid struct {
	titles []line // of the columns, without cells
	lines  []line
	cut    bool // columns are missing
}

// newGrid lays out what is known of all platforms: capabilities and options in
// lines, platforms in columns; transposed, the other way round.
func newGrid(c *pane.Context, sources []matrix.Source, transposed bool) grid {
	mx := matrix.Of(sources)
	things := make([]line, len(mx.Columns))
	for i, col := range mx.Columns {
		things[i] = line{name: col.Name, label: capabilityLabel(c, col.Name)}
		if col.Kind == matrix.Option {
			things[i].label = cmp.Or(col.Label, col.Name)
		}
	}
	platforms := make([]line, len(mx.Rows))
	for i, r := range mx.Rows {
		platforms[i] = line{name: r.Platform.Platform, label: c.PlatformName(r.Platform.Platform)}
	}
	g := grid{titles: platforms, lines: things, cut: mx.Cut}
	if transposed {
		g.titles, g.lines = things, platforms
	}
	for i := range g.lines {
		g.lines[i].cells = make([]api.Support, len(g.titles))
		for j := range g.titles {
			if transposed {
				g.lines[i].cells[j] = mx.Rows[i].Cells[j]
			} else {
				g.lines[i].cells[j] = mx.Rows[j].Cells[i]
			}
		}
	}
	return g
}

// resource is what is shown, copied and exported of a line of the grid.
func (g *grid) resource(c *pane.Context, transposed bool) *pane.Resource[*line] {
	title := "options.column.thing"
	if transposed {
		title = "platforms.column.displayName"
	}
	label := textColumn("label", 16, 32, 200, theme.Plain, func(l *line) (string, bool) { return l.label, true })
	label.Title, label.Pinned = c.Words.T(title), true
	name := textColumn("name", 0, 24, 1, theme.Muted, func(l *line) (string, bool) { return l.name, true })
	name.Title = c.Words.T("platforms.column.platform")
	r := &pane.Resource[*line]{
		Name: "matrix", ID: func(l *line) string { return l.name }, Record: g.record,
		Columns: []pane.Column[*line]{label, name},
	}
	ids := map[string]bool{"label": true, "name": true}
	for i, t := range g.titles {
		id := t.name
		for ids[id] { // an option may be called like a capability
			id += "'"
		}
		ids[id] = true
		col := supportColumn(c, id, 32, 100, func(l *line) api.Support { return l.cells[i] })
		col.Title = t.label
		r.Columns = append(r.Columns, col)
	}
	return r
}

// record is the JSON of a line: the names of the columns by what is stated there.
func (g *grid) record(l *line) any {
	r := struct {
		Name        string   `json:"name"`
		Label       string   `json:"label"`
		Supported   []string `json:"supported"`
		Unsupported []string `json:"unsupported"`
	}{Name: l.name, Label: l.label, Supported: []string{}, Unsupported: []string{}}
	for i, s := range l.cells {
		switch s {
		case api.Supported:
			r.Supported = append(r.Supported, g.titles[i].name)
		case api.Unsupported:
			r.Unsupported = append(r.Unsupported, g.titles[i].name)
		}
	}
	return r
}

// matrixScreen is the screen of all platforms side by side.
type matrixScreen struct {
	*pane.List[*line]
	m             *Model
	transposed    bool
	grid          *grid
	width, height int
}

func (m *Model) openMatrix() tea.Cmd {
	if !m.Store.Platforms.Loaded() {
		return nil
	}
	s := &matrixScreen{m: m}
	cmd := s.fill()
	m.Push(s)
	return tea.Batch(cmd, m.loadAll(false))
}

// fill shows what is known now. The cursor, the order and the choice of columns
// stay unless the columns have changed; the filter always stays.
func (s *matrixScreen) fill() tea.Cmd {
	m := s.m
	var sources []matrix.Source
	for _, p := range m.Store.Platforms.Value {
		options, loaded := m.known(p.Platform)
		sources = append(sources, matrix.Source{Platform: p, Options: options, OptionsRead: loaded})
	}
	before := s.grid
	g := newGrid(m.Context, sources, s.transposed)
	s.grid = &g
	var cmd tea.Cmd
	same := func(a, b line) bool { return a.name == b.name && a.label == b.label }
	if before == nil || !slices.EqualFunc(before.titles, g.titles, same) {
		query := ""
		if s.List != nil && before != nil {
			query = s.Query.Value()
		}
		s.List = s.newList()
		s.List.SetSize(s.width, s.height)
		cmd = s.Query.Set(query)
	}
	lines := make([]*line, len(g.lines))
	for i := range lines {
		lines[i] = &g.lines[i]
	}
	return tea.Batch(cmd, s.SetRows(lines))
}

func (s *matrixScreen) newList() *pane.List[*line] {
	m := s.m
	return pane.NewList(m.Stack, pane.ListConfig[*line]{
		Resource: s.grid.resource(m.Context, s.transposed), Summary: s.summary, State: s.State,
		Empty:   func(bool) string { return m.noMatch() },
		Refresh: func() tea.Cmd { return tea.Batch(m.Store.Platforms.Refresh(), m.loadAll(true)) },
		Actions: []pane.Action[*line]{{Key: m.keys.Turn, Do: s.transpose}},
		Footer: func() []key.Binding {
			k := &m.Keys
			return []key.Binding{k.Back, m.keys.Turn, k.Filter, k.Columns, k.Export, k.Refresh}
		},
	})
}

func (s *matrixScreen) transpose() tea.Cmd {
	s.transposed, s.grid = !s.transposed, nil
	return s.fill()
}

// State is the state of the platforms and of their options.
func (s *matrixScreen) State() store.State {
	state := s.m.Store.Platforms.State()
	state.InFlight += s.m.running()
	return state
}

// Update is one step.
func (s *matrixScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case refill, store.Changed:
		return s.fill()
	}
	return s.List.Update(msg)
}

// SetSize sets the room in cells.
func (s *matrixScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.List.SetSize(width, height)
}

func (s *matrixScreen) summary(width int) []string {
	m, w, t := s.m, s.m.Words, s.m.Theme
	title := " " + t.Title.Render(w.T("options.matrix_title")) + "  " + t.Tone(theme.Muted).Render(w.T("options.matrix_key", "Dash", t.Glyphs.Dash))
	lines := []string{text.Cut(title, width)}
	var failed []string
	for i := range m.Store.Platforms.Value {
		if id := m.Store.Platforms.Value[i].Platform; m.load(id).Err != nil {
			failed = append(failed, m.PlatformName(id))
		}
	}
	alert, tone := "", theme.Warn
	switch left := len(m.queue) + m.running(); {
	case left > 0:
		alert, tone = t.Glyphs.Pending+" "+w.T("options.surveying", "Done", max(m.queued-left, 0), "Of", m.queued), theme.Muted
	case len(failed) > 0:
		alert = t.Glyphs.Stale + " " + w.T("options.survey_failed", "Platforms", strings.Join(failed, ", "), "Key", m.Keys.Refresh.Help().Key)
	case s.grid.cut:
		alert = t.Glyphs.Stale + " " + w.T("options.matrix_cut")
	}
	if alert != "" {
		lines = append(lines, t.Tone(tone).Render(text.Cut(" "+alert, width)))
	}
	return lines
}

// FullHelp is all keys that work now.
func (s *matrixScreen) FullHelp() [][]key.Binding {
	if s.Query.Typing() {
		return s.List.FullHelp()
	}
	return append([][]key.Binding{{s.m.Keys.Back}}, s.List.FullHelp()...)
}
