package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	data "channeldeck/api/report"
	reporting "channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

const reportName = "report"

// reportCommand writes a report for a client from the history. Nothing is requested.
type reportCommand struct {
	app *app
	data.Request
	since time.Duration // the period until now
	saved fleet.Query
}

func newReport(a *app) *cobra.Command {
	c := &reportCommand{app: a, since: data.DefaultSince}
	cmd := command(a.words, "cli.report", reportName, c.start)
	fs := cmd.Flags()
	fs.StringVar(&c.Group, "group", "", a.words.T("cli.flag.report_group"))
	fs.StringVar(&c.Platform, "platform", "", a.words.T("cli.flag.report_platform"))
	ageFlag(a, fs, &c.since, "since", a.words.T("cli.flag.report_since"))
	fs.StringVar(&c.Title, "title", "", a.words.T("cli.flag.report_title"))
	addViewFlag(cmd, a, "accounts")
	return a.readerFlags(cmd, completions{
		"platform": platformNames(isListed),
		"group":    groupIDs(),
		"since":    oneOf(),
		"title":    oneOf(),
	})
}

func (c *reportCommand) start(cmd *cobra.Command, _ []string) error {
	for _, pair := range [][2]string{
		{"group", "platform"},
		{"group", "view"},
		{"platform", "view"},
	} {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return conflictingFlags(c.app.words, "--"+pair[0], "--"+pair[1])
		}
	}
	var err error
	if c.saved, err = savedView(cmd, c.app, "accounts"); err != nil {
		return err
	}
	return c.app.withSites(cmd, optionalKey, c.run)
}

// siteReport is the report of a site with what is needed to print it.
type siteReport struct {
	*data.Report
	view *resource.View
}

// run prints the report of the sites that have what it is about: of several, one document with a part for
// each.
func (c *reportCommand) run(ctx context.Context, sites []*app) error {
	c.Since = sites[0].Now().Add(-c.since) // the same for all sites
	found, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (r siteReport, incomplete, err error) {
		h, err := requireHistory(a)
		if err != nil {
			return r, nil, a.historyError(err)
		}
		at := *c
		at.app = a
		r, err = at.read(ctx, h)
		return r, nil, a.historyError(err)
	})
	if err != nil {
		return err
	}
	found.sayLacking()
	if len(sites) > 1 {
		return cmp.Or(c.printParts(ctx, &found), found.failed)
	}
	r := found.results[0]
	if c.app.isJSON() {
		return printOne(ctx, c.app, resource.Whole[*data.Report](reportName), r.Report)
	}
	return reporting.Write(ctx, r.Report, r.view, reporting.Format(c.app.format), c.app.Out)
}

// printParts prints the reports of several sites.
func (c *reportCommand) printParts(ctx context.Context, found *holdings[siteReport]) error {
	parts := make([]reporting.Part, len(found.results))
	for i, r := range found.results {
		parts[i].Site = found.sites[i].site
		parts[i].Report = r.Report
		parts[i].View = r.view
	}
	if !c.app.isJSON() {
		return reporting.WriteSites(ctx, parts, reporting.Format(c.app.format), c.app.Out)
	}
	of := resource.Whole[*reporting.Part](reportName)
	of.Record = func(p *reporting.Part) any {
		return resource.WithSite(p.Site, p.Report)
	}
	return printList(ctx, c.app, of, pointers(parts))
}

// read makes the report of a site.
func (c *reportCommand) read(ctx context.Context, h *history.DB) (of siteReport, err error) {
	platforms, _, err := h.Platforms(ctx)
	if err != nil {
		return of, err
	}
	all := &fleet.List{}
	if c.Platform != "" || c.Group != "" {
		if all, _, err = c.app.fleetOf(h).Recorded(ctx, 0); err != nil {
			return of, err
		}
	}
	if c.Platform != "" && len(platforms)+len(all.Rows) > 0 {
		q := fleet.Query{Platforms: []string{c.Platform}}
		if err := q.Resolve(platforms, nil, all.Rows); err != nil {
			return of, nameError(c.app.words, err)
		}
		c.Platform = q.Platforms[0]
	}
	unknown, err := c.chooseGroup(ctx, h, all)
	if err != nil {
		return of, err
	}
	if c.app.list.view != "" {
		if err := c.chooseView(ctx, h, platforms); err != nil {
			return of, err
		}
	}
	r, err := data.Read(ctx, c.app.fleetOf(h), c.Request)
	if errors.Is(err, data.ErrNoAccounts) {
		return of, fail(c.app.words, ExitNotFound, c.app.advice("report.no_history"))
	}
	if err != nil {
		return of, err
	}
	if c.Group != "" && len(r.Accounts) == 0 && r.Gone == 0 {
		e := fail(c.app.words, ExitNotFound, "cli.report.no_group", "ID", text.Clean(c.Group))
		e.hint = suggest(c.app.words, c.Group, unknown)
		return of, e
	}
	of.Report = r
	past := &fleet.Past{GroupNames: r.GroupNames}
	of.view = c.app.view(store.Of(c.app.Now(), r.List, platforms, past))
	return of, nil
}

// chooseGroup makes the group with the name of the scope its group. If the accounts have no such
// group, it returns the names of those that they have; the group may have been there earlier.
func (c *reportCommand) chooseGroup(
	ctx context.Context,
	h *history.DB,
	all *fleet.List,
) (unknown []string, err error) {
	if c.Group == "" {
		return nil, nil
	}
	names, err := h.GroupNames(ctx)
	if err != nil {
		return nil, err
	}
	ids, err := fleet.GroupsNamed([]string{c.Group}, names, all.Rows)
	if mistake, ok := err.(*fleet.NameError); ok {
		return mistake.Choices, nil
	}
	if len(ids) > 1 {
		return nil, fail(
			c.app.words, ExitUsage, "cli.report.several_groups",
			"Name", text.Clean(c.Group),
			"IDs", strings.Join(ids, ", "),
		)
	}
	if err == nil {
		c.Group = ids[0]
	}
	return nil, err
}

// chooseView makes the accounts of the saved view the scope.
func (c *reportCommand) chooseView(
	ctx context.Context,
	h *history.DB,
	platforms []api.Platform,
) error {
	found, err := c.app.fleetOf(h).RecordedAccounts(ctx, c.saved)
	if err != nil {
		return nameError(c.app.words, err)
	}
	v := c.app.view(store.Of(found.At, found.List, platforms, found.Past))
	rows, err := resource.Filter(
		ctx,
		resource.Accounts(v).Columns,
		found.Rows,
		c.saved.Match,
		false,
	)
	if err != nil {
		return err
	}
	chosen := map[history.AccountKey]bool{}
	for _, a := range rows {
		chosen[history.KeyOf(a)] = true
	}
	c.View = c.app.list.view
	c.Chosen = chosen
	return nil
}
