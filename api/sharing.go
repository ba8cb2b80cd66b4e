package api

import "hash/maphash"

// Sharing lets a new list of accounts share those that did not change with an earlier one:
// both lists then take little more memory than one.
type Sharing struct {
	earlier []*Account
	seed    maphash.Seed
	index   map[uint64]int32 // into earlier, by the hash of platform and ID
	pair    *accountPair
}

// NewSharing returns what shares the accounts of an earlier list, which must not change.
func NewSharing(earlier []*Account) *Sharing {
	s := &Sharing{
		earlier: earlier,
		seed:    maphash.MakeSeed(),
		index:   make(map[uint64]int32, len(earlier)),
		pair:    newAccountPair(),
	}
	for i, a := range earlier {
		s.index[s.hash(a)] = int32(i)
	}
	return s
}

func (s *Sharing) hash(a *Account) uint64 {
	const odd = 31 // so that the two hashes cannot change places
	return odd*maphash.String(s.seed, a.Type) + maphash.String(s.seed, a.ID)
}

// Append appends pointers to the accounts of a batch to rows: to the earlier account where it
// is equal. The others are copied, so that they do not keep the whole batch in memory.
func (s *Sharing) Append(rows []*Account, batch []Account) []*Account {
	for i := range batch {
		a := &batch[i]
		if len(s.earlier) > 0 {
			at, found := s.index[s.hash(a)]
			if found && s.pair.equal(s.earlier[at], a) {
				a = s.earlier[at]
			} else {
				changed := *a
				a = &changed
			}
		}
		rows = append(rows, a)
	}
	return rows
}
