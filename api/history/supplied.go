package history

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// kindSupplied is the kind of the entries about the counts that platforms were seen to supply,
// beyond those that deployments are known to. The ID is the platform, the body the names of the
// counts.
const kindSupplied = "supplied"

// RecordSupplied records counts that platforms were seen to supply at a time.
func (d *DB) RecordSupplied(at time.Time, counts map[string]api.CountSet) {
	if len(counts) == 0 {
		return
	}
	d.enqueue(func(ctx context.Context, db *database) error {
		return db.transact(ctx, db.parts.own, func(tx *sql.Tx) error {
			known, err := supplied(ctx, tx, db.parts.own)
			if err != nil {
				return err
			}
			for platform, set := range counts {
				var names []string
				for c := range api.NumCounts {
					if set.Has(c) || known[platform].Has(c) {
						names = append(names, c.String())
					}
				}
				body, err := json.Marshal(names)
				if err != nil {
					return err
				}
				if err := put(ctx, tx, db.parts.own, Entry{
					Kind: kindSupplied,
					ID:   platform,
					At:   at,
					Body: body,
				}); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// Supplied returns the counts that platforms were seen to supply. The error is a [*Problem] if the
// database is not open, that of the database, or that of ctx.
func (d *DB) Supplied(ctx context.Context) (counts map[string]api.CountSet, err error) {
	if d == nil {
		return nil, nil
	}
	db, err := d.opened(ctx)
	if err != nil {
		return nil, err
	}
	return supplied(ctx, db, d.scope().own)
}

func supplied(ctx context.Context, q querier, part int64) (map[string]api.CountSet, error) {
	counts := map[string]api.CountSet{}
	err := query(ctx, q, func(scan scanner) error {
		var platform string
		var body []byte
		if err := scan(&platform, &body); err != nil {
			return err
		}
		var names []string
		if err := json.Unmarshal(body, &names); err != nil {
			return err
		}
		for _, name := range names {
			if c, ok := api.CountNamed(name); ok { // a newer version may know more
				counts[platform] = counts[platform].With(c)
			}
		}
		return nil
	}, `SELECT id, body FROM history_entries WHERE part = $1 AND kind = $2`, part, kindSupplied)
	return counts, err
}
