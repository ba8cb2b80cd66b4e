package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/explain"
	"channeldeck/ui/plain"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/triage"
)

// triageCommand prints what needs attention. Findings are exit code ExitChanged.
func (a *app) triageCommand() *cobra.Command {
	var since string
	cmd := a.command("cli.triage", "triage", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		var at time.Time
		if since != "" {
			age, err := config.ParseAge(since)
			if err != nil {
				return a.badValue("--since", since)
			}
			at = a.Now().Add(-age)
		}
		return a.withService(cmd, requiredKey, func(ctx context.Context) error {
			return a.triage(ctx, at)
		})
	})
	cmd.Flags().StringVar(&since, "since", "", a.words.T("cli.flag.triage_since"))
	cmd.Flags().String("stale-after", "", a.words.T("cli.flag.stale_after"))
	a.addListFlags(cmd, func() []string { return triage.Resource(a.view(nil)).Names() })
	return a.serviceFlags(cmd, completions{"since": oneOf(), "stale-after": oneOf()})
}

// triage loads accounts and catalog, compares them with the history at a time, zero for
// the end of the last visit, and records them.
func (a *app) triage(ctx context.Context, since time.Time) error {
	list, incomplete, err := a.accountList(ctx, &api.AccountQuery{})
	if err != nil {
		return err
	}
	models, failed := a.client.VideoModels(ctx)
	h, err := a.openHistory(false)
	if err != nil {
		return err
	}
	all := store.NewAccountList(pointers(list.List), list.Total)
	in := triage.Input{Now: a.Now(), StaleAfter: a.cfg.StaleAfter.V, Accounts: all.Rows, Models: models}
	if in.Past, err = store.ReadPast(ctx, h, a.Now(), since, all); err == nil {
		err = in.ReadHistory(ctx, h)
	}
	if ctx.Err() != nil {
		return err
	}
	h.RecordAccounts(a.Now(), all.Rows, list.Total, incomplete == nil && !all.Partial())
	if failed == nil {
		h.RecordCatalog(a.Now(), models)
	}
	findings := in.Find()
	if err := output(ctx, a, "triage", plain.Of(triage.Resource(a.view(store.Of(a.Now(), all, nil, in.Past))), triage.Rows(findings))); err != nil {
		return err
	}
	h.Close(ctx)
	if p := h.Problem(ctx); p != nil { // the rest is right without a history
		a.say(explain.History(a.words, p))
	}
	switch {
	case incomplete != nil:
		return incomplete
	case failed != nil:
		return failed
	case len(findings) == 0:
		a.say(text.Sentences(a.words.T("triage.nothing"), triage.Checked(a.words, &in)))
		return nil
	}
	return &commandError{exit: ExitChanged, text: text.Sentences(a.words.N("cli.triage.found", len(findings)), triage.Checked(a.words, &in))}
}
