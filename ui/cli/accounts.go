package cli

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/accounts"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// accountsOptions are what the accounts command was asked for.
type accountsOptions struct {
	platforms, ids []string
	status         string
	match          string
	sort           string
	desc           bool
	columns        []string
	limit          int
}

func (a *app) accountsCommand() *cobra.Command {
	var o accountsOptions
	var d demo
	cmd := a.command("cli.accounts", "accounts", a.none, func(cmd *cobra.Command, _ []string) error {
		query, err := a.accountQuery(&o)
		if err != nil {
			return err
		}
		return a.ask(cmd, &d, keyNeeded, func(ctx context.Context, s *service, f plain.Format) error {
			if err := checkColumns(s.config); err != nil {
				return err
			}
			return a.accounts(ctx, s, f, query, o)
		})
	})
	fs := cmd.Flags()
	fs.StringArrayVar(&o.platforms, "platform", nil, a.words.T("cli.flag.platform"))
	fs.StringVar(&o.status, "status", "", a.words.T("cli.flag.status"))
	fs.StringArrayVar(&o.ids, "id", nil, a.words.T("cli.flag.id"))
	fs.StringVar(&o.match, "match", "", a.words.T("cli.flag.match"))
	fs.StringVar(&o.sort, "sort", "", a.words.T("cli.flag.sort_field"))
	fs.BoolVar(&o.desc, "desc", false, a.words.T("cli.flag.desc"))
	fs.StringSliceVar(&o.columns, "columns", nil, a.words.T("cli.flag.columns"))
	fs.IntVar(&o.limit, "limit", 0, a.words.T("cli.flag.limit"))
	d.orDemo(a, cmd)
	a.completes(cmd, &d, completions{
		"platform": platformNames(), "status": oneOf("normal", "abnormal"), "sort": oneOf(accounts.Sortable(a.words)...), "columns": someOf(columnNames()...),
	})
	return cmd
}

// accountQuery checks what was asked for before anything is sent.
func (a *app) accountQuery(o *accountsOptions) (api.AccountQuery, error) {
	q := api.AccountQuery{IDs: o.ids, Types: o.platforms}
	switch o.status {
	case "":
	case "normal":
		q.Status = api.Some(1)
	case "abnormal":
		q.Status = api.Some(0)
	default:
		return q, a.notOf("--status", o.status, []string{"normal", "abnormal"})
	}
	for _, list := range []struct {
		flag   string
		values []string
	}{{"--platform", o.platforms}, {"--id", o.ids}} {
		for i, v := range list.values {
			list.values[i] = text.CleanID(v)
		}
		if slices.Contains(list.values, "") {
			return q, &usageError{text: a.words.T("cli.error.value", "Flag", list.flag, "Value", "")}
		}
	}
	if o.limit < 0 {
		return q, &usageError{text: a.words.T("cli.error.value", "Flag", "--limit", "Value", strconv.Itoa(o.limit))}
	}
	if names := accounts.Sortable(a.words); o.sort != "" && !slices.Contains(names, o.sort) {
		return q, a.notOf("--sort", o.sort, names)
	}
	if c, ok := unknownColumn(o.columns); ok {
		return q, a.notOf("--columns", c, columnNames())
	}
	return q, nil
}

// accounts prints the whole list, or as much of it as there is to be had.
func (a *app) accounts(ctx context.Context, s *service, f plain.Format, q api.AccountQuery, o accountsOptions) error {
	bar := a.progress()
	list, err := s.client.AllAccounts(ctx, q, func(p api.Progress) {
		bar.show(a.words.T("cli.accounts.progress", "Done", p.Done, "Requests", p.Requests, "Rows", a.words.Int(p.Rows)))
	})
	bar.end()
	if err != nil && (len(list.List) == 0 || ctx.Err() != nil) {
		return err
	}
	rows, ended := accounts.Arrange(ctx, a.words, keep(list.List, q), o.match, o.sort, o.desc)
	if ended != nil {
		return ended
	}
	if o.limit > 0 {
		rows = rows[:min(o.limit, len(rows))]
	}
	if err := output(ctx, a, s, "accounts", f, a.accountSheet(rows, f, o.columns, s.config.AccountColumns.V)); err != nil {
		return err
	}
	if missing := list.Missing(); missing > 0 || err != nil {
		return &incompleteError{text: a.words.T("cli.accounts.incomplete", "Missing", a.words.Int(int(missing)), "Total", a.words.Exact(list.Total.String())), err: err}
	}
	return nil
}

// keep filters by all that was asked for: beside ids the service ignores the
// other filters.
func keep(all []api.Account, q api.AccountQuery) []*api.Account {
	rows := make([]*api.Account, 0, len(all))
	for i := range all {
		account := &all[i]
		if len(q.IDs) > 0 {
			status, asked := q.Status.Get()
			n, _ := account.Status.Int64()
			if asked && n != int64(status) || len(q.Types) > 0 && !slices.Contains(q.Types, account.Type) {
				continue
			}
		}
		rows = append(rows, account)
	}
	return rows
}
