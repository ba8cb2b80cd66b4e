package fleet

import (
	"context"
	"errors"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
)

// WorkRequest asks for the details of a work.
type WorkRequest struct {
	api.WorkQuery
	Opened bool // by the user: the work becomes a recent item
	Stored bool // also read the snapshots of earlier visits
}

// Work is a work that was loaded.
type Work struct {
	api.WorkDetail
	Stored []api.Snapshot // of earlier visits, if the request asks for them
}

// Work requests the details of a work once and records its snapshots. The request has effects on
// the platform: send it only when the user asks.
//
// The error is that of [api.Client.WorkDetail]. One of a call for a relay account is marked with
// [api.ThroughRelay]; where the history does not know the account, it is requested.
func (f *Fleet) Work(ctx context.Context, q WorkRequest) (w Work, err error) {
	w.WorkDetail, err = f.workDetail(ctx, q.WorkQuery)
	if err != nil {
		return w, err
	}
	works := f.History.Works()
	if q.Stored { // before the new ones are recorded
		// the history reports its errors itself
		w.Stored, _ = works.Snapshots(
			ctx,
			q.Platform,
			q.WorkID,
		)
	}
	at := f.Now()
	works.Record(at, q.WorkQuery, w.WorkDetail)
	if q.Opened {
		found, _ := w.WorkDetail.Work.Get()
		f.History.Entries().Remember(history.WorkEntry(
			history.KindWork,
			q.WorkQuery,
			metrics.Title(found),
			at,
		))
	}
	return w, nil
}

// KnowsWork reports whether the history has snapshots of a work, and whether it has the account of the query. It
// requests nothing. The error is a [*history.Problem].
func (f *Fleet) KnowsWork(ctx context.Context, q api.WorkQuery) (work, account bool, err error) {
	stored, err := f.History.Works().Snapshots(ctx, q.Platform, q.WorkID)
	if err != nil || q.AccountID == "" {
		return len(stored) > 0, false, err
	}
	accounts, err := f.RecordedByKey(ctx, []history.AccountKey{{Platform: q.Platform, ID: q.AccountID}})
	return len(stored) > 0, len(accounts) > 0, err
}

// workDetail requests a work.
func (f *Fleet) workDetail(ctx context.Context, q api.WorkQuery) (api.WorkDetail, error) {
	d, err := f.Client.WorkDetail(ctx, q)
	marked, ok := errors.AsType[*api.Error](api.ThroughRelay(err))
	if !ok || q.AccountID == "" || !marked.IsRelayLogin() {
		return d, err
	}
	known, _ := f.History.States().AccountsByKey(ctx, []history.AccountKey{
		{Platform: q.Platform, ID: q.AccountID},
	})
	if len(known) == 0 {
		// fails too if the key is wrong
		known, _ = f.SomeAccounts(ctx, api.AccountQuery{
			IDs: []string{q.AccountID},
		})
	}
	throughRelay := func(a *api.Account) bool {
		return a.ID == q.AccountID && a.RelayAccountRef.Or("") != ""
	}
	if slices.ContainsFunc(known, throughRelay) {
		err = marked
	}
	return d, err
}

// StoredWorks are the works in the history; the service has no list of works.
type StoredWorks struct{ history *history.DB }

// StoredWorks returns the works in the history.
func (f *Fleet) StoredWorks() StoredWorks { return StoredWorks{f.History} }

// Since returns the works with snapshots since a time, at most so many. The error is a [*history.Problem], or that
// of ctx.
func (w StoredWorks) Since(
	ctx context.Context,
	since time.Time,
	most int,
) ([]history.WorkSnapshots, error) {
	return w.history.Works().SnapshotsSince(ctx, since, most)
}

// Snapshots returns the snapshots of a work. The error is a [*history.Problem], or that of ctx.
func (w StoredWorks) Snapshots(ctx context.Context, platform, id string) ([]api.Snapshot, error) {
	return w.history.Works().Snapshots(ctx, platform, id)
}

// Opened returns a work with the account that it was last opened with, as it is if it was not. The error is a
// [*history.Problem], or that of ctx.
func (w StoredWorks) Opened(ctx context.Context, q api.WorkQuery) (api.WorkQuery, error) {
	return w.history.Works().Opened(ctx, q)
}

// Watched returns the works that the user watches, at most so many. The error is a [*history.Problem], or that of
// ctx.
func (w StoredWorks) Watched(ctx context.Context, most int) ([]api.WorkQuery, error) {
	entries, err := w.history.Entries().Recent(ctx, history.KindWatch, most)
	var watched []api.WorkQuery
	for _, e := range entries {
		q, _ := e.Work()
		watched = append(watched, q)
	}
	return watched, err
}
