package options

import (
	"fmt"
	"strconv"
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

// reading is an option with its parsed schemas. It is made in a command and
// holds no words.
type reading struct {
	filter, create part
	query          schema.Query
}

// part is one schema of an option.
type part struct {
	sent    bool
	schema  *schema.Schema
	fields  []schema.Field
	body    string          // an example, indented
	issues  []schema.Issue  // why the example is only a draft
	problem *schema.Problem // why there is no example
}

func read(o *api.PublishOption) *reading {
	r := &reading{}
	if r.filter.read(o.FilterSchema) {
		r.query, r.filter.problem = r.filter.schema.Query()
	}
	r.create.read(o.CreateSchema)
	for _, p := range []*part{&r.filter, &r.create} {
		if !p.sent {
			continue
		}
		example, problem := p.schema.Example()
		if problem == nil {
			p.body, p.issues = visible(schema.Pretty(example.Value)), example.Issues
		} else if p.problem == nil {
			p.problem = problem
		}
	}
	return r
}

// visible replaces characters of JSON text that must not reach a terminal, or
// that terminals draw differently, by their JSON escapes.
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

// shown returns a piece of JSON on one line with no hidden characters.
func shown(s string) string { return text.Clean(visible(s)) }

// IsSchema reports whether a schema was sent; null is none.
func IsSchema(raw jsontext.Value) bool { return len(raw) > 0 && raw.Kind() != 'n' }

// read parses a schema and reports whether one was sent.
func (p *part) read(raw jsontext.Value) bool {
	if !IsSchema(raw) {
		return false
	}
	p.sent = true
	p.schema = schema.Read(raw)
	p.fields = p.schema.Fields()
	return true
}

// optionFacts returns the fields of 2.2 but the schemas, and the undocumented ones.
func optionFacts(c *pane.Context, o *api.PublishOption) []facts.Fact {
	rest := *o
	rest.FilterSchema, rest.CreateSchema = nil, nil
	return c.Members(Name, &rest, []string{"label", "description", "requiresAccount"}, func(member string, f *facts.Fact) {
		switch member {
		case "field":
			f.Tone, f.Note = theme.Strong, c.Words.T("options.field_note")
		case "valueType":
			f.Value = wordOr(c, "value_type", o.ValueType)
		case "requiresAccount":
			if needs, ok := o.RequiresAccount.Get(); ok {
				f.Note = c.Words.T("options.account." + strconv.FormatBool(needs))
			}
		}
	})
}

// optionLines shows an option in full: its own fields, then for each schema the
// fields that it describes and the example of the next request.
func optionLines(c *pane.Context, k *keyMap, o *api.PublishOption, r *reading, width int) []string {
	w := c.Words
	lines := facts.Lines(c.Theme, optionFacts(c, o), width)
	if r == nil {
		return append(lines, "", text.Cut(" "+c.Theme.Tone(theme.Muted).Render(w.T("options.reading")), width))
	}
	lines = append(lines, heading(c, w.T("options.filter_title"), width)...)
	lines = append(lines, partLines(c, k, &r.filter, w.T("options.no_filter"), width)...)
	if r.filter.sent && r.filter.problem == nil {
		lines = append(lines, queryLines(c, k, &r.query, width)...)
	}
	lines = append(lines, heading(c, w.T("options.create_title"), width)...)
	lines = append(lines, partLines(c, k, &r.create, w.T("options.no_create"), width)...)
	if r.create.body != "" {
		title := "options.body"
		if len(r.create.issues) > 0 {
			title = "options.body_draft"
		}
		lines = append(lines, "", label(c, w.T(title, "Copy", k.CopyBody.Help().Key, "Check", k.CheckBody.Help().Key), width))
		for _, line := range strings.Split(r.create.body, "\n") {
			lines = append(lines, codeLines(c, text.Clean(line), width)...)
		}
		lines = append(lines, issueLines(c, r.create.issues, width)...)
	}
	return lines
}

// partLines lists the fields of a schema and its problems.
func partLines(c *pane.Context, k *keyMap, p *part, none string, width int) []string {
	w := c.Words
	if !p.sent {
		return wrapped(c, theme.Muted, none, width)
	}
	var lines []string
	if broken := p.schema.Problem(); broken != nil {
		lines = wrapped(c, theme.Warn, c.Theme.Glyphs.Stale+" "+ProblemText(w, broken)+" "+w.T("options.see_raw", "Key", k.Raw.Help().Key), width)
	}
	fields := fieldLines(c, p.fields, width)
	lines = append(lines, fields...)
	switch {
	case p.problem != nil && p.problem != p.schema.Problem():
		lines = append(lines, wrapped(c, theme.Warn, c.Theme.Glyphs.Stale+" "+w.T("options.no_example", "Reason", ProblemText(w, p.problem)), width)...)
	case len(fields) == 0 && p.problem == nil:
		lines = append(lines, wrapped(c, theme.Muted, w.T("options.no_fields"), width)...)
	}
	return lines
}

// queryLines shows the query of the required filters, then the optional ones.
func queryLines(c *pane.Context, k *keyMap, q *schema.Query, width int) []string {
	w := c.Words
	title := "options.query"
	if len(q.Issues) > 0 {
		title = "options.query_draft"
	}
	lines := []string{"", label(c, w.T(title, "Copy", k.CopyQuery.Help().Key, "Check", k.CheckFilter.Help().Key), width)}
	if len(q.Parameters) == 0 {
		lines = append(lines, wrapped(c, theme.Muted, w.T("options.empty_query"), width)...)
	} else {
		lines = append(lines, codeLines(c, shown(q.String()), width)...)
	}
	lines = append(lines, issueLines(c, q.Issues, width)...)
	if len(q.Optional) == 0 {
		return lines
	}
	lines = append(lines, "", label(c, w.T("options.optional"), width))
	for _, f := range q.Optional {
		if f.Parameters != nil {
			lines = append(lines, codeLines(c, shown(schema.Encode(f.Parameters)), width)...)
			continue
		}
		note := typeWords(w, f.Types)
		if f.Nested {
			note = w.T("options.nested_filter")
		}
		line := "   " + shown(f.Name)
		if note != "" {
			line += "  " + c.Theme.Tone(theme.Muted).Render(note)
		}
		lines = append(lines, text.Cut(line, width))
	}
	return lines
}

// codeLines wraps JSON or a query.
func codeLines(c *pane.Context, s string, width int) []string {
	var lines []string
	for _, l := range text.Wrap(s, max(width-3, 4)) {
		lines = append(lines, text.Cut("   "+c.Theme.Tone(theme.Code).Render(l), width))
	}
	return lines
}

// issueLines lists why a value is not valid, by path.
func issueLines(c *pane.Context, issues []schema.Issue, width int) []string {
	var lines []string
	for _, i := range IssueTexts(c.Words, issues) {
		indent := 2 + 2*min(i.Depth, 6)
		for n, l := range paragraph(i.Path+"  "+i.Text, width-indent-1, 4) {
			if rest, ok := strings.CutPrefix(l, i.Path); ok && n == 0 {
				l = c.Theme.Tone(theme.Strong).Render(i.Path) + rest
			}
			lines = append(lines, text.Cut(text.Blank(indent)+l, width))
		}
	}
	return lines
}

func heading(c *pane.Context, title string, width int) []string {
	return []string{"", text.Cut(" "+c.Theme.Title.Render(title), width)}
}

func label(c *pane.Context, s string, width int) string {
	return text.Cut(" "+c.Theme.Tone(theme.Accent).Render(s), width)
}

// wrapped returns a paragraph in a tone, as lines of a width.
func wrapped(c *pane.Context, tone theme.Tone, s string, width int) []string {
	var lines []string
	for _, line := range text.Wrap(s, max(width-2, 4)) {
		lines = append(lines, text.Cut(" "+c.Theme.Tone(tone).Render(line), width))
	}
	return lines
}
