package form

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// indent is how far fields stand in from their labels.
const indent = 2

// View is the form in at most its size. Where it is higher than that, the field
// in focus stays in sight.
func (f *Form) View() string {
	if f.width <= indent || f.height <= 0 {
		return ""
	}
	var lines []string
	from, to := 0, 0
	for i := range f.fields {
		begin := len(lines)
		lines = append(lines, f.field(i)...)
		if i == f.focus {
			from, to = begin, len(lines)
		}
		if i < len(f.fields)-1 {
			lines = append(lines, "")
		}
	}
	if f.failure != "" {
		lines = append(lines, "")
		lines = append(lines, f.paragraph(theme.Bad, f.theme.Glyphs.Abnormal+" "+text.Clean(f.failure), 0)...)
		if f.focus == len(f.fields)-1 {
			to = len(lines)
		}
	}
	top := max(0, min(from, to-f.height))
	lines = lines[top:min(top+f.height, len(lines))]
	return strings.Join(lines, "\n")
}

// field is a label, what is typed, and what there is to say of it.
func (f *Form) field(i int) []string {
	field, t := &f.fields[i], f.theme
	label, tone, mark := text.Cut(text.Clean(field.Label), f.width-indent), theme.Muted, "  "
	if i == f.focus {
		tone, mark = theme.Accent, t.Glyphs.Cursor+" "
	}
	lines := []string{
		t.Tone(tone).Render(mark + label),
		"  " + text.Cut(f.inputs[i].View(), f.width-indent),
	}
	if field.Note != "" {
		lines = append(lines, f.paragraph(theme.Muted, text.Clean(field.Note), indent)...)
	}
	if f.wrong[i] != "" {
		lines = append(lines, f.paragraph(theme.Bad, t.Glyphs.Abnormal+" "+text.Clean(f.wrong[i]), indent)...)
	}
	return lines
}

func (f *Form) paragraph(tone theme.Tone, s string, indent int) []string {
	lines := text.Wrap(s, max(f.width-indent, 1))
	for i, line := range lines {
		lines[i] = text.Blank(indent) + f.theme.Tone(tone).Render(strings.TrimRight(line, " "))
	}
	return lines
}
