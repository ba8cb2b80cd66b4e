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
	"channeldeck/api/fleet"
	"channeldeck/api/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// optionsCommand lists the options of a platform, prints an example for one of them, or
// checks a value against its schema.
type optionsCommand struct {
	*app
	platform string
	example  string // field
	check    string // field
	filters  bool   // check filters, not a body
	value    string // JSON, or - for standard input
	json     []byte // of value
	publish  publishFlags
}

func newOptions(a *app) *cobra.Command {
	c := &optionsCommand{app: a}
	cmd := command(a.words, "cli.options", "options PLATFORM", c.start)
	fs := cmd.Flags()
	fs.StringVar(&c.example, "example", "", a.words.T("cli.flag.example"))
	fs.StringVar(&c.check, "check", "", a.words.T("cli.flag.check"))
	fs.BoolVar(&c.filters, "filters", false, a.words.T("cli.flag.filters"))
	fs.StringVar(&c.value, "value", "", a.words.T("cli.flag.value"))
	c.publish.add(a, cmd)
	addListFlags(a, cmd, c.columns)
	return a.readerFlags(cmd, completions{
		"":        platformNames(isListed),
		"example": optionNames(),
		"check":   optionNames(),
		"value":   oneOf(),
	})
}

// columns are those of the list that the flags ask for.
func (c *optionsCommand) columns(v *resource.View) interface{ Names() []string } {
	if c.publish.isSet() {
		return options.ItemResource(v)
	}
	return options.OptionResource(v)
}

// start validates the flags and reads --value.
func (c *optionsCommand) start(cmd *cobra.Command, args []string) (err error) {
	c.platform = text.CleanID(args[0])
	given := cmd.Flags().Changed
	if given("example") && given("check") {
		return conflictingFlags(c.words, "--example", "--check")
	}
	for _, pair := range [][2]string{
		{"check", "value"},
		{"value", "check"},
		{"filters", "check"},
	} {
		if given(pair[0]) && !given(pair[1]) {
			return notAlone(c.words, "--"+pair[0], "--"+pair[1])
		}
	}
	if c.publish.isSet() {
		for _, flag := range []string{"example", "check"} {
			if given(flag) {
				return conflictingFlags(c.words, "--"+flag, "--file")
			}
		}
		if err := c.publish.notBlank(c.words); err != nil {
			return err
		}
		return c.withService(cmd, optionalKey, c.checkFiles)
	}
	if given("check") {
		if c.json, err = readValue(c.words, c.value, c.In); err != nil {
			return err
		}
	}
	return c.withService(cmd, requiredKey, c.run)
}

func (c *optionsCommand) run(ctx context.Context) error {
	field := cmp.Or(c.example, c.check)
	compares := field == "" && c.isForReading()
	loaded, err := c.publishOptions(ctx, compares)
	if err != nil {
		return err
	}
	list := loaded.List
	checkRows(c.app, pointers(list))
	if field != "" {
		option, err := c.optionOf(ctx, list, field)
		if err != nil {
			return err
		}
		if c.example != "" {
			return c.printExample(ctx, option)
		}
		return c.printIssues(ctx, option)
	}
	if len(list) == 0 {
		c.emptyText = c.noListsText(ctx)
	}
	err = printList(ctx, c.app, options.OptionResource(c.view(nil)), pointers(list))
	if err == nil && compares {
		for _, line := range options.KnownRuleTexts(c.view(nil), &api.Platform{Platform: c.platform}) {
			c.say(line)
		}
		for _, line := range options.Changes(loaded.Changes).Lines(c.view(nil), c.platform) {
			c.say(line)
		}
	}
	return err
}

// publishOptions requests the options of the platform. If the service refuses the name or has no options for it, it
// is looked up in the platform list, and replaced by the identifier.
func (c *optionsCommand) publishOptions(
	ctx context.Context,
	compares bool,
) (fleet.Options, error) {
	loaded, err := c.loadOptions(ctx, compares)
	class := api.ClassOf(err)
	isRefused := class == api.ClassInvalid || class == api.ClassUnsupported
	isEmpty := err == nil && len(loaded.List) == 0
	if !isRefused && !isEmpty {
		return loaded, err
	}
	platforms, listErr := c.platforms(ctx)
	if listErr != nil {
		return loaded, err // the response is all that is known
	}
	id, nameErr := platformNamed(c.words, platforms, c.platform)
	if nameErr != nil {
		return loaded, nameErr
	}
	if id != c.platform {
		c.platform = id
		loaded, err = c.loadOptions(ctx, compares)
	}
	if err == nil && len(loaded.List) == 0 {
		err = c.notServed(platforms)
	}
	return loaded, err
}

// loadOptions requests the options, with their changes since the baseline if they are compared.
func (c *optionsCommand) loadOptions(
	ctx context.Context,
	compares bool,
) (loaded fleet.Options, err error) {
	if compares {
		h, err := c.openHistory(false)
		if err != nil {
			return loaded, err
		}
		return c.fleetOf(h).ComparedOptions(ctx, c.platform)
	}
	loaded.List, err = c.ownFleet().Options(ctx, c.platform)
	return loaded, err
}

// checkFiles compares a post with the limits of the platform.
func (c *optionsCommand) checkFiles(ctx context.Context) error {
	it, list, err := c.publish.load(ctx, c.app)
	if err != nil {
		return err
	}
	id, err := platformNamed(c.words, list, c.platform)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(p api.Platform) bool {
		return p.Platform == id
	})
	return printVerdicts(ctx, c.app, &list[i], it)
}

// notServed returns an error if the platform list says that the site does not serve the platform.
func (c *optionsCommand) notServed(platforms []api.Platform) error {
	i := slices.IndexFunc(platforms, func(p api.Platform) bool {
		return p.Platform == c.platform
	})
	why := options.NotServed(c.words, &platforms[i])
	if why == "" {
		return nil
	}
	name := c.view(nil).PlatformName(c.platform)
	return fail(c.words, ExitUnsupported, "cli.options.not_served", "Platform", name, "Why", why)
}

// platformName is the display name of the platform, or its identifier without the platform list.
func (c *optionsCommand) platformName(ctx context.Context) string {
	_, _ = c.platforms(ctx)
	return c.view(nil).PlatformName(c.platform)
}

// noListsText says that the service lists no options, and names those that the schema of the platform has.
func (c *optionsCommand) noListsText(ctx context.Context) string {
	name := c.platformName(ctx)
	platforms, _ := c.platforms(ctx) // without them nothing is known of schemas
	for i := range platforms {
		p := &platforms[i]
		typed := schema.Read(p.OptionSchema).Members()
		if p.Platform == c.platform && len(typed) > 0 {
			names := text.Clean(strings.Join(typed, c.words.T("field.comma")))
			return c.words.T("cli.options.typed", "Platform", name, "Names", names)
		}
	}
	return c.words.T("cli.options.none", "Platform", name)
}

func (c *optionsCommand) optionOf(
	ctx context.Context,
	list []api.PublishOption,
	field string,
) (*api.PublishOption, error) {
	w := c.words
	i := slices.IndexFunc(list, func(o api.PublishOption) bool {
		return o.Field == field
	})
	if i >= 0 {
		return &list[i], nil
	}
	e := fail(
		w, ExitNotFound, "cli.options.no_field",
		"Platform", c.platformName(ctx),
		"Field", text.Clean(field),
	)
	fields := texts(list, func(o *api.PublishOption) string {
		return text.Clean(o.Field)
	})
	if len(fields) > 0 {
		e.hint = cmp.Or(
			suggest(w, field, fields),
			w.T("cli.options.fields", "Fields", strings.Join(fields, ", ")),
		)
	}
	return nil, e
}

func (c *optionsCommand) printExample(ctx context.Context, o *api.PublishOption) error {
	x := options.Example{Field: o.Field, Optional: []options.OptionalFilter{}}
	var issues []schema.Issue
	var account *api.Account
	if options.NamesAccount(o) { // without an account the example has a text
		if found, err := c.ownFleet().SomeAccounts(ctx, api.AccountQuery{
			Types: []string{c.platform},
		}); err == nil {
			account = options.ExampleAccount(found, c.platform)
		}
	}
	known := options.KnownValues(account)
	if options.IsSchema(o.FilterSchema) {
		q, problem := schema.Read(o.FilterSchema).Query(known...)
		if problem != nil {
			return noExample(c.words, problem)
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
			return noExample(c.words, problem)
		}
		x.Body = body.Value
		issues = append(issues, body.Issues...)
	}
	_, hasQuery := x.Query.Get()
	if !hasQuery && x.Body == nil {
		return fail(c.words, ExitNotFound, "cli.options.no_schema", "Field", text.Clean(o.Field))
	}
	x.Issues = options.IssueTexts(c.words, issues)
	err := printOne(ctx, c.app, options.Examples(), &x)
	if err == nil && account != nil {
		c.say(c.words.T(
			"options.example_account",
			"ID", text.Line(account.ID),
			"Name", text.Line(account.Nickname),
		))
	}
	if err != nil || len(issues) == 0 {
		return err
	}
	reasons := texts(x.Issues, func(i *options.Issue) string {
		return i.Path + " " + i.Text
	})
	return fail(c.words, ExitFailed, "cli.options.draft", "Issues", strings.Join(reasons, "; "))
}

func noExample(w *words.Words, p *schema.Problem) error {
	return fail(w, ExitFailed, "options.no_example", "Reason", options.ProblemText(w, p))
}

// printIssues validates the value against the schema of the filters or the body.
// Without --filters it takes the one that the option has.
func (c *optionsCommand) printIssues(ctx context.Context, o *api.PublishOption) error {
	raw := o.CreateSchema
	if c.filters || !options.IsSchema(raw) {
		raw = o.FilterSchema
	}
	if !options.IsSchema(raw) {
		return fail(c.words, ExitNotFound, "cli.options.no_schema", "Field", text.Clean(o.Field))
	}
	found, problem := schema.Read(raw).Check(c.json)
	if problem != nil {
		return fail(
			c.words, ExitFailed, "cli.options.unchecked",
			"Reason", options.ProblemText(c.words, problem),
		)
	}
	c.emptyText = c.words.T("cli.options.valid", "Field", text.Clean(o.Field))
	err := printList(ctx, c.app, options.Issues(), pointers(options.IssueTexts(c.words, found)))
	if err != nil || len(found) == 0 {
		return err
	}
	return &commandError{
		exit: ExitInvalid,
		text: c.words.N("cli.options.not_valid", len(found), "Field", text.Clean(o.Field)),
	}
}

// maxValue bounds the bytes of a value.
const maxValue = 8 << 20

// readValue returns the JSON of --value; typed is - for standard input.
func readValue(w *words.Words, typed string, in io.Reader) ([]byte, error) {
	value := jsontext.Value(typed)
	if typed == "-" {
		read, err := io.ReadAll(io.LimitReader(in, maxValue+1))
		if err != nil {
			return nil, systemError(w, "cli.error.value_unreadable", err)
		}
		if len(read) > maxValue {
			return nil, &commandError{
				exit: ExitUsage,
				text: w.T("cli.error.value_large", "Limit", w.Exact(strconv.Itoa(maxValue))),
			}
		}
		value = read
	}
	if !value.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		reason := ""
		if fault := schema.FaultOf(value); fault != nil {
			reason = options.FaultText(w, fault)
		}
		return nil, &commandError{
			exit: ExitUsage,
			text: text.Sentences(w.T("cli.error.value_no_json"), reason),
			hint: w.T("cli.hint.value_no_json"),
		}
	}
	return value, nil
}
