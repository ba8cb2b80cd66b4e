package options

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
)

// rawScreen shows a platform or an option as JSON of any size: indented, in document
// order, with every digit, and long lines broken.
type rawScreen struct {
	m             *Model
	title, json   string
	lines         []string
	page          pager.Pager // of the lines
	width, height int
}

// maxLine is the number of bytes of a line that are shown: enough for a text, but not for
// a picture in a data URL.
const maxLine = 16 << 10

func (m *Model) openRaw(title string, v any) tea.Cmd {
	content, err := pane.JSON(v)
	if err != nil {
		return pane.Notify(pane.Failure, text.Clean(err.Error()))
	}
	shown := jsontext.Value(slices.Clone(content)) // with the characters that escapes stand for
	_ = shown.Format(jsontext.Multiline(true), jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	s := &rawScreen{m: m, title: title, json: string(content), lines: strings.Split(string(shown), "\n")}
	s.page.Draw = s.draw
	m.Push(s)
	return nil
}

// draw returns the rows of a line.
func (s *rawScreen) draw(i int) []string {
	line, t := s.lines[i], s.m.Theme
	if len(line) > maxLine {
		line = line[:maxLine] + t.Glyphs.Ellipsis
	}
	width, _ := s.room()
	rows := markdown.Code(t, text.Clean(line), "json", max(width, 1))
	for i, row := range rows {
		rows[i] = text.Cut(row, width) // a wide letter does not fit in one cell
	}
	return rows
}

func (s *rawScreen) frame() pane.Frame { return s.m.frame(s.title, s.width) }

// room is the size of the text.
func (s *rawScreen) room() (width, height int) {
	width, height = s.frame().Inner(s.width, s.height)
	return width - 1, max(height, 1)
}

func (s *rawScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	_, s.page.Height = s.room()
	s.page.Reset(len(s.lines))
	s.page.Show()
}

func (s *rawScreen) Capturing() bool { return false }

func (s *rawScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.onKey(msg)
	case tea.MouseMsg:
		s.page.Scroll(scroll.Wheel(msg))
	}
	return nil
}

func (s *rawScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m, k := s.m, &s.m.Keys
	by, moves := k.Move(msg, s.page.Height)
	switch {
	case key.Matches(msg, k.Home):
		s.page.Jump(pager.Spot{})
	case key.Matches(msg, k.End):
		s.page.End()
	case moves:
		s.page.Scroll(by)
	case key.Matches(msg, m.keys.Raw):
		return m.Pop()
	case key.Matches(msg, k.CopyJSON):
		return m.CopyText(m.Words.T("options.copied_raw", "Name", text.Cut(s.title, 30)), s.json)
	}
	return nil
}

func (s *rawScreen) View() string {
	f := s.frame()
	f.Right = "JSON"
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = s.page.Position()
	return s.m.Frame(f, " "+strings.Join(s.page.View(pager.Query{}), "\n "), s.width, s.height)
}

func (s *rawScreen) ShortHelp() []key.Binding {
	return []key.Binding{s.m.Keys.Back, s.m.Keys.CopyJSON}
}
