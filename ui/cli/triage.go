package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/triage"
)

// triageCommand prints what needs attention. Findings are exit code ExitChanged.
type triageCommand struct {
	*app
	since time.Duration // ago; 0 for the end of the last visit
}

func newTriage(a *app) *cobra.Command {
	c := &triageCommand{app: a}
	cmd := command(a.words, "cli.triage", "triage", func(cmd *cobra.Command, _ []string) error { return c.withService(cmd, requiredKey, c.run) })
	ageFlag(cmd.Flags(), &c.since, "since", a.words.T("cli.flag.triage_since"))
	cmd.Flags().String("stale-after", "", a.words.T("cli.flag.stale_after"))
	addListFlags(a, cmd, triage.Resource)
	return a.serviceFlags(cmd, completions{"since": oneOf(), "stale-after": oneOf()})
}

// run loads accounts and catalog, compares them with the history and records them.
func (c *triageCommand) run(ctx context.Context) error {
	h, err := c.openHistory(false)
	if err != nil {
		return err
	}
	list, incomplete, err := c.accountList(ctx, &api.AccountQuery{})
	if err != nil {
		return err
	}
	models, failed := c.models(ctx)
	var since time.Time
	if c.since > 0 {
		since = c.Now().Add(-c.since)
	}
	all := store.NewAccountList(pointers(list.List), list.Total)
	in := triage.Input{Now: c.Now(), StaleAfter: c.cfg.StaleAfter.V, Accounts: all.Rows, Models: models}
	if in.Past, err = store.ReadPast(ctx, h, c.Now(), since, all); err == nil {
		err = in.ReadHistory(ctx, h)
	}
	if ctx.Err() != nil {
		return err
	}
	findings := in.Find()
	if err := printList(ctx, c.app, triage.Resource(c.view(store.Of(c.Now(), all, nil, in.Past))), findings); err != nil {
		return err
	}
	switch {
	case incomplete != nil:
		return incomplete
	case failed != nil:
		return failed
	case len(findings) == 0:
		c.say(text.Sentences(c.words.T("triage.nothing"), triage.Checked(c.words, &in)))
		return nil
	}
	return &commandError{exit: ExitChanged, text: text.Sentences(c.words.N("cli.triage.found", len(findings)), triage.Checked(c.words, &in))}
}
