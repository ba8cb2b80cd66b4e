package findings

import (
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// allZero returns the incidents of platforms all of whose accounts report 0 followers.
func (in *Input) allZero() []*Finding { return in.zeros }

// zeroPlatform holds the counts of the accounts of a platform that platformsAtZero evaluates.
type zeroPlatform struct {
	accounts int
	counted  bool                     // an account still has followers
	since    map[int64][]*api.Account // accounts that had followers, by when they lost them, in milliseconds
}

// platformsAtZero returns the incidents of platforms all of whose accounts report 0 followers, or none
// any more, since one recording, and the accounts that had followers before.
func (in *Input) platformsAtZero() (found []*Finding, members map[*api.Account]bool) {
	platforms := map[string]*zeroPlatform{}
	var names []string
	for _, a := range in.Accounts {
		p := platforms[a.Type]
		if p == nil {
			p = &zeroPlatform{since: map[int64][]*api.Account{}}
			platforms[a.Type] = p
			names = append(names, a.Type)
		}
		n, _ := a.Statistic(api.CountFans)
		p.accounts++
		p.counted = p.counted || n.Sign() != 0
		if at, ok := in.zeroSince(a); ok {
			p.since[at.UnixMilli()] = append(p.since[at.UnixMilli()], a)
		}
	}
	members = map[*api.Account]bool{}
	for _, name := range names {
		p := platforms[name]
		for _, ms := range slices.Sorted(maps.Keys(p.since)) {
			accounts := p.since[ms]
			half := 2*len(accounts) >= p.accounts
			if p.counted || len(accounts) < 2 || !half {
				continue
			}
			at := time.UnixMilli(ms)
			f := &Finding{
				Kind:    Incident,
				What:    AllZero,
				ID:      name,
				Section: in.section(at),
				At:      in.Recorded.Accounts.Interval(at),
				Count:   len(accounts),
				Of:      p.accounts,
			}
			f.setAccounts(accounts)
			found = append(found, f)
			for _, a := range accounts {
				members[a] = true
			}
		}
	}
	return found, members
}

// zeroSince returns since when the followers of an account have been 0 or unknown; false if it
// has some, or never had any.
func (in *Input) zeroSince(a *api.Account) (at time.Time, ok bool) {
	n, _ := a.Statistic(api.CountFans)
	if n.Sign() != 0 || a.RelayDown() {
		return at, false
	}
	s := in.Series[history.KeyOf(a)]
	last := len(s) - 1
	for ; last >= 0 && s[last].Count.Sign() == 0; last-- {
		if s[last].Gone {
			return at, false
		}
	}
	if last < 0 {
		return at, false
	}
	if last < len(s)-1 {
		return s[last+1].At, true
	}
	return in.loaded(), true
}
