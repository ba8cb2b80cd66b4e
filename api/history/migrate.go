package history

import (
	"context"
	"database/sql"
	"math"
	"slices"

	"channeldeck/api"
)

// accountKeys is the migration that makes PLATFORM/ID the ID of an account's item, which
// was the ID alone.
func accountKeys(ctx context.Context, tx *sql.Tx) error {
	// A second process that migrates at the same time waits here, and then fails: the entry is never pruned.
	if _, err := tx.ExecContext(ctx, `INSERT INTO history_entries (part, kind, id, at, body) VALUES (0, 'migration', '3', $1, $2)`, int64(math.MaxInt64), []byte("null")); err != nil {
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
		if rows, err := api.DecodeRows[api.Account](slices.Concat([]byte("["), body, []byte("]"))); err == nil && len(rows) == 1 {
			i.platform = text(rows[0].Type)
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
