package prices

import (
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// field is a text above a list that answers it.
type field struct {
	input.Search
	name       string          // its messages are prices.NAME, prices.NAME_hint and prices.NAME_example
	understood string          // what was understood, in words
	problems   []quote.Problem // what was not
}

// view draws the field that is typed into, with what was understood at the right.
// An empty one shows an example.
func (f *field) view(c *pane.Context, width int) string {
	label := c.Words.T("prices." + f.name)
	hint := c.Theme.Tone(theme.Accent).Render(f.understood)
	if f.Value() == "" {
		hint = c.Theme.Tone(theme.Muted).Render(c.Words.T("prices." + f.name + "_example"))
	}
	room := text.Width(hint)
	if room > width/2-text.Width(label) {
		hint = ""
		room = 0
	}
	line := c.Field(label, &f.Model, width-room-3)
	return text.Cut(line+text.Blank(width-text.Width(line)-room-1)+hint, width)
}

// alerts name what was not understood.
func (f *field) alerts(c *pane.Context) []prices.Note {
	if len(f.problems) == 0 {
		return nil
	}
	return []prices.Note{{
		Tone: theme.Warn,
		Text: c.Theme.Glyphs.Unknown + " " + problems(c, f.problems),
	}}
}

func problems(c *pane.Context, list []quote.Problem) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = resource.QuestionProblem(c.Words, p, c.LocalFiles)
	}
	return prices.Joined(c.View, parts)
}
