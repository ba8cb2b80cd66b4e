package options

import (
	"slices"
	"strings"

	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// document collects styled lines of a width.
type document struct {
	view  *resource.View
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
		d.add(text.Blank(indent) + d.view.Theme.Tone(tone).Render(line))
	}
}

// item appends a name and what there is to say of it; all lines but the first
// are indented further.
func (d *document) item(tone theme.Tone, indent int, name, rest string) {
	all := strings.TrimSuffix(name+"  "+rest, "  ")
	first := text.Wrap(all, max(d.width-indent, 8))[0]
	rest = strings.TrimPrefix(all, first)
	if after, ok := strings.CutPrefix(first, name); ok {
		first = d.view.Theme.Tone(tone).Render(name) + after
	}
	d.add(text.Blank(indent) + first)
	if rest = strings.TrimPrefix(rest, " "); rest != "" {
		for _, line := range text.Wrap(rest, max(d.width-indent-4, 8)) {
			d.add(text.Blank(indent+4) + line)
		}
	}
}

// heading begins a section.
func (d *document) heading(s string) { d.add("", " "+d.view.Theme.Title.Render(s)) }

// label begins a part of a section.
func (d *document) label(s string) { d.add("", " "+d.view.Theme.Tone(theme.Accent).Render(s)) }

// warn appends a paragraph with a sign.
func (d *document) warn(s string) { d.text(theme.Warn, 1, d.view.Theme.Glyphs.Stale+" "+s) }

func (d *document) facts(list []resource.Fact) {
	d.add(facts.Lines(d.view.Theme, list, d.width)...)
}

// maxFieldText bounds the bytes of the list: a short schema can refer to the same
// long enum a thousand times.
const maxFieldText = 1 << 20

// fields shows the fields of a schema as a tree, each with its limits, its title
// and its description.
func (d *document) fields(fields []schema.Field) {
	size := 0
	for i := 0; i < len(fields); i++ {
		f := &fields[i]
		if sentence, n := options.ConditionText(d.view, fields[i:], ""); n > 0 && size <= maxFieldText {
			d.text(theme.Plain, 1+min(2*max(f.Depth-1, 0), max(d.width/3, 0)), sentence)
			size += len(sentence)
			i = i + n - 1
			continue
		}
		if f.Depth == 0 && slices.Equal(f.Types, []string{"object"}) && f.Title == "" &&
			f.Description == "" &&
			len(f.Bounds) == 0 &&
			f.Cut == schema.Whole {
			continue // the root is just an object
		}
		if size > maxFieldText {
			d.text(theme.Muted, 1, d.view.Words.T("options.more"))
			return
		}
		indent := 1 + min(2*f.Depth, max(d.width/3, 0))
		tone := theme.Strong
		before := len(d.lines)
		if f.Branch() {
			tone = theme.Accent
		}
		parts := options.FieldParts(d.view, f)
		if f.Depth == 0 && slices.Equal(f.Types, []string{"object"}) {
			if len(parts) > 0 { // about its fields as a whole
				d.text(
					theme.Muted,
					indent,
					strings.Join(parts, " "+d.view.Theme.Glyphs.Between+" "),
				)
			}
		} else {
			d.item(
				tone,
				indent,
				options.FieldName(d.view, f),
				strings.Join(parts, " "+d.view.Theme.Glyphs.Between+" "),
			)
		}
		for _, note := range slices.Compact([]string{
			text.Clean(f.Title),
			text.Clean(f.Description),
		}) {
			if note != "" {
				d.text(theme.Muted, indent+4, options.Described(d.view, "description", note))
			}
		}
		for _, line := range d.lines[before:] {
			size += len(line)
		}
	}
}
