package pane

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

// maxLine is the number of bytes of a line that are shown: enough for a text, but not for
// a picture in a data URL.
const maxLine = 16 << 10

// ShowJSON shows a value as JSON of any size: indented, in document order, with every digit, and
// long lines broken.
func (s *Stack) ShowJSON(title string, v any) tea.Cmd {
	content, err := JSON(v)
	if err != nil {
		return Notify(Failure, text.Clean(err.Error()))
	}
	shown := jsontext.Value(slices.Clone(content)) // with the characters that escapes stand for
	_ = shown.Format(
		jsontext.Multiline(true),
		jsontext.WithIndent("  "),
		jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true),
	)
	lines := strings.Split(string(shown), "\n")
	copyJSON := func() tea.Cmd {
		return s.Output.CopyText(
			s.ctx.Words.T("notice.copied_raw", "Name", text.Cut(title, 30)),
			string(content),
		)
	}
	s.Push(NewText(s, TextConfig{
		Title: func() string { return title },
		Aside: func() string { return "JSON" },
		Lines: func(int) []string { return lines },
		Draw:  s.drawJSON,
		Copy:  copyJSON,
		Close: s.Keys.Raw,
	}))
	return nil
}

// drawJSON returns the rows of a line.
func (s *Stack) drawJSON(line string, width int) []string {
	if len(line) > maxLine {
		line = line[:maxLine] + s.ctx.Theme.Glyphs.Ellipsis
	}
	rows := markdown.Code(
		s.ctx.Theme,
		text.Clean(line),
		"json",
		max(width-1, 1),
	)
	for i, row := range rows {
		rows[i] = text.Cut(" "+row, width) // a wide letter does not fit in one cell
	}
	return rows
}
