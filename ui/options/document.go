package options

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/words"
)

// document collects styled lines of a width.
type document struct {
	*resource.View
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

// heading begins a section.
func (d *document) heading(s string) { d.add("", " "+d.Theme.Title.Render(s)) }

// label begins a part of a section.
func (d *document) label(s string) { d.add("", " "+d.Theme.Tone(theme.Accent).Render(s)) }

// warn appends a paragraph with a sign.
func (d *document) warn(s string) { d.text(theme.Warn, 1, d.Theme.Glyphs.Stale+" "+s) }

func (d *document) facts(list []resource.Fact) { d.add(facts.Lines(d.Theme, list, d.width)...) }

// maxFieldText bounds the bytes of the list: a short schema can refer to the same
// long enum a thousand times.
const maxFieldText = 1 << 20

// fields shows the fields of a schema as a tree, each with its limits, its title
// and its description.
func (d *document) fields(fields []schema.Field) {
	size := 0
	for i := range fields {
		f := &fields[i]
		if f.Depth == 0 && slices.Equal(f.Types, []string{"object"}) && f.Title == "" && f.Description == "" && len(f.Bounds) == 0 && f.Cut == schema.Whole {
			continue // the root is just an object
		}
		if size > maxFieldText {
			d.text(theme.Muted, 1, d.Words.T("options.more"))
			return
		}
		indent, tone, before := 1+min(2*f.Depth, max(d.width/3, 0)), theme.Strong, len(d.lines)
		if f.Branch() {
			tone = theme.Accent
		}
		parts := fieldParts(d.View, f)
		if f.Depth == 0 && slices.Equal(f.Types, []string{"object"}) {
			if len(parts) > 0 { // about its fields as a whole
				d.text(theme.Muted, indent, strings.Join(parts, " "+d.Theme.Glyphs.Between+" "))
			}
		} else {
			d.item(tone, indent, fieldName(d.View, f), strings.Join(parts, " "+d.Theme.Glyphs.Between+" "))
		}
		for _, note := range slices.Compact([]string{text.Clean(f.Title), text.Clean(f.Description)}) {
			if note != "" {
				d.text(theme.Muted, indent+4, described(d.View, "description", note))
			}
		}
		for _, line := range d.lines[before:] {
			size += len(line)
		}
	}
}

// fieldName returns the name of a member, or the role of another field.
func fieldName(v *resource.View, f *schema.Field) string {
	name := shown(f.Name)
	switch f.Role {
	case "":
		return v.Words.T("options.role.root")
	case "properties":
		return cmp.Or(name, `""`)
	}
	return v.Words.T("options.role."+f.Role, "Name", name, "N", v.Words.Int(f.Index+1), "Of", v.Words.Int(f.Count))
}

// fieldParts words the limits of a field, the most important first.
func fieldParts(v *resource.View, f *schema.Field) []string {
	w := v.Words
	var parts []string
	if f.Required {
		parts = append(parts, w.T("options.required"))
	}
	if len(f.Types) > 0 && (f.Depth > 0 || !slices.Equal(f.Types, []string{"object"})) {
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
	case b.Keyword == "multipleOf" && b.Value == "1": // a whole number
		return ""
	case b.Keyword == "format" && w.Has("options.format."+b.Value):
		return w.T("options.format." + b.Value)
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

// ProblemText words the reason why a schema or a value cannot be used.
func ProblemText(w *words.Words, p *schema.Problem) string {
	sentences := []string{w.T("options.problem."+string(p.Kind), "Path", shown(p.Path), "Detail", shown(p.Detail))}
	named := p.Kind == schema.NotJSON || p.Kind == schema.NotASchema
	if named && p.Detail != "" {
		sentences = append(sentences, w.T("options.detail", "Detail", shown(p.Detail)))
	}
	if named && p.Path != "" {
		sentences = append(sentences, w.T("options.at", "Path", shown(p.Path)))
	}
	return text.Sentences(sentences...)
}

// Issue is one reason why a value is not valid, in words.
type Issue struct {
	Path  string `json:"path"` // JSONPath
	Text  string `json:"text"`
	Depth int    `json:"depth"` // above 0 for the reasons why one alternative of several is not valid
}

// maxIssueDepth bounds the nesting of alternatives in alternatives.
const maxIssueDepth = 6

// IssueTexts words issues, each followed by its causes.
func IssueTexts(w *words.Words, issues []schema.Issue) []Issue { return issueTexts(w, issues, 0) }

func issueTexts(w *words.Words, issues []schema.Issue, depth int) (out []Issue) {
	for _, i := range issues {
		text := issueText(w, i)
		if depth > 0 {
			text = w.T("options.alternative", "N", w.Int(i.Alternative), "Text", text)
		}
		out = append(out, Issue{Depth: depth, Path: shown(i.Path), Text: text})
		if depth < maxIssueDepth {
			out = append(out, issueTexts(w, i.Causes, depth+1)...)
		}
	}
	return out
}

func issueText(w *words.Words, i schema.Issue) string {
	values, got := strings.Join(i.Values, ", "), i.Got
	switch i.Kind {
	case schema.Other:
		return shown(i.Text)
	case schema.WrongType:
		values, got = typeWords(w, i.Values), typeWords(w, []string{got})
	}
	return w.T("options.issue."+i.Kind, "Values", shown(values), "Got", shown(got), "Limit", shown(i.Limit))
}

func typeWords(w *words.Words, types []string) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = cmp.Or(w.Optional("options.type."+t), shown(t))
	}
	return strings.Join(list, " "+w.T("options.or")+" ")
}
