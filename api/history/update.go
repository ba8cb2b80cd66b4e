package history

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync/atomic"
)

// Update is a change of entries that the user made.
type Update struct {
	Put    []Entry // each in place of an earlier one of its kind and ID
	Forget []Entry // by their kinds and IDs
}

var (
	errHasKey   = errors.New("the API key is never stored")
	errReadOnly = errors.New("nothing is written")
	errClosed   = errors.New("the history is closed")
	errGivenUp  = errors.New("the caller no longer waits")
)

// Apply stores an update. It returns when all of it is committed, or why nothing is: what a
// database that is too slow did not store until ctx ended is not stored later either. A nil DB
// stores nothing. The error is a [*Problem].
func (entries Entries) Apply(ctx context.Context, u Update) error {
	if entries.h == nil {
		return nil
	}
	for _, e := range u.Put {
		if entries.hasKey(e) {
			return &Problem{Kind: HasKey, Err: errHasKey}
		}
	}
	return entries.h.commit(
		ctx,
		entries.h.parts.user,
		func(ctx context.Context, tx *sql.Tx) error {
			return entries.apply(ctx, tx, u)
		},
	)
}

func (entries Entries) apply(ctx context.Context, tx *sql.Tx, u Update) error {
	for _, e := range u.Put {
		if err := put(ctx, tx, entries.partOf(e.Kind), e); err != nil {
			return err
		}
	}
	for _, e := range u.Forget {
		if err := forget(ctx, tx, entries.partOf(e.Kind), e); err != nil {
			return err
		}
	}
	return nil
}

// hasKey reports whether an entry contains the API key, such as a query into which it was pasted.
func (entries Entries) hasKey(e Entry) bool {
	key := entries.h.config.Key
	return key != "" && strings.Contains(e.ID+string(e.Body), key)
}

// partOf is the part of the entries of a kind: all users share the names of groups, and what the
// program of the configuration got.
func (entries Entries) partOf(kind string) int64 {
	if kind == kindGroupName || kind == KindAnnounced {
		return entries.h.parts.own
	}
	return entries.h.parts.user
}

// The states of a transaction that a caller waits for.
const (
	pending    int32 = iota
	committing       // its outcome is that of the commit
	givenUp          // it is not committed
)

// commit runs f in a transaction after what waits to be written, and returns when it is committed,
// or why it is not: a [*Problem]. Where ctx ends before, it is not committed later.
func (d *DB) commit(
	ctx context.Context,
	part int64,
	f func(context.Context, *sql.Tx) error,
) error {
	if _, err := d.opened(ctx); err != nil {
		return newProblem(Slow, err)
	}
	if d.readOnly() {
		return &Problem{Kind: NotSaved, Err: errReadOnly}
	}
	d.queue.resume()
	var state atomic.Int32
	done := make(chan error, 1)
	err := d.enqueue(func(context.Context, *database) error {
		err := d.attempt(func(base context.Context, db *database) error {
			if state.Load() == givenUp {
				return nil
			}
			during, cancel := context.WithCancel(base)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			return db.transact(during, part, func(tx *sql.Tx) error {
				state.CompareAndSwap(committing, pending) // of an attempt before
				if err := f(during, tx); err != nil {
					return err
				}
				if !state.CompareAndSwap(pending, committing) {
					return errGivenUp
				}
				return nil
			})
		})
		if err != nil && !isLost(err) && ctx.Err() != nil {
			// The transaction may end before the caller notices that ctx has.
			state.Store(givenUp)
			err = &Problem{Kind: Slow, Err: ctx.Err()}
		}
		switch {
		case err == nil, state.Load() == givenUp:
		case isLost(err):
			d.queue.lose()
		default:
			d.report(NotSaved, err)
		}
		done <- err
		return nil
	})
	if err != nil {
		return newProblem(Lost, err)
	}
	select {
	case err = <-done:
	case <-ctx.Done():
		if state.CompareAndSwap(pending, givenUp) {
			return &Problem{Kind: Slow, Err: ctx.Err()}
		}
		err = <-done
	}
	if err != nil {
		return newProblem(NotSaved, err)
	}
	return nil
}
