package cli

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/ui/config"
	"channeldeck/ui/prices"
	"channeldeck/ui/prices/quote"
)

// priceChanges runs prices --since: it compares the catalog with the one of the
// history at an earlier time, or with the first one of the history. Changes are
// exit code ExitChanged.
func (a *app) priceChanges(cmd *cobra.Command, o *pricesOptions) error {
	age, err := config.ParseAge(o.since)
	if err != nil {
		return a.badValue("--since", o.since)
	}
	for name := range configFlags(cmd.Flags()) {
		if cmd.LocalFlags().Lookup(name) != nil && cmd.InheritedFlags().Lookup(name) == nil && !slices.Contains([]string{"since", "model", "columns", "sort", "desc", "limit"}, name) {
			return a.fail(ExitUsage, "cli.error.together", "First", "--since", "Second", "--"+name)
		}
	}
	return a.withHistory(cmd, noKey, func(ctx context.Context, h *history.DB) error {
		models, err := a.client.VideoModels(ctx)
		if err != nil {
			return err
		}
		checkRows(a, models)
		older, since, err := a.catalogSince(ctx, h, a.Now().Add(-age))
		h.RecordCatalog(a.Now(), models)
		if err != nil {
			return err
		}
		if older == nil {
			a.say(a.words.T("cli.prices.no_history"))
			older = quote.New(models)
		} else if since.After(a.Now().Add(-age)) {
			a.say(a.words.T("cli.prices.history_begins", "Time", a.words.Time(since.In(a.Now().Location()))))
		}
		changes := quote.Changes(older, quote.New(models))
		if o.model != "" {
			model, err := a.model(models, o.model)
			if err != nil {
				return err
			}
			changes = slices.DeleteFunc(changes, func(c *quote.Change) bool { return c.Model.Name != model.Name })
		}
		err = output(ctx, a, "prices", prices.ChangeSheet(a.words, changes))
		if err != nil || len(changes) == 0 {
			return err
		}
		return &commandError{exit: ExitChanged, text: a.words.N("cli.prices.changed", len(changes))}
	})
}

// catalogSince returns the catalog of the history at a time, or the first one after
// it, or nil if the history has no catalog.
func (a *app) catalogSince(ctx context.Context, h *history.DB, at time.Time) (*quote.Catalog, time.Time, error) {
	summaries, _, err := h.Summaries(ctx)
	i := slices.IndexFunc(summaries, func(s history.Summary) bool { return s.Kind == "model" })
	if err != nil || i < 0 {
		return nil, at, err
	}
	if first := summaries[i].First; first.After(at) {
		at = first
	}
	models, err := h.CatalogAt(ctx, at)
	return quote.New(models), at, err
}
