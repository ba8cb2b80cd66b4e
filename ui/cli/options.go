package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/options"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// optionsOptions are what the options command was asked for.
type optionsOptions struct {
	platform string
	example  string // field
	check    string // field
	value    string // JSON, or - for standard input
}

func (a *app) optionsCommand() *cobra.Command {
	var o optionsOptions
	var d demo
	cmd := a.command("cli.options", "options PLATFORM", a.arguments(1), func(cmd *cobra.Command, args []string) error {
		o.platform = text.CleanID(args[0])
		value, err := a.valueToCheck(cmd, o)
		if err != nil {
			return err
		}
		return a.ask(cmd, &d, keyNeeded, func(ctx context.Context, s *service, f plain.Format) error {
			return a.options(ctx, s, f, o, value)
		})
	})
	fs := cmd.Flags()
	fs.StringVar(&o.example, "example", "", a.words.T("cli.flag.example"))
	fs.StringVar(&o.check, "check", "", a.words.T("cli.flag.check"))
	fs.StringVar(&o.value, "value", "", a.words.T("cli.flag.value"))
	d.orDemo(a, cmd)
	a.completes(cmd, &d, completions{"": platformNames(), "example": optionNames(), "check": optionNames(), "value": oneOf()})
	return cmd
}

func (a *app) options(ctx context.Context, s *service, f plain.Format, o optionsOptions, value []byte) error {
	list, err := s.client.PublishOptions(ctx, o.platform)
	if err != nil {
		return err
	}
	switch {
	case o.example != "":
		option, err := a.option(list, o.platform, o.example)
		if err != nil {
			return err
		}
		return a.optionExample(ctx, s, f, option)
	case o.check != "":
		option, err := a.option(list, o.platform, o.check)
		if err != nil {
			return err
		}
		return a.optionCheck(ctx, s, f, option, value)
	}
	sheet := options.OptionSheet(pointers(list))
	for i := range sheet.Columns {
		switch c := &sheet.Columns[i]; c.Name {
		case "requiresAccount", "filterSchema", "createSchema":
			value := c.Value
			c.Show = func(r **api.PublishOption) string { return a.yesOrNo(value(r)) }
		}
	}
	return output(ctx, a, s, "options", f, sheet)
}

// option is the one with a field.
func (a *app) option(list []api.PublishOption, platform, field string) (*api.PublishOption, error) {
	i := slices.IndexFunc(list, func(o api.PublishOption) bool { return o.Field == field })
	if i >= 0 {
		return &list[i], nil
	}
	fields := make([]string, len(list))
	for i := range list {
		fields[i] = text.Clean(list[i].Field)
	}
	e := &toldError{exit: ExitNotFound, text: a.words.T("cli.options.no_field", "Platform", text.Clean(platform), "Field", text.Clean(field))}
	if len(fields) > 0 {
		e.hint = a.words.T("cli.options.fields", "Fields", strings.Join(fields, ", "))
	}
	return nil, e
}

// example is the requests that follow from an option, by usage rules 2 and 3
// of 4.2. A member that the option's schemas do not allow to be made is null.
type example struct {
	Field string          `json:"field"`
	Query api.Opt[string] `json:"query"` // of filterSchema, escaped
	Body  jsontext.Value  `json:"body"`  // of createSchema

	problems [2]*schema.Problem // of the query and of the body
}

func (a *app) optionExample(ctx context.Context, s *service, f plain.Format, o *api.PublishOption) error {
	x := example{Field: o.Field}
	if hasSchema(o.FilterSchema) {
		q, problem := schema.Read(o.FilterSchema).Query()
		if x.problems[0] = problem; problem == nil {
			x.Query = api.Some(q.String())
		}
	}
	if hasSchema(o.CreateSchema) {
		x.Body, x.problems[1] = schema.Read(o.CreateSchema).Example()
	}
	for _, p := range x.problems {
		if p != nil {
			return &toldError{exit: ExitFailed, text: a.words.T("options.no_example", "Reason", options.SayProblem(a.words, p))}
		}
	}
	if x.Query.IsZero() && x.Body == nil {
		return &toldError{exit: ExitNotFound, text: a.words.T("cli.options.no_schema", "Field", text.Clean(o.Field))}
	}
	query, _ := x.Query.Get()
	return output(ctx, a, s, "options", f, &plain.Sheet[example]{Rows: []example{x}, Single: true, Columns: []plain.Column[example]{
		{Name: "field", Value: func(x *example) string { return x.Field }},
		{Name: "query", Value: func(*example) string { return query }},
		{Name: "body", Value: func(x *example) string { return string(x.Body) }},
	}})
}

// hasSchema reports whether a schema was sent: null is none.
func hasSchema(raw jsontext.Value) bool { return len(raw) > 0 && raw.Kind() != 'n' }

// issue is one thing that is wrong with a value, for files and pipes.
type issue struct {
	Path  string `json:"path"` // JSONPath
	Text  string `json:"text"`
	Depth int    `json:"depth"` // above 0 for what speaks against one form of several
}

// optionCheck holds a value against the schema of the body, or of the filters
// where there is none of a body.
func (a *app) optionCheck(ctx context.Context, s *service, f plain.Format, o *api.PublishOption, value []byte) error {
	raw := o.CreateSchema
	if !hasSchema(raw) {
		raw = o.FilterSchema
	}
	if !hasSchema(raw) {
		return &toldError{exit: ExitNotFound, text: a.words.T("cli.options.no_schema", "Field", text.Clean(o.Field))}
	}
	found, problem := schema.Read(raw).Check(value)
	if problem != nil {
		return &toldError{exit: ExitFailed, text: a.words.T("cli.options.unchecked", "Reason", options.SayProblem(a.words, problem))}
	}
	rows := []issue{}
	for _, i := range options.SayIssues(a.words, found) {
		rows = append(rows, issue{i.Path, i.Text, i.Depth})
	}
	err := output(ctx, a, s, "options", f, &plain.Sheet[issue]{Rows: rows, Columns: []plain.Column[issue]{
		{Name: "path", Value: func(i *issue) string { return i.Path }},
		{Name: "text", Value: func(i *issue) string { return i.Text }, Show: func(i *issue) string { return text.Blank(2*i.Depth) + i.Text }},
	}})
	if err != nil || len(found) == 0 {
		return err
	}
	return &toldError{exit: ExitInvalid, text: a.words.N("cli.options.does_not_fit", len(found), "Field", text.Clean(o.Field))}
}
