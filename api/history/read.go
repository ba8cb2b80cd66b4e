package history

import (
	"context"
	"database/sql"
	"math"
	"runtime/trace"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// querier is a database or a transaction.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// scanner reads the columns of a row.
type scanner = func(...any) error

// readTime returns a function that reads a time in milliseconds.
func readTime(to *time.Time) func(scanner) error {
	return func(scan scanner) error {
		var ms int64
		err := scan(&ms)
		*to = time.UnixMilli(ms)
		return err
	}
}

// query calls each for every row of a result.
func query(
	ctx context.Context,
	q querier,
	each func(scan scanner) error,
	statement string,
	args ...any,
) error {
	rows, err := q.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// read runs a query on the database once it is open. A problem is reported once
// for all queries, and returned.
func (d *DB) read(
	ctx context.Context,
	each func(scan scanner) error,
	statement string,
	args ...any,
) error {
	if d == nil {
		return nil
	}
	db, err := d.opened(ctx)
	if err != nil {
		return err
	}
	defer trace.StartRegion(ctx, "read the history").End()
	err = protect(func() error {
		return query(ctx, db, each, statement, args...)
	})
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err() // the driver may say so in its own words
	}
	problem := newProblem(Unavailable, err)
	d.report(Unavailable, problem)
	return problem
}

// Accounts returns up to most accounts of the last list, abnormal ones first, or all of
// them if most is 0. It also returns the time of the list and the total of the service. Accounts that
// a list lacked which was not whole keep their time, so that the time is that of the last whole list.
// A list that a clock ahead of this one dated in the future is not read while there is an earlier one.
// The time is zero if no list was recorded. The error is a [*Problem], or that of ctx.
func (d *DB) Accounts(
	ctx context.Context,
	most int,
) (rows []*api.Account, total api.Number, at time.Time, err error) {
	newest, err := d.newestAccounts(ctx)
	if err != nil || newest.at.IsZero() {
		return nil, total, newest.at, err
	}
	if newest.isPast {
		return d.States().accountsThen(ctx, newest.at)
	}
	err = readItems[api.Account](
		ctx,
		d,
		d.scope().own,
		kindAccount,
		most,
		pointers(&rows),
	)
	if err != nil {
		return nil, total, newest.at, err
	}
	total, err = newest.total(len(rows))
	return rows, total, newest.at, err
}

// newestAccounts is which accounts [DB.Accounts] returns.
type newestAccounts struct {
	at     time.Time // of their list; zero if none was recorded
	isPast bool      // they are not those that were recorded last: see accountsThen
	sent   []byte    // the total of the service as JSON; nil if all accounts are known
}

// newestAccounts finds the list of accounts that [DB.Accounts] returns.
func (d *DB) newestAccounts(ctx context.Context) (newest newestAccounts, err error) {
	part := d.scope().own
	newest.sent, newest.at, err = d.lastLoad(ctx, part, kindAccount)
	if err != nil || newest.at.IsZero() && !d.then() {
		return newest, err
	}
	whole, err := d.States().lastRecorded(ctx, part, kindAccount)
	if err != nil {
		return newest, err
	}
	if d.then() || d.isAhead(newest.at) && !whole.IsZero() {
		return newestAccounts{at: whole, isPast: true}, nil
	}
	if !whole.IsZero() && whole.Before(newest.at) {
		newest.at = whole
		newest.sent = nil
	}
	return newest, nil
}

// total returns the total of the service for a list of some accounts. The error is a [*Problem].
func (l *newestAccounts) total(accounts int) (total api.Number, err error) {
	if l.sent == nil {
		return api.Int(int64(accounts)), nil
	}
	if err := json.Unmarshal(l.sent, &total); err != nil {
		return total, newProblem(Unavailable, err)
	}
	return total, nil
}

// Platforms returns the last platform list and its time. The error is a [*Problem], or that of ctx.
func (d *DB) Platforms(ctx context.Context) (rows []api.Platform, at time.Time, err error) {
	return lastRows[api.Platform](ctx, d, d.scope().own, kindPlatform)
}

// Options returns the last publish options of a platform and their time. The error is a [*Problem], or
// that of ctx.
func (d *DB) Options(
	ctx context.Context,
	platform string,
) (rows []api.PublishOption, at time.Time, err error) {
	return lastRows[api.PublishOption](ctx, d, d.scope().own, optionsOf(platform))
}

// Catalog returns the last model catalog and its time, with texts as in [States.CatalogAt]. The error is
// a [*Problem], or that of ctx.
func (d *DB) Catalog(ctx context.Context) (rows []api.VideoModel, at time.Time, err error) {
	part := d.scope().site
	_, at, err = d.lastLoad(ctx, part, kindModel)
	if err != nil || at.IsZero() && !d.then() {
		return nil, at, err
	}
	if d.then() || d.isAhead(at) {
		return rowsThen[api.VideoModel](ctx, d, part, kindModel)
	}
	rows, err = d.States().CatalogAt(ctx, at.Add(maxSkew))
	return rows, at, err
}

// isAhead reports whether a clock ahead of this one stored a time.
func (d *DB) isAhead(at time.Time) bool {
	return millis(at) > d.scope().skewed
}

// lastLoad returns the entry about the newest load of a list.
func (d *DB) lastLoad(
	ctx context.Context,
	part int64,
	kind string,
) (body []byte, at time.Time, err error) {
	err = d.read(ctx, func(scan scanner) error {
		var ms int64
		err := scan(&ms, &body)
		at = time.UnixMilli(ms)
		return err
	}, `SELECT at, body FROM history_entries WHERE part = $1 AND kind = $2 AND id = $3`, part, kindLoad, kind)
	return body, at, err
}

// lastRows returns the rows of the newest list of a kind, and its time; zero if there is none. Like
// [DB.Accounts] it does not read a list of the future while there is an earlier one.
func lastRows[T any, R api.RowOf[T]](
	ctx context.Context,
	d *DB,
	part int64,
	kind string,
) (rows []T, at time.Time, err error) {
	_, last, err := d.lastLoad(ctx, part, kind)
	if err != nil || last.IsZero() && !d.then() {
		return nil, time.Time{}, err
	}
	if d.then() || d.isAhead(last) {
		rows, at, err = rowsThen[T, R](ctx, d, part, kind)
		if err != nil || d.then() || !at.IsZero() {
			return rows, at, err
		}
	}
	err = readItems[T, R](ctx, d, part, kind, 0, values(&rows))
	return rows, last, err
}

// readItems passes up to most items of the newest list of a kind to emit, or all if most is 0.
func readItems[T any, R api.RowOf[T]](
	ctx context.Context,
	d *DB,
	part int64,
	kind string,
	most int,
	emit func([]T) error,
) error {
	if most == 0 {
		most = math.MaxInt32
	}
	return readRows[T, R](ctx, d, emit,
		`SELECT body FROM history_items WHERE part = $1 AND kind = $2 AND gone_at IS NULL
		ORDER BY sort LIMIT $3`, part, kind, most)
}

// readRows decodes the rows that a query returns, without those that are NULL, and passes
// them to emit in batches.
func readRows[T any, R api.RowOf[T]](
	ctx context.Context,
	d *DB,
	emit func([]T) error,
	statement string,
	args ...any,
) error {
	rows := api.NewRowBatches[T, R](emit)
	var body sql.RawBytes
	err := d.read(ctx, func(scan scanner) error {
		if err := scan(&body); err != nil || body == nil {
			return err
		}
		return rows.Add(jsontext.Value(body))
	}, statement, args...)
	if err != nil {
		return err
	}
	return rows.Flush()
}

// values returns a function that appends batches to rows.
func values[T any](rows *[]T) func([]T) error {
	return func(batch []T) error {
		*rows = append(*rows, batch...)
		return nil
	}
}

// pointers returns a function that appends pointers to the rows of batches to rows.
func pointers[T any](rows *[]*T) func([]T) error {
	return func(batch []T) error {
		for i := range batch {
			*rows = append(*rows, &batch[i])
		}
		return nil
	}
}

// eachState returns a function for [DB.read] that calls each with the time and the state
// of a row. The state is nil where the item was gone.
func eachState(each func(at int64, state []byte) error) func(scan scanner) error {
	return func(scan scanner) error {
		var at int64
		var state []byte
		if err := scan(&at, &state); err != nil {
			return err
		}
		return each(at, state)
	}
}
