package options

import (
	"context"
	"regexp"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
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
	typed
	files    string // as they were typed
	post     post.Post
	problems map[string]quote.Problem // by field
}

// typed holds the parts of the input other than files.
type typed struct {
	platform             string      // "" for all
	account, title, body string      // "" if they were not typed
	cover                string      // a path or a description
	options              [][2]string // names and values
}

// readTyped reads what was typed: an account, a title, a text, a cover and options (account:NAME,
// title:TEXT, text:TEXT, cover:FILE, NAME=VALUE), each on a line of its own or between semicolons,
// and returns the rest, which describes files.
func readTyped(s string) (t typed, files string) {
	option := regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.]*)=(.*)$`)
	quoted := false
	parts := strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (r == ';' || r == '；' || r == '\n')
	})
	var rest []string
	for _, part := range parts {
		match := option.FindStringSubmatch(strings.TrimSpace(part))
		if match != nil {
			t.options = append(t.options, [2]string{match[1], match[2]})
		} else if !t.set(strings.TrimSpace(part)) {
			rest = append(rest, part)
		}
	}
	return t, strings.Join(rest, ";")
}

// set reads a part that begins with a name, and reports whether it is one.
func (t *typed) set(part string) bool {
	name, value, _ := strings.Cut(strings.Replace(part, "：", ":", 1), ":")
	value = strings.TrimSpace(value)
	switch name {
	case "account", "账号":
		t.account = value
	case "title", "标题":
		t.title = value
	case "text", "正文", "简介":
		t.body = value
	case "cover", "封面":
		t.cover = value
	default:
		return false
	}
	return true
}

// askFiles opens the form of a post for all platforms, or for the one that it was filled in for.
func (m *site) askFiles() tea.Cmd { return m.askPost("") }

// readFiles reads the files that the form names.
func (m *site) readFiles() tea.Cmd {
	t := m.typedPost()
	files := m.files.values[filesField]
	local := m.ctx.LocalFiles
	return m.files.reading.Start(m.ctx.Base, m.view.Now, func(ctx context.Context, _ func(any)) (readPost, error) {
		open := func(path string) (media.File, error) {
			return media.Read(ctx, path)
		}
		if !local {
			open = nil
		}
		r := readPost{
			typed:    t,
			files:    files,
			post:     post.Post{Title: t.title, Body: t.body},
			problems: map[string]quote.Problem{},
		}
		var problems []quote.Problem
		r.post.Files, problems = quote.ParseFiles(files, quote.NewValues(nil), open)
		if len(problems) > 0 {
			r.problems[filesField] = problems[0]
		}
		covers, problems := quote.ParseFiles(t.cover, quote.NewValues(nil), open)
		if len(problems) > 0 {
			r.problems[coverField] = problems[0]
		}
		if len(covers) > 0 {
			r.post.Cover = &covers[0]
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
	if len(r.Value.options) > 0 {
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

	unknown bool            // no account has the name of the post
	exists  map[string]bool // of the options that were typed those that any platform has; none for one platform
}

func (m *site) newFiles(r readPost) *filesScreen {
	s := &filesScreen{m: m, readPost: r}
	missing := resource.MissingFigures(m.words, r.post.Files)
	s.List = pane.NewList(m.stack, pane.ListConfig[*options.PlatformVerdict]{
		Resource: options.MatrixResource(m.view, s.post.Items()),
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
		Blocks:  s.blocks,
		Summary: func(width int) []string {
			lines := []string{
				text.Cut(
					" "+m.theme.Tone(theme.Accent).Render(m.said(&s.readPost)),
					width,
				),
			}
			if s.unknown {
				lines = append(
					lines,
					m.view.Paragraph(
						m.theme.Glyphs.Abnormal+" "+m.words.T(
							"cli.check.no_account",
							"Name", text.Line(s.account),
						),
						width,
						theme.Bad,
					)...,
				)
			}
			for _, line := range missing {
				lines = append(
					lines,
					m.view.Paragraph(m.theme.Glyphs.Unknown+" "+line, width, theme.Warn)...,
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
		},
		Footer: func() []key.Binding {
			k := &m.stack.Keys
			return []key.Binding{
				k.Back,
				m.keys.Files,
				k.Detail,
				k.Filter,
				k.Sort,
				k.Export,
				k.Refresh,
			}
		},
	})
	return s
}

// counts are the platforms with each verdict.
func (s *filesScreen) counts() string {
	counts := map[media.Answer]int{}
	for r := range s.Table.Rows() {
		if !r.IsTitle() {
			counts[r.Fit]++
		}
	}
	w := s.m.words
	return w.T(
		"checklist.counts",
		"Fits", w.Int(counts[media.Yes]),
		"Unknown", w.Int(counts[media.Unknown]),
		"Rejected", w.Int(counts[media.No]),
	)
}

// blocks are the inspector: the verdict, then that on each part of the post.
func (s *filesScreen) blocks(r *options.PlatformVerdict) []resource.Block {
	v := s.m.view
	blocks := []resource.Block{{
		Title: v.Words.T("check.column.verdict"),
		Lines: func(width int) []string {
			return append(verdictLines(v, r, width), s.elsewhere(r, width)...)
		},
	}}
	for i := range r.Post.Items {
		it := &r.Post.Items[i]
		blocks = append(blocks, resource.Block{
			Title: options.ItemName(v, &it.Item, i),
			Lines: func(width int) []string {
				return options.ItemLines(v, it, width)
			},
		})
	}
	return blocks
}

func (s *filesScreen) fill() tea.Cmd {
	m := s.m
	var accounts []*api.Account
	if s.account != "" {
		accounts = fleet.AccountsNamed(m.store.Accounts.List().Rows, "", s.account)
	}
	s.unknown = len(accounts) == 0 && s.account != "" && m.store.Accounts.Loaded()
	s.findOptions()
	platforms := m.store.Platforms.Value
	one := m.store.Platform(s.platform)
	if one != nil {
		platforms = []api.Platform{*one}
	}
	verdicts := options.JudgePlatforms(platforms, func(platform *api.Platform) *options.PlatformVerdict {
		return s.judge(platform, accounts)
	})
	return s.SetRows(options.WithTitles(verdicts))
}

// judge returns the verdict of a platform on the post with the accounts that have its name.
func (s *filesScreen) judge(
	platform *api.Platform,
	accounts []*api.Account,
) *options.PlatformVerdict {
	listed, known := s.m.known(platform.Platform)
	p := fleet.Preflight{
		Platform:   platform,
		Post:       &s.post,
		Named:      s.account,
		Listed:     listed,
		NoAccounts: !s.m.store.Accounts.Loaded(),
		NoOptions:  !known,
	}
	p.SetAccount(accounts)
	for _, option := range s.options {
		if s.concerns(platform, option[0]) {
			p.SetOption(option[0], option[1])
		}
	}
	return options.JudgePost(&p)
}

// concerns reports whether an option that was typed is for a platform, or may be: its options may not be
// loaded.
func (s *filesScreen) concerns(platform *api.Platform, option string) bool {
	p, known := s.m.preflight(platform)
	return !known || p.Concerns(option, s.exists[option])
}

// findOptions looks which of the options that were typed exist, at any platform.
func (s *filesScreen) findOptions() {
	s.exists = map[string]bool{}
	if s.platform != "" {
		return
	}
	var all []*fleet.Preflight
	for i := range s.m.store.Platforms.Value {
		p, _ := s.m.preflight(&s.m.store.Platforms.Value[i])
		all = append(all, p)
	}
	for _, option := range s.options {
		s.exists[option[0]] = fleet.OptionExists(all, option[0])
	}
}

// preflight is what the options of a platform are checked with. known reports whether those are loaded that
// the service lists.
func (m *site) preflight(p *api.Platform) (of *fleet.Preflight, known bool) {
	listed, known := m.known(p.Platform)
	return &fleet.Preflight{Platform: p, Listed: listed}, known
}

// elsewhere are the lines about options of other platforms.
func (s *filesScreen) elsewhere(r *options.PlatformVerdict, width int) (lines []string) {
	v := s.m.view
	for _, option := range s.options {
		if s.concerns(r.Platform, option[0]) {
			continue
		}
		line := v.Words.T(
			"prices.finding.of",
			"Which", s.m.optionLabel(option[0]),
			"Detail", v.Words.T("options.form.elsewhere"),
		)
		lines = append(lines, v.Paragraph(v.Theme.Glyphs.Dash+" "+line, width, theme.Muted)...)
	}
	return lines
}

// verdictLines are the verdict on a post with its reasons, the worst first. Those of its parts
// stand below their own titles.
func verdictLines(v *resource.View, r *options.PlatformVerdict, width int) []string {
	lines := v.Paragraph(options.VerdictText(v, r.Fit), width, v.VerdictSign(r.Fit).Tone)
	for i := range r.Checks {
		if c := &r.Checks[i]; c.Item == nil {
			line := v.Words.T(
				"prices.finding.of",
				"Which", options.CheckSubject(v, c),
				"Detail", options.CheckReason(v, c),
			)
			lines = append(
				lines,
				v.Paragraph(v.VerdictSign(c.Fit).Text+" "+line, width, theme.Plain)...,
			)
		}
	}
	return lines
}

func (s *filesScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(store.Changed); ok {
		return s.fill()
	}
	return s.List.Update(msg)
}
