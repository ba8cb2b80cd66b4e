package options

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

// maxLine is the number of bytes of a line that are shown: enough for a text, but not for
// a picture in a data URL.
const maxLine = 16 << 10

// openRaw shows a platform or an option as JSON of any size: indented, in document order, with
// every digit, and long lines broken.
func (m *site) openRaw(title string, v any) tea.Cmd {
	content, err := pane.JSON(v)
	if err != nil {
		return pane.Notify(pane.Failure, text.Clean(err.Error()))
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
		return m.stack.Output.CopyText(
			m.words.T("options.copied_raw", "Name", text.Cut(title, 30)),
			string(content),
		)
	}
	m.stack.Push(pane.NewText(m.stack, pane.TextConfig{
		Title: func() string { return title },
		Aside: func() string { return "JSON" },
		Lines: func(int) []string { return lines },
		Draw:  m.drawJSON,
		Copy:  copyJSON,
		Keys:  []pane.Shortcut{{Binding: m.stack.Keys.CopyJSON, Do: copyJSON}},
		Close: m.keys.Raw,
	}))
	return nil
}

// drawJSON returns the rows of a line.
func (m *site) drawJSON(line string, width int) []string {
	if len(line) > maxLine {
		line = line[:maxLine] + m.theme.Glyphs.Ellipsis
	}
	rows := markdown.Code(m.theme, text.Clean(line), "json", max(width-1, 1))
	for i, row := range rows {
		rows[i] = text.Cut(" "+row, width) // a wide letter does not fit in one cell
	}
	return rows
}
