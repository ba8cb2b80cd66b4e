package theme

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Style paints text with one escape sequence before and one after: what a
// lipgloss style comes to for text without layout, at a fraction of the time
// and with no more bytes than needed. The zero Style paints nothing.
type Style struct {
	open  string
	shows bool
}

const reset = "\x1b[m"

// flat turns a lipgloss style into the sequence that it begins with.
func flat(s lipgloss.Style) Style {
	open, _, _ := strings.Cut(s.Render("x"), "x")
	_, plain := s.GetBackground().(lipgloss.NoColor)
	return Style{open: open, shows: open != "" && (!plain || s.GetReverse() || s.GetUnderline())}
}

// Render paints s. In a text of several lines each is painted by itself.
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

// With returns s with another style added, as for strong text in a heading.
func (s Style) With(other Style) Style {
	if s.open == "" || other.open == "" {
		return Style{open: s.open + other.open, shows: s.shows || other.shows}
	}
	had, added := s.open[len("\x1b["):len(s.open)-1], other.open[len("\x1b["):len(other.open)-1]
	if strings.Contains(";"+had+";", ";"+added+";") {
		return s
	}
	return Style{open: "\x1b[" + had + ";" + added + "m", shows: s.shows || other.shows}
}

// Open is the sequence that begins the style, "" where it has none; Reset ends
// any. They are for whoever joins many pieces and wants no needless bytes.
func (s Style) Open() string { return s.open }

// ShowsOnBlanks tells whether one sees the style on blanks: a background,
// reverse video or a line.
func (s Style) ShowsOnBlanks() bool { return s.shows }

// Reset ends every style.
func Reset() string { return reset }

// Over returns text that is painted in parts already with s under it: s begins
// anew behind each part.
func (s Style) Over(text string) string {
	if s.open == "" || text == "" {
		return text
	}
	text = strings.ReplaceAll(text, "\x1b[0m", reset)
	return s.open + strings.ReplaceAll(text, reset, reset+s.open) + reset
}
