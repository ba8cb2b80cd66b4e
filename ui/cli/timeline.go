package cli

import (
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// accountState is a recorded state of an account: it began after one recording and not later than the
// next one.
type accountState struct {
	After    string         `json:"after,omitzero"` // "" if no earlier recording is known
	At       string         `json:"at"`
	Platform string         `json:"platform"`
	ID       string         `json:"id"`
	Listed   bool           `json:"listed"`
	Status   api.Number     `json:"status"`
	Outage   bool           `json:"outage,omitzero"` // the relay did not return the account
	Counts   jsontext.Value `json:",embed"`          // all counts, null for unknown ones
	GroupID  string         `json:"groupId"`
}

// stateCounts returns all counts in the order in which a state has them: those that are summed first.
func stateCounts() []api.Count {
	sums := api.SummedCounts()
	all := sums[:]
	for c := range api.NumCounts {
		if !slices.Contains(sums[:], c) {
			all = append(all, c)
		}
	}
	return all
}

func stateOf(
	key history.AccountKey,
	c *history.Counts,
	recorded history.Recordings,
) *accountState {
	s := &accountState{
		At:       c.At.UTC().Format(time.RFC3339),
		Platform: key.Platform,
		ID:       key.ID,
		Listed:   !c.Gone,
		Status:   c.Status,
		GroupID:  c.Group,
	}
	began := recorded.Interval(c.At)
	if !began.After.IsZero() {
		s.After = began.After.UTC().Format(time.RFC3339)
	}
	if c.Health() == api.HealthOutage {
		s.Status = api.Number{}
		s.Outage = true
	}
	s.Counts = jsontext.Value("{}")
	for _, count := range stateCounts() {
		n, _ := api.Marshal(c.Values[count]) // a number or null
		s.Counts = withMember(s.Counts, count.String(), n)
	}
	return s
}

func stateResource(*resource.View) *resource.Resource[*accountState] {
	ids := []string{"after", "at", "listed", "status", "outage"}
	for _, count := range api.SummedCounts() {
		ids = append(ids, count.String())
	}
	return members[*accountState]("accounts", append(ids, "groupId")...)
}

func snapshotResource(*resource.View) *resource.Resource[*api.Snapshot] {
	return members[*api.Snapshot]("history", "fetchedAt", "snapshotAt", "id", "metrics")
}

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
		) (*resource.Resource[*accountState], []*accountState, error) {
			rows, err := accountStates(ctx, a, h, id, since)
			return stateResource(nil), rows, err
		})
	})
	ageFlag(a, cmd.Flags(), &since, "since", a.words.T("cli.flag.history_since"))
	addListFlags(a, cmd, stateResource)
	return a.readerFlags(cmd, completions{"": oneOf(), "since": oneOf()})
}

// accountStates reads the states of the accounts with an ID in the time until now.
func accountStates(
	ctx context.Context,
	a *app,
	h *history.DB,
	id string,
	since time.Duration,
) (rows []*accountState, err error) {
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
			rows = append(rows, stateOf(key, &all[key][i], recorded.Accounts))
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
		) (*resource.Resource[*api.Snapshot], []*api.Snapshot, error) {
			rows, err := storedSnapshots(ctx, a, h, args)
			return snapshotResource(nil), pointers(rows), err
		})
	})
	acceptLink(a, cmd)
	addListFlags(a, cmd, snapshotResource)
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
