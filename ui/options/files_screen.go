package options

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/table"
)

// fileCheck is the form of a post, which platforms are compared with.
type fileCheck struct {
	form    *form.Form
	fields  []form.Field      // of the form
	values  map[string]string // what was typed, by field; also into fields of other platforms
	reading store.Loader[readPost]
}

// readPost is the content of the form, with the files that it names read.
type readPost struct {
	fleet.PreflightRequest
	files, cover string                   // as they were typed
	problems     map[string]quote.Problem // by field
}

// askFiles opens the form of a post for all platforms, or for the one that it was filled in for.
func (m *site) askFiles() tea.Cmd { return m.askPost("") }

// readFiles reads the files that the form names.
func (m *site) readFiles() tea.Cmd {
	r := readPost{
		PreflightRequest: m.request(),
		files:            m.files.values[filesField],
		cover:            m.files.values[coverField],
		problems:         map[string]quote.Problem{},
	}
	local := m.ctx.LocalFiles
	return m.files.reading.Start(m.ctx.Base, m.view.Now, func(ctx context.Context, _ func(any)) (readPost, error) {
		open := func(path string) (media.File, error) {
			return media.Read(ctx, path)
		}
		if !local {
			open = nil
		}
		read := func(field, typed string) []media.File {
			files, problems := quote.ParseFiles(typed, quote.NewValues(nil), open)
			if len(problems) > 0 {
				r.problems[field] = problems[0]
			}
			return files
		}
		r.Post.Files = read(filesField, r.files)
		covers := read(coverField, r.cover)
		if len(covers) > 0 {
			r.Post.Cover = &covers[0]
		}
		return r, ctx.Err()
	})
}

// onRead shows the verdicts of the platforms on the post that was read, or in the form why it cannot
// be read.
func (m *site) onRead() tea.Cmd {
	r := &m.files.reading
	_, isShown := m.stack.Top().(*postScreen)
	if r.Running() || r.Err != nil || !isShown {
		return nil
	}
	for _, field := range []string{coverField, filesField} {
		p, ok := r.Value.problems[field]
		if ok {
			m.files.form.SetWrong(field, resource.QuestionProblem(m.words, p, m.ctx.LocalFiles))
		}
	}
	if len(r.Value.problems) > 0 {
		m.stack.Refit()
		return nil
	}
	cmd := m.stack.Pop()
	if len(r.Value.Options) > 0 {
		cmd = tea.Batch(cmd, m.loadAll(false))
	}
	s := m.newFiles(r.Value)
	_, ok := m.stack.Top().(*filesScreen)
	if ok {
		cmd = tea.Batch(cmd, m.stack.Replace(s))
	} else {
		m.stack.Push(s)
	}
	return tea.Batch(cmd, s.fill())
}

// filesScreen is the list of platforms with their verdicts on a post: of all, or of one.
type filesScreen struct {
	*pane.List[*options.PlatformVerdict]
	m *site
	readPost
}

func (m *site) newFiles(r readPost) *filesScreen {
	s := &filesScreen{m: m, readPost: r}
	missing := resource.MissingFigures(m.words, r.Post.Files)
	schema := m.ctx.Named(m.keys.Raw, "key.options.schema")
	s.List = pane.NewList(m.stack, pane.ListConfig[*options.PlatformVerdict]{
		Resource: options.MatrixResource(m.view, s.Post.Items()),
		Heading:  "options.files",
		Title: func(r *options.PlatformVerdict) string {
			return m.view.PlatformName(r.Platform.Platform)
		},
		Kind: func(r *options.PlatformVerdict) table.Kind {
			if r.IsTitle() {
				return table.Heading
			}
			return table.Item
		},
		Free: func(r *options.PlatformVerdict) (string, resource.Cell, bool) {
			return "findings", resource.Cell{
				Text: m.words.Int(r.Count),
				Tone: theme.Muted,
			}, r.IsTitle()
		},
		Counter: s.counts,
		Below:   true,
		Blocks: func(r *options.PlatformVerdict) []resource.Block {
			return options.VerdictBlocks(m.view, r)
		},
		Summary: func(width int) []string {
			lines := []string{
				text.Cut(
					" "+m.theme.Paint(theme.Accent, m.said(&s.readPost)),
					width,
				),
			}
			for _, line := range missing {
				lines = append(
					lines,
					m.view.Point(m.theme.Glyphs.Unknown, line, width, theme.Warn)...,
				)
			}
			return lines
		},
		Empty:   m.noPlatforms(),
		State:   m.store.Platforms.State,
		Refresh: m.store.Platforms.Refresh,
		Actions: []pane.Action[*options.PlatformVerdict]{
			{Key: m.keys.Files, Do: m.askFiles, Inspector: true},
			{
				Key: m.keys.Accounts,
				Row: func(r *options.PlatformVerdict) tea.Cmd {
					return m.stack.Goto(pane.Target{
						Pane:     "accounts",
						Platform: r.Platform.Platform,
					})
				},
			},
			{
				Key: schema,
				Row: func(r *options.PlatformVerdict) tea.Cmd {
					return m.openOptionSchema(r.Platform)
				},
			},
		},
		Footer: func() []key.Binding {
			k := &m.stack.Keys
			return []key.Binding{k.Detail, k.Filter, m.keys.Files, schema, k.Export}
		},
	})
	return s
}

// openOptionSchema shows the schema of the options of a platform or, where it has none, the platform as JSON.
func (m *site) openOptionSchema(p *api.Platform) tea.Cmd {
	name := m.view.PlatformName(p.Platform)
	if options.IsSchema(p.OptionSchema) {
		return m.stack.ShowJSON(name, p.OptionSchema)
	}
	return m.stack.ShowJSON(name, p)
}

// counts are the platforms with each verdict, unless the post is for one platform.
func (s *filesScreen) counts() string {
	if s.Platform != "" {
		return ""
	}
	counts := map[media.Answer]int{}
	for r := range s.Table.Rows() {
		if !r.IsTitle() {
			counts[r.Fit]++
		}
	}
	w := s.m.words
	return w.N(
		"checklist.counts", counts[media.Unknown],
		"Fits", w.Int(counts[media.Yes]),
		"Rejected", w.Int(counts[media.No]),
	)
}

// fill judges the post with what is known now.
func (s *filesScreen) fill() tea.Cmd {
	verdicts := options.JudgeAll(s.m.knownNow().Preflights(s.PreflightRequest))
	return s.SetRows(options.WithTitles(verdicts))
}

func (s *filesScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(store.Changed); ok {
		return s.fill()
	}
	return s.List.Update(msg)
}
