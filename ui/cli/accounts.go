package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
)

// accountsOptions are what the accounts command was asked for.
type accountsOptions struct {
	platforms, ids []string
	status         string
	columns        []string
	format         plain.Format
}

func (a *app) accountsCommand() *cobra.Command {
	var o accountsOptions
	var d demo
	cmd := &cobra.Command{
		Use:     "accounts",
		Short:   a.words.T("cli.accounts.short"),
		Long:    a.words.T("cli.accounts.long"),
		Example: a.words.T("cli.accounts.example"),
		Args:    a.none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			query, err := a.accountQuery(&o)
			if err != nil {
				return err
			}
			s, err := a.connect(cmd.Context(), cmd, &d, keyNeeded)
			if err != nil {
				return err
			}
			defer s.Close()
			if err := checkColumns(s.config); err != nil {
				return err
			}
			return a.accounts(cmd.Context(), s, query, o)
		},
	}
	fs := cmd.Flags()
	fs.StringArrayVar(&o.platforms, "platform", nil, a.words.T("cli.flag.platform"))
	fs.StringVar(&o.status, "status", "", a.words.T("cli.flag.status"))
	fs.StringArrayVar(&o.ids, "id", nil, a.words.T("cli.flag.id"))
	fs.StringSliceVar(&o.columns, "columns", nil, a.words.T("cli.flag.columns"))
	a.outputFlag(cmd)
	d.orDemo(a, cmd)
	return cmd
}

// accountQuery checks what was asked for before anything is sent.
func (a *app) accountQuery(o *accountsOptions) (api.AccountQuery, error) {
	var q api.AccountQuery
	var err error
	if o.format, err = a.outputFormat(); err != nil {
		return q, err
	}
	switch o.status {
	case "":
	case "normal":
		q.Status = api.Some(1)
	case "abnormal":
		q.Status = api.Some(0)
	default:
		return q, &usageError{text: a.words.T("cli.error.choice", "Flag", "--status", "Value", o.status, "Choices", "normal, abnormal")}
	}
	for _, list := range []struct {
		flag   string
		values []string
	}{{"--platform", o.platforms}, {"--id", o.ids}} {
		if slices.ContainsFunc(list.values, func(v string) bool { return strings.TrimSpace(v) == "" }) {
			return q, &usageError{text: a.words.T("cli.error.value", "Flag", list.flag, "Value", "")}
		}
	}
	if c, ok := unknownColumn(o.columns); ok {
		return q, &usageError{text: a.words.T("cli.error.choice", "Flag", "--columns", "Value", c, "Choices", strings.Join(columnNames(), ", "))}
	}
	q.IDs, q.Types = o.ids, o.platforms
	return q, nil
}

// accounts prints the whole list, or as much of it as there is to be had.
func (a *app) accounts(ctx context.Context, s *service, q api.AccountQuery, o accountsOptions) error {
	bar := a.progress()
	list, err := s.client.AllAccounts(ctx, q, func(p api.Progress) {
		bar.show(a.words.T("cli.accounts.progress", "Done", p.Done, "Requests", p.Requests, "Rows", a.words.Int(p.Rows)))
	})
	bar.end()
	if err != nil && (len(list.List) == 0 || ctx.Err() != nil) {
		return err
	}
	rows := keep(list.List, q)
	if err := a.accountSheet(rows, o, s.config.AccountColumns.V).Write(ctx, a.Out, o.format, a.screen(s)); err != nil {
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

func columnNames() []string {
	var names []string
	for _, c := range accounts.Sheet(nil).Columns {
		names = append(names, c.Name)
	}
	return names
}

// unknownColumn finds a name that is none of a field of an account.
func unknownColumn(names []string) (string, bool) {
	all := columnNames()
	i := slices.IndexFunc(names, func(name string) bool { return !slices.Contains(all, name) })
	if i < 0 {
		return "", false
	}
	return names[i], true
}

// checkColumns looks at the columns that the configuration chooses.
func checkColumns(cfg *config.Config) error {
	name, ok := unknownColumn(cfg.AccountColumns.V)
	if !ok {
		return nil
	}
	e := &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: columnNames(), From: cfg.AccountColumns.From}
	if from := e.From; from.Layer == config.File {
		e.Path, e.Line, e.Column = from.Name, from.Line, from.Column
	}
	return e
}

// accountSheet chooses the columns: those that were named, else for people those
// of the configuration or a few, for programs all.
func (a *app) accountSheet(rows []*api.Account, o accountsOptions, own []string) *plain.Sheet[*api.Account] {
	sheet := accounts.Sheet(rows)
	names := o.columns
	if len(names) == 0 && (o.format == plain.Table || o.format == plain.Markdown) {
		if names = own; len(names) == 0 {
			names = []string{"status", "nickname", "type", "fansCount", "workCount", "lastStatsTime", "id"}
		}
	}
	if len(names) > 0 {
		all := sheet.Columns
		sheet.Columns = nil
		for _, name := range names {
			i := slices.IndexFunc(all, func(c plain.Column[*api.Account]) bool { return c.Name == name })
			sheet.Columns = append(sheet.Columns, all[i])
		}
	}
	for i := range sheet.Columns {
		a.forPeople(&sheet.Columns[i])
	}
	return sheet
}

// forPeople gives a column its title and readable cells.
func (a *app) forPeople(c *plain.Column[*api.Account]) {
	// The pane has little room for some of its titles.
	for _, id := range []string{"cli.accounts.column." + c.Name, "accounts.column." + c.Name} {
		if a.words.Has(id) {
			c.Title = a.words.T(id)
			break
		}
	}
	value := c.Value
	switch {
	case c.Name == "status":
		c.Show = func(row **api.Account) string {
			switch (*row).Health() {
			case api.HealthNormal:
				return a.words.T("accounts.normal")
			case api.HealthAbnormal:
				return a.words.T("accounts.abnormal")
			}
			return value(row)
		}
	case c.Name == "lastStatsTime":
		c.Show = func(row **api.Account) string {
			at, err := time.Parse(time.RFC3339, value(row))
			if err != nil {
				return value(row)
			}
			return a.words.Ago(at, a.Now())
		}
	case c.Right:
		c.Show = func(row **api.Account) string {
			v := value(row)
			if _, fetched := (*row).LastStatsTime.Get(); !fetched && v == "0" {
				return "" // never fetched
			}
			return a.words.Exact(v)
		}
	}
}

// screen describes standard output.
func (a *app) screen(s *service) plain.Screen {
	width, ok := terminal(a.Out)
	look := theme.For(a.Out, a.Environ, theme.Choice{Name: s.config.Theme.V, ASCII: s.config.ASCII.V})
	screen := plain.Screen{Terminal: ok, Width: width, Dash: look.Glyphs.Dash}
	if ok {
		screen.Head = look.Table.Head.Render
	}
	return screen
}
