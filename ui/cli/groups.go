package cli

import (
	"context"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/plain"
)

func (a *app) groupsCommand() *cobra.Command {
	cmd := a.command("cli.groups", "groups", a.none, func(cmd *cobra.Command, _ []string) error { a.help(cmd, nil); return nil })
	cmd.AddCommand(a.groupsCreateCommand())
	return cmd
}

func (a *app) groupsCreateCommand() *cobra.Command {
	var d demo
	cmd := a.command("cli.groups.create", "create NAME", a.arguments(1), func(cmd *cobra.Command, args []string) error {
		name := strings.TrimSpace(args[0]) // the service does not
		if name == "" {
			return &usageError{text: a.words.T("groups.blank")}
		}
		return a.ask(cmd, &d, keyNeeded, func(ctx context.Context, s *service, f plain.Format) error {
			group, err := s.client.CreateAccountGroup(ctx, api.NewAccountGroup{Name: name})
			if ctx.Err() != nil && api.OutcomeUnknown(err) {
				a.say(a.words.T("error.hint.outcome_unknown")) // beside it an interruption goes without saying
			}
			if err != nil {
				return err
			}
			checkRows(a, s, []api.AccountGroup{group})
			signal.Ignore(syscall.SIGPIPE) // or a closed pipe would end the process without a word
			if err := output(ctx, a, s, "groups", f, a.groupSheet(&group)); err != nil {
				return &commandError{exit: ExitFailed, text: a.words.T("cli.groups.not_printed", "Name", group.Name, "ID", group.ID, "Reason", err.Error())}
			}
			return nil
		})
	})
	d.orDemo(a, cmd)
	a.completes(cmd, &d, completions{"": oneOf()})
	return cmd
}

// groupSheet is a created group: JSON is the object as the service sent it, the
// other formats have a column for each field of 2.3.
func (a *app) groupSheet(group *api.AccountGroup) *plain.Sheet[*api.AccountGroup] {
	column := func(name string, of func(*api.AccountGroup) string) plain.Column[*api.AccountGroup] {
		return plain.Column[*api.AccountGroup]{Name: name, Value: func(g **api.AccountGroup) string { return of(*g) }}
	}
	optional := func(name string, of func(*api.AccountGroup) api.Opt[string]) plain.Column[*api.AccountGroup] {
		return column(name, func(g *api.AccountGroup) string { return of(g).Or("") })
	}
	truth := func(name string, of func(*api.AccountGroup) api.Opt[bool]) plain.Column[*api.AccountGroup] {
		c := column(name, func(g *api.AccountGroup) string {
			v, sent := of(g).Get()
			if !sent {
				return ""
			}
			return strconv.FormatBool(v)
		})
		value := c.Value
		c.Show = func(g **api.AccountGroup) string { return a.yesOrNo(value(g)) }
		return c
	}
	return &plain.Sheet[*api.AccountGroup]{Single: true, Rows: []*api.AccountGroup{group}, Columns: []plain.Column[*api.AccountGroup]{
		column("id", func(g *api.AccountGroup) string { return g.ID }),
		column("name", func(g *api.AccountGroup) string { return g.Name }),
		truth("isDefault", func(g *api.AccountGroup) api.Opt[bool] { return g.IsDefault }),
		truth("hasBrowserConfig", func(g *api.AccountGroup) api.Opt[bool] { return g.HasBrowserConfig }),
		column("rank", func(g *api.AccountGroup) string { return g.Rank.String() }),
		optional("ip", func(g *api.AccountGroup) api.Opt[string] { return g.IP }),
		optional("proxyIp", func(g *api.AccountGroup) api.Opt[string] { return g.ProxyIP }),
		optional("countryCode", func(g *api.AccountGroup) api.Opt[string] { return g.CountryCode }),
		optional("location", func(g *api.AccountGroup) api.Opt[string] { return g.Location }),
		optional("createdAt", func(g *api.AccountGroup) api.Opt[string] { return g.CreatedAt }),
		optional("updatedAt", func(g *api.AccountGroup) api.Opt[string] { return g.UpdatedAt }),
	}}
}
