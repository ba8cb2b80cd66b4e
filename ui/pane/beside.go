package pane

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// WideFrom is from how many cells on a list has its detail beside it.
const WideFrom = 160

// Beside puts right at the right of left, which is width cells wide, with a line
// between them.
func (c *Context) Beside(left, right string, width int) string {
	a, b := strings.Split(left, "\n"), strings.Split(right, "\n")
	bar := c.Theme.Tone(theme.Faint).Render(c.Theme.Glyphs.Border.Left)
	for i := range a {
		a[i] += text.Blank(width-text.Width(a[i])) + bar
		if i < len(b) {
			a[i] += b[i]
		}
	}
	return strings.Join(a, "\n")
}
