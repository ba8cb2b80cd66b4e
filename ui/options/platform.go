package options

import (
	"channeldeck/api/fleet"
	"channeldeck/ui/resource/options"

	"context"
	"errors"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// platformScreen is the screen of one platform: what it needs of a post, takes, allows and cannot do.
type platformScreen struct {
	*pane.List[*options.LineRow]
	m    *site
	id   string
	open map[string]bool // the options whose parts are shown
}

func (m *site) openPlatform(id string) tea.Cmd {
	if errors.Is(
		m.load(id).Err,
		context.Canceled,
	) { // the user stopped the load, and now wants it
		delete(m.byPlatform, id)
	}
	s := &platformScreen{m: m, id: id, open: map[string]bool{}}
	k := &m.stack.Keys
	own := &m.keys
	schema := m.ctx.Named(own.Raw, "key.options.schema")
	s.List = pane.NewList(m.stack, pane.ListConfig[*options.LineRow]{
		Resource: options.LineResource(m.view),
		Heading:  "options.before",
		File:     "options-" + text.FileName(id),
		Title: func(r *options.LineRow) string {
			return options.RowLabel(m.view, r)
		},
		Blocks:  s.blocks,
		Below:   true,
		Summary: s.summary,
		Kind: func(r *options.LineRow) table.Kind {
			if r.Line == nil {
				return table.Heading
			}
			if r.Part != nil {
				return table.SubRow
			}
			return table.Item
		},
		Empty:   m.noPlatforms(),
		State:   s.state,
		Refresh: func() tea.Cmd { return m.loadOptions(id) },
		Actions: []pane.Action[*options.LineRow]{
			{
				Key: own.Accounts,
				Do: func() tea.Cmd {
					return m.stack.Goto(pane.Target{Pane: "accounts", Platform: id})
				},
			},
			{
				Key: own.Works,
				Do: func() tea.Cmd {
					return m.stack.Goto(pane.Target{Pane: "works", Platform: id})
				},
			},
			{Key: own.Files, Do: func() tea.Cmd {
				return m.askPost(id)
			}, Inspector: true},
			{Key: schema, Row: s.openSchema},
		},
		GoTo:  []key.Binding{own.Works},
		Reset: func() tea.Cmd { return s.setOpen(false) },
		Footer: func() []key.Binding {
			return []key.Binding{k.Detail, k.Filter, own.Files, schema}
		},
	})
	m.stack.Push(s)
	return s.fill()
}

// fill shows what is known now. It leaves the screen if the loaded platforms do not include its
// platform.
func (s *platformScreen) fill() tea.Cmd {
	m := s.m
	l := m.load(s.id)
	p := m.store.Platform(s.id)
	if p == nil {
		if m.store.Platforms.Loaded() && m.stack.Top() == pane.Screen(s) {
			return tea.Batch(m.stack.Pop(), m.unknownPlatform(s.id))
		}
		return nil
	}
	lines := fleet.Checklist(p, l.Value.List)
	if !l.Loaded() {
		fleet.MarkUnlisted(lines)
	}
	cmd := s.SetRows(options.LineRows(lines, options.Changes(l.Value.Changes), s.open))
	if !l.Started() {
		cmd = tea.Batch(cmd, m.loadOptions(s.id))
	}
	return cmd
}

// Update handles a message. Keys show or hide the parts of the option under the cursor, or of all.
func (s *platformScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case store.Changed:
		return s.fill()
	case tea.KeyMsg:
		cmd, handled := s.onFoldKey(msg)
		if handled {
			return cmd
		}
	}
	return s.List.Update(msg)
}

func (s *platformScreen) onFoldKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	k := &s.m.stack.Keys
	if s.Capturing() {
		return nil, false
	}
	if key.Matches(msg, k.FoldAll, k.UnfoldAll) {
		return s.setOpen(key.Matches(msg, k.UnfoldAll)), true
	}
	r, ok := s.Table.Current()
	folds := ok && r.CanOpen() && key.Matches(msg, s.m.keys.Open, k.Left, k.Right)
	if !folds {
		return nil, false
	}
	name := r.Options[0]
	isOpen := key.Matches(msg, k.Right) || key.Matches(msg, s.m.keys.Open) && !s.open[name]
	if isOpen == s.open[name] { // the key moves between columns
		return nil, false
	}
	s.open[name] = isOpen
	return s.fill(), true
}

// setOpen shows or hides the parts of all options.
func (s *platformScreen) setOpen(open bool) tea.Cmd {
	clear(s.open)
	for r := range s.Table.Rows() {
		if open && r.CanOpen() {
			s.open[r.Options[0]] = true
		}
	}
	return s.fill()
}

// FullHelp returns all keys that work now.
func (s *platformScreen) FullHelp() [][]key.Binding {
	k := &s.m.stack.Keys
	return append(s.List.FullHelp(), []key.Binding{k.FoldAll, k.UnfoldAll})
}

// state is that of the options. What the platform list has is shown while they are missing.
func (s *platformScreen) state() store.State {
	state := s.m.load(s.id).State()
	platforms := s.m.store.Platforms.State()
	if s.m.store.Platform(s.id) == nil {
		return platforms
	}
	if state.At.IsZero() {
		state.At = platforms.At
	}
	return state
}

// openSchema shows the schema behind a line: that of the values of an option with examples, that of
// the options, or the platform as JSON.
func (s *platformScreen) openSchema(r *options.LineRow) tea.Cmd {
	if r.Line != nil && r.Source != nil {
		return s.m.openOption(s.id, r.Source)
	}
	isOption := r.Line != nil && (r.Member != nil || r.Kind == fleet.LineCondition ||
		r.Kind == fleet.LineSchema)
	if isOption {
		return s.m.openOptionSchema(r.Platform)
	}
	return s.m.stack.ShowJSON(s.m.view.PlatformName(s.id), s.m.store.Platform(s.id))
}

func (s *platformScreen) blocks(r *options.LineRow) []resource.Block {
	accounts := &s.m.store.Accounts
	account := options.ExampleAccount(accounts.List().Rows, s.id)
	return options.LineBlocks(s.m.view, r, account, accounts.Loaded())
}

// summary names the platform and says which options the service lists for it.
func (s *platformScreen) summary(width int) []string {
	m := s.m
	p := m.store.Platform(s.id)
	if p == nil {
		return nil
	}
	l := m.load(s.id)
	title := " " + m.theme.Title.Render(text.Join(
		" ",
		m.view.PlatformName(p.Platform),
		m.own.Label(),
	))
	word, tone := options.StatusWord(m.view, p)
	if word != "" {
		title += "  " + m.theme.Paint(tone, text.Clean(word))
	}
	changes := options.Changes(l.Value.Changes)
	if len(changes.List) > 0 {
		sign := "  " + m.theme.Glyphs.Stale + " "
		said := changes.Title(m.view)
		if text.Width(title+sign+said) > width { // the inspector says since when
			said = m.words.T("checklist.changed")
		}
		title += m.theme.Paint(theme.Warn, sign+said)
	}
	lines := []string{text.Cut(title, width)}
	if l.Err != nil && !l.Running() {
		return append(lines, m.own.LineFailed(l.Err, l.At, m.stack.Keys.Refresh, width))
	}
	if l.Running() && !l.Loaded() {
		lines = append(lines, " "+m.stack.LineLoading(l.State()))
	}
	if l.Loaded() {
		lines = append(
			lines,
			m.view.Note(options.ListedText(m.view, p, l.Value.List), width)...,
		)
	}
	return lines
}
