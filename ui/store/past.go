package store

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// Past holds the accounts as they were at a point in the history, 7 days ago and 30 days
// ago. It never changes. A nil *Past is empty.
type Past struct {
	Point    history.Point
	Gone     []*api.Account // accounts that were listed then but are not now, as last received
	listed   bool           // accounts were listed then
	accounts map[history.AccountKey]earlier
	gone     map[history.AccountKey]bool
}

// earlier is an account at the times of a Past.
type earlier struct {
	listed    bool // at the point
	health    api.Health
	followers [3]api.Number // in the order of Span; unset if unknown
}

// maxGone limits the number of accounts in Past.Gone.
const maxGone = 1000

// Since is the time with which accounts are compared; zero if there is none.
func (p *Past) Since() time.Time {
	if p == nil {
		return time.Time{}
	}
	return p.Point.Accounts
}

// ReadPast compares a list with the history at a point. Without a history there is no
// Past.
func ReadPast(ctx context.Context, h *history.DB, now time.Time, point history.Point, l *AccountList) (*Past, error) {
	if h == nil {
		return nil, nil
	}
	p := &Past{Point: point, accounts: map[history.AccountKey]earlier{}, gone: map[history.AccountKey]bool{}}
	listed := make(map[history.AccountKey]*api.Account, len(l.Rows))
	for _, a := range l.Rows {
		listed[history.KeyOf(a)] = a
	}
	var keys []history.AccountKey
	err := h.AccountsAt(ctx, []time.Time{point.Accounts, now.AddDate(0, 0, -7), now.AddDate(0, 0, -30)}, func(key history.AccountKey, then []history.Counts) {
		if !slices.ContainsFunc(then, func(c history.Counts) bool { return !c.Gone }) {
			return
		}
		a := earlier{listed: !then[resource.SinceVisit].Gone, health: then[resource.SinceVisit].Health()}
		for span, c := range then {
			a.followers[span] = c.Followers()
		}
		p.listed = p.listed || a.listed
		if now := listed[key]; now != nil {
			key = history.KeyOf(now) // shares its memory
		} else if a.listed && !l.Partial() && len(keys) < maxGone {
			keys = append(keys, key)
			p.gone[key] = true
		}
		p.accounts[key] = a
	})
	if err != nil {
		return nil, err
	}
	p.Gone, err = h.AccountsByKey(ctx, keys)
	return p, err
}

// Mark returns what happened to an account.
func (p *Past) Mark(a *api.Account) resource.Mark {
	if p == nil || !p.listed {
		return ""
	}
	key := history.KeyOf(a)
	then := p.accounts[key]
	was, is := then.health == api.HealthAbnormal, a.Health() == api.HealthAbnormal
	switch {
	case p.gone[key]:
		return resource.Disappeared
	case !then.listed:
		return resource.Appeared
	case is && !was && !a.RelayDown():
		return resource.TurnedAbnormal
	case was && !is:
		return resource.Recovered
	}
	return ""
}

// Followers returns the change of the followers of an account, unset if either number
// is unknown.
func (p *Past) Followers(a *api.Account, s resource.Span) api.Number {
	if p == nil {
		return api.Number{}
	}
	n, _ := a.Statistic(a.FansCount)
	return n.Sub(p.accounts[history.KeyOf(a)].followers[s])
}
