package api

import "hash/maphash"

// accountSet is a set of accounts. It keeps hashes of what identifies them: that of 100,000 accounts takes 10 MB in
// a map, and the hashes 2 MB.
type accountSet struct {
	seed   maphash.Seed
	byHash map[uint64]*Account
	more   map[accountIdentity]bool // accounts whose hash is that of another one
}

// accountIdentity has the members that identify an account.
type accountIdentity struct{ site, platform, id, raw string }

func identityOf(a *Account) accountIdentity {
	of := accountIdentity{
		site:     a.Site,
		platform: a.Type,
		id:       a.ID,
	}
	bad := a.Malformed()
	if a.ID == "" && bad != nil {
		of.raw = string(bad.Raw)
	}
	return of
}

// newAccountSet returns an empty set with room for a number of accounts.
func newAccountSet(room int) *accountSet {
	return &accountSet{
		seed:   maphash.MakeSeed(),
		byHash: make(map[uint64]*Account, room),
		more:   map[accountIdentity]bool{},
	}
}

// add adds an account. It reports whether the set lacked it.
func (s *accountSet) add(a *Account) bool {
	of := identityOf(a)
	return s.addHashed(a, of, maphash.Comparable(s.seed, of))
}

// addHashed is add for an account with a hash.
func (s *accountSet) addHashed(a *Account, of accountIdentity, hash uint64) bool {
	first := s.byHash[hash]
	if first == nil {
		s.byHash[hash] = a
		return true
	}
	if identityOf(first) == of {
		return false
	}
	has := s.more[of]
	s.more[of] = true
	return !has
}
