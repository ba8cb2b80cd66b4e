package cli

import (
	"cmp"
	"context"
	"strings"

	"channeldeck/api"
	"channeldeck/api/schema"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// siteExample is the example of a site, and the account that it names, nil for none.
type siteExample struct {
	options.Example
	account *api.Account
}

// printExamples prints an example of the option for each site that has it.
func (c *optionsCommand) printExamples(ctx context.Context, sites []*app) error {
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (x siteExample, incomplete, err error) {
		o, platform, err := c.optionNamed(ctx, a, c.example)
		if err != nil {
			return x, nil, err
		}
		x, err = exampleOf(ctx, a, o, platform)
		return x, nil, err
	})
	if err != nil {
		return err
	}
	h.sayLacking()
	r := options.Examples()
	if len(sites) == 1 {
		err = printOne(ctx, c.app, r, &h.results[0].Example)
	} else {
		lists := make([]siteList[*options.Example], len(h.results))
		for i := range h.results {
			lists[i] = siteList[*options.Example]{r, []*options.Example{&h.results[i].Example}}
		}
		err = printLists(ctx, sites, h.sites, lists, nil)
	}
	if err != nil {
		return err
	}
	return cmp.Or(h.failed, c.sayExamples(sites, &h))
}

// sayExamples says which accounts the examples name. It returns the error of those that are drafts.
func (c *optionsCommand) sayExamples(sites []*app, h *holdings[siteExample]) error {
	verdicts := make([]verdict, len(h.results))
	for i, x := range h.results {
		a := h.sites[i]
		if x.account != nil {
			sayAbout(sites, a, a.words.T(
				"options.example_account",
				"ID", text.Line(x.account.ID),
				"Name", text.Line(x.account.Nickname),
			))
		}
		verdicts[i].site = a
		if len(x.Issues) > 0 {
			reasons := texts(x.Issues, func(i *options.Issue) string {
				return i.Path + " " + i.Text
			})
			verdicts[i].exit = ExitFailed
			issues := strings.Join(reasons, a.words.T("prices.joint"))
			verdicts[i].text = a.words.T("cli.options.draft", "Issues", issues)
		}
	}
	return sayVerdicts(c.app, sites, verdicts)
}

// exampleOf makes the example of an option of a platform at a site.
func exampleOf(
	ctx context.Context,
	a *app,
	o *api.PublishOption,
	platform string,
) (x siteExample, err error) {
	x.Field = o.Field
	x.Optional = []options.OptionalFilter{}
	var issues []schema.Issue
	if options.NamesAccount(o) { // without an account the example has a text
		if found, err := a.ownFleet().SomeAccounts(ctx, api.AccountQuery{
			Types: []string{platform},
		}); err == nil {
			x.account = options.ExampleAccount(found, platform)
		}
	}
	known := options.KnownValues(x.account)
	if options.IsSchema(o.FilterSchema) {
		q, problem := schema.Read(o.FilterSchema).Query(known...)
		if problem != nil {
			return x, noExample(a.words, problem)
		}
		x.Query = api.Some(q.String())
		issues = q.Issues
		for _, filter := range q.Optional {
			more := options.OptionalFilter{Name: filter.Name, Types: filter.Types}
			if filter.Parameters != nil {
				more.Query = api.Some(schema.Encode(filter.Parameters))
			}
			x.Optional = append(x.Optional, more)
		}
	}
	if options.IsSchema(o.CreateSchema) {
		body, problem := schema.Read(o.CreateSchema).Example(known...)
		if problem != nil {
			return x, noExample(a.words, problem)
		}
		x.Body = body.Value
		issues = append(issues, body.Issues...)
	}
	_, hasQuery := x.Query.Get()
	if !hasQuery && x.Body == nil {
		return x, fail(a.words, ExitNotFound, "cli.options.no_schema", "Field", text.Clean(o.Field))
	}
	x.Issues = options.IssueTexts(a.words, issues)
	return x, nil
}

func noExample(w *words.Words, p *schema.Problem) error {
	return fail(w, ExitFailed, "options.no_example", "Reason", options.ProblemText(w, p))
}

// printIssues validates the value against the schema of the option at each site that has it.
func (c *optionsCommand) printIssues(ctx context.Context, sites []*app) error {
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (rows []*options.Issue, incomplete, err error) {
		o, _, err := c.optionNamed(ctx, a, c.check)
		if err != nil {
			return nil, nil, err
		}
		found, err := c.issues(a, o)
		return pointers(options.IssueTexts(a.words, found)), nil, err
	})
	if err != nil {
		return err
	}
	field := text.Clean(c.check)
	lists := make([]siteList[*options.Issue], len(h.results))
	verdicts := make([]verdict, len(h.results))
	for i, rows := range h.results {
		lists[i] = siteList[*options.Issue]{options.Issues(), rows}
		verdicts[i].site = h.sites[i]
		if len(rows) > 0 {
			verdicts[i].exit = ExitInvalid
			verdicts[i].text = c.app.words.N("cli.options.not_valid", len(rows), "Field", field)
		} else {
			verdicts[i].text = c.app.words.T("cli.options.valid", "Field", field)
		}
	}
	h.sayLacking()
	c.app.explained = true
	if err := printLists(ctx, sites, h.sites, lists, nil); err != nil {
		return err
	}
	return cmp.Or(h.failed, sayVerdicts(c.app, sites, verdicts))
}

// issues validates the value against the schema of the filters or the body of an option. Without
// --filters it takes the one that the option has.
func (c *optionsCommand) issues(a *app, o *api.PublishOption) ([]schema.Issue, error) {
	raw := o.CreateSchema
	if c.filters || !options.IsSchema(raw) {
		raw = o.FilterSchema
	}
	if !options.IsSchema(raw) {
		return nil, fail(a.words, ExitNotFound, "cli.options.no_schema", "Field", text.Clean(o.Field))
	}
	found, problem := schema.Read(raw).Check(c.json)
	if problem != nil {
		return nil, fail(
			a.words, ExitFailed, "cli.options.unchecked",
			"Reason", options.ProblemText(a.words, problem),
		)
	}
	return found, nil
}
