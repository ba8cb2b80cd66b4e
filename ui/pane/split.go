package pane

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// splitWidth is the minimum width for a list with its inspector beside it.
const splitWidth = 160

// Split divides a width between a list and its inspector; detail is 0 where there is
// no room for both.
func Split(width int) (list, detail int) {
	if width < splitWidth {
		return width, 0
	}
	detail = max(width/3, 60)
	return width - detail - 1, detail
}

// Beside places right next to left, which is width cells wide, with a line between
// them.
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
