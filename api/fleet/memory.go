package fleet

import (
	"context"
	"time"

	"channeldeck/api/history"
)

// What the user did and chose, which the history keeps. A fleet without a history keeps nothing.

// Remember makes a recent item of what the user opened, searched or wrote.
func (f *Fleet) Remember(e history.Entry) {
	f.History.Entries().Remember(e)
}

// Log adds to the log of what the user did.
func (f *Fleet) Log(c history.Change) {
	f.History.Entries().Log(c)
}

// Keep stores what the user changed. It returns when that is committed, or a [*history.Problem] that
// says why it is not.
func (f *Fleet) Keep(ctx context.Context, u history.Update) error {
	return f.History.Entries().Apply(ctx, u)
}

// ChooseBaseline makes a baseline the one that later queries compare with.
func (f *Fleet) ChooseBaseline(b history.Baseline) {
	f.History.Points().Choose(b, f.Now())
}

// Prune deletes what was recorded before a time, and returns how many rows that were. The error is a
// [*history.Problem].
func (f *Fleet) Prune(ctx context.Context, before time.Time) (rows int64, err error) {
	return f.History.Content().Prune(ctx, before)
}

// Clear deletes what the history has of the site and the key. The error is a [*history.Problem].
func (f *Fleet) Clear(ctx context.Context) (history.Clearing, error) {
	return f.History.Content().Clear(ctx)
}

// Recent returns the newest of the recent items of a kind, at most so many. The error is a
// [*history.Problem].
func (f *Fleet) Recent(ctx context.Context, kind string, most int) ([]history.Entry, error) {
	return f.History.Entries().Recent(ctx, kind, most)
}

// Logged returns the newest of what the user did, at most so much. The error is a [*history.Problem].
func (f *Fleet) Logged(ctx context.Context, most int) ([]*history.Change, error) {
	return f.History.Entries().Changes(ctx, most)
}
