package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

type accountsOptions struct {
	platforms, ids, groups []string
	status                 string
	match                  string
}

func (a *app) accountsCommand() *cobra.Command {
	var o accountsOptions
	cmd := a.command("cli.accounts", "accounts", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		query, err := a.accountQuery(&o)
		if err != nil {
			return err
		}
		return a.withService(cmd, requiredKey, func(ctx context.Context) error {
			if err := a.checkColumns(); err != nil {
				return err
			}
			return a.accounts(ctx, query, o)
		})
	})
	fs := cmd.Flags()
	fs.StringArrayVar(&o.platforms, "platform", nil, a.words.T("cli.flag.platform"))
	fs.StringVar(&o.status, "status", "", a.words.T("cli.flag.status"))
	fs.StringArrayVar(&o.ids, "id", nil, a.words.T("cli.flag.id"))
	fs.StringArrayVar(&o.groups, "group", nil, a.words.T("cli.flag.group"))
	fs.StringVar(&o.match, "match", "", a.words.T("cli.flag.match"))
	a.addListFlags(cmd, func() []string { return accounts.Resource(a.view(nil)).Names() })
	return a.serviceFlags(cmd, completions{"platform": platformNames(), "status": oneOf("normal", "abnormal"), "group": groupIDs()})
}

// accountQuery checks the flags before anything is sent.
func (a *app) accountQuery(o *accountsOptions) (api.AccountQuery, error) {
	q := api.AccountQuery{IDs: o.ids, Types: o.platforms}
	if o.status != "" {
		status := slices.Index([]string{"abnormal", "normal"}, o.status)
		if status < 0 {
			return q, a.invalidChoice("--status", o.status, []string{"normal", "abnormal"})
		}
		q.Status = api.Some(status)
	}
	for flag, values := range map[string][]string{"--platform": o.platforms, "--id": o.ids, "--group": o.groups} {
		for i, v := range values {
			if values[i] = text.CleanID(v); values[i] == "" {
				return q, a.badValue(flag, "")
			}
		}
	}
	return q, nil
}

// accounts prints the accounts that match, also after an incomplete load.
func (a *app) accounts(ctx context.Context, q api.AccountQuery, o accountsOptions) error {
	list, incomplete, err := a.accountList(ctx, &q)
	if err != nil {
		return err
	}
	all := store.NewAccountList(pointers(list.List), list.Total)
	past, err := a.past(ctx, all)
	if err != nil {
		return err
	}
	v := a.view(store.Of(a.Now(), all, nil, past))
	rows, err := accounts.Match(ctx, v, matching(list.List, q, o.groups), o.match, a.list.sort == "")
	if err != nil {
		return err
	}
	if err := output(ctx, a, "accounts", plain.Of(a.accountResource(v), rows)); err != nil {
		return err
	}
	unknown := slices.DeleteFunc(slices.Clone(q.IDs), func(id string) bool {
		return slices.ContainsFunc(list.List, func(row api.Account) bool { return row.ID == id })
	})
	if len(unknown) > 0 {
		return &commandError{exit: ExitNotFound, text: a.words.N("cli.accounts.unknown_ids", len(unknown), "IDs", text.Clean(strings.Join(unknown, ", ")))}
	}
	return incomplete
}

// accountList requests accounts to print. A list that lacks rows, because a request
// failed or the service cut it, comes with the error incomplete, to be returned in the
// end.
func (a *app) accountList(ctx context.Context, q *api.AccountQuery) (list api.AccountList, incomplete, err error) {
	list, err = a.loadAccounts(ctx, q)
	if err != nil && (len(list.List) == 0 || ctx.Err() != nil) {
		return list, nil, err
	}
	checkRows(a, list.List)
	missing := list.Missing()
	if missing == 0 && err == nil {
		return list, nil, nil
	}
	e := a.fail(ExitIncomplete, "cli.accounts.incomplete", "Missing", a.words.Int(int(missing)), "Total", a.words.Exact(list.Total.String()))
	e.err = err
	return list, e, nil
}

// past reads the history for the columns that need it, nil if none is printed. A
// column that only the configuration chooses is empty without a history.
func (a *app) past(ctx context.Context, list *store.AccountList) (*store.Past, error) {
	needs := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(accounts.Trends(), name) })
	}
	asked := needs(a.list.sort) || needs(a.list.columns...)
	if !asked && (len(a.list.columns) > 0 || !a.isForReading() || !needs(a.cfg.AccountColumns.V...)) {
		return nil, nil
	}
	h, err := a.openHistory(false)
	if err != nil {
		return nil, err
	}
	if h == nil && asked {
		return nil, a.historyOff()
	}
	past, err := store.ReadPast(ctx, h, a.Now(), time.Time{}, list)
	return past, a.historyError(err)
}

// loadAccounts requests the list without filters, since the service cuts a
// filtered one, and with them only if it cuts the whole list too or the whole list
// is too large. It replaces the platforms of q by their identifiers.
func (a *app) loadAccounts(ctx context.Context, q *api.AccountQuery) (api.AccountList, error) {
	list, err := a.client.Accounts(ctx, api.AccountQuery{IDs: q.IDs})
	_, byStatus := q.Status.Get()
	tooLarge := len(q.IDs) == 0 && (len(q.Types) > 0 || byStatus) && (api.IsKind(err, api.KindTooLarge) || api.IsKind(err, api.KindTimeout))
	if err != nil && !tooLarge {
		return list, err
	}
	if err := a.resolvePlatforms(ctx, q, list.List); err != nil {
		return api.AccountList{}, err
	}
	if len(q.IDs) > 0 || !tooLarge && list.Missing() == 0 {
		return list, nil
	}
	defer a.progress("")
	return a.client.AllAccounts(ctx, *q, func(p api.Progress) {
		a.progress(a.words.T("cli.accounts.progress", "Done", p.Done, "Requests", p.Requests, "Rows", a.words.Int(p.Rows)))
	})
}

// resolvePlatforms replaces the platforms of q by their identifiers. Rows may have
// platforms that the platform list lacks.
func (a *app) resolvePlatforms(ctx context.Context, q *api.AccountQuery, rows []api.Account) error {
	var known []api.Platform
	for i := range rows {
		if !slices.ContainsFunc(known, func(p api.Platform) bool { return p.Platform == rows[i].Type }) {
			known = append(known, api.Platform{Platform: rows[i].Type})
		}
	}
	ofRows := len(known)
	for i, name := range q.Types {
		id, err := a.platformNamed(known, name)
		if err != nil && len(known) == ofRows {
			list, listErr := a.client.Platforms(ctx)
			if listErr != nil {
				return listErr
			}
			known = append(list, known...)
			id, err = a.platformNamed(known, name)
		}
		if err != nil {
			return err
		}
		q.Types[i] = id
	}
	return nil
}

// matching returns the rows that pass the filters of a query and belong to one of
// groups, or to any group if groups is empty.
func matching(all []api.Account, q api.AccountQuery, groups []string) []*api.Account {
	status, byStatus := q.Status.Get()
	var rows []*api.Account
	for i := range all {
		n, sent := all[i].Status.Int64()
		if (!byStatus || sent && n == int64(status)) && (len(q.Types) == 0 || slices.Contains(q.Types, all[i].Type)) &&
			(len(groups) == 0 || slices.Contains(groups, all[i].GroupID)) {
			rows = append(rows, &all[i])
		}
	}
	return rows
}

func (a *app) checkColumns() error {
	cfg, all := a.cfg, accounts.Resource(a.view(nil)).Names()
	for _, name := range cfg.AccountColumns.V {
		if !slices.Contains(all, name) {
			return &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: all, From: cfg.AccountColumns.From}
		}
	}
	return nil
}

// accountResource is the resource of accounts with the columns of the configuration.
func (a *app) accountResource(v *resource.View) *resource.Resource[*api.Account] {
	r := accounts.Resource(v)
	r.Chosen = a.cfg.AccountColumns.V
	return r
}
