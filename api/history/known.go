package history

import (
	"context"
	"hash/maphash"
)

// known is the stored state of a list that is recorded again.
type known struct {
	list   *list
	index  *Index[string]
	hashes []int64  // of the stored items, by their places in the list; 0 where the row may be new or changed
	gone   []string // IDs of stored items that the list lacks, if it is complete
	unseen []string // and if it is not
}

// readKnown reads what is stored of a list.
func readKnown(ctx context.Context, db *database, l *list) (*known, error) {
	seed := maphash.MakeSeed()
	hashOf := func(id string) uint64 { return maphash.String(seed, id) }
	k := &known{
		list:   l,
		index:  newIndex(l.rows, l.id, hashOf),
		hashes: make([]int64, l.rows),
	}
	newest, err := db.isNewest(ctx, l)
	if err != nil {
		return nil, err
	}
	var id string
	var hash int64
	var gone, wasListed bool
	err = query(ctx, db, func(scan scanner) error {
		if err := scan(&id, &hash, &gone, &wasListed); err != nil {
			return err
		}
		i, listed := k.index.Find(id)
		if !listed && l.complete && (!gone || wasListed) {
			k.gone = append(k.gone, id)
		}
		isUnseen := !listed && !l.complete && !gone
		if isUnseen && len(k.unseen) <= l.rows { // of more, putPart needs no others
			k.unseen = append(k.unseen, id)
		}
		if listed && !gone && newest {
			k.hashes[i] = hash
		}
		return nil
	}, `SELECT i.id, i.hash, i.gone_at IS NOT NULL,
		CASE WHEN i.gone_at IS NULL THEN false ELSE `+stateAt(3)+` IS NOT NULL END`+items,
		l.part, l.kind, millis(l.at.Add(maxSkew)))
	return k, err
}

// isNewest reports whether nothing is stored of later lists of the kind. What is stored of an item is then the
// newest, and tells its state at the time of the list.
func (db *database) isNewest(ctx context.Context, l *list) (newest bool, err error) {
	err = query(ctx, db, func(scan scanner) error {
		var latest int64
		err := scan(&latest)
		newest = latest <= millis(l.at.Add(maxSkew))
		return err
	}, `SELECT at FROM history_entries WHERE part = $1 AND kind = $2 AND id = $3`, l.part, kindLatest, l.kind)
	return newest, err
}

// recordChanges stores the items that differ from what is known.
func (k *known) recordChanges(ctx context.Context, db *database) error {
	l := k.list
	totals := db.config.totalsOf(*l)
	var changed []int32
	for i := range l.rows {
		first, _ := k.index.Find(l.id(i))
		if first != i {
			continue
		}
		totals.add(i)
		hash := l.hash(i)
		if hash == 0 || hash != k.hashes[i] {
			changed = append(changed, int32(i))
		}
	}
	recording := newRecording(db, *l)
	if err := recording.store(ctx, changed); err != nil {
		return err
	}
	if err := recording.storeGone(ctx, k.gone); err != nil {
		return err
	}
	if err := db.putPart(ctx, l, k.unseen); err != nil {
		return err
	}
	return recording.end(ctx, totals)
}
