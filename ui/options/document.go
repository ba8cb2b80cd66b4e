package options

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// document collects styled lines of a width.
type document struct {
	*pane.Context
	width int
	lines []string
}

func (d *document) add(lines ...string) {
	for _, line := range lines {
		d.lines = append(d.lines, text.Cut(line, d.width))
	}
}

// text appends a paragraph.
func (d *document) text(tone theme.Tone, indent int, s string) {
	for _, line := range text.Wrap(s, max(d.width-indent-1, 4)) {
		d.add(text.Blank(indent) + d.Theme.Tone(tone).Render(line))
	}
}

// item appends a name and what there is to say of it; all lines but the first
// are indented further.
func (d *document) item(tone theme.Tone, indent int, name, rest string) {
	all := strings.TrimSuffix(name+"  "+rest, "  ")
	first := text.Wrap(all, max(d.width-indent, 8))[0]
	rest = strings.TrimPrefix(all, first)
	if after, ok := strings.CutPrefix(first, name); ok {
		first = d.Theme.Tone(tone).Render(name) + after
	}
	d.add(text.Blank(indent) + first)
	if rest = strings.TrimPrefix(rest, " "); rest != "" {
		for _, line := range text.Wrap(rest, max(d.width-indent-4, 8)) {
			d.add(text.Blank(indent+4) + line)
		}
	}
}

// title begins the first section.
func (d *document) title(s string) { d.add(" " + d.Theme.Title.Render(s)) }

// heading begins a section.
func (d *document) heading(s string) {
	d.add("")
	d.title(s)
}

// label begins a part of a section.
func (d *document) label(s string) { d.add("", " "+d.Theme.Tone(theme.Accent).Render(s)) }

// warn appends a paragraph with a sign.
func (d *document) warn(s string) { d.text(theme.Warn, 1, d.Theme.Glyphs.Stale+" "+s) }

func (d *document) facts(list []facts.Fact) { d.add(facts.Lines(d.Theme, list, d.width)...) }
