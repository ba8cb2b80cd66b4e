package api

import (
	"bytes"
	"hash/maphash"
)

// Sharing lets a new list of accounts share those that did not change with an earlier one:
// both lists then take little more memory than one.
type Sharing struct {
	earlier []*Account
	seed    maphash.Seed
	index   map[uint64]int32 // into earlier, by the hash of platform and ID
}

// NewSharing returns what shares the accounts of an earlier list, which must not change.
func NewSharing(earlier []*Account) *Sharing {
	s := &Sharing{earlier: earlier, seed: maphash.MakeSeed(), index: make(map[uint64]int32, len(earlier))}
	for i, a := range earlier {
		s.index[s.hash(a)] = int32(i)
	}
	return s
}

func (s *Sharing) hash(a *Account) uint64 {
	return maphash.Comparable(s.seed, [2]string{a.Type, a.ID})
}

// Append appends pointers to the accounts of a batch to rows: to the earlier account where it
// is equal. The others are copied, so that they do not keep the whole batch in memory.
func (s *Sharing) Append(rows []*Account, batch []Account) []*Account {
	for i := range batch {
		a := &batch[i]
		if len(s.earlier) > 0 {
			if at, found := s.index[s.hash(a)]; found && s.earlier[at].equal(a) {
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

// equal reports whether the service sent two accounts with the same members, and the same is known of
// their platforms. A malformed account equals none.
func (a *Account) equal(b *Account) bool {
	for c := range NumCounts {
		if a.Sent(c) != b.Sent(c) {
			return false
		}
	}
	return a.supply == b.supply && a.malformed == nil && b.malformed == nil && bytes.Equal(a.Unknown, b.Unknown) &&
		a.Counted == b.Counted && a.ID == b.ID && a.UserID == b.UserID && a.Type == b.Type && a.UID == b.UID &&
		a.Account == b.Account && a.Avatar == b.Avatar && a.Nickname == b.Nickname &&
		a.LastStatsTime.equal(b.LastStatsTime) && a.GroupID == b.GroupID && a.Status == b.Status && a.Rank == b.Rank &&
		a.RelayAccountRef == b.RelayAccountRef && a.CreatedAt.equal(b.CreatedAt) && a.UpdatedAt.equal(b.UpdatedAt)
}
