package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/ui/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
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
	return a.readerFlags(cmd, completions{"platform": platformNames(isListed), "account": oneOf(), "option": oneOf()})
}

func (c *checkCommand) start(cmd *cobra.Command, _ []string) error {
	if c.platform == "" && c.account == "" {
		return seeHelp(c.words, cmd, "cli.error.argument_missing", "Command", cmd.CommandPath(), "Argument", "--platform")
	}
	for _, option := range c.options {
		if name, _, ok := strings.Cut(option, "="); !ok || name == "" {
			return badValue(c.words, "--option", option)
		}
	}
	if err := c.publish.notBlank(c.words); err != nil {
		return err
	}
	return c.withService(cmd, requiredKey, c.run)
}

func (c *checkCommand) run(ctx context.Context) error {
	it, platforms, err := c.publish.load(ctx, c.app)
	if err != nil {
		return err
	}
	p := fleet.Preflight{Post: it}
	id := c.platform
	if id != "" {
		if id, err = platformNamed(c.words, platforms, id); err != nil {
			return err
		}
	}
	if c.account != "" {
		if p.Account, err = c.accountNamed(ctx, id); err != nil {
			return err
		}
		id = cmp.Or(id, p.Account.Type)
	}
	i := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == id })
	if i < 0 {
		return nameError(c.words, &fleet.NameError{Kind: "platform", Name: id})
	}
	p.Platform = &platforms[i]
	if p.Listed, err = c.client.PublishOptions(ctx, id); err != nil {
		return err
	}
	for _, option := range c.options {
		name, typed, _ := strings.Cut(option, "=")
		p.SetOption(name, typed)
	}
	return c.print(ctx, &p, platforms)
}

func (c *checkCommand) print(ctx context.Context, p *fleet.Preflight, platforms []api.Platform) error {
	checks, fit := p.Checks()
	v := c.view(store.Of(c.Now(), nil, platforms, nil))
	err := printList(ctx, c.app, options.CheckResource(v), pointers(checks))
	exit := map[media.Answer]int{media.No: ExitInvalid, media.Unknown: ExitChanged}[fit]
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

// accountNamed returns the account that the user means by its ID, uid, handle or nickname.
func (c *checkCommand) accountNamed(ctx context.Context, platform string) (*api.Account, error) {
	id, err := cleanID(c.words, "--account", c.account)
	if err != nil {
		return nil, err
	}
	found, _, err := c.accounts(ctx, c.ownFleet(), fleet.Query{})
	if err != nil {
		return nil, err
	}
	same := fleet.AccountsNamed(found.Rows, platform, id)
	if len(same) == 0 { // the verdict says that it belongs to another platform
		same = fleet.AccountsNamed(found.Rows, "", id)
	}
	if len(same) == 1 {
		return same[0], nil
	}
	var all []string
	for _, a := range found.Rows {
		if platform == "" || a.Type == platform {
			all = append(all, a.ID, a.Nickname)
		}
	}
	e := fail(c.words, ExitNotFound, "cli.check.no_account", "Name", text.Clean(id))
	e.hint = suggest(c.words, id, all)
	if len(same) > 1 {
		ids := texts(same, func(a **api.Account) string { return text.Clean((*a).ID) })
		e = fail(c.words, ExitUsage, "cli.check.several_accounts", "Name", text.Clean(id), "IDs", strings.Join(ids, ", "))
	}
	return nil, e
}
