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

// recordCommand loads accounts and catalog into the history, for cron or a systemd
// timer. It prints failures only.
type recordCommand struct {
	*app
	works    bool    // watched ones too
	failures []error // in the order in which they happened
}

func newRecord(a *app) *cobra.Command {
	c := &recordCommand{app: a}
	cmd := command(a.words, "cli.record", "record", func(cmd *cobra.Command, _ []string) error {
		return c.withHistory(cmd, requiredKey, c.run)
	})
	cmd.Flags().BoolVar(&c.works, "works", false, a.words.T("cli.flag.record_works"))
	return cmd
}

// run loads one thing after another. A failure does not keep the others from
// being recorded; the exit code is that of the first one.
func (c *recordCommand) run(ctx context.Context, h *history.DB) error {
	c.loadAll(ctx, h)
	if len(c.failures) == 0 {
		return nil
	}
	first := c.failures[0]
	if len(c.failures) == 1 || ctx.Err() != nil {
		return first
	}
	for _, err := range c.failures {
		r := failuresOf(c.words, err, c.origin)[0]
		r.Exit = exitCode(err)
		c.printFailure(r)
	}
	return &commandError{exit: exitCode(first), err: first} // without a text: all are printed
}

// failed keeps an error, if it is one.
func (c *recordCommand) failed(err error) {
	if err != nil {
		c.failures = append(c.failures, err)
	}
}

// loadAll loads and records everything, and keeps the failures.
func (c *recordCommand) loadAll(ctx context.Context, h *history.DB) {
	f := c.fleetOf(h)
	point, _ := f.Point(ctx, &fleet.Query{}) // before anything is recorded; the history reports its problems itself
	platforms, listErr := f.Platforms(ctx)   // before the accounts: on some platforms statistics are never old
	list, err := f.Accounts(ctx, fleet.Query{}, nil)
	c.failed(err)
	if err == nil {
		c.noteRepeated(list)
		c.failed(c.incomplete(list.Incomplete))
	}
	c.failed(listErr)
	c.named = platforms
	models, modelErr := f.Prices(ctx)
	c.failed(modelErr)
	if err == nil {
		c.failed(c.announce(ctx, f, point, list, models))
	}
	if !c.works {
		return
	}
	watched, err := f.WatchedWorks(ctx, maxWatched)
	c.failed(err)
	for _, q := range watched {
		_, err := f.Work(ctx, fleet.WorkRequest{WorkQuery: q})
		if err != nil {
			err = &commandError{
				exit: exitCode(err),
				text: text.Join(
					" ",
					c.view(nil).PlatformName(q.Platform),
					text.Line(q.WorkID),
				) + ": " + failuresOf(c.words, err, c.origin)[0].Message,
				err: err,
			}
		}
		c.failed(err)
	}
}

// announce passes the new findings to the program of on_finding.
func (c *recordCommand) announce(
	ctx context.Context,
	f *fleet.Fleet,
	point history.Point,
	a *fleet.Answer,
	models []api.VideoModel,
) error {
	announcer, err := announcer(c.app, nil)
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
		c.view(store.Of(c.Now(), a.List, nil, past)),
		f.Find(in),
	)
}
