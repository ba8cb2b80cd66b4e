package cli

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// printSites prints the rows that load returns for each site, with the resource that has them there;
// rows with an error that says what they lack too. Those of several sites have their site, and are in
// the order of the sites or, with a time, the newest first.
func printSites[R any](
	ctx context.Context,
	sites []*app,
	at func(R) time.Time,
	load func(context.Context, *app) (*resource.Resource[R], []R, error),
) error {
	lists, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (l siteList[R], incomplete, err error) {
		l.of, l.rows, err = load(ctx, a)
		err = a.historyError(err)
		if len(l.rows) > 0 {
			return l, err, nil
		}
		return l, nil, err
	})
	if err != nil {
		return err
	}
	return cmp.Or(printLists(ctx, sites, answered, lists, at), failed)
}

// siteList is the rows of one site, with the resource that has them there.
type siteList[R any] struct {
	of   *resource.Resource[R]
	rows []R
}

// historyRows reads the rows of a site from its history, with the resource that has them there.
type historyRows[R any] func(context.Context, *app, *history.DB) (*resource.Resource[R], []R, error)

// printLists prints what the sites that answered have, of those that were asked. Where several were, rows
// have their site, and are in the order of the sites or, with a time, the newest first.
func printLists[R any](
	ctx context.Context,
	sites, answered []*app,
	lists []siteList[R],
	at func(R) time.Time,
) error {
	if len(sites) == 1 {
		of := resource.OfSite(lists[0].of, sites[0].site)
		return printList(ctx, sites[0], of, lists[0].rows)
	}
	var names []string
	var each []*resource.Resource[R]
	var rows []*resource.SiteRow[R]
	for i, l := range lists {
		names = append(names, answered[i].site)
		each = append(each, l.of)
		for _, row := range l.rows {
			rows = append(rows, &resource.SiteRow[R]{Site: i, Row: row})
		}
	}
	if at != nil {
		slices.SortStableFunc(rows, func(x, y *resource.SiteRow[R]) int {
			return at(y.Row).Compare(at(x.Row))
		})
	}
	return printList(ctx, sites[0], resource.Merge(names, each), rows)
}

// printHistories is printSites for a command that reads the histories of the sites.
func printHistories[R any](
	a *app,
	cmd *cobra.Command,
	at func(R) time.Time,
	load historyRows[R],
) error {
	return a.withSites(cmd, optionalKey, func(ctx context.Context, sites []*app) error {
		return printSites(ctx, sites, at, func(ctx context.Context, a *app) (*resource.Resource[R], []R, error) {
			l, err := fromHistory(ctx, a, load)
			return l.of, l.rows, err
		})
	})
}

// printHolders is printHistories for the rows of what only some of the sites may have. The others are
// left out.
func printHolders[R any](
	a *app,
	cmd *cobra.Command,
	load historyRows[R],
) error {
	return a.withSites(cmd, optionalKey, func(ctx context.Context, sites []*app) error {
		h, err := holders(ctx, sites, func(
			ctx context.Context, a *app,
		) (l siteList[R], incomplete, err error) {
			l, err = fromHistory(ctx, a, load)
			return l, nil, a.historyError(err)
		})
		if err != nil {
			return err
		}
		return cmp.Or(printLists(ctx, sites, h.sites, h.results, nil), h.failed)
	})
}

// fromHistory reads rows from the history of a site, which is closed then.
func fromHistory[R any](
	ctx context.Context,
	a *app,
	load historyRows[R],
) (l siteList[R], err error) {
	h, err := requireHistory(a)
	if err != nil {
		return l, err
	}
	l.of, l.rows, err = load(ctx, a, h)
	if err != nil {
		return l, err
	}
	h.Close(ctx)
	if p := h.Problem(ctx); p != nil {
		return l, p
	}
	return l, nil
}

// listOf is a resource of rows of the sites that answered, of which each knows its lists. Where
// several were asked, rows have their site; else it is printed if the user names its column.
func listOf[R any](
	of func(*resource.View) *resource.Resource[R],
	answered []*app,
	lists []resource.Lists,
	sites []*app,
	site func(R) string,
) *resource.Resource[R] {
	if len(sites) == 1 {
		return resource.OfSite(of(sites[0].view(lists[0])), sites[0].site)
	}
	names := make([]string, len(answered))
	views := make([]*resource.View, len(answered))
	for i, a := range answered {
		names[i] = a.site
		views[i] = a.view(lists[i])
	}
	return resource.BySite(of(resource.OfSites(names, views)), site)
}
