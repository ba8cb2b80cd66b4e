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
)

// ordinal converts an index, from 0, to a number, from 1.
func ordinal(n string) string {
	if i, err := strconv.Atoi(n); err == nil {
		return strconv.Itoa(i + 1)
	}
	return n
}

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
	return len(f.Types) == 1 && f.Types[0] == "object" && f.Title == "" && f.Description == "" && f.Default == "" &&
		len(f.Enum) == 0 && f.Const == "" && len(f.Bounds) == 0 && f.Members != schema.Closed && f.Cut == schema.Whole
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
		if f.Role.Branch() {
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
	if f.Role == schema.Property {
		return cmp.Or(name, `""`)
	}
	return c.Words.T([...]string{
		schema.Root:       "options.role.root",
		schema.Patterned:  "options.role.patterned",
		schema.Additional: "options.role.additional",
		schema.Item:       "options.role.item",
		schema.Tuple:      "options.role.tuple",
		schema.Rest:       "options.role.rest",
		schema.AllOf:      "options.role.all_of",
		schema.AnyOf:      "options.role.any_of",
		schema.OneOf:      "options.role.one_of",
		schema.Not:        "options.role.not",
		schema.If:         "options.role.if",
		schema.Then:       "options.role.then",
		schema.Else:       "options.role.else",
		schema.Contains:   "options.role.contains",
		schema.Names:      "options.role.names",
		schema.Dependent:  "options.role.dependent",
	}[f.Role], "Name", name, "Pattern", name, "N", c.Words.Int(f.Index+1), "Of", c.Words.Int(f.Count))
}

// fieldParts words the limits of a field, the most telling first.
func fieldParts(c *pane.Context, f *schema.Field) []string {
	w := c.Words
	var parts []string
	if f.Required {
		parts = append(parts, w.T("options.required"))
	}
	if f.Never {
		parts = append(parts, w.T("options.never"))
	}
	if len(f.Types) > 0 {
		parts = append(parts, typeWords(w, f.Types))
	}
	if f.Const != "" {
		parts = append(parts, w.T("options.const", "Value", shown(f.Const)))
	}
	if len(f.Enum) > 0 {
		parts = append(parts, w.T("options.enum", "Values", shown(strings.Join(f.Enum, ", "))))
	}
	if f.Format != "" {
		parts = append(parts, w.T("options.format", "Format", shown(f.Format)))
	}
	parts = append(parts, boundTexts(c, f.Bounds)...)
	if f.Default != "" {
		parts = append(parts, w.T("options.default", "Value", shown(f.Default)))
	}
	if len(f.Examples) > 0 {
		parts = append(parts, w.T("options.examples", "Values", shown(strings.Join(f.Examples, ", "))))
	}
	switch f.Members {
	case schema.Closed:
		parts = append(parts, w.T("options.closed"))
	case schema.Open:
		parts = append(parts, w.T("options.open"))
	}
	switch f.Cut {
	case schema.Recurse:
		parts = append(parts, w.T("options.cut.recurse", "Ref", shown(f.Ref)))
	case schema.Deep:
		parts = append(parts, w.T("options.cut.deep"))
	case schema.Many:
		parts = append(parts, w.T("options.cut.many"))
	case schema.Away:
		parts = append(parts, w.T("options.cut.away", "Ref", shown(f.Ref)))
	}
	return parts
}

// rangeOf returns the keyword of the upper bound that belongs to a lower one,
// and the key of the text for both: 1–180 characters.
func rangeOf(lower string) (upper, id string) {
	switch lower {
	case "minLength":
		return "maxLength", "options.range.length"
	case "minItems":
		return "maxItems", "options.range.items"
	case "minProperties":
		return "maxProperties", "options.range.members"
	case "minimum":
		return "maximum", "options.range.number"
	}
	return "", ""
}

// boundTexts words the bounds of a field.
func boundTexts(c *pane.Context, bounds []schema.Bound) []string {
	var out []string
	done := map[string]bool{}
	for _, b := range bounds {
		upper, id := rangeOf(b.Keyword)
		i := slices.IndexFunc(bounds, func(o schema.Bound) bool { return o.Keyword == upper })
		switch {
		case i >= 0:
			done[upper] = true
			out = append(out, c.Words.T(id, "Min", shown(b.Value), "Max", shown(bounds[i].Value)))
		case id != "" && id != "options.range.number" && b.Value == "1":
			out = append(out, c.Words.T("options.not_empty"))
		case done[b.Keyword]:
		default:
			if s := boundText(c, b); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// boundText words a keyword, "" if it has no effect.
func boundText(c *pane.Context, b schema.Bound) string {
	w := c.Words
	switch b.Keyword {
	case "uniqueItems", "readOnly", "writeOnly", "deprecated":
		if b.Value != "true" {
			return ""
		}
	}
	value := shown(b.Value)
	if names, ok := strings.CutPrefix(value, "["); ok && b.Keyword == "required" {
		value = strings.TrimSuffix(names, "]")
	}
	s := b.Keyword + " " + value
	id := "options.bound." + b.Keyword
	if n, err := strconv.Atoi(b.Value); err == nil && strings.HasPrefix(b.Keyword, "max") && b.Keyword != "maximum" && b.Keyword != "maxContains" {
		s = w.N(id, n)
	} else if w.Has(id) {
		s = w.T(id, "Value", value)
	}
	if b.Unchecked {
		s += " " + w.T("options.unchecked")
	}
	return text.Clean(s)
}
