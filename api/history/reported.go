package history

import (
	"context"
	"slices"
	"time"
)

// checkGap is how often a program stores which findings are open, and checkAge by how much the
// time of what was reported of one may lag behind.
const (
	checkGap = time.Hour
	checkAge = 24 * time.Hour
)

// StillOpen notes which findings a check found open at a time, by their IDs as entries. What was
// reported of a finding is deleted once later checks have not found it open for 90 days, however
// little is kept of all else: it would be reported again.
func (entries Entries) StillOpen(at time.Time, ids []string) {
	d := entries.h
	if d == nil || d.readOnly() || len(ids) == 0 || !entries.startCheck(at) {
		return
	}
	d.enqueue(func(ctx context.Context, db *database) error {
		for some := range slices.Chunk(ids, maxBatch) {
			args := []any{db.parts.own, db.parts.user, millis(at), millis(at.Add(-checkAge))}
			for _, id := range some {
				args = append(args, key(id))
			}
			_, err := db.ExecContext(ctx, `UPDATE history_entries SET at = $3
				WHERE part IN ($1, $2) AND kind IN (`+reported+`) AND at < $4
				AND id IN `+placeholders(5, 1, len(some)), args...)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// startCheck reports whether the findings that are open at a time should be stored.
func (entries Entries) startCheck(at time.Time) bool {
	d := entries.h
	d.mu.Lock()
	defer d.mu.Unlock()
	age := at.Sub(d.checked)
	if 0 <= age && age < checkGap {
		return false
	}
	d.checked = at
	return true
}
