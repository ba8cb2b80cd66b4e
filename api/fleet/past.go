package fleet

import (
	"cmp"
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Past holds the accounts as they were at a point in the history, 7 days ago and 30 days
// ago. It never changes. A nil *Past is empty.
type Past struct {
	Point history.Point
	First time.Time      // accounts were first recorded
	Turns []history.Turn // of all accounts
	Gone  []*api.Account // accounts that were listed then but are not now, as last received
	// GroupNames are the known names of groups.
	GroupNames map[string]history.GroupName

	listed   bool // accounts were listed then
	accounts map[history.AccountKey]earlier
	gone     map[history.AccountKey]bool
	turns    map[history.AccountKey][]history.Turn
	recorded history.Recordings
	at       time.Time                     // the list was loaded
	names    map[history.AccountKey]string // of accounts with a relay
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

// ReadPast compares a list that was loaded at a time with the history at a point. Without
// a history there is no Past.
func ReadPast(ctx context.Context, h *history.DB, at time.Time, point history.Point, l *List) (*Past, error) {
	if h == nil {
		return nil, nil
	}
	p := &Past{Point: point, at: at, accounts: map[history.AccountKey]earlier{}, gone: map[history.AccountKey]bool{}}
	listed := make(map[history.AccountKey]*api.Account, len(l.Rows))
	for _, a := range l.Rows {
		listed[history.KeyOf(a)] = a
	}
	var keys []history.AccountKey
	err := h.Past().AccountsAt(ctx, []time.Time{point.Accounts, at.AddDate(0, 0, -7), at.AddDate(0, 0, -30)}, func(key history.AccountKey, then []history.Counts) {
		if !slices.ContainsFunc(then, func(c history.Counts) bool { return !c.Gone }) {
			return
		}
		a := earlier{listed: !then[history.SpanBaseline].Gone, health: then[history.SpanBaseline].Health()}
		for span, c := range then {
			a.followers[span] = c.Followers()
		}
		p.listed = p.listed || a.listed
		if now := listed[key]; now != nil {
			key = history.KeyOf(now) // shares its memory
		} else if a.listed && l.Whole() && len(keys) < maxGone {
			keys = append(keys, key)
			p.gone[key] = true
		}
		p.accounts[key] = a
	})
	if err != nil {
		return nil, err
	}
	if p.Gone, err = h.Past().AccountsByKey(ctx, keys); err != nil {
		return nil, err
	}
	if p.names, err = h.Past().RelayNames(ctx); err != nil {
		return nil, err
	}
	if p.GroupNames, err = h.GroupNames(ctx); err != nil {
		return nil, err
	}
	return p, p.readTurns(ctx, h)
}

// readTurns reads the turns of all accounts.
func (p *Past) readTurns(ctx context.Context, h *history.DB) (err error) {
	if p.Turns, err = h.Past().Turns(ctx); err != nil {
		return err
	}
	p.turns = history.TurnsByAccount(p.Turns)
	recorded, err := h.Past().Recorded(ctx)
	if err != nil {
		return err
	}
	p.recorded = recorded.Accounts
	begun, err := h.Points().At(ctx, time.Time{})
	p.First = begun.Accounts
	return err
}

// Name returns the nickname of an account, or the last known one while its relay is
// unavailable.
func (p *Past) Name(a *api.Account) string {
	if p != nil && a.RelayDown() {
		return cmp.Or(p.names[history.KeyOf(a)], a.Nickname)
	}
	return a.Nickname
}

// Spell returns how long an account has had its health; the zero Spell if that is not
// known.
func (p *Past) Spell(a *api.Account) history.Spell {
	if p == nil || p.First.IsZero() {
		return history.Spell{}
	}
	s := history.SpellOf(history.TurnsUntil(a, p.turns[history.KeyOf(a)], p.at, p.change(a)), p.First)
	if s.Recorded {
		s.After = p.recorded.Interval(s.Since).After
	}
	return s
}

// Mark returns what happened to an account. One whose relay is down has not turned
// abnormal.
func (p *Past) Mark(a *api.Account) history.Mark {
	if mark := p.change(a); mark != history.TurnedAbnormal || !a.RelayDown() {
		return mark
	}
	return ""
}

// change is the mark of an account, whatever made it abnormal.
func (p *Past) change(a *api.Account) history.Mark {
	if p == nil || !p.listed {
		return ""
	}
	key := history.KeyOf(a)
	then := p.accounts[key]
	was, is := then.health == api.HealthAbnormal, a.Health() == api.HealthAbnormal
	switch {
	case p.gone[key]:
		return history.Disappeared
	case !then.listed:
		return history.Appeared
	case is && !was:
		return history.TurnedAbnormal
	case was && !is:
		return history.Recovered
	}
	return ""
}

// Followers returns the change of the followers of an account, unset if either number
// is unknown.
func (p *Past) Followers(a *api.Account, s history.Span) api.Number {
	if p == nil {
		return api.Number{}
	}
	n, _ := a.Statistic(a.FansCount)
	return n.Sub(p.accounts[history.KeyOf(a)].followers[s])
}
