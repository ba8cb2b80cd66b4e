package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// checkCommand says whether something can be published: exit code ExitInvalid if it will fail,
// ExitChanged if there are doubts.
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
	addListFlags(a, cmd, options.CheckResource)
	return a.readerFlags(cmd, completions{
		"platform": platformNames(isListed),
		"account":  oneOf(),
		"option":   oneOf(),
	})
}

func (c *checkCommand) start(cmd *cobra.Command, _ []string) error {
	if c.platform == "" && c.account == "" {
		return seeHelp(
			c.words, cmd, "cli.error.argument_missing",
			"Command", cmd.CommandPath(),
			"Argument", "--platform",
		)
	}
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

func (c *checkCommand) print(ctx context.Context, p *fleet.Preflight) error {
	checks, fit := p.Checks()
	v := c.view(store.Of(c.Now(), nil, p.Platforms, nil))
	err := printList(ctx, c.app, options.CheckResource(v), pointers(checks))
	exits := map[media.Answer]int{media.No: ExitInvalid, media.Unknown: ExitChanged}
	exit := exits[fit]
	platform := text.Clean(p.Platform.Name(c.words.Lang().Tag()))
	if err != nil || exit == 0 {
		if err == nil {
			c.say(c.words.T("cli.check.fits", "Platform", platform))
		}
		return err
	}
	e := fail(c.words, exit, "cli.check."+string(fit), "Platform", platform)
	for _, check := range checks {
		if check.Kind == fleet.CheckNoOption {
			e.hint = suggest(c.words, check.Option, p.OptionNames())
		}
	}
	return e
}
