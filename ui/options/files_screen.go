package options

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

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
	files    []media.File
	problems []quote.Problem
}

// askFiles asks for files, which need not exist: a description does.
func (m *Model) askFiles() tea.Cmd {
	return m.Ask(pane.Question{Title: m.Words.T("options.files"), Input: &m.files.field, Then: m.readFiles})
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
		files, problems := quote.ParseFiles(description, quote.NewValues(nil), open)
		return readFiles{files, problems}, ctx.Err()
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
	if len(r.Value.files) == 0 {
		return cmd
	}
	s := m.newFiles(ItemsOf(r.Value.files, nil, nil), resource.MissingFigures(m.Words, r.Value.files))
	if _, ok := m.Top().(*filesScreen); ok {
		cmd = tea.Batch(cmd, m.Replace(s))
	} else {
		m.Push(s)
	}
	return tea.Batch(cmd, s.fill())
}

// filesScreen is the list of all platforms with their verdicts on files.
type filesScreen struct {
	*pane.List[PlatformVerdict]
	m     *Model
	items []media.Item
}

func (m *Model) newFiles(items []media.Item, missing []string) *filesScreen {
	s := &filesScreen{m: m, items: items}
	v := m.Context.View
	s.List = pane.NewList(m.Stack, pane.ListConfig[PlatformVerdict]{
		Resource: MatrixResource(v, items), Heading: m.Words.T("options.files"),
		Title: func(r PlatformVerdict) string { return m.PlatformName(r.Platform.Platform) },
		Blocks: func(r PlatformVerdict) (blocks []resource.Block) {
			for i := range r.Items {
				it := &r.Items[i]
				blocks = append(blocks, resource.Block{Title: itemName(v, it.Item, i), Lines: func(width int) []string { return itemLines(v, it, width) }})
			}
			return blocks
		},
		Summary: func(width int) []string {
			lines := []string{text.Cut(" "+m.Theme.Tone(theme.Accent).Render(text.Line(m.files.field.Value())), width)}
			for _, line := range missing {
				lines = append(lines, m.Paragraph(m.Theme.Glyphs.Unknown+" "+line, width, theme.Warn)...)
			}
			return lines
		},
		Empty: func(bool) string { return m.noMatch() }, State: m.Store.Platforms.State, Refresh: m.Store.Platforms.Refresh,
		Actions: []pane.Action[PlatformVerdict]{
			{Key: m.keys.Files, Do: m.askFiles, Inspector: true},
			{Key: m.keys.Accounts, Row: func(r PlatformVerdict) tea.Cmd {
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
	return s.SetRows(CheckPlatforms(s.m.Store.Platforms.Value, s.items))
}

func (s *filesScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(store.Changed); ok {
		return s.fill()
	}
	return s.List.Update(msg)
}
