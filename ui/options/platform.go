package options

import (
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

// openPlatform shows a platform and loads its options unless they are loaded.
func (m *Model) openPlatform(id string) tea.Cmd {
	s := &platformScreen{m: m, id: id}
	s.about.Keys = m.Keys.Pager()
	s.List = pane.NewList(m.Stack, pane.ListConfig[offer]{
		Resource: m.options, File: "options-" + text.FileName(id), Summary: s.summary, State: s.State,
		Empty:   func(bool) string { return m.noMatch() },
		Refresh: func() tea.Cmd { return m.loadOptions(id) },
		Open:    pane.Action[offer]{Key: m.keys.Open, Row: func(o offer) tea.Cmd { return m.openOption(id, o) }},
		Actions: []pane.Action[offer]{
			{Key: m.keys.Accounts, Do: func() tea.Cmd { return m.openAccounts(id) }},
			{Key: m.keys.Works, Do: func() tea.Cmd { return m.openWorks(id) }},
			{Key: m.rawOfPlatform(), Do: func() tea.Cmd { return m.openRaw(m.PlatformName(id), m.platform(id)) }},
		},
		Footer: s.footer,
	})
	m.Push(s)
	return s.fill()
}

// rawOfPlatform is the key for the platform's JSON, where all else is about the
// option under the cursor.
func (m *Model) rawOfPlatform() key.Binding {
	raw := m.keys.Raw
	raw.SetHelp(raw.Help().Key, m.Words.T("options.raw_of_platform"))
	return raw
}

// fill shows the options known now. It leaves the screen if the loaded platforms
// do not include its platform.
func (s *platformScreen) fill() tea.Cmd {
	m, l := s.m, s.m.load(s.id)
	if m.platform(s.id) == nil {
		if m.Store.Platforms.Loaded() && m.Top() == pane.Screen(s) {
			return tea.Batch(m.Pop(), m.unknownPlatform(s.id))
		}
		return nil
	}
	offers := make([]offer, len(l.Value))
	for i := range offers {
		offers[i] = &l.Value[i]
	}
	cmd := s.SetRows(offers)
	if !l.Loaded() && !l.Running() && l.Err == nil {
		cmd = tea.Batch(cmd, m.loadOptions(s.id))
	}
	s.arrange()
	return cmd
}

// State is the state of the options.
func (s *platformScreen) State() store.State {
	state := s.m.load(s.id).State()
	state.InFlight += s.m.Store.Platforms.State().InFlight + s.m.survey.State().InFlight
	return state
}

// hasOptions reports whether there is a table of options.
func (s *platformScreen) hasOptions() bool { return len(s.m.load(s.id).Value) > 0 }

// Update is one step.
func (s *platformScreen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case refill, store.Changed:
		cmd = s.fill()
	case tea.KeyMsg:
		cmd = s.onKey(msg)
	case tea.MouseMsg:
		if above := len(s.above()); s.hasOptions() && msg.Y >= above && msg.Y < above+s.offerLines() && msg.X < s.listWidth() {
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

// onKey handles a key: those that copy are about the option under the cursor, or
// else about the platform; paging scrolls the text about it.
func (s *platformScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m, k := s.m, &s.m.Keys
	_, ok := s.Table.Current()
	p := m.platform(s.id)
	switch {
	case s.Query.Typing():
	case p == nil && !key.Matches(msg, k.Refresh):
		return nil
	case !ok && key.Matches(msg, k.Copy):
		return m.CopyShort(s.id)
	case !ok && key.Matches(msg, k.CopyJSON):
		return m.CopyJSON(m.Words.N("platforms.copied_json", 1), p)
	case !s.hasOptions() && key.Matches(msg, k.Filter, k.Columns, k.Export):
		return nil
	case (!ok || key.Matches(msg, k.PageUp, k.PageDown, k.HalfUp, k.HalfDown)) && s.about.Update(msg):
		return nil
	}
	return s.List.Update(msg)
}

// SetSize sets the room in cells.
func (s *platformScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

func (s *platformScreen) listWidth() int {
	list, _ := pane.Split(s.width)
	return list
}

// arrange gives the options and the text their room.
func (s *platformScreen) arrange() {
	if s.width <= 0 || s.height <= 0 {
		return
	}
	above, offers := len(s.above()), s.offerLines()
	s.List.SetSize(s.listWidth(), above+offers+1)
	width, height := s.width, s.height-above-offers-1
	if _, beside := pane.Split(s.width); beside > 0 {
		width, height = beside, s.height-above
	}
	s.about.SetHeight(max(height, 0))
	if p := s.m.platform(s.id); p != nil {
		s.about.SetLines(s.page.of(s.m.Context, p, width))
	}
}

// offerLines is the height of the table of options, or of the text in its place.
func (s *platformScreen) offerLines() int {
	room := max(s.height-len(s.above()), 1)
	switch _, beside := pane.Split(s.width); {
	case beside > 0:
		return room
	case s.hasOptions():
		return min(len(s.m.load(s.id).Value)+1, max(room/2, 2))
	}
	return min(len(s.noOptions()), max(room/2, 1))
}

func (s *platformScreen) above() []string {
	return append(s.summary(s.width), s.Query.Lines(s.width)...)
}

func (s *platformScreen) summary(int) []string {
	m, p, l := s.m, s.m.platform(s.id), s.m.load(s.id)
	if p == nil {
		return nil
	}
	line := text.Cut(m.platformTitle(p), s.width)
	if l.Loaded() {
		count := m.Words.N("options.n_options", len(l.Value))
		if shown, total := s.Table.Counts(); shown < total {
			count = m.Words.N("options.n_options_shown", total, "Shown", m.Words.Int(shown))
		}
		line += "  " + m.Theme.Tone(theme.Muted).Render(count)
	}
	lines := []string{text.Cut(line, s.width)}
	if l.Err != nil && !l.Running() && l.Loaded() {
		lines = append(lines, m.LineFailed(l.Err, l.At, m.Keys.Refresh, s.width))
	}
	return lines
}

// noOptions are the lines in place of the table.
func (s *platformScreen) noOptions() []string {
	m, l, width := s.m, s.m.load(s.id), s.listWidth()
	w, glyphs := m.Words, m.Theme.Glyphs
	switch {
	case l.Loaded():
		return wrapped(m.Context, theme.Strong, w.T("options.no_options"), width)
	case l.Running():
		return wrapped(m.Context, theme.Muted, glyphs.Pending+" "+w.T("options.loading"), width)
	case l.Err != nil:
		x := pane.Explain(w, l.Err)
		lines := wrapped(m.Context, theme.Bad, glyphs.Abnormal+" "+w.T("options.not_loaded")+" "+x.Line(), width)
		if x.RequestID != "" {
			lines = append(lines, wrapped(m.Context, theme.Muted, w.T("error.request", "ID", x.RequestID), width)...)
		}
		return append(lines, wrapped(m.Context, theme.Accent, w.T("error.retry", "Key", m.Keys.Refresh.Help().Key), width)...)
	}
	return wrapped(m.Context, theme.Muted, w.T("options.stopped", "Key", m.Keys.Refresh.Help().Key), width)
}

// View draws the screen.
func (s *platformScreen) View() string {
	m := s.m
	if m.platform(s.id) == nil {
		view, _ := m.ViewMissing(m.Store.Platforms.State(), m.Keys.Refresh, s.width, s.height)
		return view
	}
	upper := s.Table.View()
	switch shown, total := s.Table.Counts(); {
	case !s.hasOptions():
		upper = strings.Join(s.noOptions(), "\n")
	case shown == 0 && total > 0 && !s.Table.Busy():
		upper = m.ViewNothing(m.noMatch(), s.listWidth(), s.offerLines())
	}
	upper = text.Fit(upper, s.listWidth(), s.offerLines())
	lines := s.above()
	if _, beside := pane.Split(s.width); beside > 0 {
		lines = append(lines, m.Beside(upper, s.about.View(), s.listWidth()))
	} else {
		lines = append(lines, upper, m.rule(s.width), s.about.View())
	}
	return text.Fit(strings.Join(lines, "\n"), s.width, s.height)
}

func (s *platformScreen) footer() []key.Binding {
	k, own := &s.m.Keys, &s.m.keys
	if !s.hasOptions() {
		return []key.Binding{k.Back, own.Accounts, s.m.rawOfPlatform(), k.Copy, k.CopyJSON, k.Refresh}
	}
	return []key.Binding{k.Back, own.Open, k.Filter, own.Accounts, k.PageDown, s.m.rawOfPlatform(), k.Copy, k.Refresh}
}

// FullHelp is all keys that work now.
func (s *platformScreen) FullHelp() [][]key.Binding {
	k := &s.m.Keys
	move := append(k.Bindings(), k.Left, k.Right)
	switch {
	case s.Query.Typing():
		return s.List.FullHelp()
	case !s.hasOptions():
		return [][]key.Binding{s.footer(), {s.m.keys.Works}, move[:6]}
	}
	return [][]key.Binding{s.footer(), {s.m.keys.Works, k.Sort, k.Reverse, k.Columns, k.CopyCell, k.CopyJSON, k.Export}, move}
}
