package history

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"
)

// change is a change of the state of an item.
type change struct {
	at    int64
	state []byte // nil where the item was gone
}

// changesOf are two columns with the times and the states of the changes c of an item, for [eachSeries].
// Reading one row for an item takes half the time of reading one for each of 30 changes. Neither database
// promises an order, but both have the same one. A state has no line break and is
// never empty.
const changesOf = `string_agg(CAST(c.at AS TEXT), ' '), string_agg(COALESCE(c.state, ''), '
')`

// heldSince returns what follows FROM in a statement for the items i of the part $1 and the kind $2, and their
// changes c until $3, from the one on that held at $4. A cross join tells SQLite to begin with the items; it
// would begin with all changes. PostgreSQL would find the first change of an item again for each of its changes
// if it were not told to read the items apart.
func (p States) heldSince(condition string) string {
	apart := ""
	if p.h.config.Postgres != "" {
		apart = ` OFFSET 0`
	}
	return `(SELECT i.part, i.kind, i.id, COALESCE((SELECT max(b.at) FROM history_changes b
			WHERE b.part = i.part AND b.kind = i.kind AND b.id = i.id AND b.at <= $4), 0) AS since
			FROM history_items i WHERE i.part = $1 AND i.kind = $2` + condition + apart + `) i
		CROSS JOIN history_changes c WHERE c.part = i.part AND c.kind = i.kind AND c.id = i.id
			AND c.at <= $3 AND c.at >= i.since`
}

// eachSeries returns a function for [DB.read] that calls each with the ID of an item and its changes, the
// oldest first. Later calls change them.
func eachSeries(each func(id string, changes []change) error) func(scan scanner) error {
	var id string
	var times, states sql.RawBytes
	var changes []change
	return func(scan scanner) (err error) {
		if err = scan(&id, &times, &states); err != nil {
			return err
		}
		if changes, err = appendChanges(changes[:0], times, states); err != nil {
			return err
		}
		return each(id, changes)
	}
}

// appendChanges appends the changes that two columns have, in their order.
func appendChanges(to []change, times, states []byte) ([]change, error) {
	for more := true; more; {
		var at, state []byte
		at, times, more = bytes.Cut(times, []byte(" "))
		ms, err := strconv.ParseInt(string(at), 10, 64)
		if err != nil {
			return nil, err
		}
		var moreStates bool
		state, states, moreStates = bytes.Cut(states, []byte("\n"))
		if more != moreStates {
			return nil, errors.New("stored changes and their times differ in number")
		}
		if len(state) == 0 {
			state = nil
		}
		to = append(to, change{ms, state})
	}
	slices.SortFunc(to, func(a, b change) int {
		return cmp.Compare(a.at, b.at)
	})
	return to, nil
}

// maxKeys is of how many accounts one statement reads the changes.
const maxKeys = 300

// eachChanges calls each with the changes of some accounts, at most maxKeys, or of all that were ever listed,
// by ID: those since a time, beginning with the one that held then. Later calls change them.
func (p States) eachChanges(
	ctx context.Context,
	since time.Time,
	keys []AccountKey,
	each func(key AccountKey, changes []change) error,
) error {
	if p.h == nil {
		return nil
	}
	args := []any{p.h.scope().own, kindAccount, p.h.scope().skewed}
	statement := `SELECT c.id, ` + changesOf + ` FROM history_changes c
		WHERE c.part = $1 AND c.kind = $2 AND c.at <= $3 GROUP BY c.id ORDER BY c.id`
	if !since.IsZero() || len(keys) > 0 {
		args = append(args, millis(since))
		condition := ""
		if len(keys) > 0 {
			condition = ` AND i.id IN ` + placeholders(5, 1, len(keys))
		}
		for _, k := range keys {
			args = append(args, k.itemID())
		}
		statement = `SELECT i.id, ` + changesOf + ` FROM ` + p.heldSince(condition) + `
			GROUP BY i.id ORDER BY i.id`
	}
	return p.h.read(ctx, eachSeries(func(id string, changes []change) error {
		return each(keyOf(id), changes)
	}), statement, args...)
}

// EachSeries calls each for every account that was ever listed, by ID, with its counts since a time as
// [States.Trend] returns them. Later calls change the counts. The error is a [*Problem], or that of ctx.
func (p States) EachSeries(
	ctx context.Context,
	since time.Time,
	each func(AccountKey, []Counts),
) error {
	var series []Counts
	return p.eachChanges(ctx, since, nil, func(key AccountKey, changes []change) error {
		series = series[:0]
		var counts Counts
		for _, c := range changes {
			if err := counts.read(c.at, c.state); err != nil {
				return err
			}
			series = append(series, counts)
		}
		each(key, series)
		return nil
	})
}
