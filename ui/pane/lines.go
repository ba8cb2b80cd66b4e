package pane

import (
	"github.com/charmbracelet/bubbles/textinput"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// The lines that stand above and below what fills a pane. They are the same
// everywhere.

// Title is the first line of a page that scrolls: what it shows, and at the
// right, where not all lines are in sight, which are.
func (c *Context) Title(title string, p *facts.Pager, width int) string {
	from, to, of := p.Position()
	if to-from+1 >= of {
		return text.Cut(title, width)
	}
	w := c.Words
	place := " " + w.Int(from) + c.Theme.Glyphs.Dash + w.Int(to) + "/" + w.Int(of) + " "
	return text.Left(title, width-text.Width(place)) + c.Theme.Tone(theme.Muted).Render(place)
}

// Field is a text field behind its label; it scrolls within the room.
func (c *Context) Field(label string, in *textinput.Model, width int) string {
	label = " " + c.Theme.Tone(theme.Accent).Render(label) + " "
	in.Width = max(width-text.Width(label)-2, 4)
	return text.Cut(label+in.View(), width)
}

// Filter is the line of the fuzzy filter: the field while it is typed, then
// what was kept of it.
func (c *Context) Filter(k Keys, in *textinput.Model, typing bool, kept string, width int) string {
	slash := k.Filter.Help().Key
	if typing {
		return c.Field(slash, in, width)
	}
	return text.Cut(" "+c.Theme.Tone(theme.Muted).Render(slash)+" "+c.Theme.Table.Match.Render(text.Clean(kept)), width)
}

// Counter is the beginning of the last line: where the cursor is, of how many
// rows shown and how many there are, and whether more are being found.
func (c *Context) Counter(at, shown, total int, busy bool) string {
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
