package fleet

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Past holds the accounts as they were at a point in the history, 7 days ago and 30 days
// ago, or when they were first recorded if that is later. It never changes. A nil *Past is
// empty.
type Past struct {
	Point history.Point
	Visit time.Time       // the previous visit; zero if there was none
	First time.Time       // accounts were first recorded
	Turns []history.Turn  // of all accounts
	Gone  []*api.Account  // accounts that were listed then but are not now, as last received; at most 1,000
	Steps map[string]Step // of the list, by date
	// Forecasts are how long logins last on platforms of which enough is known.
	Forecasts []*findings.Forecast
	// GroupNames are the known names of groups.
	GroupNames map[string]history.GroupName

	begins   time.Time // all states are kept from then on: when accounts were first recorded, or later
	listed   bool      // accounts were listed then
	changes  [3]*Comparisons
	index    *history.Index[history.AccountKey] // of the list; nil for none
	states   []earlier                          // of the accounts of the list
	accounts map[history.AccountKey]earlier     // of other accounts
	works    []history.Interval                 // different ones: see earlier.works
	uncommon *uncommon                          // numbers of followers
	gone     map[history.AccountKey]bool
	turns    map[history.AccountKey][]history.Turn
	at       time.Time          // the list was loaded
	recorded history.Recordings // of accounts
	parts    history.Parts
	kept     time.Time                     // see history.Points.Kept
	names    map[history.AccountKey]string // of accounts with a relay
}

// Step has the numbers of accounts that joined and left on a day: they were not listed at its beginning and
// are at its end, or the other way round.
type Step struct{ Joined, Left int }

// maxGone limits the number of accounts in Past.Gone.
const maxGone = 1000

// Since is the time with which accounts are compared; zero if there is none.
func (p *Past) Since() time.Time {
	if p == nil {
		return time.Time{}
	}
	return p.Point.Accounts
}

// HasVisit reports whether the list can be compared with an earlier visit: there was one, and accounts were
// recorded by then.
func (p *Past) HasVisit() bool {
	return p != nil && !p.Visit.IsZero() && !p.Visit.Before(p.First)
}

// ReadPast compares a list that was loaded at a time with the history at a point. Without
// a history there is no Past. The error is a [*history.Problem], or that of ctx.
func ReadPast(
	ctx context.Context,
	h *history.DB,
	at time.Time,
	point history.Point,
	l *List,
) (*Past, error) {
	r := &pastReader{
		history: h,
		list:    l,
		at:      at,
		point:   point,
	}
	return r.read(ctx)
}

// since is the time with which the list is compared over a span: the recording that is nearest to its
// beginning, within its tolerance. Without one it is the last recording before, or that from which on
// all states are kept if that is later; zero if there is none.
func (p *Past) since(s history.Span) time.Time {
	t := p.at.AddDate(0, 0, -s.Days())
	if p.begins.IsZero() {
		return p.begins
	}
	kept, _ := slices.BinarySearchFunc(p.recorded, p.begins, time.Time.Compare)
	recorded := p.recorded[kept:]
	nearest := recorded.Nearest(t, s.Tolerance())
	if nearest.IsZero() {
		nearest = recorded.Last(t)
	}
	return cmp.Or(nearest, p.begins).In(p.at.Location())
}

// setSteps counts the accounts that joined and left, also with the list, which may not be stored
// yet.
func (p *Past) setSteps(l *List) {
	p.Steps = map[string]Step{}
	count := func(turns []history.Turn) {
		date := func(t history.Turn) string {
			return t.At.In(p.at.Location()).Format(time.DateOnly)
		}
		for from, i := 0, 0; i < len(turns); i++ {
			if i+1 < len(turns) && date(turns[i+1]) == date(turns[i]) {
				continue
			}
			was := turns[from].Before.IsSet()
			is := turns[i].Status.IsSet()
			step := p.Steps[date(turns[i])]
			from = i + 1
			if is && !was {
				step.Joined++
			} else if was && !is {
				step.Left++
			}
			p.Steps[date(turns[i])] = step
		}
	}
	left := func(turns ...history.Turn) {
		count(append(slices.Clip(turns), history.Turn{
			At:     p.at,
			Before: api.Int(api.StatusOutage),
		}))
	}
	for _, a := range l.Rows {
		key := history.KeyOf(a)
		turns := p.turnsOf(a)
		if len(p.turns[key]) == 0 {
			count(turns)
		}
	}
	for key, turns := range p.turns {
		last := turns[len(turns)-1].Status.IsSet()
		_, isListed := p.index.Find(key)
		if last && !isListed && l.Whole() {
			left(turns...)
		} else if !last && isListed {
			count(append(slices.Clip(turns), history.Turn{
				At:     p.at,
				Status: api.Int(api.StatusOutage),
			}))
		} else {
			count(turns)
		}
	}
	for key := range p.gone {
		if len(p.turns[key]) == 0 {
			left()
		}
	}
}

// setForecasts estimates how long logins last, also by the turns to the list, which may not be stored
// yet.
func (p *Past) setForecasts(l *List) {
	turns := p.turns
	for _, a := range l.Rows {
		key := history.KeyOf(a)
		own := p.turnsOf(a)
		if len(own) == len(p.turns[key]) {
			continue
		}
		if len(turns) == len(p.turns) {
			turns = maps.Clone(p.turns)
		}
		turns[key] = own
	}
	logins := findings.Logins{
		Accounts: l.Rows,
		Turns:    turns,
		Recorded: p.recorded,
		Kept:     p.kept,
		At:       p.at,
		Now:      p.at,
	}
	p.Forecasts = logins.Forecasts()
}

// Forecast returns how long logins of the platform of a normal account last if it is known when its own
// began, and whether it is likely to turn; nil if there is none.
func (p *Past) Forecast(a *api.Account) (f *findings.Forecast, likely bool) {
	if p != nil {
		for _, f := range p.Forecasts {
			if covered, likely := f.Covers(a); covered {
				return f, likely
			}
		}
	}
	return nil, false
}

// Changes returns the comparison of the list with an earlier state; nil if there is none.
func (p *Past) Changes(s history.Span) *Comparisons {
	if p == nil || p.changes[s].from.IsZero() {
		return nil
	}
	return p.changes[s]
}

// Covers returns the time over which the list is compared for a span. It is not ok if it is not compared.
func (p *Past) Covers(s history.Span) (covered time.Duration, ok bool) {
	c := p.Changes(s)
	if c == nil || s == history.SpanBaseline {
		return 0, false
	}
	return c.to.Sub(c.from), true
}

// IsShort reports whether the history is shorter than a span, by more than its tolerance.
func (p *Past) IsShort(s history.Span) bool {
	c := p.Changes(s)
	if c == nil || s == history.SpanBaseline {
		return false
	}
	begin := p.at.AddDate(0, 0, -s.Days())
	return c.from.After(begin.Add(s.Tolerance()))
}

// Counts have the numbers of accounts that are in each health, have old statistics, and changed
// since the baseline.
type Counts struct {
	Tally
	Stale         int // see [api.Account.Stale]
	NewlyAbnormal int // see [history.IsNewlyAbnormal]
	Marked        map[history.Mark]int
}

// Add adds the counts of other accounts, but not their sums.
func (c *Counts) Add(other *Counts) {
	c.Accounts += other.Accounts
	c.Normal += other.Normal
	c.Abnormal += other.Abnormal
	c.Unknown += other.Unknown
	c.Outage += other.Outage
	c.Stale += other.Stale
	c.NewlyAbnormal += other.NewlyAbnormal
	for mark, n := range other.Marked {
		c.Marked[mark] += n
	}
}

// Count counts the accounts of a list that q keeps whatever their status and their mark, at a
// time. All counts that are shown of accounts are made here; past may be nil.
func (l *List) Count(q Query, past *Past, now time.Time, staleAfter time.Duration) *Counts {
	c := &Counts{Marked: map[history.Mark]int{}}
	q.Status = Any
	q.Changed = false
	for _, a := range q.kept(l.Rows, past, now) {
		c.Count(a)
		if a.Stale(now, staleAfter) {
			c.Stale++
		}
		if past.isNewlyAbnormal(a) {
			c.NewlyAbnormal++
		}
		if mark := past.Mark(a); mark != "" {
			c.Marked[mark]++
		}
	}
	if past != nil && q.Filters() {
		c.Marked[history.Disappeared] = len(q.kept(past.Gone, past, now))
	} else if past != nil {
		c.Marked[history.Disappeared] = len(past.gone)
	}
	return c
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
	return history.SpellOf(p.turnsOf(a), p.First, p.recorded)
}

// IsGone reports whether an account was listed at the baseline and is not any more.
func (p *Past) IsGone(a *api.Account) bool {
	return p != nil && p.gone[history.KeyOf(a)]
}

// Mark returns what happened to an account since the baseline. An outage of its relay turns it
// neither way.
func (p *Past) Mark(a *api.Account) history.Mark {
	if p == nil || !p.listed {
		return ""
	}
	if p.gone[history.KeyOf(a)] {
		return history.Disappeared
	}
	return history.MarkOf(p.turnsOf(a), p.Point.Accounts)
}

// isNewlyAbnormal reports whether a listed account is newly abnormal since the baseline.
func (p *Past) isNewlyAbnormal(a *api.Account) bool {
	return p != nil && p.listed && api.HealthOf(a.Status) == api.HealthAbnormal &&
		history.IsNewlyAbnormal(p.turnsOf(a), p.Point.Accounts)
}

// turnsOf returns the turns of an account until now. Those of one that is gone end with that, also if
// the list that lacks it is not stored yet.
func (p *Past) turnsOf(a *api.Account) []history.Turn {
	key := history.KeyOf(a)
	turns := p.turns[key]
	if !p.gone[key] {
		return history.TurnsUntil(a, turns, p.at, p.change(a), p.parts)
	}
	n := len(turns)
	if n > 0 && !turns[n-1].Status.IsSet() {
		return turns
	}
	went := history.Turn{
		Account: key,
		At:      p.at,
		Before:  history.StatusOf(a),
	}
	return append(slices.Clip(turns), p.parts.Seen(went))
}

// change tells how an account differs from the recorded one at the baseline, whatever made it
// abnormal.
func (p *Past) change(a *api.Account) history.Mark {
	if p == nil || !p.listed {
		return ""
	}
	then := p.earlier(history.KeyOf(a))
	was := then.health
	is := api.HealthOf(a.Status)
	if !then.listed {
		return history.Appeared
	}
	if is == api.HealthAbnormal && was != is && was != api.HealthOutage {
		return history.TurnedAbnormal
	}
	if was == api.HealthAbnormal && is != was {
		return history.Recovered
	}
	return ""
}

// Followers returns the change of the followers of an account, unset if either number is unknown or
// the account is gone.
func (p *Past) Followers(a *api.Account, s history.Span) api.Number {
	if p == nil || p.IsGone(a) {
		return api.Number{}
	}
	n, _ := a.Statistic(api.CountFans)
	return n.Sub(p.followersAt(a, s))
}

// followersOver returns the followers of an account, and what they were a span before; unset if
// they are unknown, the account is gone or the history is shorter.
func (p *Past) followersOver(a *api.Account, s history.Span) (is, was api.Number) {
	if p == nil || p.IsGone(a) || p.IsShort(s) {
		return is, was
	}
	is, _ = a.Statistic(api.CountFans)
	return is, p.followersAt(a, s)
}
