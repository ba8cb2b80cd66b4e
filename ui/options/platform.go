package options

import (
	"context"
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// platformScreen is the screen of one platform: its options, and the text about
// it below or beside them.
type platformScreen struct {
	*pane.List[offer]
	m             *Model
	id            string
	about         facts.Pager
	page          page
	width, height int
}

func (m *Model) openPlatform(id string) tea.Cmd {
	if errors.Is(m.load(id).Err, context.Canceled) { // the user stopped the load, and now wants it
		delete(m.byPlatform, id)
	}
	s := &platformScreen{m: m, id: id}
	s.about.Keys = m.Keys.Pager()
	raw := m.Named(m.keys.Raw, "key.options.raw_of_platform") // the other keys concern the option under the cursor
	s.List = pane.NewList(m.Stack, pane.ListConfig[offer]{
		Resource: m.markedOptions(id), Heading: "options.list", File: "options-" + text.FileName(id), Empty: s.empty,
		State:   func() store.State { return m.load(id).State() },
		Refresh: func() tea.Cmd { return m.loadOptions(id) },
		Open:    pane.Action[offer]{Key: m.keys.Open, Row: func(o offer) tea.Cmd { return m.openOption(id, o) }},
		Actions: []pane.Action[offer]{
			{Key: m.keys.Accounts, Do: func() tea.Cmd { return m.Goto(pane.Target{Pane: "accounts", Platform: id}) }},
			{Key: m.keys.Works, Do: func() tea.Cmd { return m.Goto(pane.Target{Pane: "works", Platform: id}) }},
			{Key: m.keys.Files, Do: m.askFiles, Inspector: true},
			{Key: raw, Do: func() tea.Cmd { return m.openRaw(m.PlatformName(id), m.Platform(id)) }},
		},
		Footer: func() []key.Binding {
			k, own := &m.Keys, &m.keys
			if len(m.load(id).Value.options) == 0 {
				return []key.Binding{k.Back, own.Accounts, raw, k.Copy, k.CopyJSON, k.Refresh}
			}
			return []key.Binding{k.Back, own.Open, k.Filter, own.Accounts, k.PageDown, raw, k.Copy, k.Refresh}
		},
	})
	m.Push(s)
	return s.fill()
}

// fill shows the options known now. It leaves the screen if the loaded platforms
// do not include its platform.
func (s *platformScreen) fill() tea.Cmd {
	m, l := s.m, s.m.load(s.id)
	if m.Platform(s.id) == nil {
		if m.Store.Platforms.Loaded() && m.Top() == pane.Screen(s) {
			return tea.Batch(m.Pop(), m.unknownPlatform(s.id))
		}
		return nil
	}
	offers := make([]offer, len(l.Value.options))
	for i := range offers {
		offers[i] = &l.Value.options[i]
	}
	cmd := s.SetRows(offers)
	if !l.Started() {
		cmd = tea.Batch(cmd, m.loadOptions(s.id))
	}
	return cmd
}

func (s *platformScreen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case store.Changed:
		cmd = s.fill()
	case pane.SettingsChanged:
		s.page = page{}
		cmd = s.List.Update(msg)
	case tea.KeyMsg:
		cmd = s.onKey(msg)
	case tea.MouseMsg:
		width, height := s.listSize()
		if msg.Y -= len(s.above()); msg.Y < height && msg.X < width {
			cmd = s.List.Update(msg)
		} else {
			s.about.Update(msg)
		}
	default:
		cmd = s.List.Update(msg)
	}
	s.arrange()
	return cmd
}

// onKey handles a key. Those that copy concern the option under the cursor or, without
// one, the platform; paging scrolls the text about the platform.
func (s *platformScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m, k := s.m, &s.m.Keys
	_, ok := s.Table.Current()
	p := m.Platform(s.id)
	switch {
	case s.Query.Typing():
	case p == nil && !key.Matches(msg, k.Refresh):
		return nil
	case !ok && key.Matches(msg, k.Copy):
		return m.CopyShort(s.id)
	case !ok && key.Matches(msg, k.CopyJSON):
		return m.CopyJSON(m.Words.N("platforms.copied_json", 1), p)
	case (!ok || key.Matches(msg, k.PageUp, k.PageDown, k.HalfUp, k.HalfDown)) && s.about.Update(msg):
		return nil
	}
	return s.List.Update(msg)
}

func (s *platformScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

// listSize is the size of the list of options: beside the text about the platform, or
// above it on a narrow screen.
func (s *platformScreen) listSize() (width, height int) {
	room := max(s.height-len(s.above()), 1)
	if s.width >= pane.FrameWidth {
		return s.width * 2 / 5, room
	}
	width = s.width
	l := s.m.load(s.id)
	lines := len(l.Value.options) + 2 // with the rule and the heads of the columns above them
	switch {
	case s.Query.Visible():
		lines++
	case !l.Loaded() && l.Err != nil:
		lines = 8 // the height of the explanation
	}
	return width, min(lines, max(room/2, 2))
}

// arrange sets the sizes of the list and of the text.
func (s *platformScreen) arrange() {
	p := s.m.Platform(s.id)
	if s.width <= 0 || s.height <= 0 || p == nil {
		return
	}
	listWidth, listHeight := s.listSize()
	s.List.SetSize(listWidth, listHeight)
	frame, width, height := s.aboutFrame(listWidth, listHeight)
	width, height = frame.Inner(width, height)
	s.about.SetHeight(height)
	s.about.SetLines(s.page.of(s.m.Context.View, p, s.m.load(s.id), width))
}

// aboutFrame is the region of the text about the platform, with its size.
func (s *platformScreen) aboutFrame(listWidth, listHeight int) (f pane.Frame, width, height int) {
	f = s.m.frame(s.m.Words.T("options.about"), s.width)
	f.Focused = false
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = s.about.Position()
	if f.Bare {
		return f, s.width, max(s.height-len(s.above())-listHeight, 0)
	}
	return f, s.width - listWidth, listHeight
}

// above are the lines above the regions: the platform, and why its options could not
// be loaded again.
func (s *platformScreen) above() []string {
	m, p, l := s.m, s.m.Platform(s.id), s.m.load(s.id)
	if p == nil {
		return []string{""}
	}
	title := " " + m.Theme.Title.Render(m.PlatformName(p.Platform))
	if word, tone := statusWord(m.Context.View, p); word != "" {
		title += "  " + m.Theme.Tone(tone).Render(text.Clean(word))
	}
	if l.Loaded() {
		count := m.Words.N("options.n_options", len(l.Value.options))
		if shown, total := s.Table.Counts(); shown < total {
			count = m.Words.N("options.n_options_shown", total, "Shown", m.Words.Int(shown))
		}
		title += "  " + m.Theme.Tone(theme.Muted).Render(count)
		if changes := l.Value.changes; len(changes.List) > 0 {
			title += "  " + m.Theme.Tone(theme.Warn).Render(m.Theme.Glyphs.Stale+" "+changes.title(m.Context.View))
		}
	}
	lines := []string{text.Cut(title, s.width)}
	if l.Err != nil && !l.Running() && l.Loaded() {
		lines = append(lines, m.LineFailed(l.Err, l.At, m.Keys.Refresh, s.width))
	}
	return lines
}

func (s *platformScreen) empty(filtered bool) string {
	switch {
	case filtered:
		return s.m.noMatch()
	case s.m.load(s.id).Loaded():
		return s.m.Words.T("options.no_options", "Key", s.m.Keys.Refresh.Help().Key)
	}
	return s.m.Words.T("options.stopped", "Key", s.m.Keys.Refresh.Help().Key)
}

func (s *platformScreen) View() string {
	m := s.m
	if m.Platform(s.id) == nil {
		view, _ := m.ViewMissing(m.Store.Platforms.State(), m.Keys.Refresh, s.width, s.height)
		return view
	}
	width, height := s.listSize()
	list := text.Fit(s.List.View(), width, height)
	frame, aboutWidth, aboutHeight := s.aboutFrame(width, height)
	about := m.Frame(frame, s.about.View(), aboutWidth, aboutHeight)
	if width < s.width {
		list = pane.SideBySide(list, about, width)
	} else {
		list += "\n" + about
	}
	return text.Fit(strings.Join(append(s.above(), list), "\n"), s.width, s.height)
}
