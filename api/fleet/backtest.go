package fleet

import (
	"context"
	"errors"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Match is which accounts matched a rule at a recording.
type Match struct {
	At       time.Time
	Accounts []*api.Account // as they were then, by platform and ID
}

// ErrUndated reports a rule that compares the age of statistics. The history does not record it.
var ErrUndated = errors.New("the history does not record when statistics were renewed")

// TestRule returns which accounts matched a rule at each recording since a time, the oldest first.
// It uses only what the history held then. A rule that compares a change over 7 days cannot be
// tested on the first 7 days: first is the time from which it can, zero without recordings. Nothing
// is requested. The error is like that of Matches, or ErrUndated. After each account it
// calls tested, unless that is nil, with the number of accounts so far.
func (f *Fleet) TestRule(ctx context.Context, r Rule, since time.Time, tested func(accounts int)) (all []Match, first time.Time, err error) {
	if slices.ContainsFunc(r.When.Terms, func(t Term) bool { return t.Column == statisticsColumn }) {
		return nil, first, ErrUndated
	}
	b, err := f.readBacktest(ctx, &r)
	if err != nil || b.begun.IsZero() {
		return nil, first, err
	}
	first = b.begun.AddDate(0, 0, r.When.days())
	lasting, ages := r.When, Query{}
	lasting.Terms = slices.DeleteFunc(slices.Clone(r.When.Terms), Term.isAge)
	ages.Terms = slices.DeleteFunc(slices.Clone(r.When.Terms), func(t Term) bool { return !t.isAge() })
	for i, at := range b.recorded {
		if at.Before(first) || at.Before(since) {
			continue
		}
		p := &Past{at: at.In(f.Now().Location()), recorded: b.recorded[:i+1], names: b.names, accounts: b.accounts, turns: b.turns}
		if at.After(b.begun) { // the first recording had no history
			p.First, p.begins = b.begun, b.begun
		}
		for span := range p.changes {
			p.changes[span] = newComparisons(time.Time{}, p.at)
			if s := history.Span(span); s != history.SpanBaseline {
				p.changes[span].from = p.since(s)
			}
		}
		all, b.pasts = append(all, Match{At: p.at}), append(b.pasts, p)
		b.keeps, b.ages = append(b.keeps, lasting.Keep(p, p.at)), append(b.ages, ages.Keep(p, p.at))
	}
	done := 0
	err = f.History.Past().Lives(ctx, func(l *history.Life) {
		if done++; tested != nil {
			tested(done)
		}
		for i, a := range b.matching(l) {
			if a != nil {
				all[i].Accounts = append(all[i].Accounts, a)
			}
		}
	})
	return all, first, err
}

// backtest is a Past for each recording. They share what they know of accounts, which is that of one
// account at a time: all of its recordings are compared before the next account.
type backtest struct {
	begun     time.Time
	recorded  history.Recordings
	names     map[history.AccountKey]string
	accounts  map[history.AccountKey]earlier
	turns     map[history.AccountKey][]history.Turn
	pasts     []*Past
	keeps     []func(*api.Account) bool // without the ages in the rule
	ages      []func(*api.Account) bool // which differ at each recording
	platforms []string                  // of the rule; nil for all
}

// readBacktest resolves the names in a rule and reads what all recordings have in common.
func (f *Fleet) readBacktest(ctx context.Context, r *Rule) (*backtest, error) {
	b := &backtest{accounts: map[history.AccountKey]earlier{}, turns: map[history.AccountKey][]history.Turn{}}
	newest, _, err := f.Recorded(ctx, 0)
	if err != nil {
		return nil, err
	}
	platforms, groups, err := f.storedNames(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.When.Resolve(platforms, groups, newest.Rows); err != nil {
		return nil, err
	}
	b.platforms = r.When.Platforms
	point, err := f.History.Points().At(ctx, time.Time{})
	if err != nil {
		return nil, err
	}
	recorded, err := f.History.Past().Recorded(ctx)
	if err != nil {
		return nil, err
	}
	b.begun, b.recorded = point.Accounts, recorded.Accounts
	if b.begun.IsZero() && len(b.recorded) > 0 { // recorded since the history was opened
		b.begun = b.recorded[0]
	}
	b.names, err = f.History.Past().RelayNames(ctx)
	return b, err
}

// matching returns an account as it was at each recording at which it matched, nil at the others. It
// compares the account again only where something that is known of it differs from the recording before.
func (b *backtest) matching(l *history.Life) []*api.Account {
	key, then := history.KeyOf(l.Account), make([]*api.Account, len(b.pasts))
	if len(b.platforms) > 0 && !slices.Contains(b.platforms, key.Platform) {
		return then
	}
	clear(b.accounts)
	clear(b.turns)
	var is *api.Account
	matches, known, last := false, [4]int{-1, 0, -1, -1}, [4]int{-2}
	for i, p := range b.pasts {
		known = [4]int{
			l.State(known[0], p.at), l.TurnsUntil(known[1], p.at),
			l.State(known[2], p.changes[history.SpanWeek].from), l.State(known[3], p.changes[history.SpanMonth].from),
		}
		n := known[0]
		if n < 0 || l.States[n].Gone {
			continue
		}
		if known != last {
			if n != last[0] {
				is = history.AccountThen(l.Account, &l.States[n], p.at)
			}
			if known[1] != last[1] {
				b.turns[key] = history.TurnsOf(l.Turns[:known[1]])
			}
			var before earlier
			for span, n := range known[2:] {
				if n >= 0 {
					before.followers[history.SpanWeek+history.Span(span)] = l.States[n].Followers()
				}
			}
			b.accounts[key], last = before, known
			matches = b.keeps[i] == nil || b.keeps[i](is)
		}
		if matches && (b.ages[i] == nil || b.ages[i](is)) {
			then[i] = is
		}
	}
	return then
}
