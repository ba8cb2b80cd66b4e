package options

import (
	"channeldeck/ui/resource/options"

	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// reading is an option with its parsed schemas. A command makes it, so it contains no
// words.
type reading struct {
	filter, create part
	query          schema.Query
	account        *api.Account // whose ID the examples have; nil for none
}

// part is one schema of an option.
type part struct {
	schema  *schema.Schema // nil if none was sent
	fields  []schema.Field
	body    string          // an example, indented
	issues  []schema.Issue  // why the example is only a draft
	problem *schema.Problem // why the example is missing
}

// read parses the schemas of an option. The examples have the ID of an account, which may be nil.
func read(o *api.PublishOption, account *api.Account) *reading {
	known := options.KnownValues(account)
	r := &reading{filter: newPart(o.FilterSchema, known), create: newPart(o.CreateSchema, known)}
	if r.filter.schema != nil {
		query, problem := r.filter.schema.Query(known...)
		r.query = query
		r.filter.problem = cmp.Or(problem, r.filter.problem)
	}
	if account != nil && (slices.Contains(r.query.Parameters, known[0]) ||
		strings.Contains(r.create.body, account.ID)) {
		r.account = account
	}
	return r
}

func newPart(raw jsontext.Value, known []schema.Parameter) part {
	if !options.IsSchema(raw) {
		return part{}
	}
	s := schema.Read(raw)
	p := part{schema: s, fields: s.Fields()}
	example, problem := s.Example(known...)
	if p.problem = problem; problem == nil {
		_ = example.Value.Indent(jsontext.WithIndent("  ")) // it is valid JSON
		p.body = options.Visible(string(example.Value))
		p.issues = example.Issues
	}
	return p
}

// optionLines shows an option in full: its own fields, what changed, then for each schema the
// fields that it describes and the example of the next request.
func optionLines(
	c *pane.Context,
	k *keyMap,
	o *api.PublishOption,
	changes options.Changes,
	r *reading,
	width int,
) []string {
	v := c.View
	w := c.Words
	d := &document{view: v, width: width}
	d.facts(options.OptionFacts(v, o))
	if len(changes.List) > 0 {
		d.heading(changes.Title(v))
		for i := range changes.List {
			d.warn(options.ChangeText(v, &changes.List[i]))
		}
	}
	if r == nil {
		d.add("")
		d.text(theme.Muted, 1, w.T("options.reading"))
		return d.lines
	}
	if a := r.account; a != nil {
		d.add("")
		d.text(
			theme.Muted,
			1,
			w.T("options.example_account", "ID", text.Line(a.ID), "Name", text.Line(a.Nickname)),
		)
	}
	d.heading(w.T("options.filter_title"))
	d.part(c, k, &r.filter, "options.no_filter")
	if r.filter.schema != nil && r.filter.problem == nil {
		d.query(c, k, &r.query)
	}
	d.heading(w.T("options.create_title"))
	d.part(c, k, &r.create, "options.no_create")
	if r.create.body != "" {
		d.example(c, "options.body", r.create.issues, k.CopyBody, k.CheckBody)
		for line := range strings.SplitSeq(r.create.body, "\n") {
			d.text(theme.Code, 3, text.Clean(line))
		}
		d.issues(r.create.issues)
	}
	return d.lines
}

// example appends the title of an example, which is a draft if it has issues.
func (d *document) example(
	c *pane.Context,
	title string,
	issues []schema.Issue,
	copies, check key.Binding,
) {
	if len(issues) > 0 {
		title += "_draft"
	}
	d.label(d.view.Words.T(title, "Copy", c.Key(copies), "Check", c.Key(check)))
}

// part lists the fields of a schema and its problems. none is the message for a
// schema that was not sent.
func (d *document) part(c *pane.Context, k *keyMap, p *part, none string) {
	w := d.view.Words
	if p.schema == nil {
		d.text(theme.Muted, 1, w.T(none))
		return
	}
	broken := p.schema.Problem()
	if broken != nil {
		d.warn(text.Sentences(
			options.ProblemText(w, broken),
			w.T("options.see_raw", "Key", c.Key(k.Raw)),
		))
	}
	before := len(d.lines)
	d.fields(p.fields)
	if p.problem != nil && p.problem != broken {
		d.warn(w.T("options.no_example", "Reason", options.ProblemText(w, p.problem)))
	} else if len(d.lines) == before && p.problem == nil {
		d.text(theme.Muted, 1, w.T("options.no_fields"))
	}
}

// query shows the query of the required filters, then the optional ones.
func (d *document) query(c *pane.Context, k *keyMap, q *schema.Query) {
	w := d.view.Words
	if len(q.Parameters) == 0 && len(q.Issues) == 0 {
		d.label(w.T("options.query_empty", "Check", c.Key(k.CheckFilter)))
		d.text(theme.Muted, 1, w.T("options.empty_query"))
	} else {
		d.example(c, "options.query", q.Issues, k.CopyQuery, k.CheckFilter)
		d.text(theme.Code, 3, options.Shown(q.String()))
	}
	d.issues(q.Issues)
	if len(q.Optional) > 0 {
		d.label(w.T("options.optional"))
	}
	for _, f := range q.Optional {
		note := options.TypeWords(w, f.Types)
		if f.Nested {
			note = w.T("options.nested_filter")
		}
		if f.Parameters != nil {
			d.text(theme.Code, 3, options.Shown(schema.Encode(f.Parameters)))
		} else {
			d.add("   " + options.Shown(f.Name) + "  " + d.view.Theme.Tone(theme.Muted).Render(note))
		}
	}
}

// issues lists why a value is not valid, by path.
func (d *document) issues(issues []schema.Issue) {
	for _, i := range options.IssueTexts(d.view.Words, issues) {
		d.item(theme.Strong, 2+2*i.Depth, i.Path, i.Text)
	}
}
