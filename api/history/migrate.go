package history

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"math"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var scripts embed.FS

// newProvider returns the migrations. The days of totals are those of a time zone.
func newProvider(dialect goose.Dialect, db *sql.DB, zone *time.Location) (*goose.Provider, error) {
	options := []goose.ProviderOption{
		goose.WithTableName("history_version"),
		goose.WithGoMigrations(
			goose.NewGoMigration(1, script("create"), nil),
			goose.NewGoMigration(2, script("drop_state"), nil),
			goose.NewGoMigration(3, &goose.GoFunc{RunTx: accountKeys}, nil),
			goose.NewGoMigration(4, &goose.GoFunc{RunTx: firstAndTurns}, nil),
			goose.NewGoMigration(5, script("days"), nil),
			goose.NewGoMigration(6, &goose.GoFunc{RunTx: fillDays(zone)}, nil),
			goose.NewGoMigration(8, script("group_names"), nil),
			goose.NewGoMigration(9, script("sessions"), nil),
			goose.NewGoMigration(10, &goose.GoFunc{RunTx: searchTable(dialect)}, nil)),
	}
	if dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(dialect, db, nil, options...)
}

// script returns the migration that runs a file of statements. Goose would read its lines
// with buffers of 4 MiB to find where statements end, which both databases do themselves.
func script(name string) *goose.GoFunc {
	return &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		statements, err := scripts.ReadFile("migrations/" + name + ".sql")
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, string(statements))
		return err
	}}
}

// migrate runs the migrations that the database lacks. In PostgreSQL a process waits while
// another one does the same. In SQLite one of them fails and finds them done at the next attempt.
func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, zone *time.Location) error {
	p, err := newProvider(dialect, db, zone)
	if err != nil {
		return err
	}
	for range 8 {
		var have, want int64
		if have, want, err = p.GetVersions(ctx); err == nil {
			switch {
			case have > want:
				return &Problem{Kind: Newer, Err: errors.New("made by a newer version")}
			case have == want:
				return nil
			}
			_, err = p.Up(ctx)
		}
		if isDamaged(err) || ctx.Err() != nil {
			break
		}
	}
	return err
}

// migrateOnce makes a second process that runs a migration at the same time wait, and then
// fail: the entry is never pruned.
func migrateOnce(ctx context.Context, tx *sql.Tx, version string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO history_entries (part, kind, id, at, body) VALUES (0, 'migration', $1, $2, $3)`, version, int64(math.MaxInt64), []byte("null"))
	return err
}

// accountKeys is the migration that makes PLATFORM/ID the ID of an account's item, which
// was the ID alone.
func accountKeys(ctx context.Context, tx *sql.Tx) error {
	if err := migrateOnce(ctx, tx, "3"); err != nil {
		return err
	}
	type item struct {
		part         int64
		id, platform string
	}
	var items []item
	err := query(ctx, tx, func(scan func(...any) error) error {
		var i item
		var body []byte
		if err := scan(&i.part, &i.id, &body); err != nil {
			return err
		}
		if a := decodeAccount(body); a != nil {
			i.platform = text(a.Type)
		}
		items = append(items, i)
		return nil
	}, `SELECT part, id, body FROM history_items WHERE kind = 'account' ORDER BY part`)
	if err != nil {
		return err
	}
	for len(items) > 0 {
		n := 1
		for n < min(len(items), maxBatch) && items[n].part == items[0].part {
			n++
		}
		args := []any{items[0].part}
		for _, i := range items[:n] {
			args = append(args, i.id, i.platform)
		}
		for _, table := range []string{"history_items", "history_changes"} { // under another kind, where a new ID cannot meet an old one
			if _, err := tx.ExecContext(ctx, `UPDATE `+table+` SET kind = 'migrating', id = v.column2 || '/' || v.column1
				FROM (VALUES `+placeholders(2, 2, n)+`) AS v WHERE part = $1 AND kind = 'account' AND id = v.column1`, args...); err != nil {
				return err
			}
		}
		items = items[n:]
	}
	for _, table := range []string{"history_items", "history_changes"} {
		if _, err := tx.ExecContext(ctx, `UPDATE `+table+` SET kind = 'account' WHERE kind = 'migrating'`); err != nil {
			return err
		}
	}
	return nil
}

// firstAndTurns is the migration that fills in when each list was first recorded, and the
// turns of accounts.
func firstAndTurns(ctx context.Context, tx *sql.Tx) error {
	if err := migrateOnce(ctx, tx, "4"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO history_entries (part, kind, id, at, body) SELECT part, '`+kindFirst+`', kind, min(at), $1 FROM history_changes GROUP BY part, kind`,
		[]byte("null")); err != nil {
		return err
	}
	parts, err := partsOfAccounts(ctx, tx)
	if err != nil {
		return err
	}
	for _, part := range parts {
		turns := turnRows{part: part}
		err := eachAccountChange(ctx, tx, part, func(id string, at int64, state []byte) error {
			turns.add(id, at, state)
			if len(turns.args) < 5*maxBatch {
				return nil
			}
			return turns.insert(ctx, tx)
		})
		if err == nil {
			err = turns.insert(ctx, tx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// partsOfAccounts returns the parts that have changes of accounts.
func partsOfAccounts(ctx context.Context, tx *sql.Tx) (parts []int64, err error) {
	err = query(ctx, tx, func(scan func(...any) error) error {
		var part int64
		err := scan(&part)
		parts = append(parts, part)
		return err
	}, `SELECT part FROM history_changes WHERE kind = 'account' GROUP BY part`)
	return parts, err
}

// eachAccountChange calls each for the changes of the accounts of a part, by account and
// time. Since a transaction of PostgreSQL runs one statement at a time, it reads some before
// it calls each for them.
func eachAccountChange(ctx context.Context, tx *sql.Tx, part int64, each func(id string, at int64, state []byte) error) error {
	const page = 5000
	type change struct {
		id    string
		at    int64
		state []byte
	}
	changes, last := make([]change, 0, page), change{at: math.MinInt64}
	for {
		err := query(ctx, tx, eachChange(func(id string, at int64, state []byte) error {
			changes = append(changes, change{id, at, state})
			return nil
		}), `SELECT id, at, state FROM history_changes WHERE part = $1 AND kind = 'account' AND (id, at) > ($2, $3) ORDER BY id, at LIMIT $4`, part, last.id, last.at, page)
		if err != nil || len(changes) == 0 {
			return err
		}
		for _, c := range changes {
			if err := each(c.id, c.at, c.state); err != nil {
				return err
			}
		}
		last, changes = changes[len(changes)-1], changes[:0]
	}
}
