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

func (c *pricesCommand) startSince(cmd *cobra.Command) error {
	age, err := config.ParseAge(c.since)
	if err != nil {
		return badValue(c.words, "--since", c.since)
	}
	for name := range configFlags(cmd.Flags()) {
		if cmd.LocalFlags().Lookup(name) != nil && cmd.InheritedFlags().Lookup(name) == nil && !slices.Contains([]string{"since", "model", "columns", "sort", "desc", "limit"}, name) {
			return together(c.words, "--since", "--"+name)
		}
	}
	return c.withHistory(cmd, noKey, func(ctx context.Context, h *history.DB) error {
		return c.printChanges(ctx, h, c.Now().Add(-age))
	})
}

// printChanges compares the catalog with the one of the history at an earlier time,
// or with the first one of the history. Changes are exit code ExitChanged.
func (c *pricesCommand) printChanges(ctx context.Context, h *history.DB, at time.Time) error {
	models, err := c.client.VideoModels(ctx)
	if err != nil {
		return err
	}
	checkRows(c.app, models)
	older, since, err := catalogSince(ctx, h, at)
	h.RecordCatalog(c.Now(), models)
	if err != nil {
		return err
	}
	if older == nil {
		c.say(c.words.T("cli.prices.no_history"))
		older = quote.New(models)
	} else if since.After(at) {
		c.say(c.words.T("cli.prices.history_begins", "Time", c.words.Time(since.In(c.Now().Location()))))
	}
	changes := quote.Changes(older, quote.New(models))
	if c.model != "" {
		model, err := modelNamed(c.words, models, c.model)
		if err != nil {
			return err
		}
		changes = slices.DeleteFunc(changes, func(change *quote.Change) bool { return change.Model.Name != model.Name })
	}
	err = printList(ctx, c.app, prices.ChangeResource(c.view(nil)), changes)
	if err != nil || len(changes) == 0 {
		return err
	}
	return &commandError{exit: ExitChanged, text: c.words.N("cli.prices.changed", len(changes))}
}

// catalogSince returns the catalog of the history at a time, or the first one after
// it, or nil if the history has no catalog.
func catalogSince(ctx context.Context, h *history.DB, at time.Time) (*quote.Catalog, time.Time, error) {
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
