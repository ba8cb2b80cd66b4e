package options

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// line is a line of the matrix: a capability (4.3) or an option (4.2) of platforms.
type line struct {
	site        string
	name, label string                 // name is the identifier on the wire
	stated      map[string]api.Support // by platform
}

// newLines compares platforms by what they support: capabilities, then options, each in
// order of appearance, but first those in which platforms differ. known returns the options of a platform, and false if they are
// not loaded.
func newLines(
	v *resource.View,
	platforms []api.Platform,
	known func(id string) ([]api.PublishOption, bool),
) []*line {
	var capabilities, offered []*line
	byName := map[string]*line{}
	find := func(list *[]*line, key, name, label string) *line {
		if byName[key] == nil {
			byName[key] = &line{
				site:   "",
				name:   name,
				label:  label,
				stated: map[string]api.Support{},
			}
			*list = append(*list, byName[key])
		}
		return byName[key]
	}
	for i := range platforms {
		id := platforms[i].Platform
		for _, it := range options.CapabilitiesOf(nil, options.SentCapabilities(&platforms[i])) {
			find(
				&capabilities,
				"capability "+it.Path,
				it.Path,
				it.Label(v),
			).stated[id] = it.Support
		}
		list, _ := known(id)
		for _, o := range list {
			find(
				&offered,
				"option "+o.Field,
				o.Field,
				cmp.Or(o.Label.Or(""), o.Field),
			).stated[id] = api.Supported
		}
	}
	for _, o := range offered {
		for i := range platforms {
			id := platforms[i].Platform
			_, loaded := known(id)
			if loaded && o.stated[id] == api.SupportNotStated {
				o.stated[id] = api.Unsupported
			}
		}
	}
	lines := append(capabilities, offered...)
	slices.SortStableFunc(lines, func(a, b *line) int {
		return a.agreement(platforms) - b.agreement(platforms)
	})
	return lines
}

// agreement ranks lines by what platforms that are served state: 0 for yes and no, 1 for one of
// them and nothing, 2 for the same everywhere.
func (l *line) agreement(platforms []api.Platform) int {
	found := map[api.Support]bool{}
	for i := range platforms {
		if platforms[i].Served() {
			found[l.stated[platforms[i].Platform]] = true
		}
	}
	if found[api.Supported] && found[api.Unsupported] {
		return 0
	}
	if len(found) > 1 {
		return 1
	}
	return 2
}

// matrixLabel is the width of the names of the lines.
const matrixLabel = 32

// matrixScreen is the screen of all platforms side by side.
type matrixScreen struct {
	*pane.List[*line]
	m             *site
	platforms     []named  // the columns
	heads         []string // their names in short, or nil for whole names
	label         int      // cells of the widest name of a line
	filter        tea.Cmd  // filters a list that SetSize made; the next Update returns it
	width, height int
}

// named is a platform with its name in the user's language.
type named struct{ id, label string }

func (m *site) openMatrix() tea.Cmd {
	if m.ctx.Stores().PlatformsState().At.IsZero() {
		return nil
	}
	s := &matrixScreen{m: m}
	cmd := s.fill()
	m.stack.Push(s)
	return tea.Batch(
		cmd,
		s.filter,
		pane.Each(m.pane.sites, func(m *site) tea.Cmd {
			return m.loadAll(false)
		}),
	)
}

// fill shows what is known now. The filter stays; the cursor, the order and the choice of
// columns stay unless the columns have changed.
func (s *matrixScreen) fill() tea.Cmd {
	before := s.platforms
	platforms := []named(nil)
	heads := s.heads
	var lines []*line
	s.label = 0
	for _, m := range s.m.pane.sites {
		for i := range m.store.Platforms.Value {
			id := m.store.Platforms.Value[i].Platform
			isListed := slices.ContainsFunc(platforms, func(p named) bool {
				return p.id == id
			})
			if !isListed && !m.store.Platforms.Value[i].Hidden() {
				platforms = append(platforms, named{id, m.view.PlatformName(id)})
			}
		}
		for _, l := range newLines(m.view, m.store.Platforms.Value, m.known) {
			l.site = m.own.Name
			lines = append(lines, l)
			s.label = min(max(s.label, text.Width(l.label)), matrixLabel)
		}
	}
	s.platforms = platforms
	s.heads = s.shortNames()
	var cmd tea.Cmd
	if s.List == nil || !slices.Equal(heads, s.heads) || !slices.Equal(before, platforms) {
		query := ""
		if s.List != nil {
			query = s.Query.Value()
		}
		s.List = s.newList()
		s.List.SetSize(s.width, s.height)
		cmd = s.Query.Set(query)
	}
	return tea.Batch(cmd, s.SetRows(lines))
}

func (s *matrixScreen) newList() *pane.List[*line] {
	m := s.m
	return pane.NewList(m.stack, pane.ListConfig[*line]{
		Resource: s.resource(),
		Heading:  "options.matrix_title",
		Site:     func(l *line) string { return l.site },
		Summary:  s.summary,
		Empty:    m.noPlatforms(),
		State: func() store.State {
			state := m.ctx.Stores().PlatformsState()
			for _, m := range m.pane.sites {
				state.InFlight += m.running()
			}
			return state
		},
		Refresh: func() tea.Cmd {
			return tea.Batch(
				m.refreshPlatforms(),
				pane.Each(m.pane.sites, func(m *site) tea.Cmd {
					return m.loadAll(true)
				}),
			)
		},
		Actions: []pane.Action[*line]{{
			Key: m.keys.Raw,
			Row: func(l *line) tea.Cmd { return s.openSent(l) },
		}},
		Footer: func() []key.Binding {
			k := &m.stack.Keys
			return []key.Binding{k.Back, k.Filter, k.Columns, m.keys.Raw, k.Export, k.Refresh}
		},
	})
}

// resource returns the resource of lines, by which they are shown, copied and exported.
func (s *matrixScreen) resource() *resource.Resource[*line] {
	c := s.m.view
	label := resource.Text(
		"label",
		200,
		16,
		matrixLabel,
		theme.Plain,
		func(l *line) string { return l.label },
	)
	label.Title = c.Words.T("options.column.thing")
	label.Pinned = true
	name := resource.Text("name", 1, 0, 24, theme.Muted, func(l *line) string {
		return l.name
	})
	name.Hidden = true
	name.Title = c.Words.T("platforms.column.platform")
	r := &resource.Resource[*line]{
		Name:    "matrix",
		ID:      func(l *line) string { return l.name },
		Record:  s.record,
		Columns: []resource.Column[*line]{label, name},
	}
	for i, p := range s.platforms {
		of := func(l *line) api.Support { return l.stated[p.id] }
		col := options.SupportColumn(c, p.id, 32, 100, of)
		col.Title = p.label
		col.Cell = func(l *line) resource.Cell {
			sign, tone := options.SupportDot(c.Theme, of(l))
			return resource.Cell{Text: sign, Tone: tone}
		}
		if s.heads != nil {
			whole := col
			whole.ExportOnly = true
			r.Columns = append(r.Columns, whole)
			col.Title = s.heads[i]
			col.TableOnly = true
			col.Right = true
			col.Unsorted = true // an arrow would widen the column
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
		for _, p := range s.platforms {
			if l.stated[p.id] == support {
				list = append(list, p.id)
			}
		}
		return list
	}
	return struct {
		Name        string   `json:"name"`
		Label       string   `json:"label"`
		Supported   []string `json:"supported"`
		Unsupported []string `json:"unsupported"`
	}{
		Name:        l.name,
		Label:       l.label,
		Supported:   names(api.Supported),
		Unsupported: names(api.Unsupported),
	}
}

// openSent shows what the service sent of a line, by platform.
func (s *matrixScreen) openSent(l *line) tea.Cmd {
	m := s.m.pane.siteNamed(l.site)
	sent := map[string]any{}
	for i := range m.store.Platforms.Value {
		p := &m.store.Platforms.Value[i]
		value := options.SentCapabilities(p)
		for name := range strings.SplitSeq(l.name, ".") {
			value = api.Member(value, name)
		}
		if value != nil {
			sent[p.Platform] = value
		}
		listed, _ := m.known(p.Platform)
		for j := range listed {
			if listed[j].Field == l.name {
				sent[p.Platform] = &listed[j]
			}
		}
	}
	return m.stack.ShowJSON(l.label, sent)
}

// shortNames are the heads of the columns where not all names fit whole, else nil.
func (s *matrixScreen) shortNames() []string {
	names := s.labels()
	width := func(names []string, gap int) (sum int) {
		for _, name := range names {
			sum += text.Width(name) + gap
		}
		return sum
	}
	room := s.width - 6
	sites := s.m.ctx.Sites.Names()
	if len(sites) > 1 {
		room -= width(
			[]string{
				slices.MaxFunc(sites, func(a, b string) int {
					return text.Width(a) - text.Width(b)
				}),
			},
			2,
		)
	}
	if width(names, 3) <= room-matrixLabel {
		return nil
	}
	return heads(names, room-s.label)
}

func (s *matrixScreen) Update(msg tea.Msg) tea.Cmd {
	cmd := s.filter
	s.filter = nil
	switch msg.(type) {
	case store.Changed:
		return tea.Batch(cmd, s.fill())
	case pane.SettingsChanged:
		return tea.Batch(cmd, s.Reword(s.resource()))
	}
	return tea.Batch(cmd, s.List.Update(msg))
}

// SetSize sets the size in cells. The names of platforms are short if there are too many
// for whole ones.
func (s *matrixScreen) SetSize(width, height int) {
	s.width = width
	s.height = height
	if !slices.Equal(s.shortNames(), s.heads) {
		s.filter = s.fill()
	}
	s.List.SetSize(width, height)
}

// labels are the names of the columns.
func (s *matrixScreen) labels() []string {
	var names []string
	for _, p := range s.platforms {
		names = append(names, p.label)
	}
	return names
}

// legend is a line of the signs and of as many shortened heads with their names as fit, first those
// that are not the beginnings of their names.
func (s *matrixScreen) legend(width int) string {
	w := s.m.words
	g := s.m.theme.Glyphs
	line := w.T("options.matrix_key", "Yes", g.Normal, "No", g.Dash, "Unknown", g.Unknown)
	names := s.labels()
	for _, begins := range []bool{false, true} {
		for i, short := range s.heads {
			part := "  " + text.Clean(short) + " " + text.Clean(names[i])
			isShort := short != names[i] && strings.HasPrefix(names[i], short) == begins
			if isShort && text.Width(line+part) < width {
				line += part
			}
		}
	}
	return " " + s.m.theme.Tone(theme.Muted).Render(text.Cut(line, width-1))
}

func (s *matrixScreen) summary(width int) []string {
	w := s.m.words
	t := s.m.theme
	m := s.m
	lines := []string{s.legend(width)}
	var failed []string
	left := 0
	queued := 0
	for _, m := range m.pane.sites {
		for _, p := range s.platforms {
			if m.load(p.id).Err != nil {
				failed = append(failed, text.Join(" ", p.label, m.own.Label()))
			}
		}
		left = left + len(m.queue) + m.running()
		queued += m.queued
	}
	alert := ""
	tone := theme.Warn
	if left > 0 {
		alert = t.Glyphs.Pending + " " + w.T(
			"options.surveying",
			"Done", max(queued-left, 0),
			"Of", queued,
		)
		tone = theme.Muted
	} else if len(failed) > 0 {
		alert = t.Glyphs.Stale + " " + w.T(
			"options.survey_failed",
			"Platforms", strings.Join(failed, ", "),
			"Key", m.ctx.Key(m.stack.Keys.Refresh),
		)
	}
	if alert != "" {
		lines = append(lines, t.Tone(tone).Render(text.Cut(" "+alert, width)))
	}
	return lines
}
