package history

import (
	"bytes"
	"context"
	"database/sql"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Counts are the status and the counts of an account at a time.
type Counts struct {
	At     time.Time
	Gone   bool // the account was not listed any more; the rest is unset
	Status api.Number
	Values [9]api.Number // in the order of CountFields; unset for unknown ones
}

// CountFields returns the fields of 2.4 that Counts has, in the order of Values.
func CountFields() []string {
	return []string{"fansCount", "followingCount", "readCount", "likeCount", "collectCount", "forwardCount", "commentCount", "workCount", "income"}
}

// countsOf is what is recorded of an account: its status, then its counts.
func countsOf(a *api.Account) []api.Number {
	counts := append(make([]api.Number, 0, 1+len(Counts{}.Values)), a.Status)
	for _, n := range [...]api.Number{a.FansCount, a.FollowingCount, a.ReadCount, a.LikeCount, a.CollectCount, a.ForwardCount, a.CommentCount, a.WorkCount, a.Income} {
		n, _ = a.Statistic(n)
		counts = append(counts, n)
	}
	return counts
}

// counts reads what countsOf wrote; nil for an account that was gone.
func counts(at int64, state []byte) (Counts, error) {
	c := Counts{At: time.UnixMilli(at), Gone: state == nil}
	if c.Gone {
		return c, nil
	}
	numbers := make([]api.Number, 0, 1+len(c.Values))
	err := json.Unmarshal(state, &numbers)
	if len(numbers) > 0 {
		c.Status = numbers[0]
		copy(c.Values[:], numbers[1:])
	}
	return c, err
}

// namedCounts is what countsOf wrote as an object with the names of the fields, without
// unknown counts.
func namedCounts(state []byte) (jsontext.Value, error) {
	c, err := counts(0, state)
	if err != nil {
		return nil, err
	}
	named := map[string]api.Number{"status": c.Status}
	for i, field := range CountFields() {
		if n := c.Values[i]; n.IsSet() {
			named[field] = n
		}
	}
	return json.Marshal(named, json.Deterministic(true))
}

// Health is the meaning of the status.
func (c *Counts) Health() api.Health { return (&api.Account{Status: c.Status}).Health() }

// Followers is the number of followers.
func (c *Counts) Followers() api.Number { return c.Values[0] }

// querier is a database or a transaction.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// query calls each for every row of a result.
func query(ctx context.Context, q querier, each func(scan func(...any) error) error, statement string, args ...any) error {
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
func (d *DB) read(ctx context.Context, each func(scan func(...any) error) error, statement string, args ...any) error {
	if d == nil {
		return nil
	}
	db, err := d.opened(ctx)
	if err != nil {
		return err
	}
	if err = protect(func() error { return query(ctx, db, each, statement, args...) }); err != nil && ctx.Err() == nil {
		err = newProblem(Unavailable, err)
		d.report(Unavailable, err)
	}
	return err
}

// Accounts returns up to most accounts of the last list, abnormal ones first, or all of
// them if most is 0. It also returns the time of the list and the total of the service.
// The time is zero if no list was recorded.
func (d *DB) Accounts(ctx context.Context, most int) (rows []*api.Account, total api.Number, at time.Time, err error) {
	body, at, err := lastList(ctx, d, d.scope().own, kindAccount, most, pointers(&rows))
	if err == nil && !at.IsZero() {
		err = json.Unmarshal(body, &total)
	}
	return rows, total, at, err
}

// Platforms returns the last platform list and its time.
func (d *DB) Platforms(ctx context.Context) (rows []api.Platform, at time.Time, err error) {
	_, at, err = lastList(ctx, d, d.scope().own, kindPlatform, 0, values(&rows))
	return rows, at, err
}

// Options returns the last publish options of a platform and their time.
func (d *DB) Options(ctx context.Context, platform string) (rows []api.PublishOption, at time.Time, err error) {
	_, at, err = lastList(ctx, d, d.scope().own, kindOption+text(platform), 0, values(&rows))
	return rows, at, err
}

// Catalog returns the last model catalog and its time, with texts as in [DB.CatalogAt].
func (d *DB) Catalog(ctx context.Context) (rows []api.VideoModel, at time.Time, err error) {
	_, at, err = d.lastLoad(ctx, d.scope().site, kindModel)
	if err == nil && !at.IsZero() {
		rows, err = d.CatalogAt(ctx, at.Add(maxSkew))
	}
	return rows, at, err
}

// lastLoad returns the entry about the newest load of a list.
func (d *DB) lastLoad(ctx context.Context, part int64, kind string) (body []byte, at time.Time, err error) {
	err = d.read(ctx, func(scan func(...any) error) error {
		var ms int64
		err := scan(&ms, &body)
		at = time.UnixMilli(ms)
		return err
	}, `SELECT at, body FROM history_entries WHERE part = $1 AND kind = $2 AND id = $3`, part, kindLoad, kind)
	return body, at, err
}

// lastList passes the rows of the newest list of a kind to emit, and returns the entry
// about its load.
func lastList[T any, R api.RowOf[T]](ctx context.Context, d *DB, part int64, kind string, most int, emit func([]T) error) (body []byte, at time.Time, err error) {
	body, at, err = d.lastLoad(ctx, part, kind)
	if err != nil || at.IsZero() {
		return nil, at, err
	}
	if most == 0 {
		most = math.MaxInt32
	}
	return body, at, readRows[T, R](ctx, d, emit,
		`SELECT body FROM history_items WHERE part = $1 AND kind = $2 AND gone_at IS NULL ORDER BY sort LIMIT $3`, part, kind, most)
}

// readRows decodes the rows that a query returns, without those that are NULL, and passes
// them to emit in batches.
func readRows[T any, R api.RowOf[T]](ctx context.Context, d *DB, emit func([]T) error, statement string, args ...any) error {
	rows := api.NewRowBatches[T, R](emit)
	var body sql.RawBytes
	err := d.read(ctx, func(scan func(...any) error) error {
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
func eachState(each func(at int64, state []byte) error) func(scan func(...any) error) error {
	return func(scan func(...any) error) error {
		var at int64
		var state []byte
		if err := scan(&at, &state); err != nil {
			return err
		}
		return each(at, state)
	}
}

// Trend returns the counts of an account since a time, oldest first, beginning with
// those that held at that time. Counts dated in the future, by a clock that was wrong,
// are left out.
func (d *DB) Trend(ctx context.Context, account AccountKey, since time.Time) ([]Counts, error) {
	all, err := d.Series(ctx, []AccountKey{account}, since)
	return all[account], err
}

// Series returns the counts of some accounts since a time, as Trend does for one.
func (d *DB) Series(ctx context.Context, keys []AccountKey, since time.Time) (map[AccountKey][]Counts, error) {
	const batch = 300 // in one statement
	all, byID := map[AccountKey][]Counts{}, map[string]AccountKey{}
	for part := range slices.Chunk(keys, batch) {
		args := []any{d.scope().own, kindAccount, d.scope().now, millis(since)}
		for _, k := range part {
			args, byID[k.itemID()] = append(args, k.itemID()), k
		}
		err := d.read(ctx, eachChange(func(id string, at int64, state []byte) error {
			c, err := counts(at, state)
			all[byID[id]] = append(all[byID[id]], c)
			return err
		}), `SELECT c.id, c.at, c.state FROM history_items i JOIN history_changes c ON c.part = i.part AND c.kind = i.kind AND c.id = i.id AND c.at <= $3 AND c.at >= COALESCE(
			(SELECT max(b.at) FROM history_changes b WHERE b.part = i.part AND b.kind = i.kind AND b.id = i.id AND b.at <= $4), 0)
			WHERE i.part = $1 AND i.kind = $2 AND i.id IN `+placeholders(5, 1, len(part))+` ORDER BY c.id, c.at`, args...)
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// AccountsAt calls each with the key of every account that was ever listed, and its
// counts at some times, in the same order. The counts change after the call.
func (d *DB) AccountsAt(ctx context.Context, times []time.Time, each func(key AccountKey, then []Counts)) error {
	var id string
	states, then := make([]sql.RawBytes, len(times)), make([]Counts, len(times))
	statement, args, to := `SELECT i.id`, []any{d.scope().own, kindAccount}, []any{&id}
	for i, at := range times {
		args, to = append(args, millis(at)), append(to, &states[i])
		statement += `, ` + stateAt(len(args))
	}
	return d.read(ctx, func(scan func(...any) error) (err error) {
		if err := scan(to...); err != nil {
			return err
		}
		for i, at := range times {
			if then[i], err = counts(millis(at), states[i]); err != nil {
				return err
			}
		}
		each(keyOf(id), then)
		return nil
	}, statement+items, args...)
}

// AccountsByKey returns the accounts with some keys as they were last listed.
func (d *DB) AccountsByKey(ctx context.Context, keys []AccountKey) (rows []*api.Account, err error) {
	if len(keys) == 0 {
		return nil, nil
	}
	args := []any{d.scope().own, kindAccount}
	for _, k := range keys {
		args = append(args, k.itemID())
	}
	err = readRows(ctx, d, pointers(&rows), `SELECT body FROM history_items WHERE part = $1 AND kind = $2 AND id IN `+placeholders(3, 1, len(keys))+` ORDER BY sort`, args...)
	return rows, err
}

// items are the items of a part ($1) and kind ($2).
const items = ` FROM history_items i WHERE i.part = $1 AND i.kind = $2`

// stateAt is the state of an item at the time of a parameter, NULL for one that was not
// listed then. As a join, SQLite would read every change of every item.
func stateAt(parameter int) string {
	return `(SELECT c.state FROM history_changes c WHERE c.part = i.part AND c.kind = i.kind AND c.id = i.id AND c.at <= $` + strconv.Itoa(parameter) + ` ORDER BY c.at DESC LIMIT 1)`
}

// CatalogAt returns the models of the catalog at a time, in the order of the newest
// catalog. Where the texts in the language of the history are not known, they are unset.
func (d *DB) CatalogAt(ctx context.Context, at time.Time) ([]api.VideoModel, error) {
	return rowsAt[api.VideoModel](ctx, d, d.scope().site, kindModel, at)
}

// OptionsAt returns the publish options of a platform at a time, with texts as in
// [DB.CatalogAt].
func (d *DB) OptionsAt(ctx context.Context, platform string, at time.Time) ([]api.PublishOption, error) {
	return rowsAt[api.PublishOption](ctx, d, d.scope().own, kindOption+text(platform), at)
}

// rowsAt returns the rows at a time: those in the language of the history if the facts
// are still the same, else the facts alone.
func rowsAt[T any, R api.RowOf[T]](ctx context.Context, d *DB, part int64, kind string, at time.Time) (rows []T, err error) {
	if d == nil {
		return nil, nil
	}
	batches := api.NewRowBatches[T, R](values(&rows))
	var facts, worded sql.RawBytes
	err = d.read(ctx, func(scan func(...any) error) error {
		if err := scan(&facts, &worded); err != nil || facts == nil {
			return err
		}
		row := WithoutTexts(jsontext.Value(facts))
		if worded != nil && bytes.Equal(row, WithoutTexts(jsontext.Value(worded))) {
			row = jsontext.Value(worded)
		}
		return batches.Add(row)
	}, `SELECT `+stateAt(3)+`, (SELECT c.state FROM history_changes c WHERE c.part = i.part AND c.kind = $4 AND c.id = i.id AND c.at <= $3 ORDER BY c.at DESC LIMIT 1)`+items+` ORDER BY i.sort`,
		part, kind, millis(at), d.config.worded(kind))
	if err != nil {
		return nil, err
	}
	return rows, batches.Flush()
}

// ModelVersion is a model from a time on.
type ModelVersion struct {
	At    time.Time
	Model *api.VideoModel // nil for a model that was not in the catalog
}

// ModelVersions returns the versions of a model, oldest first.
func (d *DB) ModelVersions(ctx context.Context, name string) (versions []ModelVersion, err error) {
	err = d.read(ctx, eachState(func(at int64, state []byte) error {
		v := ModelVersion{At: time.UnixMilli(at)}
		if state != nil {
			rows, err := api.DecodeRows[api.VideoModel]([]byte("[" + string(state) + "]"))
			if err != nil {
				return err
			}
			v.Model = &rows[0]
		}
		versions = append(versions, v)
		return nil
	}), `SELECT at, state FROM history_changes WHERE part = $1 AND kind = $2 AND id = $3 AND at <= $4 ORDER BY at`,
		d.scope().site, kindModel, text(name), d.scope().now)
	return versions, err
}

// Snapshots returns the stored snapshots of a work, oldest first.
func (d *DB) Snapshots(ctx context.Context, platform, work string) (all []api.Snapshot, err error) {
	err = d.read(ctx, func(scan func(...any) error) error {
		var body []byte
		if err := scan(&body); err != nil {
			return err
		}
		var s api.Snapshot
		err := json.Unmarshal(body, &s, jsontext.AllowInvalidUTF8(true))
		all = append(all, s)
		return err
	}, `SELECT body FROM history_snapshots WHERE part = $1 AND platform = $2 AND work = $3 ORDER BY at`, d.scope().own, text(platform), text(work))
	return all, err
}

// WorkChange is a work with the newest of its snapshots, and the one that was the
// newest at an earlier time.
type WorkChange struct {
	Query         api.WorkQuery // the account and the title are known if the work was opened or watched
	Title         string
	Before, After api.Snapshot
	At            time.Time // of After
}

// WorksSince returns up to most works with snapshots from before and after a time,
// the newest first. Snapshots dated in the future are left out, as in Trend.
func (d *DB) WorksSince(ctx context.Context, since time.Time, most int) ([]WorkChange, error) {
	var all []*WorkChange
	works := map[string]*WorkChange{} // by their IDs
	err := d.read(ctx, func(scan func(...any) error) error {
		var q api.WorkQuery
		var at int64
		var body []byte
		if err := scan(&q.Platform, &q.WorkID, &at, &body); err != nil {
			return err
		}
		id := workID(q)
		w := works[id]
		if w == nil {
			w = &WorkChange{Query: q}
			works[id], all = w, append(all, w)
		}
		s := &w.Before
		if at > millis(since) {
			s, w.At = &w.After, time.UnixMilli(at)
		}
		return json.Unmarshal(body, s, jsontext.AllowInvalidUTF8(true))
	}, `SELECT s.platform, s.work, s.at, s.body FROM history_snapshots s JOIN (
		SELECT platform, work, max(at) AS newest, max(CASE WHEN at <= $2 THEN at END) AS older FROM history_snapshots WHERE part = $1 AND at <= $4
		GROUP BY platform, work HAVING max(at) > $2 AND min(at) <= $2 ORDER BY max(at) DESC LIMIT $3
		) w ON w.platform = s.platform AND w.work = s.work AND (s.at = w.newest OR s.at = w.older)
		WHERE s.part = $1 ORDER BY w.newest DESC, s.at`, d.scope().own, millis(since), most, d.scope().now)
	if err != nil {
		return nil, err
	}
	known, err := d.knownWorks(ctx)
	if err != nil {
		return nil, err
	}
	changes := make([]WorkChange, len(all))
	for i, w := range all {
		if e, ok := known[workID(w.Query)]; ok {
			w.Query, w.Title = e.Work()
		}
		changes[i] = *w
	}
	return changes, nil
}

// workID is the ID of the entries about a work.
func workID(q api.WorkQuery) string { return q.Platform + "/" + q.WorkID }

// knownWorks returns the entries about works that were watched or opened, by their ID. That
// of an opened work describes it better.
func (d *DB) knownWorks(ctx context.Context) (map[string]Entry, error) {
	const most = 1000
	known := map[string]Entry{}
	for _, kind := range []string{KindWatch, KindWork} {
		recent, err := d.Recent(ctx, kind, most)
		if err != nil {
			return nil, err
		}
		for _, e := range recent {
			known[e.ID] = e
		}
	}
	return known, nil
}

// WorkSnapshots are snapshots of a work, oldest first.
type WorkSnapshots struct {
	Query     api.WorkQuery // as in WorkChange
	Title     string
	Snapshots []api.Snapshot
	Times     []time.Time // of the snapshots
}

// SnapshotsSince returns the snapshots since a time of up to mostWorks works, those with the
// newest snapshots first. Snapshots dated in the future are left out, as in Trend.
func (d *DB) SnapshotsSince(ctx context.Context, since time.Time, mostWorks int) (works []WorkSnapshots, err error) {
	err = d.read(ctx, func(scan func(...any) error) error {
		var q api.WorkQuery
		var at int64
		var body []byte
		if err := scan(&q.Platform, &q.WorkID, &at, &body); err != nil {
			return err
		}
		if n := len(works); n == 0 || works[n-1].Query != q {
			works = append(works, WorkSnapshots{Query: q})
		}
		w := &works[len(works)-1]
		var s api.Snapshot
		err := json.Unmarshal(body, &s, jsontext.AllowInvalidUTF8(true))
		w.Snapshots, w.Times = append(w.Snapshots, s), append(w.Times, time.UnixMilli(at))
		return err
	}, `SELECT s.platform, s.work, s.at, s.body FROM history_snapshots s JOIN (
		SELECT platform, work, max(at) AS newest FROM history_snapshots WHERE part = $1 AND at >= $2 AND at <= $4
		GROUP BY platform, work ORDER BY max(at) DESC, platform, work LIMIT $3
		) w ON w.platform = s.platform AND w.work = s.work
		WHERE s.part = $1 AND s.at >= $2 AND s.at <= $4 ORDER BY w.newest DESC, s.platform, s.work, s.at`, d.scope().own, millis(since), mostWorks, d.scope().now)
	if err != nil || len(works) == 0 {
		return nil, err
	}
	known, err := d.knownWorks(ctx)
	for i := range works {
		if e, ok := known[workID(works[i].Query)]; ok {
			works[i].Query, works[i].Title = e.Work()
		}
	}
	return works, err
}

// Recent returns up to most recent items of a kind, the newest first, and those dated
// in the future, by a clock that was wrong, at the end.
func (d *DB) Recent(ctx context.Context, kind string, most int) (all []Entry, err error) {
	err = d.read(ctx, func(scan func(...any) error) error {
		e := Entry{Kind: kind}
		var at int64
		var body []byte
		err := scan(&e.ID, &at, &body)
		e.At, e.Body = time.UnixMilli(at), jsontext.Value(body)
		all = append(all, e)
		return err
	}, `SELECT id, at, body FROM history_entries WHERE part = $1 AND kind = $2 ORDER BY at > $4, at DESC, id LIMIT $3`,
		d.scope().user, kind, most, d.scope().now)
	return all, err
}

// LastVisit is when the previous visit ended, give or take a few minutes if the program was
// killed; zero for the first one.
func (d *DB) LastVisit(ctx context.Context) (at time.Time, err error) {
	err = d.read(ctx, func(scan func(...any) error) error {
		var ms int64
		err := scan(&ms)
		at = time.UnixMilli(ms)
		return err
	}, `SELECT at FROM history_entries WHERE part = $1 AND kind = $2 AND id <> $3 AND at <= $4 ORDER BY at DESC LIMIT 1`,
		d.scope().user, kindVisit, d.scope().visit, d.scope().now)
	return at, err
}
