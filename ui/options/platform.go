package options

import (
	"channeldeck/api"
	"channeldeck/ui/resource/options"

	"context"
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// platformScreen is the screen of one platform: its options, and the text about
// it below or beside them.
type platformScreen struct {
	*pane.Regions
	m     *site
	id    string
	list  *pane.List[*api.PublishOption]
	about *pane.Text
	page  page
}

func (m *site) openPlatform(id string) tea.Cmd {
	if errors.Is(m.load(id).Err, context.Canceled) { // the user stopped the load, and now wants it
		delete(m.byPlatform, id)
	}
	s := &platformScreen{m: m, id: id}
	k := &m.stack.Keys
	own := &m.keys
	// the other keys concern the option under the cursor
	raw := m.ctx.Named(
		own.Raw,
		"key.options.raw_of_platform",
	)
	both := []pane.Shortcut{
		{
			Binding: own.Accounts,
			Do: func() tea.Cmd {
				return m.stack.Goto(pane.Target{Pane: "accounts", Platform: id})
			},
		},
		{
			Binding: own.Works,
			Do: func() tea.Cmd {
				return m.stack.Goto(pane.Target{Pane: "works", Platform: id})
			},
		},
		{Binding: own.Files, Do: func() tea.Cmd { return m.askPost(id) }},
		{
			Binding: raw,
			Do: func() tea.Cmd {
				return m.openRaw(m.view.PlatformName(id), m.store.Platform(id))
			},
		},
	}
	c := pane.ListConfig[*api.PublishOption]{
		Resource: m.markedOptions(id),
		Heading:  "options.list",
		File:     "options-" + text.FileName(id),
		Empty:    s.empty,
		State:    func() store.State { return m.load(id).State() },
		Refresh:  func() tea.Cmd { return m.loadOptions(id) },
		Open: pane.Action[*api.PublishOption]{
			Key: own.Open,
			Row: func(o *api.PublishOption) tea.Cmd {
				return m.openOption(id, o)
			},
		},
		Footer: func() []key.Binding {
			if len(m.load(id).Value.List) == 0 {
				return []key.Binding{k.Back, own.Accounts, raw, k.Copy, k.CopyJSON, k.Refresh}
			}
			return []key.Binding{
				k.Back, own.Open, k.Filter, k.NextRegion, own.Accounts, k.PageDown, raw, k.Copy,
				k.Refresh,
			}
		},
	}
	for _, action := range both {
		c.Actions = append(c.Actions, pane.Action[*api.PublishOption]{
			Key: action.Binding,
			Do:  action.Do,
		})
	}
	s.list = pane.NewList(m.stack, c)
	s.about = pane.NewText(m.stack, pane.TextConfig{
		Title:   func() string { return m.words.T("options.about") },
		Lines:   s.lines,
		Refresh: c.Refresh,
		Keys:    both,
	})
	s.Regions = pane.NewRegions(s.layout, s.list, s.about)
	s.Next = k.NextRegion
	s.Previous = k.PreviousRegion
	m.stack.Push(s)
	return s.fill()
}

// fill shows the options known now. It leaves the screen if the loaded platforms
// do not include its platform.
func (s *platformScreen) fill() tea.Cmd {
	l := s.m.load(s.id)
	m := s.m
	if m.store.Platform(s.id) == nil {
		if m.store.Platforms.Loaded() && m.stack.Top() == pane.Screen(s) {
			return tea.Batch(m.stack.Pop(), m.unknownPlatform(s.id))
		}
		return nil
	}
	offers := make([]*api.PublishOption, len(l.Value.List))
	for i := range offers {
		offers[i] = &l.Value.List[i]
	}
	cmd := s.list.SetRows(offers)
	if !l.Started() {
		cmd = tea.Batch(cmd, m.loadOptions(s.id))
	}
	return cmd
}

func (s *platformScreen) Update(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case store.Changed:
		cmd = s.fill()
	case tea.KeyMsg:
		cmd = s.onKey(msg)
	default:
		if msg == tea.Msg(pane.SettingsChanged{}) {
			s.page = page{}
		}
		cmd = s.Regions.Update(msg)
	}
	s.Arrange()
	return cmd
}

// onKey handles a key. Those that copy concern the option under the cursor or, without
// one, the platform; paging scrolls the text about the platform.
func (s *platformScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	k := &s.m.stack.Keys
	m := s.m
	_, ok := s.list.Table.Current()
	p := m.store.Platform(s.id)
	switch {
	case s.Capturing():
	case p == nil && !key.Matches(msg, k.Refresh):
		return nil
	case !ok && key.Matches(msg, k.Copy):
		return m.stack.Output.CopyShort(s.id)
	case !ok && key.Matches(msg, k.CopyJSON):
		return m.stack.Output.CopyJSON(m.words.N("platforms.copied_json", 1), p)
	case (!ok || key.Matches(msg, k.PageUp, k.PageDown, k.HalfUp, k.HalfDown)) &&
		s.about.Scroll(msg):
		return nil
	}
	return s.Regions.Update(msg)
}

// layout puts the options beside the text about the platform, or above it on a narrow screen.
func (s *platformScreen) layout(width, height int) pane.Area {
	if s.m.store.Platform(s.id) == nil {
		return pane.Area{Draw: func(width, height int) string {
			view, _ := s.m.stack.ViewMissing(
				s.m.store.Platforms.State(),
				s.m.stack.Keys.Refresh,
				width,
				height,
			)
			return view
		}}
	}
	above := s.above(width)
	head := pane.Area{
		Draw: func(int, int) string { return strings.Join(above, "\n") },
		Size: len(above),
	}
	list := pane.Area{Region: s.list}
	about := pane.Area{Region: s.about}
	if !s.m.stack.Bare() {
		list.Size = width * 2 / 5
		return pane.Area{Below: []pane.Area{head, {Beside: []pane.Area{list, about}}}}
	}
	room := height - len(above)
	l := s.m.load(s.id)
	list.Size = len(l.Value.List) + 2 // with the rule and the heads of the columns above them
	if s.list.Query.Visible() {
		list.Size++
	} else if !l.Loaded() && l.Err != nil {
		list.Size = 8 // the height of the explanation
	}
	list.Size = min(list.Size, max(room/2, 2))
	return pane.Area{Below: []pane.Area{head, list, about}}
}

// lines is the text about the platform.
func (s *platformScreen) lines(width int) []string {
	p := s.m.store.Platform(s.id)
	if p == nil {
		return nil
	}
	return s.page.of(s.m.view, p, s.m.load(s.id), width)
}

// above are the lines above the regions: the platform, and why its options could not
// be loaded again.
func (s *platformScreen) above(width int) []string {
	p := s.m.store.Platform(s.id)
	l := s.m.load(s.id)
	m := s.m
	title := " " + m.theme.Title.Render(text.Join(
		" ",
		m.view.PlatformName(p.Platform),
		m.own.Label(),
	))
	word, tone := options.StatusWord(m.view, p)
	if word != "" {
		title += "  " + m.theme.Tone(tone).Render(text.Clean(word))
	}
	isServed := p.Served() || len(l.Value.List) > 0
	if l.Loaded() && isServed {
		count := m.words.N("options.n_options", len(l.Value.List))
		shown, total := s.list.Table.Counts()
		if shown < total {
			count = m.words.N("options.n_options_shown", total, "Shown", m.words.Int(shown))
		}
		title += "  " + m.theme.Tone(theme.Muted).Render(count)
		changes := options.Changes(l.Value.Changes)
		if len(changes.List) > 0 {
			title += "  " + m.theme.Tone(theme.Warn).Render(m.theme.Glyphs.Stale+" "+
				changes.Title(m.view))
		}
	}
	lines := []string{text.Cut(title, width)}
	if l.Err != nil && !l.Running() && l.Loaded() {
		lines = append(lines, m.own.LineFailed(l.Err, l.At, m.stack.Keys.Refresh, width))
	}
	return lines
}

func (s *platformScreen) empty(filtered bool) string {
	if filtered {
		return s.m.noMatch()
	}
	if s.m.load(s.id).Loaded() {
		return s.m.noOptions(s.m.store.Platform(s.id))
	}
	return s.m.words.T("options.stopped", "Key", s.m.ctx.Key(s.m.stack.Keys.Refresh))
}

// State is that of the options.
func (s *platformScreen) State() store.State { return s.list.State() }

// ShowView shows a view of the options.
func (s *platformScreen) ShowView(v config.View) tea.Cmd { return s.list.ShowView(v) }
