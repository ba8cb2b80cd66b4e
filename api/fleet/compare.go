package fleet

import (
	"sort"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Part is some of the accounts of a comparison, with what they brought or took.
type Part struct {
	Accounts int     `json:"accounts"`
	Sum      api.Sum `json:"sum"` // of those with a known value
}

// Change is the change of a sum between two recorded states. Before and After are of the
// accounts of both states whose value is known at both ends, so a percentage has the same
// accounts below and above the line. Everything else is told apart:
//
//	sum before = Before + Left + Lost + MovedOut
//	sum after  = After + Joined + First + MovedIn
type Change struct {
	Accounts int     `json:"accounts"` // those that are compared
	Before   api.Sum `json:"before"`   // over these accounts
	After    api.Sum `json:"after"`
	Joined   Part    `json:"joined,omitzero"`   // accounts that were not listed before, with what they brought
	Left     Part    `json:"left,omitzero"`     // accounts that are no longer listed, with what they took
	First    Part    `json:"first,omitzero"`    // accounts that were counted for the first time
	Lost     Part    `json:"lost,omitzero"`     // accounts whose statistics are no longer known, with what they were
	MovedIn  Part    `json:"movedIn,omitzero"`  // of a group: accounts that were in another one
	MovedOut Part    `json:"movedOut,omitzero"` // of a group: accounts that are in another one now
}

// Known reports whether a value of any account is known, before or after.
func (c *Change) Known() bool {
	others := c.Joined.Sum.Of() + c.Left.Sum.Of() + c.First.Sum.Of() + c.Lost.Sum.Of() + c.MovedIn.Sum.Of() + c.MovedOut.Sum.Of()
	return c.Accounts+others > 0
}

// By is the change, unset if no account is compared.
func (c *Change) By() api.Number { return c.After.Number().Sub(c.Before.Number()) }

// Sums are the sums before and after of all accounts, unset where none is known.
func (c *Change) Sums() (before, after api.Number) {
	was, is := c.Before, c.After
	for _, p := range []*Part{&c.Left, &c.Lost, &c.MovedOut} {
		was.Add(p.Sum.Number())
	}
	for _, p := range []*Part{&c.Joined, &c.First, &c.MovedIn} {
		is.Add(p.Sum.Number())
	}
	return was.Number(), is.Number()
}

// Percent is the change in percent with one decimal, unset if it is not known.
func (c *Change) Percent() api.Number {
	before := c.Before.Number()
	if before.Sign() <= 0 {
		return api.Number{}
	}
	return c.By().Mul(api.Int(100)).Quo(before).Round(1)
}

// Comparison compares two recorded states of a set of accounts: the fleet, a platform, or a
// group with its members as they were recorded.
type Comparison struct {
	From, To          time.Time             // of the states
	Was, Is           int                   // accounts that were and are listed
	Abnormal          [2]int                // of them
	Of                [api.NumCounts]Change // by api.Count
	Joined, Left      []history.AccountKey
	MovedIn, MovedOut []history.AccountKey
	Lost              []history.AccountKey // statistics of which some were known and none are
}

// Days is the number of days between the states, rounded.
func (c *Comparison) Days() int { return int((c.To.Sub(c.From) + 12*time.Hour) / (24 * time.Hour)) }

// Record is the JSON of the comparison.
func (c *Comparison) Record() any {
	type change struct {
		Change
		By      api.Number `json:"change"`
		Percent api.Number `json:"percent"`
	}
	changes := map[string]change{}
	for count := range api.NumCounts {
		if of := &c.Of[count]; of.Known() {
			changes[count.String()] = change{*of, of.By(), of.Percent()}
		}
	}
	return map[string]any{
		"after": c.From.UTC(), "before": c.To.UTC(), "days": c.Days(), "accounts": [2]int{c.Was, c.Is}, "abnormal": c.Abnormal,
		"joined": len(c.Joined), "left": len(c.Left), "movedIn": len(c.MovedIn), "movedOut": len(c.MovedOut), "lost": len(c.Lost), "changes": changes,
	}
}

// Together adds up the comparisons of sites, which have no accounts in common, over the longest span of
// days that is known for one of them. It returns the indexes of the sites that it adds up: it leaves out
// those that are nil, not known or shorter.
func Together(sites []*Comparisons, known func(*Comparison) bool) (sum *Comparison, of []int) {
	sum = &Comparison{}
	for i, c := range sites {
		switch {
		case c == nil || !known(c.Fleet) || c.Fleet.Days() < sum.Days():
			continue
		case c.Fleet.Days() > sum.Days():
			sum, of = &Comparison{From: c.from, To: c.to}, nil
		}
		of = append(of, i)
		sum.join(c.Fleet)
	}
	return sum, of
}

// join adds the comparison of other accounts.
func (c *Comparison) join(o *Comparison) {
	c.Was, c.Is = c.Was+o.Was, c.Is+o.Is
	c.Joined, c.Left, c.Lost = append(c.Joined, o.Joined...), append(c.Left, o.Left...), append(c.Lost, o.Lost...)
	for i := range c.Abnormal {
		c.Abnormal[i] += o.Abnormal[i]
	}
	for i := range c.Of {
		to, from := &c.Of[i], &o.Of[i]
		to.Accounts += from.Accounts
		to.Before.Add(from.Before.Number())
		to.After.Add(from.After.Number())
		parts := []*Part{&from.Joined, &from.Left, &from.First, &from.Lost}
		for i, part := range []*Part{&to.Joined, &to.Left, &to.First, &to.Lost} {
			part.Accounts += parts[i].Accounts
			part.Sum.Add(parts[i].Sum.Number())
		}
	}
}

// Followers is the change of the followers.
func (c *Comparison) Followers() *Change { return &c.Of[api.CountFans] }

// part is how an account belongs to a comparison.
type part uint8

const (
	inBoth part = iota // states
	movedIn
	movedOut
)

// add compares the counts of an account, nil where it is not listed.
func (c *Comparison) add(key history.AccountKey, before, after *history.Counts, how part) {
	for i, at := range []*history.Counts{before, after} {
		if at != nil && (how == inBoth || how == movedOut == (i == 0)) {
			*[]*int{&c.Was, &c.Is}[i]++
			if at.Health() == api.HealthAbnormal {
				c.Abnormal[i]++
			}
		}
	}
	var list *[]history.AccountKey
	switch {
	case how == movedIn:
		list = &c.MovedIn
	case how == movedOut:
		list = &c.MovedOut
	case before == nil:
		list = &c.Joined
	case after == nil:
		list = &c.Left
	case isKnown(before) && !isKnown(after):
		list = &c.Lost
	}
	if list != nil {
		*list = append(*list, key)
	}
	for i := range c.Of {
		var was, is api.Number
		if before != nil {
			was = before.Values[i]
		}
		if after != nil {
			is = after.Values[i]
		}
		c.Of[i].add(was, is, before != nil, after != nil, how)
	}
}

func isKnown(c *history.Counts) bool {
	for _, n := range c.Values {
		if n.IsSet() {
			return true
		}
	}
	return false
}

func (c *Change) add(was, is api.Number, wasListed, isListed bool, how part) {
	switch {
	case how == movedIn:
		c.MovedIn.add(is)
	case how == movedOut:
		c.MovedOut.add(was)
	case !wasListed:
		c.Joined.add(is)
	case !isListed:
		c.Left.add(was)
	case was.IsSet() && is.IsSet():
		c.Accounts++
		c.Before.Add(was)
		c.After.Add(is)
	case was.IsSet():
		c.Lost.add(was)
	case is.IsSet():
		c.First.add(is)
	}
}

func (p *Part) add(n api.Number) {
	p.Accounts++
	p.Sum.Add(n)
}

// Comparisons are the comparison of the fleet and those of its platforms and groups. Nil ones
// are empty.
type Comparisons struct {
	Fleet             *Comparison
	Platforms, Groups map[string]*Comparison // by ID, also of those that no account has any more

	from, to time.Time
}

func newComparisons(from, to time.Time) *Comparisons {
	return &Comparisons{Fleet: &Comparison{From: from, To: to}, Platforms: map[string]*Comparison{}, Groups: map[string]*Comparison{}, from: from, to: to}
}

func (c *Comparisons) of(in map[string]*Comparison, id string) *Comparison {
	one := in[id]
	if one == nil {
		one = &Comparison{From: c.from, To: c.to}
		in[id] = one
	}
	return one
}

// Platform returns the comparison of a platform; an empty one of a platform without accounts.
func (c *Comparisons) Platform(id string) *Comparison {
	if c == nil {
		return &Comparison{}
	}
	return c.found(c.Platforms[id])
}

// Group returns the comparison of a group; an empty one of a group without accounts.
func (c *Comparisons) Group(id string) *Comparison {
	if c == nil {
		return &Comparison{}
	}
	return c.found(c.Groups[id])
}

func (c *Comparisons) found(one *Comparison) *Comparison {
	if one == nil {
		return &Comparison{From: c.from, To: c.to}
	}
	return one
}

// add compares the counts of an account in the fleet, its platform and its groups. A group that
// was not recorded then is the one that it is in now.
func (c *Comparisons) add(key history.AccountKey, before, after *history.Counts) {
	if before == nil && after == nil {
		return
	}
	c.Fleet.add(key, before, after, inBoth)
	c.of(c.Platforms, key.Platform).add(key, before, after, inBoth)
	switch {
	case before == nil:
		c.of(c.Groups, after.Group).add(key, nil, after, inBoth)
	case after == nil || before.Group == "" || before.Group == after.Group:
		group := before.Group
		if after != nil {
			group = after.Group
		}
		c.of(c.Groups, group).add(key, before, after, inBoth)
	default:
		c.of(c.Groups, before.Group).add(key, before, after, movedOut)
		c.of(c.Groups, after.Group).add(key, before, after, movedIn)
	}
}

// Compare compares the states of some accounts at each of some times with those at the time
// before. The series are their counts as [history.Past.Series] returns them since the first time.
func Compare(series map[history.AccountKey][]history.Counts, times ...time.Time) []*Comparisons {
	var all []*Comparisons
	for i := 1; i < len(times); i++ {
		c := newComparisons(times[i-1], times[i])
		for key, counts := range series {
			c.add(key, CountsAt(counts, c.from), CountsAt(counts, c.to))
		}
		all = append(all, c)
	}
	return all
}

// CountsAt returns the counts of a series at a time; nil if the account was not listed.
func CountsAt(series []history.Counts, t time.Time) *history.Counts {
	n := sort.Search(len(series), func(i int) bool { return series[i].At.After(t) })
	if n == 0 {
		return nil
	}
	return listedIn(&series[n-1])
}

// listedIn returns the counts of an account, nil where it was not listed.
func listedIn(c *history.Counts) *history.Counts {
	if c.Gone {
		return nil
	}
	return c
}
