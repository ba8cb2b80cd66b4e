// Package facts shows what is known of one thing: names with their values, and
// lines of any kind that are scrolled.
package facts

import (
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Fact is one value with its name. Texts are cleaned here.
type Fact struct {
	Name  string
	Value string
	Note  string // what there is to say about the value
	Tone  theme.Tone
	Link  string // the web address that the value leads to, "" for none
}

// widest is how many cells the names take at most.
const widest = 32

// Lines writes facts below each other: names in a column, values broken to the
// width behind them, notes behind these where there is room or below.
func Lines(t *theme.Theme, list []Fact, width int) []string {
	label := 0
	for _, f := range list {
		label = max(label, min(text.Width(text.Clean(f.Name)), widest, max(width*2/5, 6)))
	}
	var lines []string
	for _, f := range list {
		note := text.Clean(f.Note)
		value := text.Wrap(text.Clean(f.Value), max(width-label-4, 4))
		for i, v := range value {
			name := ""
			if i == 0 {
				name = text.Clean(f.Name)
			}
			line := " " + t.Field.Label.Render(text.Left(text.Cut(name, label), label)) + "  " + f.link(t.Tone(f.Tone).Render(v))
			if i == len(value)-1 && note != "" && text.Width(line)+2+text.Width(note) <= width {
				line += "  " + t.Tone(theme.Muted).Render(note)
				note = ""
			}
			lines = append(lines, text.Cut(line, width))
		}
		for _, n := range text.Wrap(note, max(width-label-4, 4)) {
			if note != "" {
				lines = append(lines, text.Cut(text.Blank(label+3)+t.Tone(theme.Muted).Render(n), width))
			}
		}
	}
	return lines
}

func (f Fact) link(label string) string {
	if f.Link == "" {
		return label
	}
	return text.Link(f.Link, label)
}
