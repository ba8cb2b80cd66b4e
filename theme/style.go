package theme

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Style is a lipgloss style without layout as one escape sequence, which takes less
// time and fewer bytes to render. The zero Style renders text unchanged.
type Style struct {
	open  string
	shows bool
}

const reset = "\x1b[m"

// flat returns the escape sequence that a lipgloss style begins with.
func flat(s lipgloss.Style) Style {
	open, _, _ := strings.Cut(s.Render("x"), "x")
	_, plain := s.GetBackground().(lipgloss.NoColor)
	return Style{open: open, shows: open != "" && (!plain || s.GetReverse() || s.GetUnderline())}
}

// Render renders a text, each of its lines on its own.
func (s Style) Render(text string) string {
	if s.open == "" || text == "" {
		return text
	}
	if !strings.Contains(text, "\n") {
		return s.open + text + reset
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = s.open + line + reset
		}
	}
	return strings.Join(lines, "\n")
}

// With returns s with another style added, for example for strong text in a heading.
func (s Style) With(other Style) Style {
	if s.open == "" || other.open == "" {
		return Style{open: s.open + other.open, shows: s.shows || other.shows}
	}
	had := s.open[len("\x1b[") : len(s.open)-1]
	added := other.open[len("\x1b[") : len(other.open)-1]
	if strings.Contains(";"+had+";", ";"+added+";") {
		return s
	}
	return Style{open: "\x1b[" + had + ";" + added + "m", shows: s.shows || other.shows}
}

// Open returns the sequence that begins the style, or ""; Reset ends any style.
func (s Style) Open() string { return s.open }

// ShowsOnBlanks reports whether the style is visible on blanks: it has a background,
// reverse video or a line.
func (s Style) ShowsOnBlanks() bool { return s.shows }

// Reset returns the sequence that ends any style.
func Reset() string { return reset }

// Over renders a text that has styled parts: s continues after each of them.
func (s Style) Over(text string) string {
	if s.open == "" || text == "" {
		return text
	}
	text = strings.ReplaceAll(text, "\x1b[0m", reset)
	return s.open + strings.ReplaceAll(text, reset, reset+s.open) + reset
}

// Squeeze joins the end of a style with the beginning of the next one, which takes
// fewer bytes: an empty parameter resets the style before. Texts must have no escape
// sequences but those of styles and links.
func Squeeze(s string) string {
	return strings.ReplaceAll(s, reset+"\x1b[", "\x1b[;")
}
