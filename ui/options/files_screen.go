package options

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// fileCheck is the description of files to publish, which all platforms are compared with.
type fileCheck struct {
	field   input.Model
	reading store.Loader[readFiles]
}

// readFiles is a description with the files that it names read.
type readFiles struct {
	post
	files    []media.File
	problems []quote.Problem
}

// post is what is to be published besides files.
type post struct {
	account            string // its ID or a name; "" for none
	title, description *string
	options            [][2]string // names and values
}

// readPost reads what was typed: an account, a title, a text and options (account:NAME, title:TEXT,
// text:TEXT, NAME=VALUE), each on a line of its own or between semicolons, and returns the rest,
// which describes files.
func readPost(typed string) (p post, files string) {
	quoted := false
	parts := strings.FieldsFunc(typed, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (r == ';' || r == '；' || r == '\n')
	})
	parts = slices.DeleteFunc(parts, func(part string) bool {
		part = strings.TrimSpace(part)
		if option := regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.]*)=(.*)$`).FindStringSubmatch(part); option != nil {
			p.options = append(p.options, [2]string{option[1], option[2]})
			return true
		}
		name, value, _ := strings.Cut(strings.Replace(part, "：", ":", 1), ":")
		value = strings.TrimSpace(value)
		switch name {
		case "account", "账号":
			p.account = value
		case "title", "标题":
			p.title = &value
		case "text", "简介":
			p.description = &value
		default:
			return false
		}
		return true
	})
	return p, strings.Join(parts, ";")
}

// askFiles asks for files, which need not exist: a description does.
func (m *Model) askFiles() tea.Cmd {
	return m.Ask(pane.Question{Title: m.Words.T("options.post"), Input: &m.files.field, Then: m.readFiles})
}

func (m *Model) readFiles() tea.Cmd {
	description, local := m.files.field.Value(), m.LocalFiles
	if strings.TrimSpace(description) == "" {
		return nil
	}
	return m.files.reading.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (readFiles, error) {
		open := func(path string) (media.File, error) { return media.Read(ctx, path) }
		if !local {
			open = nil
		}
		post, description := readPost(description)
		files, problems := quote.ParseFiles(description, quote.NewValues(nil), open)
		return readFiles{post, files, problems}, ctx.Err()
	})
}

// onRead shows the verdicts of all platforms on the files that were read.
func (m *Model) onRead() tea.Cmd {
	r := &m.files.reading
	if r.Running() || r.Err != nil {
		return nil
	}
	var cmd tea.Cmd
	if problems := r.Value.problems; len(problems) > 0 {
		cmd = pane.Notify(pane.Warning, resource.QuestionProblem(m.Words, problems[0], m.LocalFiles))
	}
	p := r.Value.post
	items := ItemsOf(r.Value.files, p.title, p.description)
	if len(items) == 0 && p.account == "" && len(p.options) == 0 {
		return cmd
	}
	if p.account != "" {
		cmd = tea.Batch(cmd, m.Store.Accounts.Require())
	}
	if len(p.options) > 0 {
		cmd = tea.Batch(cmd, m.loadAll(false))
	}
	s := m.newFiles(items, p, resource.MissingFigures(m.Words, r.Value.files))
	if _, ok := m.Top().(*filesScreen); ok {
		cmd = tea.Batch(cmd, m.Replace(s))
	} else {
		m.Push(s)
	}
	return tea.Batch(cmd, s.fill())
}

// filesScreen is the list of all platforms with their verdicts on files.
type filesScreen struct {
	*pane.List[*PlatformVerdict]
	m     *Model
	items []media.Item
	post  post

	unknown bool // no account has the name of the post
}

func (m *Model) newFiles(items []media.Item, p post, missing []string) *filesScreen {
	s := &filesScreen{m: m, items: items, post: p}
	v := m.Context.View
	s.List = pane.NewList(m.Stack, pane.ListConfig[*PlatformVerdict]{
		Resource: MatrixResource(v, items), Heading: "options.files",
		Title: func(r *PlatformVerdict) string { return m.PlatformName(r.Platform.Platform) },
		Blocks: func(r *PlatformVerdict) (blocks []resource.Block) {
			blocks = append(blocks, resource.Block{Title: v.Words.T("check.column.verdict"), Lines: func(width int) []string { return verdictLines(v, r, width) }})
			for i := range r.Items {
				it := &r.Items[i]
				blocks = append(blocks, resource.Block{Title: itemName(v, it.Item, i), Lines: func(width int) []string { return itemLines(v, it, width) }})
			}
			return blocks
		},
		Summary: func(width int) []string {
			lines := []string{text.Cut(" "+m.Theme.Tone(theme.Accent).Render(text.Line(m.files.field.Value())), width)}
			if s.unknown {
				lines = append(lines, m.Paragraph(m.Theme.Glyphs.Abnormal+" "+m.Words.T("cli.check.no_account", "Name", text.Line(p.account)), width, theme.Bad)...)
			}
			for _, line := range missing {
				lines = append(lines, m.Paragraph(m.Theme.Glyphs.Unknown+" "+line, width, theme.Warn)...)
			}
			return lines
		},
		Empty: m.noPlatforms(), State: m.Store.Platforms.State, Refresh: m.Store.Platforms.Refresh,
		Actions: []pane.Action[*PlatformVerdict]{
			{Key: m.keys.Files, Do: m.askFiles, Inspector: true},
			{Key: m.keys.Accounts, Row: func(r *PlatformVerdict) tea.Cmd {
				return m.Goto(pane.Target{Pane: "accounts", Platform: r.Platform.Platform})
			}},
		},
		Footer: func() []key.Binding {
			k := &m.Keys
			return []key.Binding{k.Back, m.keys.Files, k.Detail, k.Filter, k.Sort, k.Export, k.Refresh}
		},
	})
	return s
}

func (s *filesScreen) fill() tea.Cmd {
	m := s.m
	var accounts []*api.Account
	if s.post.account != "" {
		accounts = fleet.AccountsNamed(m.Store.Accounts.List().Rows, "", s.post.account)
	}
	s.unknown = len(accounts) == 0 && s.post.account != "" && m.Store.Accounts.Loaded()
	rows := CheckPlatforms(m.Store.Platforms.Value, func(platform *api.Platform) *PlatformVerdict {
		listed, known := m.known(platform.Platform)
		p := fleet.Preflight{
			Platform: platform, Items: s.items, Named: s.post.account, Listed: listed, Now: m.Now(), StaleAfter: m.StaleAfter(),
			NoAccounts: !m.Store.Accounts.Loaded(), NoOptions: !known,
		}
		own := 0
		for _, a := range accounts {
			if a.Type == platform.Platform {
				own++
			}
			if p.Account == nil || a.Type == platform.Platform {
				p.Account = a
			}
		}
		p.Several = own > 1
		for _, option := range s.post.options {
			p.SetOption(option[0], option[1])
		}
		verdict := CheckItems(platform, s.items)
		verdict.Checks, verdict.Fit = p.Checks()
		return verdict
	})
	return s.SetRows(rows)
}

// verdictLines are the verdict on a post with its reasons, the worst first. Those of items stand
// below their own titles.
func verdictLines(v *resource.View, r *PlatformVerdict, width int) []string {
	lines := v.Paragraph(verdictText(v, r.Fit), width, v.VerdictSign(r.Fit).Tone)
	for i := range r.Checks {
		if c := &r.Checks[i]; c.Item == nil {
			lines = append(lines, v.Paragraph(v.VerdictSign(c.Fit).Text+" "+about(v, c)+": "+reason(v, c), width, theme.Plain)...)
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
