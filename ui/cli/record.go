package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/text"
)

// maxWatched is how many watched works one recording requests.
const maxWatched = 100

// recordCommand loads accounts and catalog into the history, for cron or a systemd
// timer. It prints failures only.
type recordCommand struct {
	*app
	works bool // watched ones too
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
	var first error
	failed := func(err error) {
		if err != nil && first != nil && ctx.Err() == nil {
			c.printReport(reports(c.words, first)[0])
			first = nil
		}
		first = cmp.Or(first, err)
	}
	_, err := c.loadAccounts(ctx, &api.AccountQuery{})
	failed(err)
	_, err = c.platforms(ctx)
	failed(err)
	_, err = c.models(ctx)
	failed(err)
	if !c.works {
		return first
	}
	watched, err := h.Recent(ctx, history.KindWatch, maxWatched)
	failed(err)
	for _, e := range watched {
		q, _ := e.Work()
		detail, err := c.client.WorkDetail(ctx, q)
		if err == nil {
			h.RecordWork(c.Now(), q, detail)
		} else {
			err = &commandError{exit: exitCode(err), text: text.Clean(q.Platform + " " + q.WorkID + ": " + reports(c.words, err)[0].Message), err: err}
		}
		failed(err)
	}
	return first
}
