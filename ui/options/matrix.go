package options

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// Bounds of the nesting of capabilities, and of the capabilities and options compared.
const (
	maxCapabilityDepth = 12
	maxThings          = 500
)

// line is a line or a column of the matrix: a platform, or a capability (4.3) or
// option (4.2) of platforms.
type line struct {
	id, name, label string // name is the identifier on the wire
}

// grid compares platforms by what they support.
type grid struct {
	titles, lines []*line                   // the heads of the columns, and the lines
	transposed    bool                      // platforms are the lines
	stated        map[[2]string]api.Support // by the ids of platform and thing
	cut           bool                      // things beyond maxThings are missing
}

// newGrid lays out what is known of all platforms: capabilities, then options,
// each in order of appearance. known returns the options of a platform, and
// false if they are not loaded.
func newGrid(v *resource.View, platforms []api.Platform, known func(id string) ([]api.PublishOption, bool), transposed bool) *grid {
	g := &grid{transposed: transposed, stated: map[[2]string]api.Support{}}
	var capabilities, options []*line
	found := map[string]bool{}
	state := func(platform string, list *[]*line, thing line, s api.Support) {
		if !found[thing.id] && len(found) == maxThings {
			g.cut = true
			return
		}
		if !found[thing.id] {
			found[thing.id] = true
			*list = append(*list, &thing)
		}
		g.stated[[2]string{platform, thing.id}] = s
	}
	for i := range platforms {
		id := platforms[i].Platform
		g.titles = append(g.titles, &line{id: id, name: id, label: v.PlatformName(id)})
		eachCapability(nil, platforms[i].Capabilities, func(path string, s api.Support) {
			state(id, &capabilities, line{"capability " + path, path, wordOr(v, "capability", path)}, s)
		})
		list, _ := known(id)
		for _, o := range list {
			state(id, &options, line{"option " + o.Field, o.Field, cmp.Or(o.Label.Or(""), o.Field)}, api.Supported)
		}
	}
	for _, o := range options {
		for _, p := range g.titles {
			at := [2]string{p.id, o.id}
			if _, loaded := known(p.id); loaded && g.stated[at] == api.SupportNotStated {
				g.stated[at] = api.Unsupported
			}
		}
	}
	g.lines = append(capabilities, options...)
	if transposed {
		g.titles, g.lines = g.lines, g.titles
	}
	return g
}

// support returns what is stated in a cell.
func (g *grid) support(l, title *line) api.Support {
	if g.transposed {
		return g.stated[[2]string{l.id, title.id}]
	}
	return g.stated[[2]string{title.id, l.id}]
}

// eachCapability yields each boolean below a path. An object with a member named
// supported counts as that boolean, as in [api.Platform.WorkDetail]. It stops at
// malformed JSON.
func eachCapability(path []string, v jsontext.Value, yield func(path string, s api.Support)) {
	n := len(path)
	if v.Kind() == '{' && n <= maxCapabilityDepth {
		for name, value := range api.Members(v) {
			eachCapability(append(path, name), value, yield)
		}
		return
	}
	if n > 1 && path[n-1] == "supported" {
		path = path[:n-1]
	}
	switch {
	case n == 0:
	case v.Kind() == 't':
		yield(strings.Join(path, "."), api.Supported)
	case v.Kind() == 'f':
		yield(strings.Join(path, "."), api.Unsupported)
	}
}

// matrixLabel is the width of the names of the lines.
const matrixLabel = 32

// matrixScreen is the screen of all platforms side by side.
type matrixScreen struct {
	*pane.List[*line]
	m             *Model
	transposed    bool
	short         bool // platforms are columns named by their initials
	grid          *grid
	filter        tea.Cmd // filters a list that SetSize made; the next Update returns it
	width, height int
}

func (m *Model) openMatrix() tea.Cmd {
	if !m.Store.Platforms.Loaded() {
		return nil
	}
	s := &matrixScreen{m: m}
	cmd := s.fill()
	m.Push(s)
	return tea.Batch(cmd, s.filter, m.loadAll(false))
}

// fill shows what is known now. The cursor, the order and the choice of columns
// stay unless the columns have changed; the filter stays unless they were transposed.
func (s *matrixScreen) fill() tea.Cmd {
	m := s.m
	before, short := s.grid, s.short
	s.grid, s.short = newGrid(m.Context.View, m.Store.Platforms.Value, m.known, s.transposed), s.needsInitials()
	var cmd tea.Cmd
	if before == nil || short != s.short || !slices.EqualFunc(before.titles, s.grid.titles, func(a, b *line) bool { return *a == *b }) {
		query := ""
		if before != nil {
			query = s.Query.Value()
		}
		s.List = s.newList()
		s.List.SetSize(s.width, s.height)
		cmd = s.Query.Set(query)
	}
	return tea.Batch(cmd, s.SetRows(s.grid.lines))
}

func (s *matrixScreen) newList() *pane.List[*line] {
	m := s.m
	return pane.NewList(m.Stack, pane.ListConfig[*line]{
		Resource: s.resource(), Heading: m.Words.T("options.matrix_title"), Summary: s.summary,
		Empty: func(bool) string { return m.noMatch() },
		State: func() store.State {
			state := m.Store.Platforms.State()
			state.InFlight += m.running()
			return state
		},
		Refresh: func() tea.Cmd { return tea.Batch(m.Store.Platforms.Refresh(), m.loadAll(true)) },
		Actions: []pane.Action[*line]{{Key: m.keys.Turn, Do: func() tea.Cmd {
			s.transposed, s.grid = !s.transposed, nil
			return s.fill()
		}}},
		Footer: func() []key.Binding {
			k := &m.Keys
			return []key.Binding{k.Back, m.keys.Turn, k.Filter, k.Columns, k.Export, k.Refresh}
		},
	})
}

// resource is what is shown, copied and exported of a line of the grid. Its columns are
// those of the present grid; their cells always show the newest grid.
func (s *matrixScreen) resource() *resource.Resource[*line] {
	c, g := s.m.Context.View, s.grid
	title := "options.column.thing"
	if g.transposed {
		title = "platforms.column.displayName"
	}
	label := resource.Text("label", 200, 16, matrixLabel, theme.Plain, func(l *line) string { return l.label })
	label.Title, label.Pinned = c.Words.T(title), true
	name := resource.Text("name", 1, 0, 24, theme.Muted, func(l *line) string { return l.name })
	name.Hidden = true
	name.Title = c.Words.T("platforms.column.platform")
	r := &resource.Resource[*line]{
		Name: "matrix", ID: func(l *line) string { return l.name }, Record: s.record,
		Columns: []resource.Column[*line]{label, name},
	}
	ids := map[string]bool{"label": true, "name": true}
	short := s.labels()
	if s.short {
		short = initials(short)
	}
	for i, t := range g.titles {
		id := t.name
		for ids[id] { // an option may be called like a capability
			id += "'"
		}
		ids[id] = true
		of := func(l *line) api.Support { return s.grid.support(l, t) }
		col := supportColumn(c, id, 32, 100, of)
		col.Title, col.Cell = short[i], func(l *line) resource.Cell {
			sign, tone := supportDot(c.Theme, of(l))
			return resource.Cell{Text: sign, Tone: tone}
		}
		if s.short {
			whole := col
			whole.Title, whole.ExportOnly = t.label, true
			r.Columns = append(r.Columns, whole)
			col.TableOnly, col.Right, col.Order = true, true, nil // an arrow would widen the column
		}
		r.Columns = append(r.Columns, col)
	}
	return r
}

// record is the JSON of a line: the names of the columns that support it, and of those
// that do not.
func (s *matrixScreen) record(l *line) any {
	names := func(support api.Support) []string {
		list := []string{}
		for _, t := range s.grid.titles {
			if s.grid.support(l, t) == support {
				list = append(list, t.name)
			}
		}
		return list
	}
	return struct {
		Name        string   `json:"name"`
		Label       string   `json:"label"`
		Supported   []string `json:"supported"`
		Unsupported []string `json:"unsupported"`
	}{l.name, l.label, names(api.Supported), names(api.Unsupported)}
}

// needsInitials reports whether the columns are platforms whose names do not fit.
func (s *matrixScreen) needsInitials() bool {
	needed := matrixLabel + 6
	for i := range s.m.Store.Platforms.Value {
		needed += text.Width(s.m.PlatformName(s.m.Store.Platforms.Value[i].Platform)) + 3
	}
	return !s.transposed && needed > s.width
}

func (s *matrixScreen) Update(msg tea.Msg) tea.Cmd {
	cmd := s.filter
	s.filter = nil
	if _, ok := msg.(store.Changed); ok {
		return tea.Batch(cmd, s.fill())
	}
	return tea.Batch(cmd, s.List.Update(msg))
}

// SetSize sets the size in cells. Platforms are named by their initials if there
// are too many for their names.
func (s *matrixScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	if s.needsInitials() != s.short {
		s.filter = s.fill()
	}
	s.List.SetSize(width, height)
}

// labels are the names of the columns.
func (s *matrixScreen) labels() []string {
	var names []string
	for _, t := range s.grid.titles {
		names = append(names, t.label)
	}
	return names
}

func (s *matrixScreen) legend(width int) []string {
	const minHeight = 20
	if !s.short || s.height < minHeight {
		return nil
	}
	names := s.labels()
	var parts []string
	for i, short := range initials(names) {
		if short != names[i] {
			parts = append(parts, strings.ReplaceAll(text.Clean(short+" "+names[i]), " ", "\u00a0"))
		}
	}
	lines := text.Wrap(strings.Join(parts, "  "), width-1)
	for i, line := range lines {
		lines[i] = " " + s.m.Theme.Tone(theme.Muted).Render(strings.ReplaceAll(line, "\u00a0", " "))
	}
	return lines
}

func (s *matrixScreen) summary(width int) []string {
	m, w, t := s.m, s.m.Words, s.m.Theme
	g := t.Glyphs
	key := w.T("options.matrix_key", "Yes", g.Normal, "No", g.Dash, "Unknown", g.Unknown)
	lines := append([]string{text.Cut(" "+t.Tone(theme.Muted).Render(key), width)}, s.legend(width)...)
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

// initials abbreviates names to two cells for the heads of columns: to the first letter
// and another one, or to a Chinese character. Where possible, no two are equal.
func initials(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		candidates := initialsOf(name)
		short[i] = candidates[0]
		for _, c := range candidates {
			if !slices.Contains(short[:i], c) {
				short[i] = c
				break
			}
		}
	}
	return short
}

// initialsOf returns the abbreviations of a name, the best one first.
func initialsOf(name string) []string {
	letters := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	name = text.Clean(strings.Join(letters, ""))
	var candidates []string
	first := ""
	for _, r := range name {
		switch letter := string(r); {
		case text.Width(letter) == 2:
			candidates = append(candidates, letter)
		case first == "":
			first = letter
		default:
			candidates = append(candidates, first+letter)
		}
	}
	if len(candidates) == 0 {
		return []string{cmp.Or(first, "?")}
	}
	return candidates
}
