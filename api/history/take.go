package history

import (
	"bytes"
	"context"
	"database/sql"
	"time"

	"github.com/go-json-experiment/json"
)

const (
	takeTime  = 10 * time.Second // for which Take waits for a slow database
	leaseTime = time.Minute      // for which an entry that was taken is not taken again, unless it is finished
	maxTries  = 10               // after which an entry is given up
)

// pause returns how long an entry is not taken again after a number of tries that failed: the first
// ones are repeated at once, the last ones over two hours.
func pause(tries int) time.Duration {
	if tries < 3 {
		return 0
	}
	return time.Minute << (tries - 3)
}

// Taken is an entry that the caller of [Entries.Take] is to handle.
type Taken struct {
	Entry
	tries int
	held  []byte // the stored body meanwhile
}

// attempt is the stored body of an entry that is being handled, or could not be.
type attempt struct {
	Tries int    `json:"tries"`
	Until int64  `json:"until"` // it is not taken before, in Unix milliseconds
	Of    []byte `json:"of"`    // the body of the entry
}

func (a attempt) json() []byte {
	body, _ := json.Marshal(a) // cannot fail
	return body
}

// Take returns which entries of one kind the caller is to handle now, and then to [Entries.Finish]: those
// of fresh that were never handled with the same body, and those of both lists where an earlier
// try failed or never ended. Of several programs that take an entry at the same time, one gets it.
// An entry that failed too often is not returned again. The error is a [*Problem], or that of ctx.
func (entries Entries) Take(ctx context.Context, fresh, again []Entry) ([]*Taken, error) {
	d := entries.h
	if d == nil || len(fresh)+len(again) == 0 || d.readOnly() {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, takeTime)
	defer cancel()
	var taken []*Taken
	kind := append(fresh[:len(fresh):len(fresh)], again...)[0].Kind
	part := entries.partOf(kind)
	err := d.commit(ctx, part, func(ctx context.Context, tx *sql.Tx) error {
		taken = nil
		stored, err := bodies(ctx, tx, part, kind)
		if err != nil {
			return err
		}
		now := d.config.Now()
		for _, e := range fresh {
			t := take(e, stored[key(e.ID)], now)
			if t != nil {
				taken = append(taken, t)
			}
		}
		for _, e := range again {
			t := take(e, stored[key(e.ID)], now)
			if t != nil && t.tries > 1 {
				taken = append(taken, t)
			}
		}
		for _, t := range taken {
			if entries.hasKey(t.Entry) {
				continue
			}
			if err := put(ctx, tx, part, Entry{
				Kind: kind,
				ID:   t.ID,
				At:   now,
				Body: t.held,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	p, ok := err.(*Problem)
	if ok && p.Kind == Slow {
		d.report(Slow, p)
	}
	if err != nil {
		return nil, err
	}
	return taken, nil
}

// bodies returns the stored bodies of the entries of a kind by their IDs.
func bodies(ctx context.Context, tx *sql.Tx, part int64, kind string) (map[string][]byte, error) {
	stored := map[string][]byte{}
	err := query(ctx, tx, func(scan scanner) error {
		var id string
		var body []byte
		err := scan(&id, &body)
		stored[id] = body
		return err
	}, `SELECT id, body FROM history_entries WHERE part = $1 AND kind = $2`, part, kind)
	return stored, err
}

// take returns an entry if it is to be handled now, by its stored body; nil if not.
func take(e Entry, stored []byte, now time.Time) *Taken {
	if bytes.Equal(stored, e.Body) {
		return nil
	}
	var earlier attempt
	if json.Unmarshal(stored, &earlier) != nil || !bytes.Equal(earlier.Of, e.Body) {
		earlier = attempt{}
	}
	if earlier.Tries >= maxTries || now.UnixMilli() < earlier.Until {
		return nil
	}
	tries := earlier.Tries + 1
	return &Taken{
		Entry: e,
		tries: tries,
		held:  attempt{tries, millis(now.Add(leaseTime)), e.Body}.json(),
	}
}

// finish replaces the body of an entry if it is still the same.
const finish = `UPDATE history_entries SET at = $1, body = $2
	WHERE part = $3 AND kind = $4 AND id = $5 AND body = $6`

// Finish stores in the background that entries were handled, or that this try failed. It changes
// none that another program took meanwhile.
func (entries Entries) Finish(taken []*Taken, handled bool) {
	if len(taken) == 0 {
		return
	}
	now := entries.h.config.Now()
	part := entries.partOf(taken[0].Kind)
	entries.h.enqueue(func(ctx context.Context, db *database) error {
		return db.transact(ctx, part, func(tx *sql.Tx) error {
			for _, t := range taken {
				body := []byte(t.Body)
				if !handled {
					body = attempt{t.tries, millis(now.Add(pause(t.tries))), t.Body}.json()
				}
				if _, err := tx.ExecContext(
					ctx,
					finish,
					millis(now),
					body,
					part,
					t.Kind,
					key(t.ID),
					t.held,
				); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
