package history

import (
	"hash/maphash"

	"channeldeck/api"
)

// Index finds the first row with an ID in a list. It keeps hashes: the IDs of 100,000 accounts take 10 MB in a map,
// their hashes 2 MB.
type Index[K comparable] struct {
	id     func(i int) K
	hash   func(id K) uint64
	byHash map[uint64]int32
	more   map[K]int // rows whose hash is that of another ID
}

// newIndex returns the index of a number of rows.
func newIndex[K comparable](rows int, id func(i int) K, hash func(id K) uint64) *Index[K] {
	x := &Index[K]{
		id:     id,
		hash:   hash,
		byHash: make(map[uint64]int32, rows),
		more:   map[K]int{},
	}
	for i := range rows {
		id := x.id(i)
		h := hash(id)
		if _, taken := x.byHash[h]; !taken {
			x.byHash[h] = int32(i)
		} else if _, found := x.Find(id); !found {
			x.more[id] = i
		}
	}
	return x
}

// NewAccountIndex returns the index of accounts, which must not change.
func NewAccountIndex(rows []*api.Account) *Index[AccountKey] {
	seed := maphash.MakeSeed()
	return newIndex(
		len(rows),
		func(i int) AccountKey { return KeyOf(rows[i]) },
		func(key AccountKey) uint64 { return maphash.Comparable(seed, key) },
	)
}

// Find returns the place of the first row with an ID.
func (x *Index[K]) Find(id K) (i int, found bool) {
	first, found := x.byHash[x.hash(id)]
	if found && x.id(int(first)) == id {
		return int(first), true
	}
	i, found = x.more[id]
	return i, found
}
