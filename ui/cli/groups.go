package cli

import (
	"cmp"
	"context"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// newGroups makes the command that lists the groups that accounts name, those that the service
// lists, where it does, and those that were created here.
func newGroups(a *app) *cobra.Command {
	cmd := command(a.words, "cli.groups", "groups", func(cmd *cobra.Command, _ []string) error {
		saved, err := savedView(cmd, a, "groups")
		if err != nil {
			return err
		}
		a.list.show(&saved)
		a.list.match = saved.Match
		return a.withSites(cmd, requiredKey, func(ctx context.Context, sites []*app) error {
			return printGroups(ctx, a, sites)
		})
	})
	addListFlags(a, cmd, resource.Groups)
	addViewFlag(cmd, a, "groups")
	cmd.AddCommand(newGroupsCreate(a))
	return a.readerFlags(cmd, nil)
}

// printGroups prints the groups of the sites. Their changes are only left out of the table that users
// get without a choice of columns.
func printGroups(ctx context.Context, a *app, sites []*app) error {
	changes := !a.isForReading() || a.list.columns != nil || a.list.sort != ""
	type known struct {
		rows  []*resource.Group
		lists resource.Lists
	}
	found, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (k known, incomplete, err error) {
		f := a.ownFleet()
		if changes {
			f = a.comparingFleet()
		}
		found, incomplete, err := a.accounts(ctx, f, fleet.Query{
			Columns: []string{fleet.ColumnMonth},
		})
		if err != nil {
			return k, nil, err
		}
		sayDoubtful(ctx, a, f)
		earlier, err := f.Groups().Created(ctx)
		if err != nil {
			return k, nil, a.historyError(err)
		}
		k = known{
			resource.KnownGroups(
				found.List.Groups,
				resource.SentGroups{Listed: found.List.Listed, Earlier: earlier},
				found.Past,
			),
			store.Of(a.Now(), found.List, nil, found.Past),
		}
		for i := range k.rows {
			k.rows[i].Site = a.site
		}
		return k, incomplete, nil
	})
	if err != nil {
		return err
	}
	var rows []*resource.Group
	lists := make([]resource.Lists, len(found))
	for i, k := range found {
		rows = append(rows, k.rows...)
		lists[i] = k.lists
	}
	r := listOf(resource.Groups, answered, lists, sites, func(g *resource.Group) string {
		return g.Site
	})
	return cmp.Or(printList(ctx, a, r, rows), failed)
}

func newGroupsCreate(a *app) *cobra.Command {
	duplicate := false
	cmd := command(a.words, "cli.groups.create", "create NAME", func(cmd *cobra.Command, args []string) error {
		name := strings.TrimSpace(args[0]) // the service does not trim
		if name == "" {
			return fail(a.words, ExitUsage, "groups.blank")
		}
		return a.withService(cmd, requiredKey, func(ctx context.Context) error {
			return createGroup(ctx, a, name, duplicate)
		})
	})
	cmd.Flags().BoolVar(&duplicate, "duplicate", false, a.words.T("cli.flag.duplicate"))
	return a.serviceFlags(cmd, completions{"": oneOf()})
}

// createGroup creates a group and prints it. It refuses a name that a group has, unless a duplicate
// is wanted. A group that cannot be printed, or whose response did not come, is reported: it exists,
// or may.
func createGroup(ctx context.Context, a *app, name string, duplicate bool) error {
	f := a.fleetOf(nil)
	if !a.cfg.ReadOnly.V {
		h, err := a.ownHistory()
		if err != nil {
			return err
		}
		f = a.fleetOf(h)
		sayDoubtful(ctx, a, f)
		if !duplicate {
			err := checkGroupName(ctx, a, f, name)
			if err != nil {
				return err
			}
		}
	}
	group, err := f.Groups().Create(ctx, name)
	if ctx.Err() != nil && api.OutcomeUnknown(err) {
		a.say(a.words.T("error.hint.outcome_unknown")) // an interruption prints no error
	}
	if err != nil {
		return err
	}
	checkRows(a, []*api.AccountGroup{&group})
	signal.Ignore(syscall.SIGPIPE) // a closed pipe would end the process
	if err := printOne(ctx, a, resource.CreatedGroups(a.words), &group); err != nil {
		return fail(
			a.words, ExitFailed, "cli.groups.not_printed",
			"Name", group.Name,
			"ID", group.ID,
			"Reason", err.Error(),
		)
	}
	return nil
}

// checkGroupName refuses a name that a group has already.
func checkGroupName(ctx context.Context, a *app, f *fleet.Fleet, name string) error {
	same := f.Groups().Named(ctx, name)
	if len(same) == 0 {
		return nil
	}
	return &commandError{
		exit: ExitInvalid,
		text: a.words.N("cli.groups.same", len(same), "Name", name, "ID", same[0]),
		hint: a.words.T("cli.groups.same_hint"),
	}
}

// sayDoubtful prints which groups may exist although their creation got no response.
func sayDoubtful(ctx context.Context, a *app, f *fleet.Fleet) {
	ctx, cancel := context.WithTimeout(ctx, closeTime)
	defer cancel()
	entries := f.Memory().UnfinishedGroups(ctx)
	for _, line := range resource.UnfinishedGroups(a.words, entries) {
		a.say(line)
	}
	f.Memory().ForgetGroups(entries)
}
