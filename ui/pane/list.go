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

// Listed is the part of a table that a list draws.
type Listed interface {
	Counts() (shown, total int)
	Position() int
	Busy() bool
	View() string
}

// List draws a table with the lines above it and, below it, its counter followed by
// more. nothing is the sentence for a table without rows.
func (c *Context) List(t Listed, above []string, nothing, more string, width, height int) string {
	shown, total := t.Counts()
	lines := above
	if shown == 0 && !t.Busy() {
		lines = append(lines, c.ViewNothing(nothing, width, height-len(lines)-1))
	} else {
		lines = append(lines, t.View())
	}
	counter := c.counter(t.Position(), shown, total, t.Busy()) + more
	return text.Fit(strings.Join(append(lines, text.Cut(counter, width)), "\n"), width, height)
}

// counter is the beginning of a list's last line: the position of the cursor, the
// number of rows shown and of all rows, and whether a search is running. It is short
// because it is sent with every move.
func (c *Context) counter(at, shown, total int, busy bool) string {
	w := c.Words
	line := " " + w.Int(at) + "/" + w.Int(shown)
	if shown != total {
		line += " " + w.T("counter.of", "Total", w.Int(total))
	}
	if busy {
		line += " " + c.Theme.Glyphs.Ellipsis
	}
	return line
}
