package api

import (
	"slices"
	"sync"
	"sync/atomic"
)

// CountSet is a set of counts.
type CountSet uint16

// set returns the set of one count.
func (c Count) set() CountSet { return 1 << c }

// Has reports whether a count is in the set.
func (s CountSet) Has(c Count) bool { return s&c.set() != 0 }

// With returns the set with another count.
func (s CountSet) With(c Count) CountSet { return s | c.set() }

// suppliedBy returns the counts that deployments supply for the accounts of a platform, as of
// November 2026. They send 0 for all others.
func suppliedBy(platform string) CountSet {
	const (
		fans      = CountSet(1) << CountFans
		following = CountSet(1) << CountFollowing
		likes     = CountSet(1) << CountLikes
		forwards  = CountSet(1) << CountForwards
		comments  = CountSet(1) << CountComments
		works     = CountSet(1) << CountWorks
	)
	switch platform {
	case "bilibili", "pinterest":
		return fans | following | works
	case "douyin", "facebook":
		return fans
	case "instagram", "KWAI":
		return fans | following
	case "threads":
		return fans | likes | comments | forwards
	case "tiktok", "twitter":
		return fans | following | likes | works
	case "wxSph", "youtube":
		return fans | works
	case "xhs":
		return fans | likes
	}
	return 0
}

// Supply records which statistics the platforms of a site supply. A platform supplies a count if
// deployments are known to, or as soon as one of its accounts has one that is no placeholder: see
// [Account.Statistic]. The zero Supply is ready for use. Its methods can be called from several
// goroutines.
type Supply struct {
	mu        sync.Mutex
	platforms map[string]*platformSupply
	news      bool // a count was learned since the last call of News
	stated    bool // a platform list was set
}

// platformSupply records which statistics a platform supplies. Accounts point to it, so that later
// changes apply to them too.
type platformSupply struct {
	supplied    atomic.Uint32 // a CountSet
	unsupported atomic.Bool   // the platform list states that statistics are never fetched
}

func (p *platformSupply) counts() CountSet { return CountSet(p.supplied.Load()) }

// of returns what is known of a platform. The caller holds the lock.
func (s *Supply) of(platform string) *platformSupply {
	p := s.platforms[platform]
	if p == nil {
		p = &platformSupply{}
		p.supplied.Store(uint32(suppliedBy(platform)))
		if s.platforms == nil {
			s.platforms = map[string]*platformSupply{}
		}
		s.platforms[platform] = p
	}
	return p
}

// Adopt learns from the counts of accounts, and makes them know what their platforms supply.
// Accounts that another call has adopted stay as they are, since they may be in use.
func (s *Supply) Adopt(rows []*Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range rows {
		s.adopt(a)
	}
}

func (s *Supply) adopt(a *Account) {
	if a.supply != nil {
		return
	}
	a.supply = s.of(a.Type)
	known := a.supply.counts()
	learned := known
	for c := range NumCounts {
		if !known.Has(c) && a.Sent(c).Sign() > 0 && !a.Sent(c).isPlaceholder(c) {
			learned = learned.With(c)
		}
	}
	if learned != known {
		a.supply.supplied.Store(uint32(learned))
		s.news = true
	}
}

// adoptBatch is Adopt for accounts as they are decoded.
func (s *Supply) adoptBatch(batch []Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range batch {
		s.adopt(&batch[i])
	}
}

// Learn adds counts that a platform supplies. It reports whether one of them was not known.
func (s *Supply) Learn(platform string, counts CountSet) (news bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.of(platform).supplied.Or(uint32(counts))
	return uint32(counts)&^before != 0
}

// News returns the counts that were learned from accounts, by platform, and nil if none was since
// the last call.
func (s *Supply) News() map[string]CountSet {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.news {
		return nil
	}
	s.news = false
	learned := map[string]CountSet{}
	for platform, p := range s.platforms {
		counts := p.counts() &^ suppliedBy(platform)
		if counts != 0 {
			learned[platform] = counts
		}
	}
	return learned
}

// SetPlatforms sets of which platforms the statistics are never fetched.
func (s *Supply) SetPlatforms(list []Platform) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stated = s.stated || len(list) > 0
	for i := range list {
		p := &list[i]
		s.of(p.Platform).unsupported.Store(p.AccountStatistics() == Unsupported)
	}
}

// RecallPlatforms is SetPlatforms for a list of an earlier time, which a list that was set before
// outdates.
func (s *Supply) RecallPlatforms(list []Platform) {
	s.mu.Lock()
	stated := s.stated
	s.mu.Unlock()
	if !stated {
		s.SetPlatforms(list)
	}
}

// Unsupported returns the platforms whose statistics are never fetched, in order.
func (s *Supply) Unsupported() (platforms []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for platform, p := range s.platforms {
		if p.unsupported.Load() {
			platforms = append(platforms, platform)
		}
	}
	slices.Sort(platforms)
	return platforms
}

// StatesPlatforms reports whether a platform list was set.
func (s *Supply) StatesPlatforms() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stated
}
