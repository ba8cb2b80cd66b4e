package history

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// maxGroups is the maximum number of groups with totals of a day: the largest ones.
const maxGroups = 500

// keepDays is how many years the totals of days are kept.
const keepDays = 2

// Day is the totals of a day: the newest complete list of that day, in the time zone of
// Config.Now.
type Day struct {
	Date     string // 2006-01-02
	Platform string // "" for all accounts, as is Group
	Group    string
	Accounts api.Number
	Abnormal api.Number
	Stale    api.Number              // of accounts that are not abnormal; unset for days before this was recorded
	Sums     [api.NumSums]api.Number // of the known counts of api.SummedCounts; unset where none is known
}

// Followers is the sum of the known followers, unset if none are known.
func (d *Day) Followers() api.Number { return d.Sums[0] }

// numbers returns the places of the numbers in the order in which they are stored.
func (d *Day) numbers() []*api.Number {
	places := []*api.Number{&d.Accounts, &d.Abnormal, &d.Stale}
	for i := range d.Sums {
		places = append(places, &d.Sums[i])
	}
	return places
}

// Days returns the totals since a date, of all accounts, then of each platform and group,
// by date. A day without a recording is missing, and so are those in the future, recorded
// by a clock that was wrong. The error is a [*Problem], or that of ctx.
func (p States) Days(ctx context.Context, since time.Time) ([]Day, error) {
	return p.days(ctx, since, "")
}

// DaysOf returns the totals of a platform or of a group since a date, by date. The error is a
// [*Problem], or that of ctx.
func (p States) DaysOf(
	ctx context.Context,
	platform, group string,
	since time.Time,
) ([]Day, error) {
	return p.days(ctx, since, ` AND platform = $4 AND grp = $5`, key(platform), key(group))
}

// PlatformDays returns the totals of each platform since the date of a time until that of another one, by platform and
// date. The totals of groups, which can be hundreds a day, are not read. The error is a [*Problem], or that of ctx.
func (p States) PlatformDays(ctx context.Context, since, until time.Time) ([]Day, error) {
	if p.h == nil {
		return nil, nil
	}
	return p.days(
		ctx,
		since,
		` AND platform <> '' AND grp = '' AND day <= $4`,
		dateOf(until, p.h.config.zone()),
	)
}

func (p States) days(
	ctx context.Context,
	since time.Time,
	condition string,
	args ...any,
) (all []Day, err error) {
	if p.h == nil {
		return nil, nil
	}
	zone := p.h.config.zone()
	last := p.h.config.Now().Add(maxSkew)
	if p.h.then() { // the totals of that day may be of a later list
		last = p.h.config.Now().AddDate(0, 0, -1)
	}
	err = p.h.read(ctx, func(scan scanner) error {
		var day Day
		var body []byte
		if err := scan(&day.Date, &day.Platform, &day.Group, &body); err != nil {
			return err
		}
		var stored []api.Number // another version may have stored fewer or more
		err := json.Unmarshal(body, &stored)
		places := day.numbers()
		for i, n := range stored[:min(len(stored), len(places))] {
			if n.IsSet() {
				*places[i] = n
			}
		}
		all = append(all, day)
		return err
	}, `SELECT day, platform, grp, body FROM history_days
		WHERE part = $1 AND day >= $2 AND day <= $3`+condition+`
		ORDER BY grp <> '', platform <> '', platform, grp, day`,
		append([]any{p.h.scope().own, dateOf(since, zone), dateOf(last, zone)}, args...)...)
	return all, err
}

func dateOf(t time.Time, zone *time.Location) string {
	return t.In(zone).Format(time.DateOnly)
}

// covered is the scope of a total: all accounts, or those of a platform or of a group.
type covered struct{ platform, group string }

// totals are the totals of accounts. Their sums are stored in the order of [api.SummedCounts].
type totals struct {
	api.Tally
	stale int
}

// dayTotals computes the totals of a list of accounts. A nil *dayTotals computes nothing.
type dayTotals struct {
	account    func(i int) *api.Account // of the list
	at         time.Time                // of the list
	staleAfter time.Duration            // 0: stale accounts are not counted
	of         map[covered]*totals
}

// totalsOf returns the empty totals of a list, nil unless it has all accounts.
func (c *Config) totalsOf(l list) *dayTotals {
	if l.account == nil || !l.complete {
		return nil
	}
	return &dayTotals{
		account:    l.account,
		at:         l.at,
		staleAfter: c.StaleAfter,
		of:         map[covered]*totals{{}: {}},
	}
}

// add counts an account of the list.
func (t *dayTotals) add(i int) {
	if t == nil {
		return
	}
	a := t.account(i)
	stale := a.Stale(t.at, t.staleAfter)
	for i, f := range []covered{{}, {platform: key(a.Type)}, {group: key(a.GroupID)}} {
		if i > 0 && f == (covered{}) {
			continue
		}
		n := t.of[f]
		if n == nil {
			n = &totals{}
			t.of[f] = n
		}
		n.Count(a)
		if stale {
			n.stale++
		}
	}
}

// body returns the totals in their stored form.
func (n *totals) body(stale bool) ([]byte, error) {
	day := Day{
		Accounts: api.Int(int64(n.Accounts)),
		Abnormal: api.Int(int64(n.Abnormal)),
	}
	if stale {
		day.Stale = api.Int(int64(n.stale))
	}
	for i := range n.Sums {
		day.Sums[i] = n.Sums[i].Number()
	}
	return api.Marshal(day.numbers())
}

// store stores the totals in place of those of the same day.
func (t *dayTotals) store(ctx context.Context, db *database, l list) error {
	if t == nil {
		return nil
	}
	day := dateOf(l.at, db.config.zone())
	rows, err := t.rows(l.part, day)
	if err != nil {
		return err
	}
	return db.transact(ctx, l.part, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(
			ctx,
			`DELETE FROM history_days WHERE part = $1 AND day = $2`,
			l.part,
			day,
		); err != nil {
			return err
		}
		return db.insertDays(ctx, tx, rows)
	})
}

// rows returns the values to store.
func (t *dayTotals) rows(part int64, day string) (rows []any, err error) {
	groups := largest(t.of, func(n *totals) int { return n.Accounts })
	for f, n := range t.of {
		if f.group != "" && !groups[f.group] {
			continue
		}
		body, err := n.body(t.staleAfter > 0)
		if err != nil {
			return nil, err
		}
		rows = append(rows, part, day, f.platform, f.group, body)
	}
	return rows, nil
}

// largest returns the groups with the most accounts.
func largest[T any](all map[covered]T, accounts func(T) int) map[string]bool {
	var groups []covered
	for f := range all {
		if f.group != "" {
			groups = append(groups, f)
		}
	}
	slices.SortFunc(groups, func(a, b covered) int {
		return cmp.Or(
			cmp.Compare(accounts(all[b]), accounts(all[a])),
			cmp.Compare(a.group, b.group),
		)
	})
	kept := map[string]bool{}
	for _, f := range groups[:min(len(groups), maxGroups)] {
		kept[f.group] = true
	}
	return kept
}

// insertDays inserts rows of five values.
func (d *dialect) insertDays(ctx context.Context, tx *sql.Tx, values []any) error {
	for batch := range slices.Chunk(values, 5*maxBatch) {
		if err := d.insert(ctx, tx, `INSERT INTO history_days (part, day, platform, grp, body) VALUES `, 5, batch,
			` ON CONFLICT (part, day, platform, grp) DO UPDATE SET body = excluded.body`); err != nil {
			return err
		}
	}
	return nil
}

// deleteDaysBefore deletes the totals of the days before the date of a time.
func (db *database) deleteDaysBefore(ctx context.Context, at time.Time) (rows int64, err error) {
	result, err := db.ExecContext(
		ctx,
		`DELETE FROM history_days WHERE day < $1`, dateOf(at, db.config.zone()),
	)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
