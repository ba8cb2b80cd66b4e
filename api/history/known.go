package history

import (
	"context"
	"hash/maphash"
	"slices"
)

// known is the stored state of a list that is recorded again.
type known struct {
	list   *list
	index  *index
	hashes []itemHashes // of the stored items, by their places in the list
	gone   []item       // stored items that the list lacks
}

// itemHashes identify the content and the state of a stored item.
type itemHashes struct{ item, state int64 }

// readKnown reads what is stored of a list.
func readKnown(ctx context.Context, db *database, l *list) (*known, error) {
	seed := maphash.MakeSeed()
	k := &known{
		list: l,
		index: newIndex(l, func(id string) uint64 {
			return maphash.String(seed, id)
		}),
		hashes: make([]itemHashes, l.rows),
	}
	err := eachStored(ctx, db, *l, nil, func(stored storedItem) {
		i, listed := k.index.find(stored.id)
		if listed {
			if !stored.gone {
				k.hashes[i] = itemHashes{stored.hash, hash(stored.state)}
			}
			return
		}
		isKnown := !stored.gone || stored.state != nil
		if l.complete && isKnown {
			k.gone = append(k.gone, item{id: stored.id})
		}
	})
	return k, err
}

// recordChanges stores the items that differ from what is known.
func (k *known) recordChanges(ctx context.Context, db *database) error {
	l := k.list
	totals := db.config.totalsOf(*l)
	recording := recording{db: db, list: *l}
	batch := make([]item, maxBatch) // whose buffers are used again
	n := 0
	for i := range l.rows {
		r := &batch[n]
		r.id = l.id(i)
		first, _ := k.index.find(r.id)
		if first != i {
			continue
		}
		totals.add(i)
		if err := l.encode(i, r); err != nil {
			recording.refuse(err)
			continue
		}
		if k.hashes[i] == (itemHashes{r.hash(), hash(r.state)}) {
			continue
		}
		n++
		if n == maxBatch {
			if err := recording.store(ctx, batch); err != nil {
				return err
			}
			n = 0
		}
	}
	for some := range slices.Chunk(append(batch[:n], k.gone...), maxBatch) {
		if err := recording.store(ctx, some); err != nil {
			return err
		}
	}
	return recording.end(ctx, totals)
}

// index finds the first row with an ID. It keeps hashes, as the IDs of 100,000 accounts take
// 10 MB.
type index struct {
	list   *list
	hash   func(id string) uint64
	byHash map[uint64]int32
	more   map[string]int // rows whose hash is that of another ID
}

func newIndex(l *list, hash func(id string) uint64) *index {
	x := &index{
		list:   l,
		hash:   hash,
		byHash: make(map[uint64]int32, l.rows),
		more:   map[string]int{},
	}
	for i := range l.rows {
		id := l.id(i)
		h := hash(id)
		if _, taken := x.byHash[h]; !taken {
			x.byHash[h] = int32(i)
		} else if _, found := x.find(id); !found {
			x.more[id] = i
		}
	}
	return x
}

func (x *index) find(id string) (i int, found bool) {
	if first, found := x.byHash[x.hash(id)]; found && x.list.id(int(first)) == id {
		return int(first), true
	}
	i, found = x.more[id]
	return i, found
}
