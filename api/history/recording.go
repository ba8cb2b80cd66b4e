package history

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"github.com/lib/pq"
)

// A row may be refused: its text is longer than the database takes, say, or it has no encoding.
// Then it is left out, and the other rows are stored.

// errEncoding is the error of a row that has no encoding.
type errEncoding struct{ error }

// isRefused reports whether err is about what was to be stored, and not about the database: it
// would be the same the next time.
func isRefused(err error) bool {
	if _, ok := errors.AsType[errEncoding](err); ok {
		return true
	}
	if e, ok := errors.AsType[*pq.Error](err); ok {
		const dataException, constraint, limitExceeded = "22", "23", "54"
		class := e.Code.Class()
		return class == dataException || class == constraint || class == limitExceeded
	}
	const tooBig, constraint, mismatch = 18, 19, 20
	code := sqliteCode(err)
	return code == tooBig || code == constraint || code == mismatch
}

// storeRows stores rows together or, where one of them is refused, each by itself. It returns why
// the first one was refused, after it has stored all others.
func storeRows[R any](rows []R, store func([]R) error) error {
	err := store(rows)
	if len(rows) < 2 || !isRefused(err) {
		return err
	}
	var refused error
	for i := range rows {
		err := store(rows[i : i+1])
		if err != nil && !isRefused(err) {
			return err
		}
		refused = cmp.Or(refused, err)
	}
	return refused
}

// recording stores the rows of a list, a few in each transaction.
type recording struct {
	db      *database
	list    list
	begun   bool
	refused error // why the first of the rows that are left out was refused
}

// refuse leaves out a row that has no encoding.
func (r *recording) refuse(err error) {
	r.refused = cmp.Or(r.refused, error(errEncoding{err}))
}

// store writes new and changed rows, but for those that the database refuses.
func (r *recording) store(ctx context.Context, rows []item) error {
	if len(rows) == 0 {
		return nil
	}
	if err := r.begin(ctx); err != nil {
		return err
	}
	err := storeRows(rows, func(some []item) error {
		return r.db.store(ctx, r.list, some)
	})
	if !isRefused(err) {
		return err
	}
	r.refused = cmp.Or(r.refused, err)
	return nil
}

// begin stores how many accounts the list has, before its rows. If the recording is interrupted,
// the stored list therefore counts as one that lacks accounts, and not as all there are.
func (r *recording) begin(ctx context.Context) error {
	total, known := r.list.total.Int64()
	if r.begun || r.list.chosen || r.list.kind != kindAccount || !known {
		return nil
	}
	r.begun = true
	_, err := r.db.ExecContext(ctx, `UPDATE history_entries SET body = $1 WHERE part = $2 AND kind = $3 AND id = $4`,
		strconv.AppendInt(nil, total, 10), r.list.part, kindLoad, r.list.kind)
	return err
}

// end stores what follows from a list whose rows are stored.
func (r *recording) end(ctx context.Context, totals *dayTotals) error {
	if !r.list.chosen {
		if err := r.db.recorded(ctx, r.list, totals); err != nil {
			return err
		}
	}
	return r.refused
}
