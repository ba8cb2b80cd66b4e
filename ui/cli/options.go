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
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// optionsCommand lists the options of a platform, prints an example for one of them, or
// checks a value against its schema.
type optionsCommand struct {
	app      *app
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
		return conflictingFlags(c.app.words, "--example", "--check")
	}
	for _, pair := range [][2]string{
		{"check", "value"},
		{"value", "check"},
		{"filters", "check"},
	} {
		if given(pair[0]) && !given(pair[1]) {
			return notAlone(c.app.words, "--"+pair[0], "--"+pair[1])
		}
	}
	if c.publish.isSet() {
		for _, flag := range []string{"example", "check"} {
			if given(flag) {
				return conflictingFlags(c.app.words, "--"+flag, "--file")
			}
		}
		if err := c.publish.notBlank(c.app.words); err != nil {
			return err
		}
		return c.app.withSites(cmd, optionalKey, c.checkFiles)
	}
	if given("check") {
		if c.json, err = readValue(c.app.words, c.value, c.app.In); err != nil {
			return err
		}
	}
	return c.app.withSites(cmd, requiredKey, c.run)
}

func (c *optionsCommand) run(ctx context.Context, sites []*app) error {
	if c.example != "" {
		return c.printExamples(ctx, sites)
	}
	if c.check != "" {
		return c.printIssues(ctx, sites)
	}
	h, err := holders(ctx, sites, c.load)
	if err != nil {
		return err
	}
	lists := make([]siteList[*api.PublishOption], len(h.results))
	for i, o := range h.results {
		lists[i] = siteList[*api.PublishOption]{options.OptionResource(h.sites[i].view(nil)), pointers(o.List)}
	}
	h.sayLacking()
	c.sayEmpty(sites, &h)
	err = printLists(ctx, sites, h.sites, lists, nil)
	if err == nil && c.compares() {
		c.sayChanges(ctx, sites, &h)
	}
	return cmp.Or(err, h.failed)
}

// compares reports whether the differences to earlier options are told below the list.
func (c *optionsCommand) compares() bool {
	return c.example == "" && c.check == "" && c.app.isForReading()
}

// load requests the options of the platform from a site.
func (c *optionsCommand) load(
	ctx context.Context,
	a *app,
) (o fleet.PlatformOptions, incomplete, err error) {
	f, err := c.fleetOfOptions(a)
	if err != nil {
		return o, nil, err
	}
	o, err = f.OptionsNamed(ctx, c.platform, c.compares())
	if o.Platforms != nil {
		a.setPlatforms(o.Platforms)
	}
	if err != nil {
		return o, nil, nameError(a.words, err)
	}
	if p := o.Empty(); p != nil {
		if err := notServed(a, p); err != nil {
			return o, nil, err
		}
	}
	checkRows(a, pointers(o.List))
	return o, nil, nil
}

// fleetOfOptions returns the fleet of a site, which has its history where options are compared.
func (c *optionsCommand) fleetOfOptions(a *app) (*fleet.Fleet, error) {
	if !c.compares() {
		return a.ownFleet(), nil
	}
	h, err := a.openHistory(false)
	return a.fleetOf(h), err
}

// sayEmpty says of sites that list no options which ones the schema of the platform has. For the only
// site it is said in place of the list.
func (c *optionsCommand) sayEmpty(sites []*app, h *holdings[fleet.PlatformOptions]) {
	for i, o := range h.results {
		if len(o.List) > 0 {
			continue
		}
		line := noListsText(h.sites[i], &o)
		if len(sites) == 1 {
			c.app.emptyText = line
			return
		}
		sayAbout(sites, h.sites[i], line)
		c.app.explained = true
	}
}

// sayChanges says what only the web client knows of the platform, and what changed at each site.
func (c *optionsCommand) sayChanges(ctx context.Context, sites []*app, h *holdings[fleet.PlatformOptions]) {
	for i, o := range h.results {
		a := h.sites[i]
		for _, line := range options.KnownRuleTexts(a.view(nil), withKnownRules(ctx, a, &o)) {
			sayAbout(sites, a, line)
		}
		for _, line := range options.Changes(o.Changes).Lines(a.view(nil), o.Platform) {
			sayAbout(sites, a, line)
		}
	}
}

// checkFiles compares a post with the limits of the platform.
func (c *optionsCommand) checkFiles(ctx context.Context, sites []*app) error {
	it, err := c.publish.post(ctx, c.app)
	if err != nil {
		return err
	}
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (p *api.Platform, incomplete, err error) {
		list, err := checkedPlatforms(ctx, a)
		if err != nil {
			return nil, nil, err
		}
		id, err := platformNamed(a.words, list, c.platform)
		if err != nil {
			return nil, nil, err
		}
		i := slices.IndexFunc(list, func(p api.Platform) bool {
			return p.Platform == id
		})
		return &list[i], nil, nil
	})
	if err != nil {
		return err
	}
	lists := make([]siteList[*post.ItemVerdict], len(h.results))
	verdicts := make([]verdict, len(h.results))
	for i, p := range h.results {
		a := h.sites[i]
		found := options.Judge(p, it)
		lists[i] = siteList[*post.ItemVerdict]{options.ItemResource(a.view(nil)), options.ItemRows(found)}
		verdicts[i].site = a
		if found.Fit == media.No {
			name := text.Clean(p.Name(a.words.Lang().Tag()))
			verdicts[i].exit = ExitInvalid
			verdicts[i].text = a.words.T("cli.options.rejected", "Platform", name)
		}
	}
	h.sayLacking()
	if err := printLists(ctx, sites, h.sites, lists, nil); err != nil {
		return err
	}
	return cmp.Or(h.failed, sayVerdicts(c.app, sites, verdicts))
}

// notServed returns an error if the platform list says that the site does not serve the platform.
func notServed(a *app, p *api.Platform) error {
	why := options.NotServed(a.words, p)
	if why == "" {
		return nil
	}
	name := a.view(nil).PlatformName(p.Platform)
	return fail(a.words, ExitUnsupported, "cli.options.not_served", "Platform", name, "Why", why)
}

// withKnownRules returns the platform as a site lists it if the web client states rules for it: what the
// service states too is not known from the web client only. Without a list it has only its name.
func withKnownRules(ctx context.Context, a *app, o *fleet.PlatformOptions) *api.Platform {
	p := &api.Platform{Platform: o.Platform}
	if len(fleet.KnownRules(p)) == 0 {
		return p
	}
	platforms := o.Platforms
	if platforms == nil {
		platforms, _ = a.platforms(ctx)
	}
	for i := range platforms {
		if platforms[i].Platform == o.Platform {
			return &platforms[i]
		}
	}
	return p
}

// noListsText says that the service lists no options, and names those that the schema of the platform has.
func noListsText(a *app, o *fleet.PlatformOptions) string {
	name := a.view(nil).PlatformName(o.Platform)
	if p := o.Empty(); p != nil {
		typed := schema.Read(p.OptionSchema).Members()
		if len(typed) > 0 {
			names := text.Clean(a.words.List(typed))
			return a.words.T("cli.options.typed", "Platform", name, "Names", names)
		}
	}
	return a.words.T("cli.options.none", "Platform", name)
}

// optionNamed requests an option of the platform from a site.
func (c *optionsCommand) optionNamed(
	ctx context.Context,
	a *app,
	field string,
) (option *api.PublishOption, platform string, err error) {
	o, _, err := c.load(ctx, a)
	if err != nil {
		return nil, "", err
	}
	w := a.words
	i := slices.IndexFunc(o.List, func(o api.PublishOption) bool {
		return o.Field == field
	})
	if i >= 0 {
		return &o.List[i], o.Platform, nil
	}
	_, _ = a.platforms(ctx) // without them the platform has no other name
	e := fail(
		w, ExitNotFound, "cli.options.no_field",
		"Platform", a.view(nil).PlatformName(o.Platform),
		"Field", text.Clean(field),
	)
	fields := texts(o.List, func(o *api.PublishOption) string {
		return text.Clean(o.Field)
	})
	if len(fields) > 0 {
		e.hint = cmp.Or(
			suggest(w, field, fields),
			w.T("cli.options.fields", "Fields", strings.Join(fields, ", ")),
		)
	}
	return nil, "", e
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
