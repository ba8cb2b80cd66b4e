package pane

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// wideFrom is from how many cells on a list has its detail beside it.
const wideFrom = 160

// Split divides a width between a list and the detail of its current row; detail
// is 0 where there is no room for both.
func Split(width int) (list, detail int) {
	if width < wideFrom {
		return width, 0
	}
	detail = max(width/3, 60)
	return width - detail - 1, detail
}

// WithDetail puts the detail of its current row beside a list, which is drawn in
// its part of the width, where there is room for both.
func (c *Context) WithDetail(list string, width int, detail func(width int) string) string {
	left, right := Split(width)
	if right == 0 {
		return list
	}
	return c.Beside(list, detail(right), left)
}

// FillDetail writes the page about the row under the cursor: for all of the frame
// where it stands alone, else for its part beside the list, and not where there
// is no room for it.
func FillDetail[R any](f *Frame, page *facts.Pager, alone bool, list interface{ Current() (R, bool) }, lines func(r R, width int) []string) {
	_, width := Split(f.Width)
	if alone {
		width = f.Width
	}
	page.SetHeight(f.Height - 1) // below its title
	if r, ok := list.Current(); ok && width > 0 {
		page.SetLines(lines(r, width))
	}
}

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

// Listed is a table as a list shows it.
type Listed interface {
	Counts() (shown, total int)
	Position() int
	Busy() bool
	View() string
}

// List is a table with the lines above it and its counter, which more follows,
// below. Where the table has no rows, a sentence says why.
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

// counter is the beginning of a list's last line: where the cursor is, of how
// many rows shown and how many there are, and whether more are being found. It
// is short, for it is sent again with every move.
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
