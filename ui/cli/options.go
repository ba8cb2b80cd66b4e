package cli

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/options"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

type optionsOptions struct {
	platform string
	example  string // field
	check    string // field
	filters  bool   // check filters, not a body
	value    string // JSON, or - for standard input
}

func (a *app) optionsCommand() *cobra.Command {
	var o optionsOptions
	cmd := a.command("cli.options", "options PLATFORM", a.exactArguments, func(cmd *cobra.Command, args []string) error {
		o.platform = text.CleanID(args[0])
		value, err := a.valueToCheck(cmd, o)
		if err != nil {
			return err
		}
		return a.withService(cmd, requiredKey, func(ctx context.Context) error {
			return a.options(ctx, o, value)
		})
	})
	fs := cmd.Flags()
	fs.StringVar(&o.example, "example", "", a.words.T("cli.flag.example"))
	fs.StringVar(&o.check, "check", "", a.words.T("cli.flag.check"))
	fs.BoolVar(&o.filters, "filters", false, a.words.T("cli.flag.filters"))
	fs.StringVar(&o.value, "value", "", a.words.T("cli.flag.value"))
	a.addListFlags(cmd, func() []string { return options.OptionResource(a.view(nil)).Names() })
	return a.serviceFlags(cmd, completions{"": platformNames(), "example": optionNames(), "check": optionNames(), "value": oneOf()})
}

func (a *app) options(ctx context.Context, o optionsOptions, value []byte) error {
	list, err := a.publishOptions(ctx, &o.platform)
	if err != nil {
		return err
	}
	checkRows(a, list)
	if field := cmp.Or(o.example, o.check); field != "" {
		option, err := a.option(list, o.platform, field)
		switch {
		case err != nil:
			return err
		case o.example != "":
			return a.optionExample(ctx, option)
		}
		return a.optionCheck(ctx, option, o.filters, value)
	}
	err = output(ctx, a, "options", plain.Of(options.OptionResource(a.view(nil)), pointers(list)))
	if err == nil && a.isForReading() {
		err = a.sayOptionChanges(ctx, o.platform, list)
	}
	return err
}

// sayOptionChanges prints how options changed since the last visit to the dashboard.
func (a *app) sayOptionChanges(ctx context.Context, platform string, list []api.PublishOption) error {
	h, err := a.openHistory(false)
	if h == nil {
		return err
	}
	for _, line := range options.Changed(ctx, h, a.Now(), platform, list).Lines(a.view(nil)) {
		a.say(line)
	}
	return nil
}

func (a *app) option(list []api.PublishOption, platform, field string) (*api.PublishOption, error) {
	i := slices.IndexFunc(list, func(o api.PublishOption) bool { return o.Field == field })
	if i >= 0 {
		return &list[i], nil
	}
	e := a.fail(ExitNotFound, "cli.options.no_field", "Platform", text.Clean(platform), "Field", text.Clean(field))
	if fields := texts(list, func(o *api.PublishOption) string { return text.Clean(o.Field) }); len(fields) > 0 {
		e.hint = a.words.T("cli.options.fields", "Fields", strings.Join(fields, ", "))
	}
	return nil, e
}

// example is the query and the body that follow from an option, by usage rules 2
// and 3 of 4.2. One without a schema is null.
type example struct {
	Field    string           `json:"field"`
	Query    api.Opt[string]  `json:"query"`    // the required filters, escaped
	Optional []optionalFilter `json:"optional"` // the other filters
	Body     jsontext.Value   `json:"body"`
	Issues   []options.Issue  `json:"issues,omitzero"` // why query or body are not valid
}

// optionalFilter is a filter that the query leaves out.
type optionalFilter struct {
	Name  string          `json:"name"`
	Types []string        `json:"types,omitzero"`
	Query api.Opt[string] `json:"query"` // with a value from the schema, else null
}

func (a *app) optionExample(ctx context.Context, o *api.PublishOption) error {
	x := example{Field: o.Field, Optional: []optionalFilter{}}
	var issues []schema.Issue
	if options.IsSchema(o.FilterSchema) {
		q, problem := schema.Read(o.FilterSchema).Query()
		if problem != nil {
			return a.noExample(problem)
		}
		x.Query, issues = api.Some(q.String()), q.Issues
		for _, filter := range q.Optional {
			more := optionalFilter{Name: filter.Name, Types: filter.Types}
			if filter.Parameters != nil {
				more.Query = api.Some(schema.Encode(filter.Parameters))
			}
			x.Optional = append(x.Optional, more)
		}
	}
	if options.IsSchema(o.CreateSchema) {
		body, problem := schema.Read(o.CreateSchema).Example()
		if problem != nil {
			return a.noExample(problem)
		}
		x.Body, issues = body.Value, append(issues, body.Issues...)
	}
	query, hasQuery := x.Query.Get()
	if !hasQuery && x.Body == nil {
		return a.fail(ExitNotFound, "cli.options.no_schema", "Field", text.Clean(o.Field))
	}
	x.Issues = options.IssueTexts(a.words, issues)
	err := output(ctx, a, "options", &plain.Sheet[example]{Rows: []example{x}, Single: true, Columns: []resource.Column[example]{
		{ID: "field", Value: func(x example) string { return x.Field }},
		{ID: "query", Value: func(example) string { return query }},
		{ID: "optional", Value: func(x example) string {
			return strings.Join(texts(x.Optional, func(f *optionalFilter) string { return f.Query.Or(f.Name) }), " ")
		}},
		{ID: "body", Value: func(x example) string { return string(x.Body) }},
	}})
	if err != nil || len(issues) == 0 {
		return err
	}
	reasons := texts(x.Issues, func(i *options.Issue) string { return i.Path + " " + i.Text })
	return a.fail(ExitFailed, "cli.options.draft", "Issues", strings.Join(reasons, "; "))
}

func (a *app) noExample(p *schema.Problem) error {
	return a.fail(ExitFailed, "options.no_example", "Reason", options.ProblemText(a.words, p))
}

// optionCheck validates a value against the schema of the filters or the body.
// Without --filters it takes the one that the option has.
func (a *app) optionCheck(ctx context.Context, o *api.PublishOption, filters bool, value []byte) error {
	raw := o.CreateSchema
	if filters || !options.IsSchema(raw) {
		raw = o.FilterSchema
	}
	if !options.IsSchema(raw) {
		return a.fail(ExitNotFound, "cli.options.no_schema", "Field", text.Clean(o.Field))
	}
	found, problem := schema.Read(raw).Check(value)
	if problem != nil {
		return a.fail(ExitFailed, "cli.options.unchecked", "Reason", options.ProblemText(a.words, problem))
	}
	rows := append([]options.Issue{}, options.IssueTexts(a.words, found)...)
	err := output(ctx, a, "options", &plain.Sheet[options.Issue]{Rows: rows, Columns: []resource.Column[options.Issue]{
		{ID: "path", Value: func(i options.Issue) string { return i.Path }},
		{ID: "text", Value: func(i options.Issue) string { return i.Text }, Show: func(i options.Issue) string { return text.Blank(2*i.Depth) + i.Text }},
	}})
	if err != nil || len(found) == 0 {
		return err
	}
	return &commandError{exit: ExitInvalid, text: a.words.N("cli.options.not_valid", len(found), "Field", text.Clean(o.Field))}
}

// maxValue bounds the bytes of a value.
const maxValue = 8 << 20

// valueToCheck validates the flags of the options command and reads --value.
func (a *app) valueToCheck(cmd *cobra.Command, o optionsOptions) ([]byte, error) {
	given := cmd.Flags().Changed
	if given("example") && given("check") {
		return nil, a.fail(ExitUsage, "cli.error.together", "First", "--example", "Second", "--check")
	}
	for _, pair := range [][2]string{{"check", "value"}, {"value", "check"}, {"filters", "check"}} {
		if given(pair[0]) && !given(pair[1]) {
			return nil, a.fail(ExitUsage, "cli.error.not_alone", "First", "--"+pair[0], "Second", "--"+pair[1])
		}
	}
	if !given("check") {
		return nil, nil
	}
	value := jsontext.Value(o.value)
	if o.value == "-" {
		read, err := io.ReadAll(io.LimitReader(a.In, maxValue+1))
		if err != nil {
			return nil, a.systemError("cli.error.value_unreadable", err)
		}
		if len(read) > maxValue {
			return nil, &commandError{exit: ExitUsage, text: a.words.T("cli.error.value_large", "Limit", a.words.Exact(strconv.Itoa(maxValue)))}
		}
		value = read
	}
	if !value.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return nil, &commandError{exit: ExitUsage, text: a.words.T("cli.error.value_no_json"), hint: a.words.T("cli.hint.value_no_json")}
	}
	return value, nil
}
