package history

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	keepFor   = 90 * 24 * time.Hour
	keepBytes = 200_000_000
	pruneGap  = 24 * time.Hour // between two prunings
)

// prune deletes what is older than the retention, once a day. The newest state of
// an item stays whatever its age, and so do created groups, which the service does
// not list, the last visit, and what was reported of findings that are still open.
//
// The age is that at the previous visit: a clock that jumps ahead deletes nothing.
func (db *database) prune(ctx context.Context) error {
	now := db.config.Now()
	var last, pruned int64
	err := query(ctx, db, func(scan scanner) error {
		return scan(&last, &pruned)
	},
		`SELECT COALESCE(max(CASE WHEN kind <> $1 THEN at END), 0), COALESCE(max(CASE WHEN kind = $1 THEN at END), 0)
		FROM history_entries WHERE kind IN ($1, $2, $3) AND at <= $4`, kindPrune, kindVisit, kindLoad, millis(now))
	if err != nil || last == 0 || now.Sub(time.UnixMilli(pruned)) < pruneGap {
		return err
	}
	from := time.UnixMilli(last)
	if _, err := db.deleteDaysBefore(ctx, from.AddDate(-keepDays, 0, 0)); err != nil {
		return err
	}
	if err := db.limitSessions(ctx); err != nil {
		return err
	}
	if _, err := db.deleteBefore(ctx, from.Add(-keepFor), forAge); err != nil {
		return err
	}
	if err := db.limitBytes(ctx, from); err != nil {
		return err
	}
	if err := put(ctx, db, 0, Entry{Kind: kindPrune, At: now}); err != nil {
		return err
	}
	return db.run(ctx, db.release)
}

// keepBytes returns the bytes that are kept at most.
func (c *Config) keepBytes() int64 { return cmp.Or(c.KeepBytes, keepBytes) }

// limitBytes deletes the oldest until the rest fits in the limit, by the day. It keeps a day at least.
func (db *database) limitBytes(ctx context.Context, from time.Time) error {
	limit := db.config.keepBytes()
	used, err := db.usedBytes(ctx)
	if err != nil || used <= limit {
		return err
	}
	oldest, err := db.oldest(ctx)
	if err != nil {
		return err
	}
	keep := min(from.Sub(oldest), keepFor)
	for used > limit && keep > pruneGap {
		// What stays whatever its age is part of used: this never deletes too much of what is as dense everywhere.
		fits := time.Duration(float64(keep) * float64(limit) / float64(used))
		keep = max(min(fits, keep-pruneGap), pruneGap)
		if _, err := db.deleteBefore(ctx, from.Add(-keep), forSpace); err != nil {
			return err
		}
		if used, err = db.usedBytes(ctx); err != nil {
			return err
		}
	}
	return nil
}

// oldest returns the time of the oldest that age may delete, at the earliest.
func (db *database) oldest(ctx context.Context) (at time.Time, err error) {
	var kept, first int64
	err = query(ctx, db, func(scan scanner) error {
		return scan(&kept, &first)
	}, `SELECT
		COALESCE((SELECT max(at) FROM history_entries WHERE kind = $1), 0),
		COALESCE((SELECT min(at) FROM (
			SELECT min(at) AS at FROM history_entries WHERE kind = $2
			UNION ALL SELECT min(at) FROM history_snapshots
			UNION ALL SELECT min(at) FROM history_sessions) times), 0)`, kindKept, kindFirst)
	return time.UnixMilli(max(kept, first)), err
}

// run runs a statement to the end of its result, if there is a statement.
func (db *database) run(ctx context.Context, statement string) error {
	if statement == "" {
		return nil
	}
	return query(ctx, db, func(scanner) error {
		return nil
	}, statement)
}

// Kinds of entries that age does not delete.
const (
	// lasting are the kinds of entries that the user made or chose, or that have no other record.
	lasting = `'` + KindGroup + `', '` + KindCreating + `', '` + KindWatch + `', '` +
		kindGroupName + `', '` + KindKnown + `', '` + kindBaseline + `', '` +
		kindLoad + `', '` + kindFirst + `', '` + kindLatest + `', '` + kindKept + `', '` +
		kindName + `', '` + kindSupplied + `'`
	// reported are findings that were reported: see [Entries.StillOpen].
	reported = `'` + KindSeen + `', '` + KindAnnounced + `', '` + KindShown + `'`
)

// derived are the kinds of changes that follow from accounts: they have no items of their own.
const derived = `'` + kindHealth + `', '` + kindRename + `'`

// deletion is a statement that deletes rows.
type deletion struct {
	statement string
	args      []any
}

// The reasons to delete, as JSON.
const (
	forAge   = `null` // or because the user says so
	forSpace = `"space"`
)

// deleteBefore deletes what is older than a time for a reason, and returns the number of rows.
func (db *database) deleteBefore(ctx context.Context, at time.Time, reason string) (rows int64, err error) {
	before := millis(at)
	_, err = db.ExecContext(
		ctx,
		putEntry+` WHERE history_entries.at < excluded.at`,
		0,
		kindKept,
		"",
		nil,
		before,
		[]byte(reason),
	)
	if err != nil {
		return 0, err
	}
	now := millis(db.config.Now().Add(maxSkew))
	for _, d := range slices.Concat(deletionsOfItems(before), deletionsOfEntries(before, now)) {
		result, err := db.ExecContext(ctx, d.statement, d.args...)
		if err != nil {
			return rows, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return rows, err
		}
		rows += n
	}
	n, err := db.deleteSessions(ctx, `at < $1`, before)
	return rows + n, err
}

// deletionsOfItems delete states that a later one outdates, and items that are gone with theirs.
func deletionsOfItems(before int64) []deletion {
	const same = ` o.part = history_changes.part AND o.kind = history_changes.kind AND o.id = history_changes.id AND `
	const ofGone = `DELETE FROM history_changes WHERE at < $1 AND EXISTS (
		SELECT 1 FROM history_items o WHERE` + same + `o.gone_at < $1)`
	const turnsOfGone = `DELETE FROM history_changes WHERE at < $1 AND kind IN (` +
		derived + `) AND EXISTS (
		SELECT 1 FROM history_items o WHERE o.part = history_changes.part AND o.kind = '` + kindAccount + `'
		AND o.id = history_changes.id AND o.gone_at < $1)`
	// What an account was before outages of its relay is part of its newest state: see withTurn.
	const outdated = `DELETE FROM history_changes WHERE at < $1 AND EXISTS (
		SELECT 1 FROM history_changes o WHERE` + same + `o.at > history_changes.at AND o.at <= $1
		AND (o.kind <> '` + kindHealth + `'
			OR substr(o.state, 1, 4) <> $2 AND substr(o.state, length(o.state) - 3) <> $3))`
	return []deletion{
		{outdated, []any{before, beginOfOutage, endOfOutage}},
		{ofGone, []any{before}},
		{turnsOfGone, []any{before}},
		{`DELETE FROM history_items WHERE gone_at < $1`, []any{before}},
		{`DELETE FROM history_snapshots WHERE at < $1`, []any{before}},
	}
}

// deletionsOfEntries delete entries, but for those that last, the last visit, and what was reported of
// findings that a later check found open.
func deletionsOfEntries(before, now int64) []deletion {
	const later = `EXISTS (SELECT 1 FROM history_entries o
		WHERE o.part = history_entries.part AND o.kind = history_entries.kind AND o.at <= $2 AND `
	const others = `DELETE FROM history_entries WHERE at < $1
		AND kind NOT IN (` + lasting + `, ` + reported + `, '` + kindVisit + `')`
	const visits = `DELETE FROM history_entries WHERE at < $1
		AND kind = '` + kindVisit + `' AND ` + later + `o.at > history_entries.at)`
	const reports = `DELETE FROM history_entries WHERE at < $1
		AND kind IN (` + reported + `) AND ` + later + `o.at > history_entries.at + $3)`
	return []deletion{
		{others, []any{before}},
		{visits, []any{before, now}},
		{reports, []any{before, now, keepFor.Milliseconds()}},
	}
}

// usedBytes returns the bytes that the data takes.
func (db *database) usedBytes(ctx context.Context) (n int64, err error) {
	err = query(ctx, db, func(scan scanner) error {
		return scan(&n)
	}, db.used)
	return n, err
}

// Content is all that is stored: the command history counts, exports and deletes it.
type Content struct{ h *DB }

// Content returns all that a history stores.
func (d *DB) Content() Content { return Content{d} }

// Prune deletes what is older than a time, for all sites and keys, and returns the
// number of rows. The error is a [*Problem], or that of ctx.
func (content Content) Prune(ctx context.Context, before time.Time) (rows int64, err error) {
	db, err := content.h.opened(ctx)
	if err != nil {
		return 0, err
	}
	rows, err = db.deleteBefore(ctx, before, forAge)
	if err != nil {
		return rows, notDeleted(ctx, err)
	}
	days, err := db.deleteDaysBefore(ctx, before)
	if err == nil {
		err = db.run(ctx, db.vacuum)
	}
	return rows + days, notDeleted(ctx, err)
}

// notDeleted returns the error of a deletion as a problem, or the error of ctx if it is done.
func notDeleted(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return newProblem(NotSaved, err)
}

// Clearing counts records by owner. [Content.Clear] keeps those of others.
type Clearing struct {
	Own    int64 // of this key and site, with the user's recent items
	Models int64 // of the site, whose keys share them; deleted if nobody else has records
	Others int64 // of other sites, keys and users
}

// KeepsModels reports whether the models stay.
func (c Clearing) KeepsModels() bool {
	return c.Models > 0 && c.Others > 0
}

// Clearing returns what Clear would delete. The error is a [*Problem], or that of ctx.
func (content Content) Clearing(ctx context.Context) (c Clearing, err error) {
	err = content.h.read(ctx, func(scan scanner) error {
		return scan(&c.Own, &c.Models, &c.Others)
	},
		`SELECT count(CASE WHEN part IN ($1, $2) THEN 1 END),
			count(CASE WHEN part = $3 AND part <> $1 THEN 1 END),
			count(CASE WHEN part NOT IN (0, $1, $2, $3) THEN 1 END)
		FROM (SELECT part FROM history_changes WHERE kind NOT IN (`+derived+`)
			UNION ALL SELECT part FROM history_snapshots
			UNION ALL SELECT part FROM history_sessions
			UNION ALL SELECT part FROM history_entries WHERE kind NOT IN (`+hidden+`)) records`,
		content.h.parts.own, content.h.parts.user, content.h.parts.site)
	return c, err
}

// Clear deletes all records of this key and site, with the user's visits and recent
// items, and the models of the site if nobody else uses the history. The error is a [*Problem], or that
// of ctx.
func (content Content) Clear(ctx context.Context) (c Clearing, err error) {
	if c, err = content.Clearing(ctx); err != nil {
		return c, err
	}
	db := content.h.db
	own := content.h.parts.own
	site := content.h.parts.site
	if c.KeepsModels() {
		site = own
	}
	parts := []any{own, site, content.h.parts.user}
	for _, table := range []string{"items", "changes", "snapshots", "entries", "days"} {
		if _, err := db.ExecContext(
			ctx,
			`DELETE FROM history_`+table+` WHERE part IN ($1, $2, $3)`,
			parts...,
		); err != nil {
			return c, notDeleted(ctx, err)
		}
	}
	if _, err := db.deleteSessions(ctx, `part IN ($1, $2, $3)`, parts...); err != nil {
		return c, notDeleted(ctx, err)
	}
	return c, notDeleted(ctx, db.run(ctx, db.vacuum))
}

// Summary is how much is stored of a kind.
type Summary struct {
	// account, platform, model, option/PLATFORM, snapshot, transcript, or that of an Entry
	Kind    string    `json:"kind"`
	Items   int64     `json:"items"` // accounts, models, works, …
	Records int64     `json:"records"`
	First   time.Time `json:"first"`
	Last    time.Time `json:"last"`
}

// Summaries returns how much is stored for this key and site, and the bytes of the
// whole database. The error is a [*Problem], or that of ctx. That of measuring the database is
// returned as it is.
func (content Content) Summaries(ctx context.Context) (all []Summary, bytes int64, err error) {
	err = content.h.read(ctx, func(scan scanner) error {
		var s Summary
		var first, last int64
		err := scan(&s.Kind, &s.Items, &s.Records, &first, &last)
		s.First = time.UnixMilli(first).UTC()
		s.Last = time.UnixMilli(last).UTC()
		all = append(all, s)
		return err
	}, `SELECT kind, count(DISTINCT id), count(*), min(at), max(at) FROM history_changes
			WHERE part IN ($1, $2) AND kind NOT IN (`+derived+`) GROUP BY kind
		UNION ALL SELECT 'snapshot', count(DISTINCT platform || '/' || work), count(*), min(at), max(at)
			FROM history_snapshots WHERE part = $1 HAVING count(*) > 0
		UNION ALL SELECT '`+kindTranscript+`', count(*), count(*), min(at), max(at)
			FROM history_sessions WHERE part = $1 HAVING count(*) > 0
		UNION ALL SELECT kind, count(*), count(*), min(at), max(at) FROM history_entries
			WHERE part = $1 AND kind NOT IN (`+hidden+`) GROUP BY kind
		ORDER BY 1`, content.h.parts.own, content.h.parts.site)
	if err != nil {
		return nil, 0, err
	}
	bytes, err = content.h.db.usedBytes(ctx)
	return all, bytes, err
}

// Record is something stored, for an export.
type Record struct {
	Kind string    `json:"kind"` // as in Summary
	ID   string    `json:"id"`   // PLATFORM/ID of an account, PLATFORM/WORK for a snapshot
	At   time.Time `json:"at"`
	// of an account: its status, whether its relay returned it, and counts; null for an item that was gone
	Value jsontext.Value `json:"value"`
}

// Records returns everything that is stored for this key and site, by kind, id and
// time, without the messages of sessions. The error is a [*Problem], or that of ctx.
func (content Content) Records(ctx context.Context) (all []Record, err error) {
	err = content.h.read(ctx, func(scan scanner) error {
		var r Record
		var at int64
		var value []byte
		if err := scan(&r.Kind, &r.ID, &at, &value); err != nil {
			return err
		}
		r.At = time.UnixMilli(at).UTC()
		r.Value = jsontext.Value(value)
		var err error
		if value == nil {
			r.Value = jsontext.Value("null")
		} else if r.Kind == kindAccount {
			r.Value, err = namedState(value)
		}
		if r.Kind == kindAccount {
			k := keyOf(r.ID)
			r.ID = k.Platform + "/" + k.ID
		}
		all = append(all, r)
		return err
	}, `SELECT kind, id, at, state FROM history_changes
			WHERE part IN ($1, $2) AND kind NOT IN (`+derived+`)
		UNION ALL SELECT 'snapshot', platform || '/' || COALESCE(whole_id, work), at, body
			FROM history_snapshots WHERE part = $1
		UNION ALL SELECT kind, COALESCE(whole_id, id), at, body FROM history_entries
			WHERE part = $1 AND kind NOT IN (`+hidden+`)
		ORDER BY 1, 2, 3`, content.h.parts.own, content.h.parts.site)
	if err != nil {
		return nil, err
	}
	sessions, err := content.h.Sessions().records(ctx)
	all = append(all, sessions...)
	slices.SortStableFunc(all, func(a, b Record) int {
		return cmp.Compare(a.Kind, b.Kind)
	})
	return all, err
}
