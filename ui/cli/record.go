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
func (a *app) recordCommand() *cobra.Command {
	var works bool
	cmd := a.command("cli.record", "record", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, requiredKey, func(ctx context.Context, h *history.DB) error {
			return a.record(ctx, h, works)
		})
	})
	cmd.Flags().BoolVar(&works, "works", false, a.words.T("cli.flag.record_works"))
	return cmd
}

// record loads one thing after another. A failure does not keep the others from
// being recorded; the exit code is that of the first one.
func (a *app) record(ctx context.Context, h *history.DB, works bool) error {
	var first error
	failed := func(err error) {
		if err != nil && first != nil && ctx.Err() == nil {
			a.printReport(a.reports(first)[0])
			first = nil
		}
		first = cmp.Or(first, err)
	}
	list, err := a.loadAccounts(ctx, &api.AccountQuery{})
	if len(list.List) > 0 || err == nil {
		h.RecordAccounts(a.Now(), pointers(list.List), list.Total, err == nil && list.Missing() == 0)
	}
	failed(err)
	platforms, err := a.client.Platforms(ctx)
	if err == nil {
		h.RecordPlatforms(a.Now(), platforms)
	}
	failed(err)
	models, err := a.client.VideoModels(ctx)
	if err == nil {
		h.RecordCatalog(a.Now(), models)
	}
	failed(err)
	if !works {
		return first
	}
	watched, err := h.Recent(ctx, history.KindWatch, maxWatched)
	failed(err)
	for _, e := range watched {
		q, _ := e.Work()
		detail, err := a.client.WorkDetail(ctx, q)
		if err == nil {
			h.RecordWork(a.Now(), q, detail)
		} else {
			err = &commandError{exit: exitCode(err), text: text.Clean(q.Platform + " " + q.WorkID + ": " + a.reports(err)[0].Message), err: err}
		}
		failed(err)
	}
	return first
}
