package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api/history"
)

// Memory reads and writes the actions and choices of the user at a site. The history keeps them; without one
// nothing is kept.
type Memory struct {
	history *history.DB
	now     func() time.Time
}

// Memory returns what the user did and chose at the site.
func (f *Fleet) Memory() Memory { return Memory{f.History, f.Now} }

// Remember makes a recent item of what the user opened, searched or wrote.
func (m Memory) Remember(e history.Entry) {
	m.history.Entries().Remember(e)
}

// Log adds to the log of what the user did.
func (m Memory) Log(c history.Change) {
	m.history.Entries().Log(c)
}

// Keep stores what the user changed. It returns when that is committed, or a [*history.Problem] that
// says why it is not.
func (m Memory) Keep(ctx context.Context, u history.Update) error {
	return m.history.Entries().Apply(ctx, u)
}

// ChooseBaseline makes a baseline the one that later queries compare with.
func (m Memory) ChooseBaseline(b history.Baseline) {
	m.history.Points().Choose(b, m.now())
}

// Prune deletes what was recorded before a time, and returns how many rows that were. The error is a
// [*history.Problem].
func (m Memory) Prune(ctx context.Context, before time.Time) (rows int64, err error) {
	return m.history.Content().Prune(ctx, before)
}

// Clear deletes what the history has of the site and the key. The error is a [*history.Problem].
func (m Memory) Clear(ctx context.Context) (history.Clearing, error) {
	return m.history.Content().Clear(ctx)
}

// Recent returns the newest of the recent items of a kind, at most so many. The error is a
// [*history.Problem].
func (m Memory) Recent(ctx context.Context, kind string, most int) ([]history.Entry, error) {
	return m.history.Entries().Recent(ctx, kind, most)
}

// Logged returns the newest of what the user did, at most so much. The error is a [*history.Problem].
func (m Memory) Logged(ctx context.Context, most int) ([]*history.Change, error) {
	return m.history.Entries().Changes(ctx, most)
}

// UnfinishedGroups returns the entries of groups that may exist although their creation got no
// response in an earlier run, which may have been killed: their titles are the names. The caller
// tells the user, and then forgets them with [Memory.ForgetGroups].
func (m Memory) UnfinishedGroups(ctx context.Context) []history.Entry {
	const most = 100
	// the history reports its errors itself
	entries, _ := m.history.Entries().Recent(
		ctx,
		history.KindCreating,
		most,
	)
	slices.Reverse(entries)
	return entries
}

// ForgetGroups makes the history forget unfinished groups, of which the user knows now.
func (m Memory) ForgetGroups(unfinished []history.Entry) {
	m.history.Entries().ForgetAll(unfinished)
}
