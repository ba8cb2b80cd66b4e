package options

import (
	"context"
	"math"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/schema"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
)

// maxPaste bounds the bytes of one paste: each key wraps all lines of the field again.
const maxPaste = 256 << 10

// verdict is the result of a check.
type verdict struct {
	value   string
	issues  []schema.Issue
	problem *schema.Problem
}

// checkScreen validates what is typed into it against a schema of an option: a field, and the
// result beside or below it.
type checkScreen struct {
	*pane.Regions
	m           *site
	title, note string
	draft       string // key of Model.drafts
	schema      *options.Schema
	input       input.Area
	verdict     store.Loader[verdict]
	result      *pane.Text
}

// openCheck opens the field with what was typed before, otherwise with the example.
func (s *optionScreen) openCheck(filters bool) tea.Cmd {
	m := s.m
	r := s.reading.Value
	c := &checkScreen{
		m:      m,
		title:  s.title(),
		note:   m.words.T("options.check_body_title"),
		schema: &r.Create,
		input:  input.NewArea(m.theme),
	}
	if filters {
		c.note = m.words.T("options.check_filter_title")
		c.schema = &r.Filter
	}
	c.draft = strings.Join([]string{s.platform, s.option.Field, c.note}, "\n")
	if c.schema.Schema == nil {
		return m.ctx.Inform("options.nothing_to_check")
	}
	c.input.MaxHeight = 0
	c.input.MaxWidth = 0
	draft, ok := m.drafts[c.draft]
	if !ok {
		draft = c.schema.Body
	}
	c.input.SetValue(draft)
	c.result = pane.NewText(m.stack, pane.TextConfig{
		Title: func() string { return m.words.T("options.result") },
		Lines: c.resultLines,
	})
	c.Regions = pane.NewRegions(c.layout, c.result)
	m.stack.Push(c)
	return tea.Batch(c.input.Focus(), c.validate())
}

func (s *checkScreen) validate() tea.Cmd {
	schema := s.schema
	value := s.input.Value()
	return s.verdict.Start(s.m.ctx.Base, s.m.view.Now, func(context.Context, func(any)) (verdict, error) {
		v := verdict{value: value}
		v.issues, v.problem = schema.Check([]byte(value))
		return v, nil
	})
}

// layout puts the result beside the field or, without borders, below it.
func (s *checkScreen) layout(int, int) pane.Area {
	both := []pane.Area{{Draw: s.field}, {Region: s.result}}
	if s.m.stack.Bare() {
		return pane.Area{Below: both}
	}
	return pane.Area{SideBySide: both}
}

// field draws the field.
func (s *checkScreen) field(width, height int) string {
	f := pane.Frame{
		Title:   s.title,
		Right:   s.note,
		Focused: true,
		Bare:    s.m.stack.Bare(),
	}
	innerWidth, innerHeight := f.Inner(width, height)
	s.input.SetWidth(max(innerWidth-2, 4))
	s.input.SetHeight(max(innerHeight, 1))
	return s.m.ctx.Frame(
		f,
		" "+strings.ReplaceAll(s.input.View(), "\n", "\n "),
		width,
		height,
	)
}

// Update handles a message. The field gets all keys but those that scroll the result.
func (s *checkScreen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		cmd = s.onKey(msg)
	case tea.MouseMsg:
		return s.result.Update(msg)
	default:
		_, cmd = s.verdict.Take(msg)
	}
	s.Arrange()
	s.result.SetFocus(false)
	return cmd
}

func (s *checkScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m := s.m
	switch {
	case msg.Paste && len(string(msg.Runes)) > maxPaste:
		return pane.Notify(
			pane.Warning,
			m.words.T("options.paste_too_long", "Limit", m.words.Int(maxPaste)),
		)
	case msg.Paste:
	case key.Matches(msg, m.stack.Keys.Back):
		s.verdict.Cancel()
		return m.stack.Pop()
	case key.Matches(msg, m.keys.Example):
		s.input.SetValue(s.schema.Body)
		return s.changed()
	case msg.Type == tea.KeyPgUp, msg.Type == tea.KeyPgDown:
		s.result.Update(msg)
		return nil
	}
	if msg.Type == tea.KeyRunes {
		msg.Runes = []rune(options.Visible(strings.ReplaceAll(string(msg.Runes), "\r\n", "\n")))
	}
	before := s.input.Value()
	var cmd tea.Cmd
	s.input, cmd = s.input.Update(msg)
	if s.input.Value() != before {
		cmd = tea.Batch(cmd, s.changed())
	}
	return cmd
}

// changed keeps what is typed and validates it.
func (s *checkScreen) changed() tea.Cmd {
	s.m.drafts[s.draft] = s.input.Value()
	return s.validate()
}

func (s *checkScreen) resultLines(width int) []string {
	v := s.m.view
	found := &s.verdict.Value
	if !s.verdict.Loaded() || found.value != s.input.Value() {
		return v.Note(v.Theme.Glyphs.Pending+" "+v.Words.T("options.checking"), width)
	}
	result := options.CheckBlock(v, found.issues, found.problem)
	return pane.BlockLines(v, []resource.Block{result}, width, math.MaxInt)
}

// Capturing reports that keys are text.
func (s *checkScreen) Capturing() bool { return true }

func (s *checkScreen) ShortHelp() []key.Binding {
	return []key.Binding{s.m.stack.Keys.Back}
}

// FullHelp returns all keys that work now.
func (s *checkScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{s.ShortHelp(), {s.m.keys.Example}}
}
