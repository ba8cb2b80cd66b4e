package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// accountsCommand lists the accounts that pass its filters.
type accountsCommand struct {
	*app
	platforms, ids, groups []string
	status                 string
	match                  string
	saved                  config.View
}

func newAccounts(a *app) *cobra.Command {
	c := &accountsCommand{app: a}
	cmd := command(a.words, "cli.accounts", "accounts", c.start)
	fs := cmd.Flags()
	fs.StringArrayVar(&c.platforms, "platform", nil, a.words.T("cli.flag.platform"))
	fs.StringVar(&c.status, "status", "", a.words.T("cli.flag.status"))
	fs.StringArrayVar(&c.ids, "id", nil, a.words.T("cli.flag.id"))
	fs.StringArrayVar(&c.groups, "group", nil, a.words.T("cli.flag.group"))
	fs.StringVar(&c.match, "match", "", a.words.T("cli.flag.match"))
	addListFlags(a, cmd, accounts.Resource)
	addViewFlag(cmd, a, accounts.Name)
	return a.serviceFlags(cmd, completions{"platform": platformNames(), "status": oneOf("normal", "abnormal"), "group": groupIDs()})
}

// start checks the flags before anything is sent.
func (c *accountsCommand) start(cmd *cobra.Command, _ []string) error {
	q := api.AccountQuery{IDs: c.ids, Types: c.platforms}
	if c.status != "" {
		status := slices.Index([]string{"abnormal", "normal"}, c.status)
		if status < 0 {
			return invalidChoice(c.words, "--status", c.status, []string{"normal", "abnormal"})
		}
		q.Status = api.Some(status)
	}
	for flag, values := range map[string][]string{"--platform": c.platforms, "--id": c.ids, "--group": c.groups} {
		for i, v := range values {
			if values[i] = text.CleanID(v); values[i] == "" {
				return badValue(c.words, flag, "")
			}
		}
	}
	var err error
	if c.saved, err = savedView(cmd, c.app, accounts.Name); err != nil {
		return err
	}
	c.match = cmp.Or(c.match, c.saved.Match.V)
	return c.withService(cmd, requiredKey, func(ctx context.Context) error { return c.run(ctx, q) })
}

// run prints the accounts that match, also after an incomplete load.
func (c *accountsCommand) run(ctx context.Context, q api.AccountQuery) error {
	if err := checkColumns(c.view(nil), c.cfg); err != nil {
		return err
	}
	list, incomplete, err := c.accountList(ctx, &q)
	if err != nil {
		return err
	}
	all := store.NewAccountList(slices.Clone(list.List), list.Total)
	past, err := c.past(ctx, all)
	if err != nil {
		return err
	}
	v := c.view(store.Of(c.Now(), all, nil, past))
	found := matching(list.List, q, c.groups)
	if keep := accounts.Keep(c.saved, past); keep != nil {
		found = slices.DeleteFunc(found, func(row *api.Account) bool { return !keep(row) })
	}
	rows, err := accounts.Match(ctx, v, found, c.match, c.list.sort == "")
	if err != nil {
		return err
	}
	r := accounts.Resource(v)
	r.Chosen = c.cfg.AccountColumns.V
	if err := printList(ctx, c.app, r, rows); err != nil {
		return err
	}
	unknown := slices.DeleteFunc(slices.Clone(q.IDs), func(id string) bool {
		return slices.ContainsFunc(list.List, func(row *api.Account) bool { return row.ID == id })
	})
	if len(unknown) > 0 {
		return &commandError{exit: ExitNotFound, text: c.words.N("cli.accounts.unknown_ids", len(unknown), "IDs", text.Clean(strings.Join(unknown, ", ")))}
	}
	return incomplete
}

// past reads the history for the columns that need it, nil if none is printed. A
// column that only the configuration chooses is empty without a history.
func (c *accountsCommand) past(ctx context.Context, list *store.AccountList) (*store.Past, error) {
	needs := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(accounts.Trends(), name) })
	}
	asked := needs(c.list.sort) || needs(c.list.columns...) || c.saved.Changed.V
	if !asked && (len(c.list.columns) > 0 || !c.isForReading() || !needs(c.cfg.AccountColumns.V...)) {
		return nil, nil
	}
	h, err := c.openHistory(false)
	if err != nil {
		return nil, err
	}
	if h == nil && asked {
		return nil, historyOff(c.words)
	}
	point, err := pointOf(ctx, h, &c.saved)
	if err != nil {
		return nil, c.historyError(err)
	}
	past, err := store.ReadPast(ctx, h, c.Now(), point, list)
	return past, c.historyError(err)
}

// matching returns the rows that pass the filters of a query and belong to one of
// groups, or to any group if groups is empty.
func matching(all []*api.Account, q api.AccountQuery, groups []string) []*api.Account {
	status, byStatus := q.Status.Get()
	var rows []*api.Account
	for _, a := range all {
		n, sent := a.Status.Int64()
		if (!byStatus || sent && n == int64(status)) && (len(q.Types) == 0 || slices.Contains(q.Types, a.Type)) &&
			(len(groups) == 0 || slices.Contains(groups, a.GroupID)) {
			rows = append(rows, a)
		}
	}
	return rows
}

func checkColumns(v *resource.View, cfg *config.Config) error {
	all := accounts.Resource(v).Names()
	for _, name := range cfg.AccountColumns.V {
		if !slices.Contains(all, name) {
			return &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: all, From: cfg.AccountColumns.From}
		}
	}
	return nil
}
