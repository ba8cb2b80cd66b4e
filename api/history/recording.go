package history

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

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

// storeRows stores rows together or, where one of them is refused, each half of them by itself. It returns
// why the first one was refused, after it has stored all others.
func storeRows[R any](rows []R, store func([]R) error) error {
	err := store(rows)
	if len(rows) < 2 || !isRefused(err) {
		return err
	}
	half := len(rows) / 2
	first := storeRows(rows[:half], store)
	if first != nil && !isRefused(first) {
		return first
	}
	second := storeRows(rows[half:], store)
	if second != nil && !isRefused(second) {
		return second
	}
	return cmp.Or(first, second)
}

// maxTransaction is the number of rows that one transaction writes: few commits, and a short wait for other
// programs.
const maxTransaction = 5_000

// recording stores the rows of a list, many in each transaction.
type recording struct {
	db      *database
	list    list
	batch   []item // whose buffers are used again
	refused error  // why the first of the rows that are left out was refused
}

func newRecording(db *database, l list) *recording {
	return &recording{
		db:    db,
		list:  l,
		batch: make([]item, maxBatch),
	}
}

// indexes returns the indexes of a number of rows.
func indexes(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// store writes the rows with some indexes, but for those that have no encoding or that the database refuses.
// It sorts accounts by their IDs, as the database does, which so writes few pages twice.
func (r *recording) store(ctx context.Context, rows []int32) error {
	if account := r.list.account; account != nil {
		slices.SortFunc(rows, func(i, j int32) int {
			a := account(int(i))
			b := account(int(j))
			return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.ID, b.ID))
		})
	}
	return storeAll(ctx, r, rows, func(tx *statements, some []int32) error {
		n := 0
		for _, i := range some {
			row := &r.batch[n]
			row.id = r.list.id(int(i))
			row.hash = r.list.hash(int(i))
			if err := r.list.encode(int(i), row); err != nil {
				r.refused = cmp.Or(r.refused, error(errEncoding{err}))
				continue
			}
			n++
		}
		return tx.store(ctx, &r.list, r.batch[:n])
	})
}

// storeGone writes that items are gone.
func (r *recording) storeGone(ctx context.Context, ids []string) error {
	return storeAll(ctx, r, ids, func(tx *statements, some []string) error {
		gone := make([]item, len(some))
		for i, id := range some {
			gone[i].id = id
		}
		return tx.store(ctx, &r.list, gone)
	})
}

// storeAll stores the rows of a recording in transactions, a batch at a time, but for those that the database
// refuses.
func storeAll[R any](ctx context.Context, r *recording, rows []R, store func(*statements, []R) error) error {
	for most := range slices.Chunk(rows, maxTransaction) {
		err := storeRows(most, func(some []R) error {
			return r.db.transact(ctx, r.list.part, func(tx *sql.Tx) error {
				if err := r.begin(ctx, tx); err != nil {
					return err
				}
				prepared := r.db.statements(tx)
				for batch := range slices.Chunk(some, maxBatch) {
					if err := store(prepared, batch); err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err != nil && !isRefused(err) {
			return err
		}
		r.refused = cmp.Or(r.refused, err)
	}
	return nil
}

// begin stores the time of the list, and how many accounts it has, with the first of its rows. If the recording
// is interrupted, the stored list therefore counts as one that lacks accounts, and not as all there are.
func (r *recording) begin(ctx context.Context, tx *sql.Tx) error {
	l := &r.list
	_, err := tx.ExecContext(ctx, putEntry+` WHERE history_entries.at < excluded.at`,
		l.part, kindLatest, l.kind, nil, millis(l.at), []byte("null"))
	if err != nil {
		return err
	}
	total, known := l.total.Int64()
	if l.chosen || l.kind != kindAccount || !known {
		return nil
	}
	_, err = tx.ExecContext(ctx, `UPDATE history_entries SET body = $1 WHERE part = $2 AND kind = $3 AND id = $4`,
		strconv.AppendInt(nil, total, 10), l.part, kindLoad, l.kind)
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
