package cli

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/resource/works"
	"channeldeck/ui/text"
)

// newAccountHistory makes the command that prints the recorded states of an account.
func newAccountHistory(a *app) *cobra.Command {
	since := 30 * 24 * time.Hour
	cmd := command(a.words, "cli.history.account", "account ID", func(cmd *cobra.Command, args []string) error {
		id, err := cleanID(a.words, "ID", args[0])
		if err != nil {
			return err
		}
		return printHolders(a, cmd, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*local.AccountState], []*local.AccountState, error) {
			rows, err := accountStates(ctx, a, h, id, since)
			return local.States(nil), rows, err
		})
	})
	ageFlag(a, cmd.Flags(), &since, "since", a.words.T("cli.flag.history_since"))
	addListFlags(a, cmd, local.States)
	return a.readerFlags(cmd, completions{"": oneOf(), "since": oneOf()})
}

// accountStates reads the states of the accounts with an ID in the time until now.
func accountStates(
	ctx context.Context,
	a *app,
	h *history.DB,
	id string,
	since time.Duration,
) (rows []*local.AccountState, err error) {
	var keys []history.AccountKey
	err = h.States().AccountsAt(ctx, []time.Time{a.Now()}, func(key history.AccountKey, _ []history.Counts) {
		if key.ID == id {
			keys = append(keys, key)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(keys) == 0 {
		return nil, fail(a.words, ExitNotFound, "cli.history.no_account", "ID", id)
	}
	all, err := h.States().Series(ctx, keys, a.Now().Add(-since))
	if err != nil {
		return nil, err
	}
	recorded, err := h.States().Recorded(ctx)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		for i := range all[key] {
			rows = append(rows, local.StateOf(key, &all[key][i], recorded.Accounts))
		}
	}
	if n := len(recorded.Accounts); n > 0 {
		a.say(a.words.T(
			"cli.history.recorded",
			"Age", a.words.Ago(recorded.Accounts[n-1], a.Now()),
		))
	}
	return rows, nil
}

// newWorkHistory makes the command that prints the stored snapshots of a work.
func newWorkHistory(a *app) *cobra.Command {
	cmd := command(a.words, "cli.history.work", "work PLATFORM WORK_ID", func(cmd *cobra.Command, args []string) error {
		return printHolders(a, cmd, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*works.Snapshot], []*works.Snapshot, error) {
			stored, err := storedSnapshots(ctx, a, h, args)
			rows := works.SnapshotRows(stored)
			return works.Snapshots(a.view(nil), works.SnapshotNames(rows)), rows, err
		})
	})
	acceptLink(a, cmd)
	addListFlags(a, cmd, func(v *resource.View) *resource.Resource[*works.Snapshot] {
		return works.Snapshots(v, metrics.Listed())
	})
	return a.readerFlags(cmd, completions{"": platformNames(isListed)})
}

// storedSnapshots reads the snapshots of the work that arguments mean.
func storedSnapshots(
	ctx context.Context,
	a *app,
	h *history.DB,
	args []string,
) ([]api.Snapshot, error) {
	list, _, err := h.Platforms(ctx)
	if err != nil {
		return nil, err
	}
	stored := func(list []api.Platform) (rows []api.Snapshot, id string, err error) {
		platform, id, err := workOf(a, list, args)
		if err == nil {
			rows, err = h.Works().Snapshots(ctx, platform, id)
		}
		return rows, id, err
	}
	rows, id, err := stored(list)
	if len(rows) == 0 && len(args) > 1 { // perhaps of a platform that is not listed, or no longer
		named, typed, unlistedErr := stored(append(slices.Clip(list), api.Platform{
			Platform: text.CleanID(args[0]),
		}))
		if len(named) > 0 || len(list) == 0 {
			rows = named
			id = typed
			err = unlistedErr
		}
	}
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fail(a.words, ExitNotFound, "cli.history.no_work", "ID", id)
	}
	return rows, nil
}
