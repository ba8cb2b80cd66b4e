package options

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// fieldLines shows the fields of a schema as a tree, each with its limits.
func fieldLines(c *pane.Context, fields []schema.Field, width int) []string {
	var lines []string
	room := maxFieldText
	for i := range fields {
		f := &fields[i]
		if f.Depth == 0 && bare(f) {
			continue
		}
		added := fieldLine(c, f, width)
		lines = append(lines, added...)
		for _, line := range added {
			room -= len(line)
		}
		if room < 0 && i < len(fields)-1 {
			return append(lines, wrapped(c, theme.Muted, c.Words.T("options.more"), width)...)
		}
	}
	return lines
}

// maxFieldText bounds the bytes of the list: a short schema can refer to the same
// long enum a thousand times.
const maxFieldText = 1 << 20

// bare reports whether a root is just an object.
func bare(f *schema.Field) bool {
	return len(f.Types) == 1 && f.Types[0] == "object" && f.Title == "" && f.Description == "" && len(f.Bounds) == 0 && f.Cut == schema.Whole
}

// fieldLine shows one field: its name and limits, then title and description.
func fieldLine(c *pane.Context, f *schema.Field, width int) []string {
	t := c.Theme
	indent := min(2*f.Depth, max(width/3, 0))
	name := fieldName(c, f)
	parts := fieldParts(c, f)
	head := name
	if len(parts) > 0 {
		head += "  " + strings.Join(parts, " "+t.Glyphs.Between+" ")
	}
	lines := paragraph(head, width-indent-1, 4)
	if rest, ok := strings.CutPrefix(lines[0], name); ok {
		tone := theme.Strong
		if f.Branch() {
			tone = theme.Accent
		}
		lines[0] = t.Tone(tone).Render(name) + rest
	}
	for _, note := range []string{f.Title, f.Description} {
		if text.Clean(note) == "" || note == f.Description && note == f.Title && len(lines) > 1 {
			continue
		}
		for _, line := range paragraph(text.Clean(note), width-indent-5, 0) {
			lines = append(lines, "    "+t.Tone(theme.Muted).Render(line))
		}
	}
	for i := range lines {
		lines[i] = text.Cut(" "+text.Blank(indent)+lines[i], width)
	}
	return lines
}

// paragraph wraps text; all lines but the first are indented by hang.
func paragraph(s string, width, hang int) []string {
	first := text.Wrap(s, max(width, 8))
	rest, ok := strings.CutPrefix(s, first[0])
	if len(first) < 2 || hang == 0 || !ok {
		return first
	}
	rest = strings.TrimPrefix(rest, " ")
	lines := first[:1]
	for _, line := range text.Wrap(rest, max(width-hang, 8)) {
		lines = append(lines, text.Blank(hang)+line)
	}
	return lines
}

// fieldName returns the name of a member, or the role of another field.
func fieldName(c *pane.Context, f *schema.Field) string {
	name := shown(f.Name)
	switch f.Role {
	case "":
		return c.Words.T("options.role.root")
	case "properties":
		return cmp.Or(name, `""`)
	}
	return c.Words.T("options.role."+f.Role, "Name", name, "N", c.Words.Int(f.Index+1), "Of", c.Words.Int(f.Count))
}

// fieldParts words the limits of a field, the most important first.
func fieldParts(c *pane.Context, f *schema.Field) []string {
	w := c.Words
	var parts []string
	if f.Required {
		parts = append(parts, w.T("options.required"))
	}
	if len(f.Types) > 0 {
		parts = append(parts, typeWords(w, f.Types))
	}
	for _, b := range f.Bounds {
		if s := boundText(w, b, f.Bounds); s != "" {
			parts = append(parts, s)
		}
	}
	if f.Cut != schema.Whole {
		parts = append(parts, w.T("options.cut."+string(f.Cut), "Ref", shown(f.Ref)))
	}
	return parts
}

// boundText words a keyword, both bounds of a range together: 1–180 characters.
// It returns "" for a keyword without effect, and for the upper bound of a range.
func boundText(w *words.Words, b schema.Bound, all []schema.Bound) string {
	id := "options.bound." + b.Keyword
	limit := strings.TrimPrefix(strings.TrimPrefix(b.Keyword, "min"), "max")
	lower, upper := "min"+limit, "max"+limit
	other := slices.IndexFunc(all, func(o schema.Bound) bool {
		return o.Keyword != b.Keyword && (o.Keyword == lower || o.Keyword == upper)
	})
	switch ranged := other >= 0 && w.Has("options.range."+lower); {
	case ranged && b.Keyword == lower:
		return w.T("options.range."+lower, "Min", boundValue(w, b), "Max", boundValue(w, all[other]))
	case ranged:
		return ""
	case b.Unchecked:
		id += ".unchecked"
	case w.Has(id + "." + b.Value):
		id += "." + b.Value
	case !w.Has(id):
		return ""
	}
	return w.T(id, "Value", boundValue(w, b))
}

func boundValue(w *words.Words, b schema.Bound) string {
	n, err := strconv.Atoi(b.Value)
	if err == nil && (strings.HasPrefix(b.Keyword, "min") || strings.HasPrefix(b.Keyword, "max")) {
		return w.Int(n)
	}
	return shown(b.Value)
}
