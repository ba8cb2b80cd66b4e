package options

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// reading is what the schemas of an option come to. It is made off the update
// loop, and knows no words.
type reading struct {
	platform, field string
	filter, create  part
	query           schema.Query
}

// part is one schema of an option.
type part struct {
	sent    bool
	schema  *schema.Schema
	fields  []schema.Field
	body    string          // an example, indented
	problem *schema.Problem // why there is no example
}

func read(platform string, o *api.PublishOption) *reading {
	r := &reading{platform: platform, field: o.Field}
	if r.filter.read(o.FilterSchema) {
		r.query, r.filter.problem = r.filter.schema.Query()
	}
	r.create.read(o.CreateSchema)
	for _, p := range []*part{&r.filter, &r.create} {
		if !p.sent {
			continue
		}
		body, problem := p.schema.Example()
		if problem == nil {
			p.body = visible(schema.Pretty(body))
		} else if p.problem == nil {
			p.problem = problem
		}
	}
	return r
}

// visible writes every character of JSON text that must not reach a terminal,
// or that terminals do not agree on, as the escape that JSON has for it.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || text.Clean(string(r)) == string(r):
			b.WriteRune(r)
		case r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// shown is a piece of JSON or a name in it on one line, nothing in it hidden.
func shown(s string) string { return text.Clean(visible(s)) }

// isSchema reports whether there is a schema: null is none.
func isSchema(raw jsontext.Value) bool { return len(raw) > 0 && raw.Kind() != 'n' }

// read reports whether there is a schema.
func (p *part) read(raw jsontext.Value) bool {
	if !isSchema(raw) {
		return false
	}
	p.sent = true
	p.schema = schema.Read(raw)
	p.fields = p.schema.Fields()
	return true
}

// optionFacts are the fields of 2.2 and what the interface does not list.
func optionFacts(c *pane.Context, o *api.PublishOption) []facts.Fact {
	w := c.Words
	list := []facts.Fact{
		{Name: "field", Value: o.Field, Tone: theme.Strong, Note: w.T("options.field_note")},
		c.Optional("label", o.Label), c.Optional("description", o.Description),
		{Name: "valueType", Value: o.ValueType, Note: valueTypeNote(c, o.ValueType)},
	}
	f := c.Absent("requiresAccount", o.RequiresAccount.IsNull())
	if needs, ok := o.RequiresAccount.Get(); ok {
		f.Value, f.Tone, f.Note = w.T("options.no"), theme.Plain, w.T("options.account.no")
		if needs {
			f.Value, f.Note = w.T("options.yes"), w.T("options.account.yes")
		}
	}
	list = append(list, f)
	more, _ := flatten(c, o.Unknown)
	return append(list, more...)
}

func valueTypeNote(c *pane.Context, t string) string {
	if id := "options.value_type." + t; c.Words.Has(id) {
		return c.Words.T(id)
	}
	return c.Words.T("options.value_type_other")
}

// optionLines is an option in full: its fields, and for each schema the fields
// that it describes and the request that follows.
func optionLines(c *pane.Context, k *keyMap, o *api.PublishOption, r *reading, width int) []string {
	w := c.Words
	lines := facts.Lines(c.Theme, optionFacts(c, o), width)
	if r == nil {
		return append(lines, "", text.Cut(" "+c.Theme.Tone(theme.Muted).Render(w.T("options.reading")), width))
	}
	lines = append(lines, heading(c, w.T("options.filter_title"), width)...)
	lines = append(lines, partLines(c, k, &r.filter, w.T("options.no_filter"), width)...)
	if r.filter.sent && r.filter.problem == nil {
		lines = append(lines, queryLines(c, k, r, width)...)
	}
	lines = append(lines, heading(c, w.T("options.create_title"), width)...)
	lines = append(lines, partLines(c, k, &r.create, w.T("options.no_create"), width)...)
	if r.create.body != "" {
		lines = append(lines, "", label(c, w.T("options.body", "Copy", k.CopyBody.Help().Key, "Check", k.CheckBody.Help().Key), width))
		for _, line := range strings.Split(r.create.body, "\n") {
			for _, l := range text.Wrap(text.Clean(line), max(width-3, 4)) {
				lines = append(lines, text.Cut("   "+c.Theme.Tone(theme.Code).Render(l), width))
			}
		}
	}
	return lines
}

// partLines are the fields of a schema, and what is wrong with it.
func partLines(c *pane.Context, k *keyMap, p *part, none string, width int) []string {
	w := c.Words
	if !p.sent {
		return said(c, theme.Muted, none, width)
	}
	var lines []string
	if broken := p.schema.Problem(); broken != nil {
		lines = said(c, theme.Warn, c.Theme.Glyphs.Stale+" "+SayProblem(w, broken)+" "+w.T("options.see_raw", "Key", k.Raw.Help().Key), width)
	}
	fields := fieldLines(c, p.fields, width)
	lines = append(lines, fields...)
	switch {
	case p.problem != nil && p.problem != p.schema.Problem():
		lines = append(lines, said(c, theme.Warn, c.Theme.Glyphs.Stale+" "+w.T("options.no_example", "Reason", SayProblem(w, p.problem)), width)...)
	case len(fields) == 0 && p.problem == nil:
		lines = append(lines, said(c, theme.Muted, w.T("options.no_fields"), width)...)
	}
	return lines
}

func queryLines(c *pane.Context, k *keyMap, r *reading, width int) []string {
	w := c.Words
	lines := []string{"", label(c, w.T("options.query", "Copy", k.CopyQuery.Help().Key, "Check", k.CheckFilter.Help().Key), width)}
	query := r.query.String()
	if query == "" {
		lines = append(lines, said(c, theme.Muted, w.T("options.empty_query"), width)...)
	}
	for _, l := range text.Wrap(shown(query), max(width-3, 4)) {
		if query != "" {
			lines = append(lines, text.Cut("   "+c.Theme.Tone(theme.Code).Render(l), width))
		}
	}
	if len(r.query.Omitted) > 0 {
		lines = append(lines, said(c, theme.Muted, w.T("options.omitted", "Names", shown(strings.Join(r.query.Omitted, ", "))), width)...)
	}
	return lines
}

func heading(c *pane.Context, title string, width int) []string {
	return []string{"", text.Cut(" "+c.Theme.Title.Render(title), width)}
}

func label(c *pane.Context, s string, width int) string {
	return text.Cut(" "+c.Theme.Tone(theme.Accent).Render(s), width)
}

// said is a paragraph in a tone.
func said(c *pane.Context, tone theme.Tone, s string, width int) []string {
	var lines []string
	for _, line := range text.Wrap(s, max(width-2, 4)) {
		lines = append(lines, text.Cut(" "+c.Theme.Tone(tone).Render(line), width))
	}
	return lines
}
