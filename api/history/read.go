package history

import (
	"bytes"
	"context"
	"database/sql"
	"math"
	"slices"
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
	Values [api.NumCounts]api.Number // by api.Count; unset for unknown ones
	Group  string                    // "" also where it was not recorded
}

// StatusOf is what is recorded of the status of an account.
func StatusOf(a *api.Account) api.Number {
	if a.RelayDown() {
		return api.Int(api.StatusOutage)
	}
	return a.Status
}

// countsOf is what is recorded of an account: its status, then its counts.
func countsOf(a *api.Account) []api.Number {
	counts := append(make([]api.Number, 0, 1+api.NumCounts), StatusOf(a))
	for c := range api.NumCounts {
		n, _ := a.Statistic(c)
		counts = append(counts, n)
	}
	return counts
}

// CountsOf returns the counts of an account that is listed at a time.
func CountsOf(a *api.Account, at time.Time) Counts {
	c, numbers := Counts{At: at, Status: StatusOf(a), Group: a.GroupID}, countsOf(a)
	copy(c.Values[:], numbers[1:])
	return c
}

// appendState appends what is recorded of an account: its counts, and its group.
func appendState(b []byte, a *api.Account) ([]byte, error) {
	b, err := api.Append(b, countsOf(a))
	if err != nil {
		return b, err
	}
	b = append(b[:len(b)-1], ',')
	b, err = jsontext.AppendQuote(b, text(a.GroupID))
	return append(b, ']'), err
}

// counts reads what appendState wrote; nil for an account that was gone.
func counts(at int64, state []byte) (Counts, error) {
	c := Counts{At: time.UnixMilli(at), Gone: state == nil}
	if c.Gone {
		return c, nil
	}
	if i := bytes.Index(state, []byte(`,"`)); i > 0 { // earlier versions recorded no group
		group, err := jsontext.AppendUnquote(nil, bytes.TrimSuffix(state[i+1:], []byte("]")))
		if err != nil {
			return c, err
		}
		c.Group, state = string(group), append(slices.Clone(state[:i]), ']')
	}
	numbers := make([]api.Number, 0, 1+len(c.Values))
	err := json.Unmarshal(state, &numbers)
	if len(numbers) > 0 {
		c.Status = numbers[0]
		copy(c.Values[:], numbers[1:])
	}
	return c, err
}

// namedCounts is what appendState wrote as an object with the names of the fields, without
// unknown counts. In an outage of its relay the status of an account is null.
func namedCounts(state []byte) (jsontext.Value, error) {
	c, err := counts(0, state)
	if err != nil {
		return nil, err
	}
	named := map[string]any{"status": c.Status}
	if c.Health() == api.HealthOutage {
		named["status"], named["outage"] = nil, true
	}
	if c.Group != "" {
		named["groupId"] = c.Group
	}
	for of, n := range c.Values {
		if n.IsSet() {
			named[api.Count(of).String()] = n
		}
	}
	return json.Marshal(named, json.Deterministic(true))
}

// Health is the meaning of the status.
func (c *Counts) Health() api.Health { return api.HealthOf(c.Status) }

// Followers is the number of followers.
func (c *Counts) Followers() api.Number { return c.Values[api.CountFans] }

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
	if d.then() {
		return d.accountsThen(ctx)
	}
	body, at, err := lastList(ctx, d, d.scope().own, kindAccount, most, pointers(&rows))
	if err == nil && !at.IsZero() {
		err = json.Unmarshal(body, &total)
	}
	return rows, total, at, err
}

// Platforms returns the last platform list and its time.
func (d *DB) Platforms(ctx context.Context) (rows []api.Platform, at time.Time, err error) {
	if d.then() {
		return rowsThen[api.Platform](ctx, d, d.scope().own, kindPlatform)
	}
	_, at, err = lastList(ctx, d, d.scope().own, kindPlatform, 0, values(&rows))
	return rows, at, err
}

// Options returns the last publish options of a platform and their time.
func (d *DB) Options(ctx context.Context, platform string) (rows []api.PublishOption, at time.Time, err error) {
	if d.then() {
		return rowsThen[api.PublishOption](ctx, d, d.scope().own, optionsOf(platform))
	}
	_, at, err = lastList(ctx, d, d.scope().own, optionsOf(platform), 0, values(&rows))
	return rows, at, err
}

// Catalog returns the last model catalog and its time, with texts as in [Past.CatalogAt].
func (d *DB) Catalog(ctx context.Context) (rows []api.VideoModel, at time.Time, err error) {
	if d.then() {
		return rowsThen[api.VideoModel](ctx, d, d.scope().site, kindModel)
	}
	_, at, err = d.lastLoad(ctx, d.scope().site, kindModel)
	if err == nil && !at.IsZero() {
		rows, err = d.Past().CatalogAt(ctx, at.Add(maxSkew))
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
	}, `SELECT COALESCE(whole_id, id), at, body FROM history_entries WHERE part = $1 AND kind = $2 ORDER BY at > $4, at DESC, id LIMIT $3`,
		d.scope().user, kind, most, d.scope().now)
	return until(d, all, func(e Entry) time.Time { return e.At }), err
}
