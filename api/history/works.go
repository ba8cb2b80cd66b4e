package history

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Works are the stored snapshots of works.
type Works struct{ h *DB }

// Works returns the snapshots in a history.
func (d *DB) Works() Works { return Works{d} }

// Record records the snapshots of a response, each once by its id. The later
// version of a snapshot wins.
func (works Works) Record(at time.Time, q api.WorkQuery, w api.WorkDetail) {
	works.h.enqueue(func(ctx context.Context, db *database) error {
		err := storeRows(w.Snapshots, func(some []api.Snapshot) error {
			return db.transact(ctx, db.parts.own, func(tx *sql.Tx) error {
				for _, s := range some {
					if err := db.putSnapshot(ctx, tx, db.parts.own, at, q, &w, s); err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err != nil && !isRefused(err) {
			return err
		}
		return cmp.Or(db.putVisit(ctx, at), err)
	})
}

// putSnapshot stores a snapshot of a response that arrived at a time.
func (d *dialect) putSnapshot(
	ctx context.Context, tx *sql.Tx, part int64, at time.Time, q api.WorkQuery, w *api.WorkDetail, s api.Snapshot,
) error {
	if _, ok := s.Work.Get(); !ok {
		s.Work = w.Work
	}
	body, err := api.Marshal(s)
	if err != nil {
		return errEncoding{err}
	}
	id := cmp.Or(s.ID, s.FetchedAt.Or(""))
	if id == "" {
		sum := sha256.Sum256(body)
		id = hex.EncodeToString(sum[:8])
	}
	when := at
	for _, sent := range []api.Opt[string]{w.FetchedAt, s.FetchedAt} {
		t, ok := api.ParseTime(sent.Or(""))
		if ok {
			when = t
		}
	}
	return d.insert(ctx, tx, `INSERT INTO history_snapshots (part, platform, work, whole_id, id, at, body) VALUES `, 7,
		[]any{
			part,
			key(q.Platform),
			key(q.WorkID),
			wholeID(q.WorkID),
			key(id),
			millis(when),
			body,
		},
		` ON CONFLICT (part, platform, work, id) DO UPDATE SET body = excluded.body`)
}

// Snapshots returns the stored snapshots of a work, oldest first. The error is a [*Problem], or that
// of ctx.
func (works Works) Snapshots(
	ctx context.Context,
	platform, work string,
) (all []api.Snapshot, err error) {
	err = works.h.read(ctx, func(scan scanner) error {
		var body []byte
		if err := scan(&body); err != nil {
			return err
		}
		var s api.Snapshot
		err := json.Unmarshal(body, &s, jsontext.AllowInvalidUTF8(true))
		all = append(all, s)
		return err
	}, `SELECT body FROM history_snapshots
		WHERE part = $1 AND platform = $2 AND work = $3 AND (at <= $4 OR $5) ORDER BY at`,
		works.h.scope().own, key(platform), key(work), works.h.scope().now, !works.h.then())
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

// ChangedSince returns up to most works with snapshots from before and after a time,
// the newest first. Snapshots dated in the future are left out, as in Trend. The error is a
// [*Problem], or that of ctx.
func (works Works) ChangedSince(
	ctx context.Context,
	since time.Time,
	most int,
) ([]WorkChange, error) {
	var all []*WorkChange
	byID := map[string]*WorkChange{}
	err := works.h.read(ctx, func(scan scanner) error {
		var q api.WorkQuery
		var at int64
		var body []byte
		if err := scan(&q.Platform, &q.WorkID, &at, &body); err != nil {
			return err
		}
		id := workID(q)
		w := byID[id]
		if w == nil {
			w = &WorkChange{Query: q}
			byID[id] = w
			all = append(all, w)
		}
		s := &w.Before
		if at > millis(since) {
			s = &w.After
			w.At = time.UnixMilli(at)
		}
		return json.Unmarshal(body, s, jsontext.AllowInvalidUTF8(true))
	}, `SELECT s.platform, COALESCE(s.whole_id, s.work), s.at, s.body FROM history_snapshots s JOIN (
		SELECT platform, work, max(at) AS newest, max(CASE WHEN at <= $2 THEN at END) AS older
		FROM history_snapshots WHERE part = $1 AND at <= $4
		GROUP BY platform, work HAVING max(at) > $2 AND min(at) <= $2 ORDER BY max(at) DESC LIMIT $3
		) w ON w.platform = s.platform AND w.work = s.work AND (s.at = w.newest OR s.at = w.older)
		WHERE s.part = $1 ORDER BY w.newest DESC, s.at`, works.h.scope().own, millis(since), most, works.h.scope().now)
	if err != nil {
		return nil, err
	}
	known, err := works.known(ctx)
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

// known returns the entries about works that were watched or opened, by their ID. That
// of an opened work describes it better.
func (works Works) known(ctx context.Context) (map[string]Entry, error) {
	const most = 1000
	known := map[string]Entry{}
	for _, kind := range []string{KindWatch, KindWork} {
		recent, err := works.h.Entries().Recent(ctx, kind, most)
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

// Opened returns a work with the account that it was last opened with, as it is if it was not. The error is a
// [*Problem], or that of ctx.
func (works Works) Opened(ctx context.Context, q api.WorkQuery) (api.WorkQuery, error) {
	known, err := works.known(ctx)
	e, ok := known[workID(q)]
	if ok {
		q, _ = e.Work()
	}
	return q, err
}

// SnapshotsSince returns the snapshots since a time of up to mostWorks works, those with the
// newest snapshots first. Snapshots dated in the future are left out, as in Trend. The error is a
// [*Problem], or that of ctx.
func (works Works) SnapshotsSince(
	ctx context.Context,
	since time.Time,
	mostWorks int,
) (all []WorkSnapshots, err error) {
	err = works.h.read(ctx, func(scan scanner) error {
		var q api.WorkQuery
		var at int64
		var body []byte
		if err := scan(&q.Platform, &q.WorkID, &at, &body); err != nil {
			return err
		}
		n := len(all)
		if n == 0 || all[n-1].Query != q {
			all = append(all, WorkSnapshots{Query: q})
		}
		w := &all[len(all)-1]
		var s api.Snapshot
		err := json.Unmarshal(body, &s, jsontext.AllowInvalidUTF8(true))
		w.Snapshots = append(w.Snapshots, s)
		w.Times = append(w.Times, time.UnixMilli(at))
		return err
	}, `SELECT s.platform, COALESCE(s.whole_id, s.work), s.at, s.body FROM history_snapshots s JOIN (
		SELECT platform, work, max(at) AS newest FROM history_snapshots WHERE part = $1 AND at >= $2 AND at <= $4
		GROUP BY platform, work ORDER BY max(at) DESC, platform, work LIMIT $3
		) w ON w.platform = s.platform AND w.work = s.work
		WHERE s.part = $1 AND s.at >= $2 AND s.at <= $4
		ORDER BY w.newest DESC, s.platform, s.work, s.at`,
		works.h.scope().own, millis(since), mostWorks, works.h.scope().now)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	known, err := works.known(ctx)
	for i := range all {
		e, ok := known[workID(all[i].Query)]
		if ok {
			all[i].Query, all[i].Title = e.Work()
		}
	}
	return all, err
}
