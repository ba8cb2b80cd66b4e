package history

import (
	"bytes"
	"context"
	"database/sql"
	"math/bits"
	"strconv"
	"strings"
)

// storedItem is a stored item of a list.
type storedItem struct {
	hash  int64
	gone  bool
	state []byte // at the time of the list, nil if the item was gone then
	sort  []byte // as last recorded, nil for an item that is not stored
	later bool   // changes are stored that are dated at the time of the list or later
}

// readStored returns the stored items of a list that have some IDs, by ID.
//
// The state ignores changes that are dated later than the list: they were recorded while the
// clock was ahead. After the clock is set back, the current state is therefore recorded
// again. It is recorded another time when the date of such a change arrives, if the
// change has a different state.
func readStored(ctx context.Context, q querier, l *list, ids []any) (map[string]storedItem, error) {
	all := make(map[string]storedItem, len(ids))
	args := append([]any{l.part, l.kind, millis(l.at.Add(maxSkew)), millis(l.at)}, ids...)
	// PostgreSQL would hash all changes for EXISTS.
	const later = `COALESCE((SELECT max(c.at) FROM history_changes c
		WHERE c.part = i.part AND c.kind = i.kind AND c.id = i.id) >= $4, false)`
	err := query(ctx, q, func(scan scanner) error {
		var id string
		var r storedItem
		err := scan(
			&id,
			&r.hash,
			&r.gone,
			&r.state,
			&r.sort,
			&r.later,
		)
		all[id] = r
		return err
	}, `SELECT i.id, i.hash, i.gone_at IS NOT NULL, `+stateAt(3)+`, i.sort, `+later+items+
		` AND i.id IN `+placeholders(5, 1, len(ids)), args...)
	return all, err
}

// store writes new and changed items. Whether a state is new is decided in the transaction, since other processes
// record the same lists.
func (s *statements) store(ctx context.Context, l *list, rows []item) error {
	if len(rows) == 0 {
		return nil
	}
	ids := make([]any, len(rows))
	for i := range rows {
		ids[i] = rows[i].id
	}
	stored, err := readStored(ctx, s, l, ids)
	if err != nil {
		return err
	}
	before, err := nicknamesBefore(ctx, s, *l, rows, stored)
	if err != nil {
		return err
	}
	w := newWrites(l, len(rows))
	for i := range rows {
		w.add(&rows[i], stored[rows[i].id])
		w.addRename(&rows[i], before[rows[i].id])
	}
	return w.write(ctx, s)
}

// writes are the values to write for some items of a list.
type writes struct {
	list    *list
	at      int64
	items   []any // new and changed ones, seven values each
	changes []any // of states, five values each
	names   []any // five values each
	gone    []any // IDs
	later   []any // IDs of items with changes at the time of the list or later
}

func newWrites(l *list, n int) *writes {
	return &writes{
		list:    l,
		at:      millis(l.at),
		items:   make([]any, 0, 7*n),
		changes: make([]any, 0, 10*n),
	}
}

// add adds what is new of an item to what is stored of it.
func (w *writes) add(r *item, stored storedItem) {
	l := w.list
	if stored.later {
		w.later = append(w.later, r.id)
	} else if l.kind == kindAccount && turned(r.state, stored.state) {
		turn := turnState(r.state, stored.state)
		w.changes = append(w.changes, l.part, kindHealth, r.id, w.at, turn)
	}
	if r.name != nil {
		w.names = append(w.names, l.part, kindName, r.id, w.at, r.name)
	}
	if r.body == nil {
		w.gone = append(w.gone, r.id)
		if stored.state != nil {
			w.changes = append(w.changes, l.part, l.kind, r.id, w.at, nil)
		}
		return
	}
	hash := r.hash
	if stored.later {
		hash = doubtful(hash)
	}
	if stored.gone || stored.hash != hash {
		w.items = append(
			w.items,
			l.part,
			l.kind,
			r.id,
			r.sort,
			hash,
			r.counted,
			r.body,
		)
	}
	if !bytes.Equal(r.state, stored.state) {
		w.changes = append(
			w.changes,
			l.part,
			l.kind,
			r.id,
			w.at,
			r.state,
		)
	}
}

// doubtful returns the hash of an item whose newest change may not have its state, as that change is not older
// than the list. The next list reads both again.
func doubtful(hash int64) int64 { return ^hash }

// addRename adds that an account has another nickname than before, unless either is unknown ("").
func (w *writes) addRename(r *item, before string) {
	if r.nickname != "" && before != "" && r.nickname != before {
		w.changes = append(
			w.changes,
			w.list.part,
			kindRename,
			r.id,
			w.at,
			renameState(r.nickname, before),
		)
	}
}

// write writes all of it.
func (w *writes) write(ctx context.Context, tx *statements) error {
	l := w.list
	if err := tx.insertAll(ctx, insertChanges, 5, w.changes, replaceChanges); err != nil {
		return err
	}
	if len(w.later) > 0 {
		if err := dropRepeats(ctx, tx, *l, w.later); err != nil {
			return err
		}
		if l.kind == kindAccount {
			if err := tx.renewTurns(ctx, *l, w.later); err != nil {
				return err
			}
		}
	}
	const insertNames = `INSERT INTO history_entries (part, kind, id, at, body) VALUES `
	const replaceNames = ` ON CONFLICT (part, kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`
	if err := tx.insertAll(ctx, insertNames, 5, w.names, replaceNames); err != nil {
		return err
	}
	const insertItems = `INSERT INTO history_items (part, kind, id, sort, hash, counted, body) VALUES `
	const replaceItems = ` ON CONFLICT (part, kind, id)
		DO UPDATE SET sort = excluded.sort, hash = excluded.hash, counted = excluded.counted,
			body = excluded.body, gone_at = NULL`
	if err := tx.insertAll(ctx, insertItems, 7, w.items, replaceItems); err != nil {
		return err
	}
	if len(w.gone) == 0 {
		return nil
	}
	args := append([]any{w.at, l.part, l.kind}, w.gone...)
	_, err := tx.ExecContext(ctx, `UPDATE history_items SET gone_at = $1
		WHERE part = $2 AND kind = $3 AND id IN `+placeholders(4, 1, len(w.gone)), args...)
	return err
}

// The statement that inserts changes, without its values.
const (
	insertChanges  = `INSERT INTO history_changes (part, kind, id, at, state) VALUES `
	replaceChanges = ` ON CONFLICT (part, kind, id, at) DO UPDATE SET state = excluded.state`
)

// dropRepeats deletes the changes from the time of the list on that repeat the state
// before them. Lists that are recorded at the same time may arrive in any order.
func dropRepeats(ctx context.Context, tx execer, l list, ids []any) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM history_changes
		WHERE part = $1 AND kind = $2 AND at >= $3 AND id IN `+placeholders(4, 1, len(ids))+`
		AND state IS NOT DISTINCT FROM (SELECT c.state FROM history_changes c
			WHERE c.part = history_changes.part AND c.kind = history_changes.kind
			AND c.id = history_changes.id AND c.at < history_changes.at ORDER BY c.at DESC LIMIT 1)`,
		append([]any{l.part, l.kind, millis(l.at)}, ids...)...)
	return err
}

// transact runs f in a transaction. Those that write the same part run one after
// another: SQLite has one writer, PostgreSQL a lock for it.
func (db *database) transact(ctx context.Context, part int64, f func(*sql.Tx) error) error {
	tx, err := db.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if db.lock != "" {
		if _, err := tx.ExecContext(ctx, db.lock, part); err != nil {
			return err
		}
	}
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// insert runs a statement with rows of values, if there are any.
func (d *dialect) insert(
	ctx context.Context,
	tx execer,
	statement string,
	width int,
	args []any,
	rest string,
) error {
	if len(args) == 0 {
		return nil
	}
	n := len(args) / width
	values := ""
	if d.unnumbered {
		row := "(" + strings.Repeat("?,", width-1) + "?)"
		values = strings.Repeat(row+",", n-1) + row
	} else {
		values = placeholders(1, width, n)
	}
	_, err := tx.ExecContext(ctx, statement+values+rest, args...)
	return err
}

// placeholders returns n groups of width placeholders, numbered upwards:
// ($1,$2),($3,$4). With a width of 1 it returns one list: ($1,$2).
func placeholders(from, width, n int) string {
	var b strings.Builder
	for i := range n * width {
		if i == 0 {
			b.WriteByte('(')
		} else if i%width == 0 && width > 1 {
			b.WriteString("),(")
		} else {
			b.WriteByte(',')
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(from + i))
	}
	return b.String() + ")"
}

// statements are the statements of a transaction. In SQLite, one that is run again is prepared. PostgreSQL would
// then plan it without its values, and read whole tables.
type statements struct {
	*dialect
	tx       *sql.Tx
	prepared map[string]*sql.Stmt // by the texts of those that were run; nil for one that is not prepared
}

func (d *dialect) statements(tx *sql.Tx) *statements {
	return &statements{
		dialect:  d,
		tx:       tx,
		prepared: map[string]*sql.Stmt{},
	}
}

// again returns a statement that was run before, nil for another one.
func (s *statements) again(ctx context.Context, text string) (*sql.Stmt, error) {
	prepared, known := s.prepared[text]
	if known && prepared == nil && s.prepares {
		var err error
		prepared, err = s.tx.PrepareContext(ctx, text) // the end of the transaction closes it
		if err != nil {
			return nil, err
		}
	}
	s.prepared[text] = prepared
	return prepared, nil
}

// ExecContext runs a statement.
func (s *statements) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	prepared, err := s.again(ctx, text)
	if err != nil {
		return nil, err
	}
	if prepared == nil {
		return s.tx.ExecContext(ctx, text, args...)
	}
	return prepared.ExecContext(ctx, args...)
}

// QueryContext runs a statement that returns rows.
func (s *statements) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	prepared, err := s.again(ctx, text)
	if err != nil {
		return nil, err
	}
	if prepared == nil {
		return s.tx.QueryContext(ctx, text, args...)
	}
	return prepared.QueryContext(ctx, args...)
}

// insertAll is insert for many rows. Where statements are prepared, it inserts them in powers of two, so that there
// are few of them.
func (s *statements) insertAll(
	ctx context.Context,
	statement string,
	width int,
	args []any,
	rest string,
) error {
	for len(args) > 0 {
		rows := len(args) / width
		if s.prepares {
			rows = 1 << (bits.Len(uint(rows)) - 1)
		}
		if err := s.insert(ctx, s, statement, width, args[:rows*width], rest); err != nil {
			return err
		}
		args = args[rows*width:]
	}
	return nil
}
