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
// tested on the first ones: first is the time from which it can, zero without recordings. Nothing
// is requested. The error is like that of Matches, or ErrUndated. After each account it
// calls tested, unless that is nil, with the number of accounts so far.
func (f *Fleet) TestRule(
	ctx context.Context,
	r Rule,
	since time.Time,
	tested func(accounts int),
) (all []Match, first time.Time, err error) {
	if slices.ContainsFunc(r.When.Terms, func(t Term) bool { return t.Column == statisticsColumn }) {
		return nil, first, ErrUndated
	}
	b, err := f.readBacktest(ctx, &r)
	if err != nil || b.begun.IsZero() {
		return nil, first, err
	}
	span := r.When.span()
	first = b.begun.AddDate(0, 0, span.Days()).Add(-span.Tolerance())
	lasting, ages := splitAges(r.When)
	for i, at := range b.recorded {
		if at.Before(first) || at.Before(since) {
			continue
		}
		p := b.pastAt(i, f.Now().Location())
		b.pasts = append(b.pasts, p)
		b.keeps = append(b.keeps, lasting.Keep(p, p.at))
		b.ages = append(b.ages, ages.Keep(p, p.at))
		all = append(all, Match{At: p.at})
	}
	done := 0
	err = f.History.States().Lives(ctx, func(l *history.Life) {
		done++
		if tested != nil {
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

// splitAges returns the query without the terms that compare an age, and one with only these.
func splitAges(q Query) (lasting, ages Query) {
	lasting = q
	lasting.Terms = nil
	for _, t := range q.Terms {
		if t.isAge() {
			ages.Terms = append(ages.Terms, t)
		} else {
			lasting.Terms = append(lasting.Terms, t)
		}
	}
	return lasting, ages
}

// pastAt returns the Past of a recording, by its index.
func (b *backtest) pastAt(i int, zone *time.Location) *Past {
	at := b.recorded[i]
	p := &Past{
		at:       at.In(zone),
		recorded: b.recorded[:i+1],
		names:    b.names,
		accounts: b.accounts,
		uncommon: b.uncommon,
		turns:    b.turns,
	}
	if at.After(b.first) { // the first recording had no history
		p.First = b.first
		p.begins = b.begun
	}
	for i := range p.changes {
		span := history.Span(i)
		p.changes[i] = newComparisons(time.Time{}, p.at)
		if span != history.SpanBaseline {
			p.changes[i].from = p.since(span)
		}
	}
	return p
}

// backtest has a Past for each recording. They share what they know of accounts, which is that of one
// account at a time: all of its recordings are compared before the next account.
type backtest struct {
	first     time.Time // accounts were first recorded
	begun     time.Time // all states are kept from then on: after first where earlier ones were pruned
	recorded  history.Recordings
	names     map[history.AccountKey]string
	accounts  map[history.AccountKey]earlier
	uncommon  *uncommon // numbers of their followers
	turns     map[history.AccountKey][]history.Turn
	pasts     []*Past
	keeps     []func(*api.Account) bool // without the ages in the rule
	ages      []func(*api.Account) bool // which differ at each recording
	platforms []string                  // of the rule; nil for all
}

// readBacktest resolves the names in a rule and reads what all recordings have in common.
func (f *Fleet) readBacktest(ctx context.Context, r *Rule) (*backtest, error) {
	b := &backtest{
		accounts: map[history.AccountKey]earlier{},
		uncommon: &uncommon{},
		turns:    map[history.AccountKey][]history.Turn{},
	}
	newest, _, err := f.Recorded(ctx, 0)
	if err != nil {
		return nil, err
	}
	platforms, groups, err := storedNames(ctx, f.History)
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
	recorded, err := f.History.States().Recorded(ctx)
	if err != nil {
		return nil, err
	}
	b.begun = point.Accounts
	b.recorded = recorded.Accounts
	if b.first, err = f.History.Points().First(ctx); err != nil {
		return nil, err
	}
	if b.begun.IsZero() && len(b.recorded) > 0 { // recorded since the history was opened
		b.begun = b.recorded[0]
		b.first = b.begun
	}
	b.names, err = f.History.States().RelayNames(ctx)
	return b, err
}

// seenAt is the position of a recording in the life of an account: the number of its turns until
// then and of its renames, and the indexes of its states then and at the beginning of each span, -1 for
// none.
type seenAt struct {
	state, week, month, turns, renames int
}

// seenAt returns what was known of an account at the recording of a past; last is that at the one before.
func (p *Past) seenAt(l *history.Life, last seenAt) seenAt {
	return seenAt{
		state:   l.State(last.state, p.at),
		week:    l.State(last.week, p.changes[history.SpanWeek].from),
		month:   l.State(last.month, p.changes[history.SpanMonth].from),
		turns:   l.TurnsUntil(last.turns, p.at),
		renames: l.RenamesUntil(last.renames, p.at),
	}
}

// isListed reports whether the account was in the list.
func (s seenAt) isListed(l *history.Life) bool {
	return s.state >= 0 && !l.States[s.state].Gone
}

// followersIn returns the followers in a state, unset without one.
func followersIn(l *history.Life, state int) api.Number {
	if state < 0 {
		return api.Number{}
	}
	return l.States[state].Followers()
}

// matching returns an account as it was at each recording at which it matched, nil at the others. It
// compares the account again only where something that is known of it differs from the recording before.
func (b *backtest) matching(l *history.Life) []*api.Account {
	then := make([]*api.Account, len(b.pasts))
	key := history.KeyOf(l.Account)
	if len(b.platforms) > 0 && !slices.Contains(b.platforms, key.Platform) {
		return then
	}
	clear(b.accounts)
	b.uncommon.numbers = b.uncommon.numbers[:0]
	clear(b.turns)
	known := seenAt{state: -1, week: -1, month: -1}
	compared := seenAt{state: -2} // nothing yet
	var is *api.Account
	matches := false
	for i, p := range b.pasts {
		known = p.seenAt(l, known)
		if !known.isListed(l) {
			continue
		}
		if known != compared {
			if known.state != compared.state || known.renames != compared.renames {
				is = history.AccountThen(
					l.Account,
					&l.States[known.state],
					l.Name(known.renames),
					p.at,
				)
			}
			if known.turns != compared.turns {
				b.turns[key] = history.TurnsOf(l.Turns[:known.turns])
			}
			var before earlier
			before.followers[history.SpanWeek] = b.uncommon.pack(followersIn(l, known.week))
			before.followers[history.SpanMonth] = b.uncommon.pack(followersIn(l, known.month))
			b.accounts[key] = before
			compared = known
			matches = b.keeps[i] == nil || b.keeps[i](is)
		}
		if matches && (b.ages[i] == nil || b.ages[i](is)) {
			then[i] = is
		}
	}
	return then
}
