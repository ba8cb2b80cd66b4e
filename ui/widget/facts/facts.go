// Package facts shows names with their values, and scrolls lines of any kind.
package facts

import (
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Fact is a value with its name. Lines cleans the texts.
type Fact struct {
	Name  string
	Value string
	Note  string // a remark about the value
	Tone  theme.Tone
	Link  string // the web address that the value leads to, "" for none
}

// maxName is the maximum width of the names.
const maxName = 32

// Lines formats facts one below the other: the names in a column, the values
// wrapped to the width behind them, each note behind its value where there is room,
// else below it.
func Lines(t *theme.Theme, list []Fact, width int) []string {
	label := 0
	for _, f := range list {
		label = max(label, min(text.Width(text.Clean(f.Name)), maxName, max(width*2/5, 6)))
	}
	room := max(width-label-4, 4)
	var lines []string
	for _, f := range list {
		name, note := text.Clean(f.Name), text.Clean(f.Note)
		values := text.Wrap(text.Clean(f.Value), room)
		for i, v := range values {
			v = t.Tone(f.Tone).Render(v)
			if f.Link != "" {
				v = text.Link(f.Link, v)
			}
			line := " " + t.Field.Label.Render(text.Left(name, label)) + "  " + v
			if i == len(values)-1 && note != "" && text.Width(line)+2+text.Width(note) <= width {
				line += "  " + t.Tone(theme.Muted).Render(note)
				note = ""
			}
			lines = append(lines, text.Cut(line, width))
			name = ""
		}
		for _, n := range text.Wrap(note, room) {
			if note != "" {
				lines = append(lines, text.Cut(text.Blank(label+3)+t.Tone(theme.Muted).Render(n), width))
			}
		}
	}
	return lines
}
