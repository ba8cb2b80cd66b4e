package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// maxWatched is how many watched works one recording requests.
const maxWatched = 100

// recordCommand loads accounts and catalog of each site into its history, for cron or a systemd
// timer. It prints failures only.
type recordCommand struct {
	app   *app
	works bool // watched ones too
}

func newRecord(a *app) *cobra.Command {
	c := &recordCommand{app: a}
	cmd := command(a.words, "cli.record", "record", func(cmd *cobra.Command, _ []string) error {
		return a.withSites(cmd, requiredKey, c.run)
	})
	cmd.Flags().BoolVar(&c.works, "works", false, a.words.T("cli.flag.record_works"))
	return cmd
}

// run records the sites at the same time. A failure keeps neither the rest of its site nor other sites
// from being recorded. The exit code is that of the first failure which is more than that a list is
// incomplete.
func (c *recordCommand) run(ctx context.Context, sites []*app) error {
	results, answered, _, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (failures []error, incomplete, err error) {
		return c.record(ctx, a), nil, nil
	})
	if err != nil {
		return err
	}
	var all []siteError
	for i, failures := range results {
		for _, err := range failures {
			all = append(all, siteError{answered[i].site, answered[i].origin, err})
		}
	}
	if len(all) == 0 {
		return nil
	}
	first := all[0].err
	if ctx.Err() != nil || len(sites) == 1 && len(all) == 1 {
		return first
	}
	worst := exitCode(first)
	for _, one := range all {
		for _, r := range failuresOf(c.app.words, one.err, one.from) {
			r.Exit = exitCode(one.err)
			if len(sites) > 1 {
				r.Message = aboutSite(c.app.words, one.site, r.Message)
			}
			c.app.printFailure(r)
		}
		if worst == ExitIncomplete {
			worst = exitCode(one.err)
		}
	}
	return &commandError{exit: worst, err: first} // without a text: all are printed
}

// record records a site, and returns what failed.
func (c *recordCommand) record(ctx context.Context, a *app) []error {
	h, err := requireHistory(a)
	if err != nil {
		return []error{a.historyError(err)}
	}
	r := &recording{app: a, works: c.works}
	r.loadAll(ctx, h)
	if ctx.Err() != nil { // it is closed in a limited time
		return append([]error{ctx.Err()}, r.failures...)
	}
	h.Close(ctx) // also after a failure: what was recorded before is kept
	if p := h.Problem(ctx); p != nil && len(r.failures) == 0 {
		r.failed(a.historyError(p))
	}
	return r.failures
}

// recording is that of one site.
type recording struct {
	app      *app
	works    bool    // watched ones too
	failures []error // in the order in which they happened
}

// failed keeps an error, if it is one.
func (r *recording) failed(err error) {
	if err != nil {
		r.failures = append(r.failures, err)
	}
}

// loadAll loads and records everything, and keeps the failures.
func (r *recording) loadAll(ctx context.Context, h *history.DB) {
	f := r.app.fleetOf(h)
	point, _ := f.Point(ctx, &fleet.Query{}) // before anything is recorded; the history reports its problems itself
	platforms, listErr := f.Platforms(ctx)   // before the accounts: on some platforms statistics are never old
	list, err := f.Accounts(ctx, fleet.Query{}, nil)
	r.failed(err)
	if err == nil {
		r.app.noteRepeated(list)
		r.failed(r.app.incomplete(list.Incomplete))
	}
	r.failed(listErr)
	r.app.named = platforms
	models, modelErr := f.Prices(ctx)
	r.failed(modelErr)
	if err == nil {
		r.failed(r.announce(ctx, f, point, list, models))
	}
	if !r.works {
		return
	}
	watched, err := f.StoredWorks().Watched(ctx, maxWatched)
	r.failed(err)
	for _, q := range watched {
		_, err := f.Work(ctx, fleet.WorkRequest{WorkQuery: q})
		if err != nil {
			platform := r.app.view(nil).PlatformName(q.Platform)
			err = &commandError{
				exit: exitCode(err),
				text: r.app.words.T(
					"field.labelled",
					"Name", text.Join(" ", platform, text.Line(q.WorkID)),
					"Text", failuresOf(r.app.words, err, r.app.origin)[0].Message,
				),
				err: err,
			}
		}
		r.failed(err)
	}
}

// announce passes the new findings to the program of on_finding.
func (r *recording) announce(
	ctx context.Context,
	f *fleet.Fleet,
	point history.Point,
	a *fleet.Answer,
	models []api.VideoModel,
) error {
	announcer, err := announcer(r.app, nil)
	if err != nil || !announcer.Active() {
		return err
	}
	past, err := f.ReadPast(ctx, a.At, point, a.List)
	if err != nil {
		return nil // the history reports its problems itself
	}
	in, err := f.Check(ctx, a.List, a.At, past, models)
	if err != nil {
		return nil
	}
	return announcer.Findings(
		ctx,
		f,
		r.app.view(store.Of(r.app.Now(), a.List, nil, past)),
		f.Find(in),
	)
}
