package cli

import (
	"context"
	"slices"

	"channeldeck/api"
)

// worksOfSite has the facts by which the site of a work is found before it is requested.
type worksOfSite struct {
	platforms  []api.Platform
	hasWork    bool // in the history
	hasAccount bool // likewise
}

// siteOf returns the site to ask for a work, with its platforms. A request has effects on a platform, so
// of several sites only one is asked: the only one that has works of the platform, or whose history has
// the account or the work. Otherwise the user must name one. A moment in the past has the work or not.
func (c *workCommand) siteOf(
	ctx context.Context,
	sites []*app,
	args []string,
) (*app, []api.Platform, error) {
	if len(sites) == 1 {
		platforms, err := sites[0].platforms(ctx)
		return sites[0], platforms, err
	}
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (of worksOfSite, incomplete, err error) {
		of, err = c.askSite(ctx, a, args)
		return of, nil, err
	})
	if err != nil {
		return nil, nil, err
	}
	if h.failed != nil { // it may be a work of that site
		return nil, nil, h.failed
	}
	for _, knows := range []func(worksOfSite) bool{
		func(of worksOfSite) bool { return of.hasAccount },
		func(of worksOfSite) bool { return of.hasWork },
	} {
		known := h.that(knows)
		if len(known.sites) > 0 {
			h = known
		}
	}
	a, of, err := h.only()
	if err != nil {
		return nil, nil, err
	}
	if !a.moment.IsZero() { // the history that answers is closed
		return a, of.platforms, atMoment{a}.show(a.at, a.moment)
	}
	a.history = nil // it is closed
	return a, of.platforms, nil
}

// askSite asks a site whether it knows the work and the account.
func (c *workCommand) askSite(
	ctx context.Context,
	a *app,
	args []string,
) (of worksOfSite, err error) {
	of.platforms, err = a.platforms(ctx)
	if err != nil {
		return of, err
	}
	platform, id, err := workOf(a, of.platforms, args)
	if err != nil {
		return of, err
	}
	at := workCommand{app: a}
	i := slices.IndexFunc(of.platforms, func(p api.Platform) bool {
		return p.Platform == platform
	})
	if err := at.checkPlatform(&of.platforms[i]); err != nil {
		return of, err
	}
	of.hasWork, of.hasAccount, err = a.ownFleet().KnowsWork(ctx, api.WorkQuery{
		Platform:  platform,
		WorkID:    id,
		AccountID: c.account,
	})
	if err == nil && !of.hasWork && !a.at.IsZero() {
		e := fail(a.words, ExitUnreachable, "error.not_stored")
		e.absent = true
		return of, e
	}
	return of, a.historyError(err)
}
