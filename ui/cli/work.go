package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/metrics"
	"channeldeck/ui/explain"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/works"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// rateBases are the values of --rate-base: the basis of the work, then those in the order of
// metrics.Bases.
func rateBases() []string {
	return []string{"auto", "views", "plays", "impressions", "reach"}
}

// workCommand prints the details of a work.
type workCommand struct {
	app           *app
	account, base string
}

func newWork(a *app) *cobra.Command {
	c := &workCommand{app: a}
	cmd := command(a.words, "cli.work", "work PLATFORM WORK_ID", c.start)
	cmd.Flags().StringVar(&c.account, "account", "", a.words.T("cli.flag.account"))
	cmd.Flags().StringVar(
		&c.base,
		"rate-base",
		rateBases()[0],
		a.words.T("cli.flag.rate_base"),
	)
	acceptLink(a, cmd)
	return a.readerFlags(cmd, completions{
		"":          platformNames(mayHaveWorks),
		"account":   oneOf(),
		"rate-base": oneOf(rateBases()...),
	})
}

// acceptLink lets a command be given a link in place of a platform and a work ID. A text that was
// shared without a link is told so.
func acceptLink(a *app, cmd *cobra.Command) {
	arguments := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return arguments(cmd, args)
		}
		link := metrics.ReadLink(text.Clean(args[0]))
		if link.IsText() {
			return fail(a.words, ExitUsage, "works.link.none")
		}
		if link.Kind != metrics.NoLink {
			return nil
		}

		return arguments(cmd, args)
	}
}

func (c *workCommand) start(cmd *cobra.Command, args []string) error {
	base := slices.Index(rateBases(), c.base)
	if base < 0 {
		return choiceError(c.app.words, "--rate-base", c.base, rateBases())
	}
	var err error
	if cmd.Flags().Changed("account") {
		if c.account, err = cleanID(c.app.words, "--account", c.account); err != nil {
			return err
		}
	}
	metric := append([]string{""}, metrics.Bases()...)[base]
	return c.app.withSites(cmd, requiredKey, func(ctx context.Context, sites []*app) error {
		at, platforms, err := c.siteOf(ctx, sites, args)
		if err != nil {
			return err
		}
		of := workCommand{app: at, account: c.account}
		return of.run(ctx, platforms, args, metric)
	})
}

// workPlatform returns the platform of a list that arguments mean: the first one, or that of a link.
func workPlatform(
	w *words.Words,
	platforms []api.Platform,
	args []string,
) (platform string, link metrics.Link, err error) {
	link = metrics.ReadLink(text.Clean(args[len(args)-1]))
	name := link.Website
	if len(args) > 1 {
		name = text.CleanID(args[0])
	}
	platform, err = platformNamed(w, platforms, name)
	return platform, link, err
}

// workOf returns the platform of a list and the work ID that arguments mean: both, or a link. A
// link without a work ID is refused: it would be sent as an ID, and the request has effects.
func workOf(a *app, platforms []api.Platform, args []string) (platform, id string, err error) {
	w := a.words
	platform, link, err := workPlatform(w, platforms, args)
	v := a.view(store.Of(a.Now(), nil, platforms, nil))
	site := v.WebsiteName(platforms, link.Website)
	if problem := explain.Link(w, link, site); problem != "" {
		return "", "", &commandError{exit: ExitUsage, text: problem}
	}
	switch problem, ok := err.(*commandError); {
	case ok && len(args) == 1:
		return "", "", &commandError{
			exit: ExitUsage,
			text: w.T("works.other_site", "Site", site),
			hint: problem.hint,
		}
	case err != nil:
		return "", "", err
	case link.Kind == metrics.WorkLink && !metrics.SamePlatform(platform, link.Website):
		return "", "", fail(
			w, ExitUsage, "works.other_platform",
			"Site", site,
			"Platform", v.PlatformName(platform),
		)
	}
	id, err = cleanID(w, "WORK_ID", link.ID)
	return platform, id, err
}

// checkPlatform refuses a platform of which the site has no work details (4.6, rule 1).
func (c *workCommand) checkPlatform(p *api.Platform) error {
	why := explain.NoWorks(c.app.words, p, c.app.view(nil).PlatformName(p.Platform))
	if why != "" {
		return &commandError{exit: ExitUnsupported, text: why}
	}
	return nil
}

// checkAccount refuses a missing account where the platform requires one. The past needs none.
func (c *workCommand) checkAccount(ctx context.Context, p *api.Platform) error {
	if c.account != "" || !c.app.at.IsZero() || !p.WorkNeedsAccount() {
		return nil
	}
	name := c.app.view(nil).PlatformName(p.Platform)
	e := fail(c.app.words, ExitUsage, "cli.work.account_wanted", "Platform", name)
	e.hint = c.normalAccounts(ctx, p.Platform, name)
	return e
}

// normalAccounts says which accounts of a platform are normal, as far as that can be loaded. A
// deployment may filter by other parameters, and return all accounts.
func (c *workCommand) normalAccounts(ctx context.Context, platform, name string) string {
	const most = 3
	list, err := c.app.ownFleet().SomeAccounts(ctx, api.AccountQuery{
		Types:  []string{platform},
		Status: api.Some(1),
	})
	if err != nil {
		return ""
	}
	rows := slices.Clone(list) // the history may still be reading it
	rows = slices.DeleteFunc(rows, func(a *api.Account) bool {
		return a.Type != platform || a.Health() != api.HealthNormal
	})
	ids := texts(rows, func(a **api.Account) string {
		return text.Line((*a).ID)
	})
	slices.Sort(ids)
	if len(ids) == 0 {
		return c.app.words.T("works.no_healthy", "Platform", name)
	}
	return c.app.words.N(
		"cli.work.accounts", len(ids),
		"IDs", strings.Join(ids[:min(len(ids), most)], ", "),
	)
}

// run makes one request for the work.
func (c *workCommand) run(
	ctx context.Context,
	platforms []api.Platform,
	args []string,
	base string,
) error {
	platform, _, nameErr := workPlatform(c.app.words, platforms, args)
	i := slices.IndexFunc(platforms, func(p api.Platform) bool {
		return p.Platform == platform
	})
	if nameErr == nil {
		if err := c.checkPlatform(&platforms[i]); err != nil {
			return err
		}
	}
	q := api.WorkQuery{AccountID: c.account}
	var err error
	if q.Platform, q.WorkID, err = workOf(c.app, platforms, args); err != nil {
		return err
	}
	if err := c.app.client.CheckWork(q); err != nil {
		return err
	}
	if err := c.checkAccount(ctx, &platforms[i]); err != nil {
		return err
	}
	loaded, err := c.app.ownFleet().Work(ctx, fleet.WorkRequest{WorkQuery: q, Opened: true})
	if err != nil {
		return err
	}
	detail := loaded.WorkDetail
	checkRows(c.app, []*api.WorkDetail{&detail})
	if c.app.isJSON() {
		return printOne(ctx, c.app, resource.Whole[*api.WorkDetail]("work"), &detail)
	}
	r := works.Facts(c.app.words)
	rows := works.FactRows(c.app.view(nil), detail, base)
	if !slices.ContainsFunc(rows, (*works.Fact).HasChange) {
		r.Brief = []string{"field", "value"}
	}
	return printList(ctx, c.app, r, rows)
}
