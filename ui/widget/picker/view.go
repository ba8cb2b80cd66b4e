package picker

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
)

// head is how many lines stand above the items.
const head = 2

// top is the first item in sight.
func (p *Picker) top(height int) int {
	rows := max(height-head, 1)
	return p.cursor / rows * rows
}

// View draws the picker in exactly its height, no line wider than its width. It
// turns pages: a move of the cursor changes two lines.
func (p *Picker) View(width, height int) string {
	if width <= 0 || height <= 0 {
		return ""
	}
	t := p.c.Theme
	lines := []string{" " + t.Title.Render(text.Cut(text.Clean(p.c.Words.Title), width-2)), p.prompt(width)}
	top := p.top(height)
	for i := top; i < min(top+max(height-head, 1), p.shown()); i++ {
		lines = append(lines, p.line(i, width))
	}
	if p.shown() == 0 {
		lines = append(lines, " "+t.Tone(theme.Muted).Render(text.Cut(text.Clean(p.c.Words.Nothing), width-2)))
	}
	return text.Fit(strings.Join(lines, "\n"), width, height)
}

// prompt is the line in which one types.
func (p *Picker) prompt(width int) string {
	label := text.Clean(p.c.Words.Filter)
	in := p.input
	in.SetWidth(width - text.Width(label) - 2)
	return " " + p.c.Theme.Tone(theme.Muted).Render(label) + " " + in.View()
}

// line is the item at a place of the list.
func (p *Picker) line(place, width int) string {
	t := p.c.Theme
	at := p.at(place)
	item := &p.c.Items[at]
	mark, box := " ", ""
	if place == p.cursor {
		mark = t.Glyphs.Cursor
	}
	if p.c.Multi {
		box = "[" + t.Glyphs.Empty + "] "
		if item.Chosen {
			box = "[" + t.Glyphs.Selected + "] "
		}
	}
	label := text.Clean(item.Label)
	if item.Off {
		label = t.Tone(theme.Faint).Render(label)
	} else if p.found != nil {
		label = fuzzy.Highlight(p.found.Query, hidden, t.Table.Match.Render, item.Label, item.ID)
	}
	line := mark + " " + box + label
	if note := text.Clean(item.Note); note != "" {
		line += "  " + t.Tone(theme.Muted).Render(note)
	}
	if line = text.Cut(line, width); place == p.cursor {
		return t.Table.Cursor.Over(text.Left(line, width))
	}
	return line
}
