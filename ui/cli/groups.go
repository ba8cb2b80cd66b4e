package cli

import (
	"context"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/groups"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// groupsCommand lists the groups that accounts name and those that were created
// here: the service has no list of groups.
func (a *app) groupsCommand() *cobra.Command {
	cmd := a.command("cli.groups", "groups", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		return a.withService(cmd, requiredKey, a.groups)
	})
	a.addListFlags(cmd, func() []string { return groups.Resource(a.view(nil)).Names() })
	cmd.AddCommand(a.groupsCreateCommand())
	return a.serviceFlags(cmd, nil)
}

func (a *app) groups(ctx context.Context) error {
	list, incomplete, err := a.accountList(ctx, &api.AccountQuery{})
	if err != nil {
		return err
	}
	h, err := a.openHistory(false)
	if err != nil {
		return err
	}
	accounts := store.NewAccountList(pointers(list.List), list.Total)
	rows, err := groups.Known(ctx, accounts.Groups, h)
	if err != nil {
		return a.historyError(err)
	}
	r := groups.Resource(a.view(store.Of(a.Now(), accounts, nil, nil)))
	if err := output(ctx, a, "groups", plain.Of(r, rows)); err != nil {
		return err
	}
	return incomplete
}

func (a *app) groupsCreateCommand() *cobra.Command {
	cmd := a.command("cli.groups.create", "create NAME", a.exactArguments, func(cmd *cobra.Command, args []string) error {
		name := strings.TrimSpace(args[0]) // the service does not trim
		if name == "" {
			return a.fail(ExitUsage, "groups.blank")
		}
		return a.withService(cmd, requiredKey, func(ctx context.Context) error {
			return a.createGroup(ctx, name)
		})
	})
	return a.serviceFlags(cmd, completions{"": oneOf()})
}

// createGroup creates a group and prints it. A group that cannot be printed, or
// whose response did not come, is reported: it exists, or may.
func (a *app) createGroup(ctx context.Context, name string) error {
	group, err := a.client.CreateAccountGroup(ctx, api.NewAccountGroup{Name: name})
	if ctx.Err() != nil && api.OutcomeUnknown(err) {
		a.say(a.words.T("error.hint.outcome_unknown")) // an interruption prints no error
	}
	if err != nil {
		return err
	}
	checkRows(a, []api.AccountGroup{group})
	signal.Ignore(syscall.SIGPIPE) // a closed pipe would end the process
	if err := output(ctx, a, "groups", a.groupSheet(&group)); err != nil {
		return a.fail(ExitFailed, "cli.groups.not_printed", "Name", group.Name, "ID", group.ID, "Reason", err.Error())
	}
	return nil
}

// groupSheet has a column for each field of a group (2.3). As JSON it is the object
// as it was received.
func (a *app) groupSheet(group *api.AccountGroup) *plain.Sheet[*api.AccountGroup] {
	columns := memberColumns[*api.AccountGroup]("id", "name", "isDefault", "hasBrowserConfig", "rank", "ip", "proxyIp", "countryCode", "location", "createdAt", "updatedAt")
	for _, c := range []*resource.Column[*api.AccountGroup]{&columns[2], &columns[3]} {
		value := c.Value
		c.Show = func(row *api.AccountGroup) string { return a.yesOrNo(value(row)) }
	}
	return &plain.Sheet[*api.AccountGroup]{Single: true, Rows: []*api.AccountGroup{group}, Columns: columns}
}
