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
func (d *document) heading(s string) {
	d.add("", " "+d.view.Theme.Title.Render(s))
}

// label begins a part of a section.
func (d *document) label(s string) {
	d.add("", " "+d.view.Theme.Tone(theme.Accent).Render(s))
}

// warn appends a paragraph with a sign.
func (d *document) warn(s string) {
	d.text(theme.Warn, 1, d.view.Theme.Glyphs.Stale+" "+s)
}

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
		sentence, covered := options.ConditionText(d.view, fields[i:], "")
		if covered > 0 && size <= maxFieldText {
			d.text(theme.Plain, d.indentOf(f.Depth-1), sentence)
			size += len(sentence)
			i += covered - 1
			continue
		}
		if isMereObject(f) {
			continue
		}
		if size > maxFieldText {
			d.text(theme.Muted, 1, d.view.Words.T("options.more"))
			return
		}
		before := len(d.lines)
		d.field(f)
		for _, line := range d.lines[before:] {
			size += len(line)
		}
	}
}

// indentOf is the indentation of fields of a depth.
func (d *document) indentOf(depth int) int {
	deepest := max(d.width/3, 0)
	return 1 + min(2*max(depth, 0), deepest)
}

// isRootObject reports whether a field is a schema as a whole, of an object.
func isRootObject(f *schema.Field) bool {
	return f.Depth == 0 && slices.Equal(f.Types, []string{"object"})
}

// isMereObject reports whether a field is a schema as a whole of which nothing is said but that it is an
// object.
func isMereObject(f *schema.Field) bool {
	isDescribed := f.Title != "" || f.Description != ""
	isLimited := len(f.Bounds) > 0 || f.Cut != schema.Whole
	return isRootObject(f) && !isDescribed && !isLimited
}

// field shows a field with its limits, its title and its description.
func (d *document) field(f *schema.Field) {
	indent := d.indentOf(f.Depth)
	parts := options.FieldParts(d.view, f)
	limits := strings.Join(parts, " "+d.view.Theme.Glyphs.Between+" ")
	tone := theme.Strong
	if f.Branch() {
		tone = theme.Accent
	}
	if !isRootObject(f) {
		d.item(tone, indent, options.FieldName(d.view, f), limits)
	} else if len(parts) > 0 { // about its fields as a whole
		d.text(theme.Muted, indent, limits)
	}
	notes := []string{text.Clean(f.Title), text.Clean(f.Description)}
	for _, note := range slices.Compact(notes) {
		if note != "" {
			d.text(theme.Muted, indent+4, options.Described(d.view, "description", note))
		}
	}
}
