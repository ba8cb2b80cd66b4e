package theme

import (
	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/progress"
	"github.com/charmbracelet/bubbles/textarea"
	"github.com/charmbracelet/bubbles/textinput"
	"github.com/charmbracelet/lipgloss"
)

// Bubbles use styles of the global renderer, which shows neither colours nor a text cursor
// if standard output is not a terminal. These functions give them the styles of the theme.

func (t *Theme) style(c lipgloss.TerminalColor) lipgloss.Style {
	if c == nil {
		return t.Renderer.NewStyle()
	}
	return t.Renderer.NewStyle().Foreground(c)
}

// TextInput returns the widget of a one-line field; use it through
// ui/widget/input. Its cursor does not blink, so that nothing is written while the
// user is idle. Some bindings of the widget are removed: DeleteAfterCursor is ctrl+k,
// which opens the palette; Paste reads the clipboard of this machine, which over SSH
// is not the user's; DeleteWordForward panics at the last letter (bubbles v1.0.0).
func (t *Theme) TextInput() textinput.Model {
	in := textinput.New()
	in.Prompt = ""
	in.PromptStyle = t.style(t.Palette.Accent)
	in.TextStyle = t.style(t.Palette.Text)
	in.PlaceholderStyle = t.style(t.Palette.Faint)
	in.CompletionStyle = in.PlaceholderStyle
	in.Cursor.Style = t.Renderer.NewStyle().Reverse(true)
	in.Cursor.TextStyle = in.TextStyle
	in.Cursor.SetMode(cursor.CursorStatic)
	in.KeyMap.DeleteAfterCursor = key.Binding{}
	in.KeyMap.Paste = key.Binding{}
	in.KeyMap.DeleteWordForward = key.Binding{}
	return in
}

// TextArea returns the widget of a field of several lines, without the bindings
// ctrl+k and ctrl+v, as in TextInput; use it through ui/widget/input.
func (t *Theme) TextArea() textarea.Model {
	in := textarea.New()
	plain := t.Renderer.NewStyle()
	for _, s := range []*textarea.Style{&in.FocusedStyle, &in.BlurredStyle} {
		*s = textarea.Style{
			Base: plain, CursorLine: plain, Text: t.style(t.Palette.Text), EndOfBuffer: plain,
			CursorLineNumber: t.style(t.Palette.Muted), LineNumber: t.style(t.Palette.Faint),
			Placeholder: t.style(t.Palette.Faint), Prompt: t.style(t.Palette.Accent),
		}
	}
	in.Prompt = ""
	in.ShowLineNumbers = false
	in.Cursor.Style = t.Renderer.NewStyle().Reverse(true)
	in.Cursor.TextStyle = plain
	in.Cursor.SetMode(cursor.CursorStatic)
	in.KeyMap.DeleteAfterCursor = key.Binding{}
	in.KeyMap.Paste = key.Binding{}
	return in
}

// Progress is a bar for a share from 0 to 1.
func (t *Theme) Progress(width int) progress.Model {
	bar := progress.New(progress.WithColorProfile(t.Renderer.ColorProfile()), progress.WithWidth(width),
		progress.WithFillCharacters([]rune(t.Glyphs.Bar)[0], []rune(t.Glyphs.BarRest)[0]))
	bar.FullColor, bar.EmptyColor = hex(t.Palette.Accent), hex(t.Palette.Line)
	bar.PercentageStyle = t.style(t.Palette.Muted)
	return bar
}

func hex(c lipgloss.TerminalColor) string {
	if c, ok := c.(lipgloss.Color); ok {
		return string(c)
	}
	return ""
}
