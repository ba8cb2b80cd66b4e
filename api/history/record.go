package history

import (
	"cmp"
	"context"
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
	hash  int64  // see list.hash

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
	hash     func(i int) int64          // of all that encode sets; 0 for a row that has no encoding
	encode   func(i int, r *item) error // sets all of r but its ID and hash, in the buffers that r has
	account  func(i int) *api.Account   // nil for rows that are no accounts
}

// maxBatch is the number of rows that one statement writes.
const maxBatch = 200

// AccountKey identifies an account: accounts of two platforms may have the same ID. It has long
// IDs as they are stored: their beginning and a hash.
type AccountKey struct{ Platform, ID string }

// KeyOf returns the key of an account.
func KeyOf(a *api.Account) AccountKey {
	return AccountKey{key(a.Type), key(a.ID)}
}

// itemID is the ID of the account's item: PLATFORM/ID. Where the ID begins with the platform, as in youtube_UC1,
// it is not repeated: youtube/_UC1. A slash before other IDs tells them apart.
func (k AccountKey) itemID() string {
	platform := key(k.Platform)
	id := key(k.ID)
	rest, repeats := strings.CutPrefix(id, platform+"_")
	if repeats {
		return platform + "/_" + rest
	}
	if strings.HasPrefix(id, "_") || strings.HasPrefix(id, "/") {
		return platform + "//" + id
	}
	return platform + "/" + id
}

// keyOf is the key of the account with an item.
func keyOf(itemID string) AccountKey {
	platform, id, _ := strings.Cut(itemID, "/")
	rest, repeats := strings.CutPrefix(id, "_")
	if repeats {
		id = platform + "_" + rest
	} else {
		id = strings.TrimPrefix(id, "/")
	}
	return AccountKey{platform, id}
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
		r := newRecording(db, some)
		if err := r.store(ctx, indexes(len(changed))); err != nil {
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
	hashes := api.NewAccountHash()
	l.hash = func(i int) int64 { return hashes.Of(rows[i]) }
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
	l := list{
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
	l.hash = func(i int) int64 {
		var r item
		if l.encode(i, &r) != nil {
			return 0
		}
		return hash(r.sort, r.state, r.body)
	}
	return l
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
