package options

import (
	"context"
	"math"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// optionScreen is the screen of one option in full.
type optionScreen struct {
	*pane.Text
	m        *site
	platform string
	option   *api.PublishOption
	reading  store.Loader[*options.Schemas]

	hasAccount bool // there was one for the examples
}

func (m *site) openOption(platform string, o *api.PublishOption) tea.Cmd {
	s := &optionScreen{m: m, platform: platform, option: o}
	s.reading.Value = &options.Schemas{}
	w := m.words
	k := &m.stack.Keys
	own := &m.keys
	now := func() *options.Schemas { return s.reading.Value }
	s.Text = pane.NewText(m.stack, pane.TextConfig{
		Title: s.title,
		Lines: s.lines,
		Copy:  func() tea.Cmd { return m.stack.Output.CopyShort(o.Field) },
		Keys: []pane.Shortcut{
			{Binding: k.CopyAs, Do: s.pickCopy},
			{Binding: m.ctx.Named(own.Files, "key.options.validate"), Do: s.pickCheck},
			{
				Binding: own.Raw,
				Do: func() tea.Cmd {
					return m.stack.ShowJSON(s.title(), o)
				},
			},
			{
				Binding: own.CopyQuery,
				Listed:  func() bool { return len(now().Query.Parameters) > 0 },
				Do:      s.copyQuery,
			},
			{
				Binding: own.CopyBody,
				Listed:  func() bool { return now().Create.Body != "" },
				Do: func() tea.Cmd {
					return m.stack.Output.CopyText(w.T("options.copied_body"), now().Create.Body)
				},
			},
			{
				Binding: own.CheckBody,
				Listed:  func() bool { return now().Create.Schema != nil },
				Do:      func() tea.Cmd { return s.openCheck(false) },
			},
			{
				Binding: own.CheckFilter,
				Listed:  func() bool { return now().Filter.Schema != nil },
				Do:      func() tea.Cmd { return s.openCheck(true) },
			},
			{
				Binding: k.CopyJSON,
				Do: func() tea.Cmd {
					return m.stack.Output.CopyJSON(w.N("options.copied_json", 1), o)
				},
			},
		},
	})
	m.stack.Push(s)
	if options.NamesAccount(o) {
		return tea.Batch(s.read(), m.store.Accounts.Require())
	}
	return s.read()
}

// pickCopy offers what can be copied of the option.
func (s *optionScreen) pickCopy() tea.Cmd {
	own := &s.m.keys
	r := s.reading.Value
	var actions []key.Binding
	if len(r.Query.Parameters) > 0 {
		actions = append(actions, own.CopyQuery)
	}
	if r.Create.Body != "" {
		actions = append(actions, own.CopyBody)
	}
	return s.m.stack.Menu("menu.copy_as", append(actions, s.m.stack.Keys.CopyJSON)...)
}

// pickCheck offers what can be checked against the schemas of the option.
func (s *optionScreen) pickCheck() tea.Cmd {
	own := &s.m.keys
	r := s.reading.Value
	if r.Filter.Schema == nil {
		return s.openCheck(false)
	}
	if r.Create.Schema == nil {
		return s.openCheck(true)
	}
	return s.m.stack.Menu("options.validate", own.CheckBody, own.CheckFilter)
}

// copyQuery copies the example query, or says why there is none.
func (s *optionScreen) copyQuery() tea.Cmd {
	w := s.m.words
	r := s.reading.Value
	isEmpty := len(r.Query.Parameters) == 0 && len(r.Query.Issues) == 0
	if r.Filter.Schema != nil && r.Filter.Reason == nil && isEmpty {
		return pane.Notify(pane.Info, w.T("options.empty_query"))
	}
	return s.m.stack.Output.CopyText(w.T("options.copied_query"), r.Query.String())
}

// read parses the schemas.
func (s *optionScreen) read() tea.Cmd {
	o := s.option
	account := options.ExampleAccount(s.m.store.Accounts.List().Rows, s.platform)
	s.hasAccount = account != nil
	return s.reading.Start(
		s.m.ctx.Base,
		s.m.view.Now,
		func(context.Context, func(any)) (*options.Schemas, error) {
			return options.ReadSchemas(o, account), nil
		},
	)
}

func (s *optionScreen) Update(msg tea.Msg) tea.Cmd {
	_, cmd := s.reading.Take(msg)
	_, changed := msg.(store.Changed)
	if changed && !s.hasAccount &&
		options.NamesAccount(s.option) &&
		options.ExampleAccount(s.m.store.Accounts.List().Rows, s.platform) != nil {
		cmd = tea.Batch(cmd, s.read())
	}
	return tea.Batch(cmd, s.Text.Update(msg))
}

func (s *optionScreen) lines(width int) []string {
	r := s.reading.Value
	if !s.reading.Loaded() {
		r = nil
	}
	changes := options.Changes(s.m.load(s.platform).Value.Changes).Of(s.option.Field)
	blocks := options.SchemaBlocks(s.m.view, s.option, changes, r)
	return pane.BlockLines(s.m.view, blocks, width, math.MaxInt)
}

func (s *optionScreen) title() string {
	name := text.Join(
		" ",
		s.m.view.PlatformName(s.platform),
		s.m.own.Label(),
	) + " " +
		s.m.theme.Glyphs.Between + " "
	label := text.Clean(s.option.Label.Or(""))
	id := text.Clean(s.option.Field)
	if label == "" || label == id {
		return name + id
	}
	return name + label + " (" + id + ")"
}
