package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/quote"
)

// Prices loads and records the model catalog (4.7), for which no key is sent. The error is that of
// [api.Client.VideoModels].
func (f *Fleet) Prices(ctx context.Context) ([]api.VideoModel, error) {
	models, err := f.Client.VideoModels(ctx)
	if err == nil {
		f.History.RecordCatalog(f.Now(), models)
	}
	return models, err
}

// PriceChanges is a catalog with its differences to an earlier one.
type PriceChanges struct {
	Models []api.VideoModel
	Since  time.Time // of the earlier catalog, later than asked for if the history begins later; zero if it has none
	List   []*quote.Change
}

// PricesSince loads and records the model catalog, and compares it with that of a time, or with the
// first one that the history has. The error is that of [Fleet.Prices] or, with the catalog, a
// [*history.Problem].
func (f *Fleet) PricesSince(ctx context.Context, at time.Time) (*PriceChanges, error) {
	models, err := f.Client.VideoModels(ctx)
	if err != nil {
		return nil, err
	}
	c := &PriceChanges{Models: models}
	older, since, err := f.catalogSince(ctx, at) // before the new one is recorded
	f.History.RecordCatalog(f.Now(), models)
	if err != nil || older == nil {
		return c, err
	}
	c.Since = since
	c.List = quote.Changes(older, quote.New(models))
	return c, nil
}

// catalogSince returns the catalog of the history at a time, or the first one after it, and its time;
// nil if the history has none.
func (f *Fleet) catalogSince(
	ctx context.Context,
	at time.Time,
) (*quote.Catalog, time.Time, error) {
	summaries, _, err := f.History.Content().Summaries(ctx)
	if err != nil {
		return nil, at, err
	}
	i := slices.IndexFunc(summaries, func(s history.Summary) bool {
		return s.Kind == "model"
	})
	if i < 0 {
		return nil, at, nil
	}
	if first := summaries[i].First; first.After(at) {
		at = first
	}
	models, err := f.History.States().CatalogAt(ctx, at)
	if err != nil {
		return nil, at, err
	}
	return quote.New(models), at, nil
}

// StoredModels returns the stored versions of a model, the oldest first. It requests nothing. The
// error is a [*history.Problem].
func (f *Fleet) StoredModels(ctx context.Context, name string) ([]history.ModelVersion, error) {
	return f.History.States().ModelVersions(ctx, name)
}
