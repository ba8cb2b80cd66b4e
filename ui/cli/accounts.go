package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
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
	app   *app
	query fleet.Query
}

func newAccounts(a *app) *cobra.Command {
	c := &accountsCommand{app: a}
	cmd := command(a.words, "cli.accounts", "accounts", c.start)
	fs := cmd.Flags()
	q := &c.query
	fs.StringArrayVar(&q.Platforms, "platform", nil, a.words.T("cli.flag.platform"))
	fs.StringVar((*string)(&q.Status), "status", "", a.words.T("cli.flag.status"))
	fs.StringArrayVar(&q.IDs, "id", nil, a.words.T("cli.flag.id"))
	fs.StringArrayVar(&q.Groups, "group", nil, a.words.T("cli.flag.group"))
	fs.StringVar(&q.Match, "match", "", a.words.T("cli.flag.match"))
	addListFlags(a, cmd, resource.Accounts)
	addViewFlag(cmd, a, "accounts")
	return a.readerFlags(cmd, completions{
		"platform": platformNames(isListed),
		"status":   oneOf(statusNames()...),
		"group":    groupIDs(),
	})
}

func statusNames() []string {
	return []string{
		string(fleet.Normal),
		string(fleet.Abnormal),
		string(fleet.Unknown),
		string(fleet.Outage),
	}
}

// start checks the flags before anything is sent.
func (c *accountsCommand) start(cmd *cobra.Command, _ []string) error {
	q := &c.query
	if q.Status != fleet.Any {
		named, ok := fleet.StatusNamed(string(q.Status))
		if !ok {
			return choiceError(c.app.words, "--status", string(q.Status), statusNames())
		}
		q.Status = named
	}
	var err error
	for flag, values := range map[string][]string{
		"--platform": q.Platforms,
		"--id":       q.IDs,
		"--group":    q.Groups,
	} {
		for i, v := range values {
			if values[i], err = cleanID(c.app.words, flag, v); err != nil {
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
		return termError(c.app.words, err)
	}
	q.Match = ""
	*q = q.Or(typed).Or(saved)
	c.app.list.show(q)
	return c.app.withSites(cmd, requiredKey, c.run)
}

// checkSites returns the error of a site in the filter that is not one of those that are asked.
func (c *accountsCommand) checkSites(sites []*app) error {
	names := texts(sites, func(a **app) string { return (*a).site })
	for _, name := range c.query.Sites {
		if !slices.Contains(names, name) {
			return nameError(c.app.words, &fleet.NameError{Kind: "site", Name: name, Choices: names})
		}
	}
	return nil
}

// run prints the accounts that match, also after an incomplete load.
func (c *accountsCommand) run(ctx context.Context, sites []*app) error {
	if err := checkColumns(c.app.view(nil), c.app.cfg); err != nil {
		return err
	}
	if err := c.checkSites(sites); err != nil {
		return err
	}
	asked := c.choose()
	answers, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (*fleet.Answer, error, error) {
		f, err := queried(a, &c.query, asked)
		if err != nil {
			return nil, nil, err
		}
		return a.accounts(ctx, f, c.query)
	})
	if err != nil {
		return err
	}
	var rows []*api.Account
	unknown := c.query.IDs
	lists := make([]resource.Lists, len(answers))
	for i, found := range answers {
		rows = append(rows, found.Rows...)
		lists[i] = store.Of(found.At, found.List, nil, found.Past)
		unknown = slices.DeleteFunc(slices.Clone(unknown), func(id string) bool {
			return !slices.Contains(found.UnknownIDs, id)
		})
	}
	r := listOf(resource.Accounts, answered, lists, sites, func(a *api.Account) string {
		return a.Site
	})
	if rows, err = resource.Filter(
		ctx,
		r.Columns,
		rows,
		c.query.Match,
		c.app.list.sort == "",
	); err != nil {
		return err
	}
	var notFound error
	if len(unknown) > 0 && len(answers) == len(sites) {
		notFound = &commandError{
			exit: ExitNotFound,
			text: c.app.words.N(
				"cli.accounts.unknown_ids", len(unknown),
				"IDs", text.Clean(strings.Join(unknown, ", ")),
			),
		}
		c.app.explained = true
	}
	r.Chosen = c.app.cfg.AccountColumns.V
	return cmp.Or(printList(ctx, c.app, r, rows), notFound, failed)
}

// termError words a part of a query that is not understood.
func termError(w *words.Words, err error) error {
	mistake, ok := errors.AsType[*fleet.TermError](err)
	if !ok {
		return err
	}
	e := &commandError{exit: ExitUsage, text: explain.Query(w, err)}
	switch {
	case mistake.TooLong:
	case len(mistake.Choices) == 0:
		e.hint = w.T("cli.hint.term_values")
	default:
		e.hint = cmp.Or(
			suggest(w, mistake.Wrong, mistake.Choices),
			w.T("cli.hint.terms", "Names", strings.Join(mistake.Choices, ", ")),
		)
	}
	return e
}

// choose sets the columns of the query. It reports whether the user asked for what only a history
// knows: a column that only the configuration chooses is empty without one.
func (c *accountsCommand) choose() (asked bool) {
	q := &c.query
	q.Columns = c.app.list.columns
	q.Sort = c.app.list.sort
	asked = q.Computed()
	if len(q.Columns) == 0 && c.app.isForReading() {
		q.Columns = c.app.cfg.AccountColumns.V
	}
	return asked
}

// queried opens the fleet of a site with the history that a query needs.
func queried(a *app, q *fleet.Query, asked bool) (*fleet.Fleet, error) {
	if !q.Computed() {
		return a.ownFleet(), nil
	}
	h, err := a.openHistory(false)
	if h == nil && err == nil && asked {
		err = historyOff(a)
	}
	return a.fleetOf(h), err
}

func checkColumns(v *resource.View, cfg *config.Config) error {
	all := resource.Accounts(v).Names()
	for _, name := range cfg.AccountColumns.V {
		if !slices.Contains(all, name) {
			return &config.Error{
				Kind:    config.BadValue,
				Key:     "accounts.columns",
				Value:   name,
				Want:    config.WantChoice,
				Choices: all,
				From:    cfg.AccountColumns.From,
			}
		}
	}
	return nil
}
