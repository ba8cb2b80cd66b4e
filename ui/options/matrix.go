package options

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// matrixScreen is the screen of all platforms side by side.
type matrixScreen struct {
	*pane.List[*options.Feature]
	m             *site
	heads         []options.Head // the columns
	label         int            // cells of the widest name of a line
	filter        tea.Cmd        // filters a list that SetSize made; the next Update returns it
	width, height int
}

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
	var heads []options.Head
	var rows []*options.Feature
	for _, m := range s.m.pane.sites {
		known := m.knownNow()
		rows = append(rows, options.Features(m.view, m.own.Name, known)...)
		for i := range known.Platforms {
			id := known.Platforms[i].Platform
			isListed := slices.ContainsFunc(heads, func(h options.Head) bool {
				return h.ID == id
			})
			if !isListed && !known.Platforms[i].Hidden() {
				heads = append(heads, options.Head{ID: id, Name: m.view.PlatformName(id)})
			}
		}
	}
	s.label = 0
	for _, r := range rows {
		s.label = min(max(s.label, text.Width(r.Label)), options.FeatureLabel)
	}
	heads = s.fitting(heads)
	var cmd tea.Cmd
	if s.List == nil || !slices.Equal(heads, s.heads) {
		query := ""
		if s.List != nil {
			query = s.Query.Value()
		}
		s.heads = heads
		s.List = s.newList()
		s.List.SetSize(s.width, s.height)
		cmd = s.Query.Set(query)
	}
	return tea.Batch(cmd, s.SetRows(rows))
}

func (s *matrixScreen) newList() *pane.List[*options.Feature] {
	m := s.m
	return pane.NewList(m.stack, pane.ListConfig[*options.Feature]{
		Resource: options.FeatureResource(m.view, s.heads),
		Heading:  "options.matrix_title",
		Site:     func(f *options.Feature) string { return f.Site },
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
		Actions: []pane.Action[*options.Feature]{{
			Key: m.keys.Raw,
			Row: func(f *options.Feature) tea.Cmd {
				m := m.pane.siteNamed(f.Site)
				return m.stack.ShowJSON(f.Label, f.Sent(m.knownNow()))
			},
		}},
		Footer: func() []key.Binding {
			k := &m.stack.Keys
			return []key.Binding{k.Filter, k.Columns, m.keys.Raw, k.Export}
		},
	})
}

// fitting returns heads with short names where not all names fit whole.
func (s *matrixScreen) fitting(heads []options.Head) []options.Head {
	room := s.width - 6
	sites := s.m.ctx.Sites.Names()
	if len(sites) > 1 {
		room -= text.Widest(sites) + 2
	}
	names := make([]string, len(heads))
	whole := options.FeatureLabel
	for i := range heads {
		names[i] = heads[i].Name
		heads[i].Short = ""
		whole += text.Width(names[i]) + 3
	}
	if whole <= room {
		return heads
	}
	for i, short := range options.Heads(names, room-s.label) {
		heads[i].Short = short
	}
	return heads
}

func (s *matrixScreen) Update(msg tea.Msg) tea.Cmd {
	cmd := s.filter
	s.filter = nil
	switch msg.(type) {
	case store.Changed:
		return tea.Batch(cmd, s.fill())
	case pane.SettingsChanged:
		return tea.Batch(cmd, s.Reword(options.FeatureResource(s.m.view, s.heads)))
	}
	return tea.Batch(cmd, s.List.Update(msg))
}

// SetSize sets the size in cells. The names of platforms are short if there are too many
// for whole ones.
func (s *matrixScreen) SetSize(width, height int) {
	s.width = width
	s.height = height
	if !slices.Equal(s.fitting(slices.Clone(s.heads)), s.heads) {
		s.filter = s.fill()
	}
	s.List.SetSize(width, height)
}

// legend explains on one line the signs and as many of the shortened heads as there is room for: first that of the
// column under the cursor, then those that are not the beginnings of their names, last those that are words of them.
// Where there is no room for all it names the key of the help, which has them.
func (s *matrixScreen) legend(width int) string {
	w := s.m.words
	g := s.m.theme.Glyphs
	signs := w.T("options.matrix_key", "Yes", g.Normal, "No", g.Dash, "Unknown", g.Unknown)
	line, isWhole := s.explained(signs, width-1)
	if !isWhole {
		rest := "  " + w.T("options.matrix_rest", "Key", s.m.ctx.Key(s.m.ctx.Bind("help")))
		line, _ = s.explained(signs, width-1-text.Width(rest))
		line += rest
	}
	return " " + s.m.theme.Paint(theme.Muted, text.Cut(line, width-1))
}

// explained appends to a line the shortened heads with their names that fit into a width, and says whether all do.
func (s *matrixScreen) explained(line string, width int) (string, bool) {
	isWhole := true
	under := s.Table.Column()
	for kind := current; kind <= word; kind++ {
		for _, h := range s.shortened() {
			of := kindOf(h)
			if h.ID == under {
				of = current
			}
			if of != kind {
				continue
			}
			longer := line + "  " + text.Clean(h.Short) + " " + text.Clean(h.Name)
			if text.Width(longer) < width {
				line = longer
			} else {
				isWhole = false
			}
		}
	}
	return line, isWhole
}

// shortened are the heads that are shown with short names.
func (s *matrixScreen) shortened() (heads []options.Head) {
	for _, h := range s.heads {
		if h.Short != "" && h.Short != h.Name {
			heads = append(heads, h)
		}
	}
	return heads
}

// Signs are the short names of platforms, for the help.
func (s *matrixScreen) Signs() (signs []pane.Sign) {
	for _, h := range s.shortened() {
		signs = append(signs, pane.Sign{Sign: text.Clean(h.Short), Meaning: text.Clean(h.Name)})
	}
	return signs
}

// headKind is how a short head is made from the name of a platform.
type headKind int

const (
	current headKind = iota // under the cursor, however it is made
	initials
	beginning
	word
)

func kindOf(h options.Head) headKind {
	words := strings.FieldsFunc(h.Name, func(r rune) bool {
		return strings.ContainsRune(" ()（）", r)
	})
	if slices.Contains(words, h.Short) {
		return word
	}
	if strings.HasPrefix(h.Name, h.Short) {
		return beginning
	}
	return initials
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
		for _, h := range s.heads {
			if m.load(h.ID).Err != nil {
				failed = append(failed, text.Join(" ", h.Name, m.own.Label()))
			}
		}
		left += len(m.queue) + m.running()
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
		lines = append(lines, t.Paint(tone, text.Cut(" "+alert, width)))
	}
	return lines
}
