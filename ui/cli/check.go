package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// checkCommand says whether something can be published: exit code ExitInvalid if it will fail,
// ExitChanged if something is missing or not known. Without a platform and an account it says so of
// all platforms, and the best verdict is the exit code.
type checkCommand struct {
	*app
	platform, account string
	options           []string // NAME=VALUE
	publish           publishFlags
}

func newCheck(a *app) *cobra.Command {
	c := &checkCommand{app: a}
	cmd := command(a.words, "cli.check", "check", c.start)
	fs := cmd.Flags()
	fs.StringVar(&c.platform, "platform", "", a.words.T("cli.flag.check_platform"))
	fs.StringVar(&c.account, "account", "", a.words.T("cli.flag.check_account"))
	fs.StringArrayVar(&c.options, "option", nil, a.words.T("cli.flag.option"))
	c.publish.add(a, cmd)
	addListFlags(a, cmd, c.columns)
	return a.readerFlags(cmd, completions{
		"platform": platformNames(isListed),
		"account":  oneOf(),
		"option":   oneOf(),
	})
}

func (c *checkCommand) start(cmd *cobra.Command, _ []string) error {
	for _, option := range c.options {
		name, _, ok := strings.Cut(option, "=")
		if !ok || name == "" {
			return badValue(c.words, "--option", option)
		}
	}
	if err := c.publish.notBlank(c.words); err != nil {
		return err
	}
	return c.withService(cmd, requiredKey, c.run)
}

// columns are those of the list that the flags ask for.
func (c *checkCommand) columns(v *resource.View) interface{ Names() []string } {
	if c.ofAll() {
		return options.MatrixResource(v, nil)
	}
	return options.CheckResource(v)
}

// ofAll reports whether all platforms are asked for.
func (c *checkCommand) ofAll() bool {
	return c.platform == "" && c.account == ""
}

func (c *checkCommand) run(ctx context.Context) error {
	it, err := c.publish.post(ctx, c.app)
	if err != nil {
		return err
	}
	r := fleet.PreflightRequest{Platform: c.platform, Post: it}
	if c.account != "" {
		if r.Account, err = cleanID(c.words, "--account", c.account); err != nil {
			return err
		}
	}
	for _, option := range c.options {
		name, typed, _ := strings.Cut(option, "=")
		r.Options = append(r.Options, fleet.TypedOption{Name: name, Value: typed})
	}
	if c.ofAll() {
		return c.runAll(ctx, r)
	}
	p, err := c.ownFleet().Preflight(ctx, r, c.loading)
	err = c.loaded(err)
	c.setPlatforms(p.Platforms)
	checkRows(c.app, pointers(p.Platforms))
	if p.Accounts != nil {
		c.parent.note(c.app, p.Accounts)
		checkRows(c.app, p.Accounts.Sent)
	}
	if err != nil {
		return accountError(c.words, err)
	}
	return c.print(ctx, p)
}

// accountError words a name of an account that is not that of one, and returns other errors as they are.
func accountError(w *words.Words, err error) error {
	unknown, ok := err.(*fleet.AccountError)
	if !ok {
		return err
	}
	name := text.Clean(unknown.Name)
	if len(unknown.Several) > 0 {
		ids := texts(unknown.Several, func(id *string) string {
			return text.Clean(*id)
		})
		return fail(
			w, ExitUsage, "cli.check.several_accounts",
			"Name", name,
			"IDs", strings.Join(ids, ", "),
		)
	}
	e := fail(w, ExitNotFound, "cli.check.no_account", "Name", name)
	e.hint = suggest(w, unknown.Name, unknown.Choices)
	return e
}

// runAll prints the verdicts of all platforms.
func (c *checkCommand) runAll(ctx context.Context, r fleet.PreflightRequest) error {
	all, err := c.ownFleet().PreflightAll(ctx, r)
	err = c.loaded(err)
	if err != nil {
		return err
	}
	var platforms []api.Platform
	if len(all) > 0 {
		platforms = all[0].Platforms
	}
	c.setPlatforms(platforms)
	checkRows(c.app, pointers(platforms))
	rows := options.JudgeAll(all)
	v := c.view(store.Of(c.Now(), nil, platforms, nil))
	err = printList(ctx, c.app, options.MatrixResource(v, r.Post.Items()), rows)
	if err != nil || len(rows) == 0 || rows[0].Fit == media.Yes {
		return err
	}
	return fail(
		c.words,
		exitOf(rows[0].Fit),
		"cli.check.all_"+string(rows[0].Fit),
	)
}

// exitOf returns the exit code of a verdict.
func exitOf(fit media.Answer) int {
	switch fit {
	case media.No:
		return ExitInvalid
	case media.Unknown:
		return ExitChanged
	}
	return ExitDone
}

func (c *checkCommand) print(ctx context.Context, p *fleet.Preflight) error {
	checks, fit := p.Checks()
	v := c.view(store.Of(c.Now(), nil, p.Platforms, nil))
	err := printList(ctx, c.app, options.CheckResource(v), pointers(checks))
	platform := text.Clean(p.Platform.Name(c.words.Lang().Tag()))
	if err != nil {
		return err
	}
	if fit == media.Yes {
		c.say(c.words.T("cli.check.fits", "Platform", platform))
		return nil
	}
	id := "cli.check." + string(fit)
	needs := strings.Join(options.NeedTexts(v, checks), c.words.T("field.comma"))
	if fit == media.Unknown && needs != "" {
		id = "cli.check.needs"
	}
	e := fail(c.words, exitOf(fit), id, "Platform", platform, "Needs", needs)
	for _, check := range checks {
		if check.Kind == fleet.CheckNoOption {
			e.hint = suggest(c.words, check.Option, p.OptionNames())
		}
	}
	return e
}
