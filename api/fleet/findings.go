package fleet

import (
	"cmp"
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Attention has the findings, and what was checked for them.
type Attention struct {
	*Answer
	Models   []api.VideoModel
	NoModels error // why the catalog could not be loaded; its findings are missing
	Input    *findings.Input
	Found    []*findings.Finding
}

// Findings loads and records the accounts and the catalog, and returns what needs attention
// since the baseline of q. The history reports its problems itself: what it does not return is
// missing. progress may be nil. The error is that of the request of the accounts, as of Accounts, or of
// the context.
func (f *Fleet) Findings(
	ctx context.Context,
	q Query,
	progress func(api.Progress),
) (*Attention, error) {
	point, _ := f.Point(ctx, &q)
	answer, err := f.Accounts(ctx, Query{}, progress)
	if err != nil {
		return nil, err
	}
	if !f.Supply().StatesPlatforms() { // without it, accounts of some platforms would lack statistics
		_, _ = f.Platforms(ctx)
	}
	a := &Attention{Answer: answer}
	a.Models, a.NoModels = f.Prices(ctx)
	reader := &pastReader{
		list:  a.List,
		at:    a.At,
		point: point,
		finds: true,
	}
	a.Past, err = f.readPast(ctx, reader)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	a.Input, err = f.check(
		ctx,
		a.List,
		a.At,
		a.Past,
		a.Models,
		reader.suspects,
	)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	a.Found = f.Find(a.Input)
	return a, nil
}

// Find returns what needs attention, and notes in the history that it does: what was reported of
// it is kept as long.
func (f *Fleet) Find(in *findings.Input) []*findings.Finding {
	found := in.Find()
	keys := make([]string, len(found))
	for i, one := range found {
		keys[i] = one.Key()
	}
	f.History.Entries().StillOpen(f.Now(), keys)
	return found
}

// Announce is [findings.Announce] with the history of the fleet, and returns its error.
func (f *Fleet) Announce(
	ctx context.Context, kind string, all []*findings.Finding, to func([]*findings.Finding) error,
) error {
	return findings.Announce(ctx, f.History, kind, all, f.Now(), to)
}

// MarkSeen marks findings as seen. It returns when that is stored, or a [*history.Problem] that says why
// it is not.
func (f *Fleet) MarkSeen(ctx context.Context, shown []*findings.Finding) error {
	return findings.MarkSeen(ctx, f.History, shown, f.Now())
}

// Check returns what is checked for findings: a list that was loaded and recorded at a time,
// the past with which it is compared, the catalog, and what the history knows. past is nil
// without a history. The error is a [*history.Problem]; what could be read is in the input.
func (f *Fleet) Check(
	ctx context.Context,
	l *List,
	at time.Time,
	past *Past,
	models []api.VideoModel,
) (*findings.Input, error) {
	return f.check(ctx, l, at, past, models, nil)
}

// unseen returns the recorded accounts that a list lacks.
func (f *Fleet) unseen(ctx context.Context, l *List) ([]*api.Account, error) {
	isListed := map[history.AccountKey]bool{}
	for _, a := range l.Rows {
		isListed[history.KeyOf(a)] = true
	}
	recorded, _, err := f.Recorded(ctx, 0)
	if err != nil {
		return nil, err
	}
	var unseen []*api.Account
	for _, a := range recorded.Rows {
		if !isListed[history.KeyOf(a)] {
			unseen = append(unseen, a)
		}
	}
	return unseen, nil
}

// check is [Fleet.Check] with the suspects that were found when the past was read, nil if they were not.
func (f *Fleet) check(
	ctx context.Context,
	l *List,
	at time.Time,
	past *Past,
	models []api.VideoModel,
	suspects *findings.Suspects,
) (*findings.Input, error) {
	in := &findings.Input{
		Site:        f.Site,
		Now:         f.Now(),
		Loaded:      at,
		StaleAfter:  f.StaleAfter,
		SilentAfter: f.SilentAfter,
		Accounts:    l.Rows,
		Partial:     !l.Whole(),
		Models:      models,
	}
	if past != nil {
		in.Past = past
		in.Suspects = suspects
		in.Point = past.Point
		in.Gone = past.Gone
		in.First = past.First
		in.Turns = past.Turns
		in.Forecasts = past.Forecasts
		known := l.Rows
		var err error
		if !l.Whole() {
			if in.Unseen, err = f.unseen(ctx, l); err != nil {
				return in, err
			}
			known = slices.Concat(l.Rows, in.Unseen)
		}
		if in.Former, err = former(ctx, f.History, known, past.turns); err != nil {
			return in, err
		}
		if l.Whole() {
			for _, a := range past.Gone {
				if len(past.turns[history.KeyOf(a)]) == 0 { // that it left is not stored yet
					in.Former = append(in.Former, a)
				}
			}
		}
	}
	var err error
	in.Rules, err = f.matching(ctx, l, at, past)
	err = cmp.Or(in.Read(ctx, f.History), err)
	if l.Partial() && !l.Chosen { // it may not be stored yet
		in.Recorded.Parts = in.Recorded.Parts.With(at, l.Rows)
	}
	return in, err
}
