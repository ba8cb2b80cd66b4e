package history

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Kinds of items.
const (
	kindAccount  = "account"
	kindPlatform = "platform"
	kindModel    = "model"
	kindOption   = "option/" // with the platform
	kindListed   = "listedGroup"
)

// item is a row of a list as it is stored.
type item struct {
	id    string
	sort  []byte
	state []byte // nil for an item that is gone, as is body
	body  []byte
	name  []byte // see nameOf

	counted  any    // of an account: see countedAt
	nickname string // of an account; "" for the reference of a relay that is unavailable
}

// list is a list to record.
type list struct {
	part     int64
	kind     string
	at       time.Time
	complete bool       // stored rows that it lacks are gone
	total    api.Number // as counted by the service
	chosen   bool       // rows that match a filter: the list stays the last one
	worded   bool       // rows with the texts of a language, whose changes are not told
	rows     int
	id       func(i int) string         // of rows with the same ID only the first is recorded
	encode   func(i int, r *item) error // sets all of r but its ID, in the buffers that r has
	account  func(i int) *api.Account   // nil for rows that are no accounts
}

// maxBatch is the number of rows that one transaction writes: few commits, and little memory.
const maxBatch = 200

// AccountKey identifies an account: accounts of two platforms may have the same ID. It has long
// IDs as they are stored: their beginning and a hash.
type AccountKey struct{ Platform, ID string }

// KeyOf returns the key of an account.
func KeyOf(a *api.Account) AccountKey {
	return AccountKey{key(a.Type), key(a.ID)}
}

// itemID is the ID of the account's item: PLATFORM/ID.
func (k AccountKey) itemID() string {
	return key(k.Platform) + "/" + key(k.ID)
}

// RecordAccounts records a list of accounts that arrived at a time. A change of the
// status or of a count is stored. Accounts that a complete list lacks are gone.
func (d *DB) RecordAccounts(at time.Time, rows []*api.Account, total api.Number, complete bool) {
	d.record(listOfAccounts(list{
		part:     d.scope().own,
		at:       at,
		total:    total,
		complete: complete,
	}, rows))
}

// RecordChosenAccounts records accounts that were requested with a filter.
func (d *DB) RecordChosenAccounts(at time.Time, rows []*api.Account) {
	d.record(listOfAccounts(list{part: d.scope().own, at: at, chosen: true}, rows))
}

// RecordChangedAccounts is [DB.RecordAccounts] for a complete list of which the caller knows
// that it lacks no account of the previous one, and which accounts changed. It does not read
// the others.
func (d *DB) RecordChangedAccounts(at time.Time, rows, changed []*api.Account) {
	all := listOfAccounts(list{
		part:     d.scope().own,
		at:       at,
		total:    api.Int(int64(len(rows))),
		complete: true,
	}, rows)
	some := listOfAccounts(list{part: all.part, at: at}, changed)
	d.enqueue(func(ctx context.Context, db *database) error {
		totals := db.config.totalsOf(all)
		for i := range rows {
			totals.add(i)
		}
		r := recording{db: db, list: some}
		batch := make([]item, 0, maxBatch)
		for i := range changed {
			changed := item{id: some.id(i)}
			if err := some.encode(i, &changed); err != nil {
				r.refuse(err)
				continue
			}
			if batch = append(batch, changed); len(batch) < maxBatch {
				continue
			}
			if err := r.store(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
		if err := r.store(ctx, batch); err != nil {
			return err
		}
		r.list = all
		return r.end(ctx, totals)
	})
}

// listOfAccounts sets the kind and the rows of l. Accounts that no client and no fleet has told what
// their platforms supply learn it from each other.
func listOfAccounts(l list, rows []*api.Account) list {
	new(api.Supply).Adopt(rows)
	l.kind = kindAccount
	l.rows = len(rows)
	l.account = func(i int) *api.Account { return rows[i] }
	l.id = func(i int) string { return KeyOf(rows[i]).itemID() }
	l.encode = func(i int, r *item) (err error) {
		r.sort = appendAccountOrder(r.sort[:0], rows[i])
		if r.state, err = appendState(r.state[:0], rows[i]); err != nil {
			return err
		}
		r.name = nameOf(rows[i])
		r.counted = countedAt(rows[i])
		r.nickname = nicknameOf(rows[i])
		r.body, err = api.Append(r.body[:0], rows[i])
		return err
	}
	return l
}

// appendAccountOrder appends a key that puts abnormal accounts first, then those of
// unknown status, each by the beginning of the nickname. Unlike a position it changes for one
// account at a time.
func appendAccountOrder(b []byte, a *api.Account) []byte {
	return append(append(b, urgency(a.Health())), a.Nickname[:min(len(a.Nickname), maxKey)]...)
}

// urgency orders accounts by health.
func urgency(h api.Health) byte {
	digits := [...]byte{
		api.HealthAbnormal: '0',
		api.HealthUnknown:  '1',
		api.HealthOutage:   '1',
		api.HealthNormal:   '2',
	}
	return digits[h]
}

// countedAt returns when the statistics of an account are from, in milliseconds, nil if that is unknown or
// the account is abnormal: such ones are never stale.
func countedAt(a *api.Account) any {
	at, known := a.LastStatsTime.At()
	if !known || api.HealthOf(a.Status) == api.HealthAbnormal {
		return nil
	}
	return millis(at)
}

// RecordPlatforms records the platform list.
func (d *DB) RecordPlatforms(at time.Time, rows []api.Platform) {
	recordRows(d, d.scope().own, kindPlatform, at, rows, func(p *api.Platform) string {
		return p.Platform
	})
}

// RecordGroups records the groups of accounts as the service lists them, all of them: users
// named them, in no language.
func (d *DB) RecordGroups(at time.Time, rows []api.AccountGroup) {
	id := func(g *api.AccountGroup) string { return g.ID }
	d.record(listOf(
		d.scope().own,
		kindListed,
		at,
		rows,
		id,
		func(row jsontext.Value) jsontext.Value { return row },
	))
}

// RecordOptions records the publish options of a platform.
func (d *DB) RecordOptions(at time.Time, platform string, rows []api.PublishOption) {
	recordRows(
		d,
		d.scope().own,
		optionsOf(platform),
		at,
		rows,
		func(o *api.PublishOption) string { return o.Field },
	)
}

// optionsOf is the kind of the publish options of a platform. IDs of entries begin with it.
func optionsOf(platform string) string { return kindOption + shorten(platform, maxKey-100) }

// RecordCatalog records the model catalog. All keys of a site share it.
func (d *DB) RecordCatalog(at time.Time, rows []api.VideoModel) {
	recordRows(d, d.scope().site, kindModel, at, rows, func(m *api.VideoModel) string {
		return m.Name
	})
}

// recordRows records a complete list twice: the changes of its facts, which are the same
// in all languages, under its kind, and the changes of whole rows under the kind of the
// caller's language.
func recordRows[T any](
	d *DB,
	part int64,
	kind string,
	at time.Time,
	rows []T,
	id func(*T) string,
) {
	if d != nil {
		d.record(listOf(part, kind, at, rows, id, WithoutTexts))
		worded := listOf(
			part,
			d.worded(kind),
			at,
			rows,
			id,
			func(row jsontext.Value) jsontext.Value { return row },
		)
		worded.worded = true
		d.record(worded)
	}
}

// worded is the kind of rows in the language of the caller.
func (d *DB) worded(kind string) string { return kind + "/" + *d.language.Load() }

// listOf is a complete list. state returns what is recorded of a row. Repeated ids are
// numbered.
func listOf[T any](
	part int64,
	kind string,
	at time.Time,
	rows []T,
	id func(*T) string,
	state func(row jsontext.Value) jsontext.Value,
) list {
	ids := make([]string, len(rows))
	repeats := map[string]int{}
	for i := range rows {
		name := id(&rows[i])
		ids[i] = key(name)
		repeats[name]++
		if n := repeats[name]; n > 1 {
			ids[i] += "#" + strconv.Itoa(n)
		}
	}
	return list{
		part:     part,
		kind:     kind,
		at:       at,
		complete: true,
		rows:     len(rows),
		id:       func(i int) string { return ids[i] },
		encode: func(i int, r *item) (err error) {
			r.sort = binary.BigEndian.AppendUint32(r.sort[:0], uint32(i))
			r.body, err = api.Append(r.body[:0], &rows[i])
			r.state = state(r.body)
			return err
		},
	}
}

// hash identifies the content of an item.
func (r *item) hash() int64 {
	return hash(r.sort, r.state, r.body)
}

func hash(parts ...[]byte) int64 {
	h := fnv.New64a()
	for _, b := range parts {
		_, _ = h.Write(b) // never fails
		_, _ = h.Write([]byte{0})
	}
	return int64(h.Sum64())
}

// record stores a list in the background.
func (d *DB) record(l list) {
	d.enqueue(func(ctx context.Context, db *database) error {
		known, err := readKnown(ctx, db, &l)
		if err != nil {
			return err
		}
		return known.recordChanges(ctx, db)
	})
}

// recorded stores what follows from a list whose rows are stored.
func (db *database) recorded(ctx context.Context, l list, totals *dayTotals) error {
	if err := totals.store(ctx, db, l); err != nil {
		return err
	}
	if err := put(ctx, db, l.part, Entry{
		Kind: kindLoad,
		ID:   l.kind,
		At:   l.at,
		Body: jsontext.Value(cmp.Or(l.total.String(), "null")),
	}); err != nil {
		return err
	}
	if err := db.putFirst(ctx, l); err != nil {
		return err
	}
	if err := db.putRecorded(ctx, l); err != nil {
		return err
	}
	return db.putVisit(ctx, l.at)
}

// putVisit extends this visit to a time, unless it is known to have lasted longer. A later
// time that is in the future was stored while the clock was ahead.
func (db *database) putVisit(ctx context.Context, at time.Time) error {
	if !db.config.Visit {
		return nil
	}
	_, err := db.ExecContext(ctx, `INSERT INTO history_entries (part, kind, id, at, body)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (part, kind, id) DO UPDATE SET at = excluded.at
		WHERE history_entries.at < excluded.at OR history_entries.at > $6`,
		db.parts.user, kindVisit, db.parts.visit, millis(at), []byte("null"), millis(db.config.Now().Add(maxSkew)))
	return err
}

// maxSkew is how much the clocks of hosts that share a history may differ.
const maxSkew = time.Minute

// storedItem is a stored item of a list.
type storedItem struct {
	id    string
	hash  int64
	gone  bool
	state sql.RawBytes // at the time of the list, nil if the item was gone then; valid only during the call
	sort  sql.RawBytes // as last recorded, likewise; only for rows with given IDs
	// changes are stored that are dated at the time of the list or later; only for rows with given IDs
	later bool
}

// eachStored calls each for the stored rows of a list, or for those with the given IDs.
//
// The state ignores changes that are dated later than the list: they were recorded while the
// clock was ahead. After the clock is set back, the current state is therefore recorded
// again. It is recorded another time when the date of such a change arrives, if the
// change has a different state.
func eachStored(ctx context.Context, q querier, l list, ids []any, each func(storedItem)) error {
	later := `false`
	order := `NULL`
	condition := ``
	args := []any{l.part, l.kind, millis(l.at.Add(maxSkew))}
	if ids != nil {
		// PostgreSQL would hash all changes for EXISTS.
		later = `COALESCE((SELECT max(c.at) FROM history_changes c
			WHERE c.part = i.part AND c.kind = i.kind AND c.id = i.id) >= $4, false)`
		order = `i.sort`
		condition = ` AND i.id IN ` + placeholders(5, 1, len(ids))
		args = append(args, millis(l.at))
		args = append(args, ids...)
	}
	var r storedItem
	return query(ctx, q, func(scan func(...any) error) error {
		err := scan(&r.id, &r.hash, &r.gone, &r.state, &r.sort, &r.later)
		if err == nil {
			each(r)
		}
		return err
	}, `SELECT i.id, i.hash, i.gone_at IS NOT NULL, `+stateAt(3)+`, `+order+`, `+later+items+
		condition, args...)
}

// store writes new and changed items in one transaction. Whether a state is new is
// decided there, since other processes record the same lists.
func (db *database) store(ctx context.Context, l list, items []item) error {
	return db.transact(ctx, l.part, func(tx *sql.Tx) error {
		ids := make([]any, len(items))
		for i := range items {
			ids[i] = items[i].id
		}
		stored := make(map[string]storedItem, len(items))
		err := eachStored(ctx, tx, l, ids, func(s storedItem) {
			s.state = bytes.Clone(s.state)
			s.sort = bytes.Clone(s.sort)
			stored[s.id] = s
		})
		if err != nil {
			return err
		}
		before, err := nicknamesBefore(ctx, tx, l, items, stored)
		if err != nil {
			return err
		}
		w := newWrites(&l, len(items))
		for i := range items {
			w.add(&items[i], stored[items[i].id])
			w.addRename(&items[i], before[items[i].id])
		}
		return w.write(ctx, tx, db, ids)
	})
}

// writes are the values to write for some items of a list.
type writes struct {
	list    *list
	at      int64
	items   []any // new and changed ones, seven values each
	changes []any // of states, five values each
	names   []any // five values each
	gone    []any // IDs
	renew   []any // IDs of accounts whose turns are computed anew
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
	if l.kind == kindAccount {
		if stored.later {
			w.renew = append(w.renew, r.id)
		} else if turned(r.state, stored.state) {
			w.changes = append(
				w.changes,
				l.part,
				kindHealth,
				r.id,
				w.at,
				turnState(r.state, stored.state),
			)
		}
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
	w.items = append(w.items, l.part, l.kind, r.id, r.sort, r.hash(), r.counted, r.body)
	if !bytes.Equal(r.state, stored.state) {
		w.changes = append(w.changes, l.part, l.kind, r.id, w.at, r.state)
	}
}

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

// write writes all of it. ids are those of all items.
func (w *writes) write(ctx context.Context, tx *sql.Tx, db *database, ids []any) error {
	l := w.list
	if err := db.insert(ctx, tx, insertChanges, 5, w.changes, replaceChanges); err != nil {
		return err
	}
	if err := dropRepeats(ctx, tx, *l, ids); err != nil {
		return err
	}
	const insertNames = `INSERT INTO history_entries (part, kind, id, at, body) VALUES `
	const replaceNames = ` ON CONFLICT (part, kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`
	if err := db.insert(ctx, tx, insertNames, 5, w.names, replaceNames); err != nil {
		return err
	}
	if err := db.renewTurns(ctx, tx, *l, w.renew); err != nil {
		return err
	}
	const insertItems = `INSERT INTO history_items (part, kind, id, sort, hash, counted, body) VALUES `
	const replaceItems = ` ON CONFLICT (part, kind, id)
		DO UPDATE SET sort = excluded.sort, hash = excluded.hash, counted = excluded.counted,
			body = excluded.body, gone_at = NULL`
	if err := db.insert(ctx, tx, insertItems, 7, w.items, replaceItems); err != nil {
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
func dropRepeats(ctx context.Context, tx *sql.Tx, l list, ids []any) error {
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
	tx *sql.Tx,
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
