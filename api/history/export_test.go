package history

import (
	"context"
	"database/sql"
)

// Flush waits until everything so far is written.
func (d *DB) Flush() {
	if _, err := d.opened(context.Background()); err != nil {
		return
	}
	d.Resume()
	done := make(chan struct{})
	if d.enqueue(func(context.Context, *database) error { close(done); return nil }) != nil {
		d.Wait(context.Background())
		return
	}
	select {
	case <-done:
	case <-d.done:
	}
}

// Resume ends a postponement.
func (d *DB) Resume() { d.queue.resume() }

// SQL returns the open database.
func (d *DB) SQL(ctx context.Context) (*sql.DB, error) {
	db, err := d.opened(ctx)
	if err != nil {
		return nil, err
	}
	return db.pool, nil
}

// Part is the part of a key of a site.
func Part(site, key string) int64 { return part(site, key) }

// Done waits until the last write ended.
func (d *DB) Done() { <-d.done }
