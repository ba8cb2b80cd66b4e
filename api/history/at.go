package history

import (
	"context"
	"database/sql"
	"slices"
	"sort"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Recordings are the times that [Config.At] can be: when the accounts were recorded or, without a
// key, the catalog. The error is a [*Problem], or that of ctx.
func (p States) Recordings(ctx context.Context) (Recordings, error) {
	recorded, err := p.Recorded(ctx)
	if len(recorded.Accounts) == 0 {
		return recorded.Models, err
	}
	return recorded.Accounts, err
}

// Last returns the last recording until a time; zero if there is none.
func (r Recordings) Last(at time.Time) (last time.Time) {
	n := sort.Search(len(r), func(i int) bool { return r[i].After(at) })
	if n > 0 {
		last = r[n-1]
	}
	return last
}

// Nearest returns the recording that is nearest to a time and not farther from it than some time, the
// earlier one of two that are as near; zero if there is none.
func (r Recordings) Nearest(at time.Time, within time.Duration) (nearest time.Time) {
	next := sort.Search(len(r), func(i int) bool { return !r[i].Before(at) })
	for _, i := range []int{next - 1, next} {
		if i < 0 || i == len(r) {
			continue
		}
		distance := r[i].Sub(at).Abs()
		if distance <= within {
			if nearest.IsZero() || distance < nearest.Sub(at).Abs() {
				nearest = r[i]
			}
		}
	}
	return nearest
}

// Step returns the recording some steps after a time or, with negative steps, before it; zero if
// there is none.
func (r Recordings) Step(from time.Time, by int) (at time.Time) {
	n := sort.Search(len(r), func(i int) bool { return !r[i].Before(from) })
	if by > 0 && n < len(r) && !r[n].Equal(from) {
		n--
	}
	if n += by; 0 <= n && n < len(r) {
		at = r[n]
	}
	return at
}

// At returns Config.At, zero for now.
func (d *DB) At() time.Time {
	if d == nil {
		return time.Time{}
	}
	return d.config.At
}

// AsOf returns the history as it was at a time, as if it had been opened with [Config.At]. It
// reads the database of d, ends with it, and must not be closed. The error is why the database cannot
// be opened: see [DB.Check].
func (d *DB) AsOf(ctx context.Context, at time.Time) (*DB, error) {
	if d == nil {
		return nil, nil
	}
	db, err := d.opened(ctx)
	if err != nil {
		return nil, err
	}
	at = at.In(d.config.zone())
	then := &DB{
		config:  d.config,
		parts:   d.parts,
		begun:   at,
		db:      db,
		ready:   d.ready,
		queue:   &queue{closed: true},
		done:    d.done,
		problem: d.problem,
	}
	then.language.Store(d.language.Load())
	then.config.At = at
	then.config.Now = func() time.Time { return at }
	return then, nil
}

// then reports whether the history is read as it was at [Config.At].
func (d *DB) then() bool {
	return d != nil && !d.config.At.IsZero()
}

// accountsThen are the accounts that were listed at the time of the clock, which is Config.At, as
// [DB.Accounts] returns them. at is when a whole list was recorded last until then, zero if none was.
func (p States) accountsThen(
	ctx context.Context,
	at time.Time,
) (rows []*api.Account, total api.Number, _ time.Time, err error) {
	if at.IsZero() {
		return nil, total, at, nil
	}
	err = p.eachThen(ctx, at, func(a *api.Account) error {
		rows = append(rows, a)
		return nil
	})
	if err != nil {
		return nil, total, at, err
	}
	return rows, api.Int(int64(len(rows))), at, nil
}

// EachAccountThen calls each for every account that was listed at [Config.At], without holding all of them.
// at is when a whole list was recorded last until then; zero if none was, and then there is no call. The
// error is that of each, a [*Problem], or that of ctx.
func (p States) EachAccountThen(ctx context.Context, each func(*api.Account) error) (at time.Time, err error) {
	newest, err := p.h.newestAccounts(ctx)
	if err != nil || newest.at.IsZero() {
		return newest.at, err
	}
	ctx, stop := context.WithCancelCause(ctx) // an error of each is not one of the database
	defer stop(nil)
	err = p.eachThen(ctx, newest.at, func(a *api.Account) error {
		err := each(a)
		if err != nil {
			stop(err)
		}
		return err
	})
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return newest.at, err
}

// eachThen calls each for every account that was listed at the time of the clock. at is when a whole list
// was recorded last until then.
func (p States) eachThen(ctx context.Context, at time.Time, each func(*api.Account) error) error {
	now := p.h.config.Now()
	names, err := p.namesThen(ctx)
	if err != nil {
		return err
	}
	var states []Counts // of the accounts of a batch
	batches := api.NewRowBatches[api.Account](func(batch []api.Account) error {
		for i := range batch {
			a := &batch[i]
			err := each(AccountThen(a, &states[i], names[KeyOf(a)], now))
			if err != nil {
				return err
			}
		}
		states = states[:0]
		return nil
	})
	var body, state sql.RawBytes
	err = p.h.read(ctx, func(scan scanner) error {
		err := scan(&body, &state)
		if err != nil || state == nil {
			return err
		}
		// adding an account may pass on those before it
		if err := batches.Add(jsontext.Value(body)); err != nil {
			return err
		}
		var then Counts
		err = then.read(millis(at), state)
		states = append(states, then)
		return err
	}, `SELECT i.body, `+stateAt(3)+items+` ORDER BY i.sort`, p.h.scope().own, kindAccount, p.h.scope().now)
	if err != nil {
		return err
	}
	return batches.Flush()
}

// rowsThen are the rows of a list at the time of the clock, and when they were recorded last until then;
// zero if they were not.
func rowsThen[T any, R api.RowOf[T]](
	ctx context.Context,
	d *DB,
	part int64,
	kind string,
) (rows []T, at time.Time, err error) {
	at, err = d.States().lastRecorded(ctx, part, kind)
	if err != nil || at.IsZero() {
		return nil, at, err
	}
	rows, err = rowsAt[T, R](ctx, d, part, kind, at)
	return rows, at, err
}

// lastRecorded returns when a whole list of a kind was recorded last, zero if none was.
func (p States) lastRecorded(
	ctx context.Context,
	part int64,
	kind string,
) (at time.Time, err error) {
	err = p.h.read(ctx, readTime(&at), `SELECT at FROM history_entries
		WHERE part = $1 AND kind = $2 AND at <= $3 AND substr(id, 1, $4) = $5 ORDER BY at DESC LIMIT 1`,
		part, kindRecorded, p.h.scope().skewed, len([]rune(kind))+1, kind+" ")
	return at, err
}

// until leaves out what came after Config.At.
func until[T any](d *DB, list []T, at func(T) time.Time) []T {
	if !d.then() {
		return list
	}
	return slices.DeleteFunc(list, func(v T) bool {
		return at(v).After(d.config.At)
	})
}
