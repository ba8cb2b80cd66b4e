package options

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Schemas are the schemas of an option with the examples of the next requests.
type Schemas struct {
	Filter, Create Schema
	Query          schema.Query // of the required filters
	Account        *api.Account // whose ID the examples have; nil for none
}

// Schema is one schema of an option.
type Schema struct {
	*schema.Schema                 // nil if none was sent
	Body           string          // an example, indented
	Issues         []schema.Issue  // why the example is only a draft
	Reason         *schema.Problem // why the example is missing
}

// ReadSchemas reads the schemas of an option. The examples have the ID of an account, which may be nil.
func ReadSchemas(o *api.PublishOption, account *api.Account) *Schemas {
	known := KnownValues(account)
	s := &Schemas{
		Filter: readSchema(o.FilterSchema, known),
		Create: readSchema(o.CreateSchema, known),
	}
	if s.Filter.Schema != nil {
		query, problem := s.Filter.Query(known...)
		s.Query = query
		s.Filter.Reason = cmp.Or(problem, s.Filter.Reason)
	}
	if account == nil {
		return s
	}
	inQuery := slices.Contains(s.Query.Parameters, known[0])
	if inQuery || strings.Contains(s.Create.Body, account.ID) {
		s.Account = account
	}
	return s
}

func readSchema(raw jsontext.Value, known []schema.Parameter) Schema {
	if !IsSchema(raw) {
		return Schema{}
	}
	s := Schema{Schema: schema.Read(raw)}
	example, problem := s.Example(known...)
	s.Reason = problem
	if problem == nil {
		_ = example.Value.Indent(jsontext.WithIndent("  ")) // it is valid JSON
		s.Body = Visible(string(example.Value))
		s.Issues = example.Issues
	}
	return s
}

// SchemaBlocks are an option in full: its own fields, what changed, then for each schema the fields
// that it describes and the example of the next request. The schemas are nil while they are read.
func SchemaBlocks(
	v *resource.View,
	o *api.PublishOption,
	changes Changes,
	s *Schemas,
) []resource.Block {
	w := v.Words
	blocks := []resource.Block{{Facts: OptionFacts(v, o)}}
	if len(changes.List) > 0 {
		var list []string
		for i := range changes.List {
			change := ChangeText(v, &changes.List[i])
			list = append(list, v.Theme.Glyphs.Stale+" "+change)
		}
		blocks = append(blocks, paragraphs(v, changes.Title(v), theme.Warn, list...))
	}
	if s == nil {
		return append(blocks, paragraphs(v, "", theme.Muted, w.T("options.reading")))
	}
	if s.Account != nil {
		blocks = append(blocks, paragraphs(v, "", theme.Muted, w.T(
			"options.example_account",
			"ID", text.Line(s.Account.ID),
			"Name", text.Line(s.Account.Nickname),
		)))
	}
	blocks = append(blocks, fieldBlocks(v, &s.Filter, "options.filter_title", "options.no_filter")...)
	if s.Filter.Schema != nil && s.Filter.Reason == nil {
		blocks = append(blocks, queryBlocks(v, &s.Query)...)
	}
	blocks = append(blocks, fieldBlocks(v, &s.Create, "options.create_title", "options.no_create")...)
	if s.Create.Body != "" {
		lines := strings.Split(s.Create.Body, "\n")
		blocks = append(blocks, example(v, "options.body", lines, s.Create.Issues))
	}
	return blocks
}

// fieldBlocks list the fields of a schema and its problems. None is the message for a schema that was
// not sent.
func fieldBlocks(v *resource.View, s *Schema, title, none string) []resource.Block {
	w := v.Words
	if s.Schema == nil {
		return []resource.Block{paragraphs(v, w.T(title), theme.Muted, w.T(none))}
	}
	fields := resource.Block{Title: w.T(title), Facts: fieldFacts(v, s.Fields())}
	var problems []string
	broken := s.Problem()
	if broken != nil {
		problems = append(problems, ProblemText(w, broken))
	}
	if s.Reason != nil && s.Reason != broken {
		reason := ProblemText(w, s.Reason)
		problems = append(problems, w.T("options.no_example", "Reason", reason))
	}
	if len(problems) > 0 {
		for i := range problems {
			problems[i] = v.Theme.Glyphs.Stale + " " + problems[i]
		}
		fields.Lines = paragraphs(v, "", theme.Warn, problems...).Lines
	} else if len(fields.Facts) == 0 {
		fields.Lines = paragraphs(v, "", theme.Muted, w.T("options.no_fields")).Lines
	}
	return []resource.Block{fields}
}

// queryBlocks are the query of the required filters, then the optional ones.
func queryBlocks(v *resource.View, q *schema.Query) []resource.Block {
	w := v.Words
	blocks := []resource.Block{example(v, "options.query", []string{q.String()}, q.Issues)}
	if len(q.Parameters) == 0 && len(q.Issues) == 0 {
		blocks[0] = paragraphs(v, w.T("options.query"), theme.Muted, w.T("options.empty_query"))
	}
	optional := resource.Block{Title: w.T("options.optional")}
	for _, f := range q.Optional {
		fact := resource.Fact{
			Name:  Inline(f.Name),
			Value: TypeWords(w, f.Types),
			Tone:  theme.Muted,
		}
		if f.Nested {
			fact.Value = w.T("options.nested_filter")
		} else if f.Parameters != nil {
			fact = resource.Fact{
				Name:  fact.Name,
				Value: Inline(schema.Encode(f.Parameters)),
				Tone:  theme.Code,
			}
		}
		optional.Facts = append(optional.Facts, fact)
	}
	return append(blocks, optional)
}

// example is the example of a request, which is a draft if it has issues.
func example(v *resource.View, title string, lines []string, issues []schema.Issue) resource.Block {
	if len(issues) > 0 {
		title += "_draft"
	}
	b := paragraphs(v, v.Words.T(title), theme.Code, lines...)
	b.Facts = issueFacts(v.Words, issues)
	return b
}

// CheckBlock is the result of a check against a schema.
func CheckBlock(v *resource.View, issues []schema.Issue, problem *schema.Problem) resource.Block {
	w := v.Words
	g := &v.Theme.Glyphs
	if problem != nil {
		return paragraphs(v, "", theme.Warn, g.Stale+" "+ProblemText(w, problem))
	}
	if len(issues) == 0 {
		return paragraphs(v, "", theme.Good, g.Normal+" "+w.T("options.valid"))
	}
	count := g.Abnormal + " " + w.N("options.issues", len(issues))
	b := paragraphs(v, "", theme.Bad, count)
	b.Facts = issueFacts(w, issues)
	return b
}

// issueFacts say why a value is not valid, by path.
func issueFacts(w *words.Words, issues []schema.Issue) (facts []resource.Fact) {
	for _, i := range IssueTexts(w, issues) {
		facts = append(facts, resource.Fact{Name: text.Blank(2*i.Depth) + i.Path, Value: i.Text})
	}
	return facts
}

// paragraphs are a block of sentences, or of lines of code, in one tone.
func paragraphs(v *resource.View, title string, tone theme.Tone, list ...string) resource.Block {
	return resource.Block{
		Title: title,
		Lines: func(width int) (lines []string) {
			for _, s := range list {
				lines = append(lines, v.Paragraph(s, width, tone)...)
			}
			return lines
		},
	}
}

// maxFieldText bounds the bytes of the list: a short schema can refer to the same long enum a thousand
// times.
const maxFieldText = 1 << 20

// fieldFacts are the fields of a schema as a tree, each with its limits, its title and its description.
func fieldFacts(v *resource.View, fields []schema.Field) (facts []resource.Fact) {
	size := 0
	for i := 0; i < len(fields); i++ {
		if size > maxFieldText {
			return append(facts, resource.Fact{Value: v.Words.T("options.more"), Tone: theme.Muted})
		}
		sentence, covered := ConditionText(v, fields[i:], "")
		fact := fieldFact(v, &fields[i])
		if covered > 0 {
			fact = resource.Fact{Value: sentence}
			i += covered - 1
		}
		if fact.Name+fact.Value+fact.Note != "" {
			facts = append(facts, fact)
			size += len(fact.Name) + len(fact.Value) + len(fact.Note)
		}
	}
	return facts
}

// fieldFact is a field of a schema. An object as a whole has no name.
func fieldFact(v *resource.View, f *schema.Field) resource.Fact {
	between := " " + v.Theme.Glyphs.Between + " "
	notes := slices.Compact([]string{text.Clean(f.Title), text.Clean(f.Description)})
	fact := resource.Fact{
		Value: strings.Join(FieldParts(v, f), between),
		Note:  Described(v, "description", text.Join(between, notes...)),
	}
	isObject := slices.Equal(f.Types, []string{"object"})
	isNamed := f.Depth > 0 || fact.Value != "" && !isObject
	if isNamed {
		const deepest = 8
		fact.Name = text.Blank(2*min(max(f.Depth-1, 0), deepest)) + FieldName(v, f)
	}
	return fact
}
