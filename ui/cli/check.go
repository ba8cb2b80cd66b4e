package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
	app               *app
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
			return badValue(c.app.words, "--option", option)
		}
	}
	if err := c.publish.notBlank(c.app.words); err != nil {
		return err
	}
	return c.app.withSites(cmd, requiredKey, c.run)
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

func (c *checkCommand) run(ctx context.Context, sites []*app) error {
	it, err := c.publish.post(ctx, c.app)
	if err != nil {
		return err
	}
	r := fleet.PreflightRequest{Platform: c.platform, Post: it}
	if c.account != "" {
		if r.Account, err = cleanID(c.app.words, "--account", c.account); err != nil {
			return err
		}
	}
	for _, option := range c.options {
		name, typed, _ := strings.Cut(option, "=")
		r.Options = append(r.Options, fleet.TypedOption{Name: name, Value: typed})
	}
	if c.ofAll() {
		return c.runAll(ctx, sites, r)
	}
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (p *fleet.Preflight, incomplete, err error) {
		p, err = a.ownFleet().Preflight(ctx, r, a.loading)
		err = a.loaded(err)
		a.setPlatforms(p.Platforms)
		checkRows(a, pointers(p.Platforms))
		if p.Accounts != nil {
			a.parent.note(a, p.Accounts)
			checkRows(a, p.Accounts.Sent)
		}
		return p, nil, accountError(a.words, err)
	})
	if err != nil {
		return err
	}
	return c.print(ctx, sites, &h)
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

// runAll prints the verdicts of all platforms of the sites.
func (c *checkCommand) runAll(ctx context.Context, sites []*app, r fleet.PreflightRequest) error {
	found, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (all []*fleet.Preflight, incomplete, err error) {
		all, err = a.ownFleet().PreflightAll(ctx, r)
		if len(all) > 0 {
			a.setPlatforms(all[0].Platforms)
			checkRows(a, pointers(all[0].Platforms))
		}
		return all, nil, a.loaded(err)
	})
	if err != nil {
		return err
	}
	lists := make([]siteList[*options.PlatformVerdict], len(found))
	best := media.Answer("")
	needsMore := false
	for i, all := range found {
		a := answered[i]
		rows := options.JudgeAll(all)
		v := a.view(store.Of(a.Now(), nil, a.named, nil))
		lists[i] = siteList[*options.PlatformVerdict]{options.MatrixResource(v, r.Post.Items()), rows}
		if len(rows) == 0 {
			continue
		}
		needsMore = needsMore || slices.ContainsFunc(rows, func(r *options.PlatformVerdict) bool {
			return r.Fit == media.Unknown && len(options.Needs(r.Checks)) > 0
		})
		fit := rows[0].Fit
		if best == "" || badness(exitOf(fit)) < badness(exitOf(best)) {
			best = fit
		}
	}
	err = cmp.Or(printLists(ctx, sites, answered, lists, nil), failed)
	if err != nil || best == "" || best == media.Yes {
		return err
	}
	if best == media.Unknown && !needsMore {
		return fail(c.app.words, exitOf(best), "cli.check.all_doubtful")
	}
	return fail(c.app.words, exitOf(best), "cli.check.all_"+string(best))
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

// print prints the checks of the sites that have the platform and the account.
func (c *checkCommand) print(
	ctx context.Context,
	sites []*app,
	h *holdings[*fleet.Preflight],
) error {
	lists := make([]siteList[*fleet.Check], len(h.results))
	verdicts := make([]verdict, len(h.results))
	for i, p := range h.results {
		a := h.sites[i]
		v := a.view(store.Of(a.Now(), nil, p.Platforms, nil))
		checks, fit := p.Checks()
		lists[i] = siteList[*fleet.Check]{options.CheckResource(v), pointers(checks)}
		verdicts[i] = verdictOf(a, v, p, checks, fit)
	}
	h.sayLacking()
	if err := printLists(ctx, sites, h.sites, lists, nil); err != nil {
		return err
	}
	return cmp.Or(h.failed, sayVerdicts(c.app, sites, verdicts))
}

// verdictOf words the verdict of a site on a post.
func verdictOf(
	a *app,
	v *resource.View,
	p *fleet.Preflight,
	checks []fleet.Check,
	fit media.Answer,
) verdict {
	id := "cli.check." + string(fit)
	if fit == media.Yes {
		id = "cli.check.fits"
	}
	needs := a.words.List(options.NeedTexts(v, checks))
	if fit == media.Unknown && needs != "" {
		id = "cli.check.needs"
	}
	platform := text.Clean(p.Platform.Name(a.words.Lang().Tag()))
	found := verdict{
		site: a,
		exit: exitOf(fit),
		text: a.words.T(id, "Platform", platform, "Needs", needs),
	}
	for _, check := range checks {
		if check.Kind == fleet.CheckNoOption {
			found.hint = suggest(a.words, check.Option, p.OptionNames())
		}
	}
	return found
}
