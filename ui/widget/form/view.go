package form

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// indent is the indentation of a field below its label.
const indent = 2

// View draws the form within its size, scrolled so that the field with the focus
// is visible.
func (f *Form) View() string {
	if f.width <= indent || f.height <= 0 {
		return ""
	}
	lines, from, to := f.lines()
	top := max(0, min(from, to-f.height))
	return strings.Join(lines[top:min(top+f.height, len(lines))], "\n")
}

// Height returns the number of lines of the whole form at its width.
func (f *Form) Height() int {
	lines, _, _ := f.lines()
	return len(lines)
}

// lines returns all lines, and the range of those of the field with the focus.
func (f *Form) lines() (lines []string, from, to int) {
	for i, field := range f.fields {
		if i > 0 {
			lines = append(lines, "")
		}
		if i == f.focus {
			from = len(lines)
		}
		if lines = append(lines, f.viewField(field, i == f.focus)...); i == f.focus {
			to = len(lines)
		}
	}
	if f.failure != "" {
		lines = append(append(lines, ""), f.paragraph(theme.Bad, f.theme.Glyphs.Abnormal+" "+text.Clean(f.failure), 0)...)
		if f.focus == len(f.fields)-1 {
			to = len(lines)
		}
	}
	return lines, from, to
}

// viewField draws the label, the input, the note and the problem of a field.
func (f *Form) viewField(field *field, focused bool) []string {
	tone, mark := theme.Muted, "  "
	if focused {
		tone, mark = theme.Accent, f.theme.Glyphs.Cursor+" "
	}
	lines := []string{
		f.theme.Tone(tone).Render(mark + text.Cut(text.Clean(field.Label), f.width-indent)),
		"  " + text.Cut(field.input.View(), f.width-indent),
	}
	if field.Note != "" {
		lines = append(lines, f.paragraph(theme.Muted, text.Clean(field.Note), indent)...)
	}
	if field.problem != "" {
		lines = append(lines, f.paragraph(theme.Bad, f.theme.Glyphs.Abnormal+" "+text.Clean(field.problem), indent)...)
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
