package pane

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
)

// Title is the first line of a scrolling page: its title and, on the right, the
// range of visible lines if not all are visible.
func (c *Context) Title(title string, p *facts.Pager, width int) string {
	from, to, of := p.Position()
	if to-from+1 >= of {
		return text.Cut(title, width)
	}
	w := c.Words
	place := " " + w.Int(from) + c.Theme.Glyphs.Dash + w.Int(to) + "/" + w.Int(of) + " "
	return text.Left(title, width-text.Width(place)) + c.Theme.Tone(theme.Muted).Render(place)
}

// Field is a text field after its label; it scrolls within width.
func (c *Context) Field(label string, in *input.Model, width int) string {
	label = " " + c.Theme.Tone(theme.Accent).Render(label) + " "
	in.SetWidth(width - text.Width(label))
	return text.Cut(label+in.View(), width)
}

// FieldNotice says what a text field did not take of what was typed or pasted.
func (c *Context) FieldNotice(changed input.Changed) Notice {
	var said []string
	if n := changed.Hidden; n > 0 {
		said = append(said, c.Words.N("field.hidden", n))
	}
	if n := changed.Omitted; n > 0 {
		said = append(said, c.Words.T("field.full", "Limit", c.Words.Int(changed.Limit), "Omitted", c.Words.Int(n)))
	}
	return Notice{Level: Warning, Text: strings.Join(said, " ")}
}
