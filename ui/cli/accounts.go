package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/explain"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// accountsCommand lists the accounts that a query keeps.
type accountsCommand struct {
	*app
	query fleet.Query
}

func newAccounts(a *app) *cobra.Command {
	c := &accountsCommand{app: a}
	cmd := command(a.words, "cli.accounts", "accounts", c.start)
	fs, q := cmd.Flags(), &c.query
	fs.StringArrayVar(&q.Platforms, "platform", nil, a.words.T("cli.flag.platform"))
	fs.StringVar((*string)(&q.Status), "status", "", a.words.T("cli.flag.status"))
	fs.StringArrayVar(&q.IDs, "id", nil, a.words.T("cli.flag.id"))
	fs.StringArrayVar(&q.Groups, "group", nil, a.words.T("cli.flag.group"))
	fs.StringVar(&q.Match, "match", "", a.words.T("cli.flag.match"))
	addListFlags(a, cmd, resource.Accounts)
	addViewFlag(cmd, a, "accounts")
	return a.readerFlags(cmd, completions{"platform": platformNames(), "status": oneOf(statusNames()...), "group": groupIDs()})
}

func statusNames() []string {
	return []string{string(fleet.Normal), string(fleet.Abnormal), string(fleet.Unknown), string(fleet.Outage)}
}

// start checks the flags before anything is sent.
func (c *accountsCommand) start(cmd *cobra.Command, _ []string) error {
	q := &c.query
	if q.Status != fleet.Any {
		named, ok := fleet.StatusNamed(string(q.Status))
		if !ok {
			return choiceError(c.words, "--status", string(q.Status), statusNames())
		}
		q.Status = named
	}
	var err error
	for flag, values := range map[string][]string{"--platform": q.Platforms, "--id": q.IDs, "--group": q.Groups} {
		for i, v := range values {
			if values[i], err = cleanID(c.words, flag, v); err != nil {
				return err
			}
		}
	}
	saved, err := savedView(cmd, c.app, "accounts")
	if err != nil {
		return err
	}
	typed, err := fleet.ParseQuery(q.Match)
	if err != nil {
		return termError(c.words, err)
	}
	q.Match = ""
	*q = q.Or(typed).Or(saved)
	c.list.show(q)
	return c.withService(cmd, requiredKey, c.run)
}

// run prints the accounts that match, also after an incomplete load.
func (c *accountsCommand) run(ctx context.Context) error {
	if err := checkColumns(c.view(nil), c.cfg); err != nil {
		return err
	}
	f, err := c.fleet()
	if err != nil {
		return err
	}
	found, incomplete, err := c.accounts(ctx, f, c.query)
	if err != nil {
		return err
	}
	v := c.view(store.Of(found.At, found.List, nil, found.Past))
	rows, err := resource.Filter(ctx, resource.Accounts(v).Columns, found.Rows, c.query.Match, c.list.sort == "")
	if err != nil {
		return err
	}
	var unknown error
	if ids := found.UnknownIDs; len(ids) > 0 {
		unknown = &commandError{exit: ExitNotFound, text: c.words.N("cli.accounts.unknown_ids", len(ids), "IDs", text.Clean(strings.Join(ids, ", ")))}
		c.unsaid = true
	}
	r := resource.Accounts(v)
	r.Chosen = c.cfg.AccountColumns.V
	return cmp.Or(printList(ctx, c.app, r, rows), unknown, incomplete)
}

// termError words a part of a query that is not understood.
func termError(w *words.Words, err error) error {
	mistake, ok := errors.AsType[*fleet.TermError](err)
	if !ok {
		return err
	}
	e := &commandError{exit: ExitUsage, text: explain.Query(w, err)}
	e.hint = w.T("cli.hint.term_values")
	if len(mistake.Choices) > 0 {
		e.hint = cmp.Or(suggest(w, mistake.Wrong, mistake.Choices), w.T("cli.hint.terms", "Names", strings.Join(mistake.Choices, ", ")))
	}
	return e
}

// fleet opens the fleet with the history that the query needs. A column that only the
// configuration chooses is empty without a history.
func (c *accountsCommand) fleet() (*fleet.Fleet, error) {
	q := &c.query
	q.Columns, q.Sort = c.list.columns, c.list.sort
	asked := q.Computed()
	if len(q.Columns) == 0 && c.isForReading() {
		q.Columns = c.cfg.AccountColumns.V
	}
	if !q.Computed() {
		return c.ownFleet(), nil
	}
	h, err := c.openHistory(false)
	if h == nil && err == nil && asked {
		err = historyOff(c.app)
	}
	return c.fleetOf(h), err
}

func checkColumns(v *resource.View, cfg *config.Config) error {
	all := resource.Accounts(v).Names()
	for _, name := range cfg.AccountColumns.V {
		if !slices.Contains(all, name) {
			return &config.Error{Kind: config.BadValue, Key: "accounts.columns", Value: name, Want: config.WantChoice, Choices: all, From: cfg.AccountColumns.From}
		}
	}
	return nil
}
