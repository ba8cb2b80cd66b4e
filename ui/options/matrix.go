package options

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

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
// order of appearance. known returns the options of a platform, and false if they are
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
			find(&capabilities, "capability "+it.Path, it.Path, it.Label(v)).stated[id] = it.Support
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
	return append(capabilities, offered...)
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
		Footer: func() []key.Binding {
			k := &m.stack.Keys
			return []key.Binding{k.Back, k.Filter, k.Columns, k.Export, k.Refresh}
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

// shortNames are the heads of the columns: as many cells of each name as fit, and whole names
// with the cells that are left, those that miss least first. They are nil if all fit whole.
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
	short := heads(names, 2)
	room -= s.label
	for cells := 3; cells <= 12; cells++ {
		next := heads(names, cells)
		if width(next, 1) <= room {
			short = next
		}
	}
	missing := func(i int) int {
		return text.Width(names[i]) - text.Width(short[i])
	}
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return missing(i) - missing(j)
	})
	for _, i := range order {
		if width(short, 1)+missing(i) <= room {
			short[i] = names[i]
		}
	}
	return short
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

func (s *matrixScreen) legend(width int) []string {
	const minHeight = 20
	if s.heads == nil || s.height < minHeight {
		return nil
	}
	names := s.labels()
	var parts []string
	for i, short := range s.heads {
		if short != names[i] {
			parts = append(parts, strings.ReplaceAll(text.Clean(short+" "+names[i]), " ", "\u00a0"))
		}
	}
	lines := text.Wrap(strings.Join(parts, "  "), width-1)
	for i, line := range lines {
		lines[i] = " " + s.m.theme.Tone(theme.Muted).Render(strings.ReplaceAll(line, "\u00a0", " "))
	}
	return lines
}

func (s *matrixScreen) summary(width int) []string {
	w := s.m.words
	t := s.m.theme
	m := s.m
	g := t.Glyphs
	key := w.T("options.matrix_key", "Yes", g.Normal, "No", g.Dash, "Unknown", g.Unknown)
	lines := append(
		[]string{text.Cut(" "+t.Tone(theme.Muted).Render(key), width)},
		s.legend(width)...,
	)
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

// heads shortens names to at most room cells each for the heads of columns: to a common short
// name, else to its beginning, or to initials if two would be equal.
func heads(names []string, room int) []string {
	short := initials(names)
	if room <= 2 {
		return short
	}
	taken := map[string]bool{}
	for i, name := range names {
		head := resource.Abbreviated(text.Clean(name), room)
		if text.Width(head) > room {
			head = strings.TrimSuffix(
				text.Cut(strings.ReplaceAll(head, " ", "")+"  ", room+1),
				text.Ellipsis,
			)
		}
		if head != "" && !taken[head] {
			short[i] = head
		}
		taken[short[i]] = true
	}
	return short
}

// initials abbreviates names to two cells for the heads of columns: to the first letter
// and another one, or to a Chinese character. Where possible, no two are equal.
func initials(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		first := ""
		for _, r := range text.Clean(name) {
			pick := string(r)
			switch {
			case !unicode.IsLetter(r) && !unicode.IsNumber(r):
				continue
			case text.Width(pick) == 2:
			case first == "":
				first = pick
				continue
			default:
				pick = first + pick
			}
			taken := slices.Contains(short[:i], short[i])
			if short[i] == "" ||
				taken && !slices.Contains(short[:i], pick) {
				short[i] = pick
			}
		}
		short[i] = cmp.Or(short[i], first, "?")
	}
	return short
}
