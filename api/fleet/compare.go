package fleet

import (
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Part is some of the accounts of a comparison, with what they brought or took.
type Part struct {
	Accounts int     `json:"accounts"`
	Sum      api.Sum `json:"sum"`              // of those with a known value
	Counted  int     `json:"counted,omitzero"` // the number of these
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
	known := c.Accounts
	for _, p := range []*Part{
		&c.Joined,
		&c.Left,
		&c.First,
		&c.Lost,
		&c.MovedIn,
		&c.MovedOut,
	} {
		known += p.Sum.Of()
	}
	return known > 0
}

// By is the change, unset if no account is compared.
func (c *Change) By() api.Number {
	return c.After.Number().Sub(c.Before.Number())
}

// sums are the sums before and after of all accounts.
func (c *Change) sums() (before, after api.Sum) {
	before = c.Before
	for _, p := range []*Part{&c.Left, &c.Lost, &c.MovedOut} {
		before.Join(p.Sum)
	}
	after = c.After
	for _, p := range []*Part{&c.Joined, &c.First, &c.MovedIn} {
		after.Join(p.Sum)
	}
	return before, after
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
	From, To time.Time // of the states

	Was, Is                 int // accounts that were and are listed
	WasAbnormal, IsAbnormal int // of them

	Of                [api.NumCounts]Change // by api.Count
	Joined, Left      []history.AccountKey
	MovedIn, MovedOut []history.AccountKey
	Lost              []history.AccountKey // statistics of which some were known and none are
}

// Days is the number of days between the states, rounded.
func (c *Comparison) Days() int {
	return int((c.span() + 12*time.Hour) / (24 * time.Hour))
}

func (c *Comparison) span() time.Duration { return c.To.Sub(c.From) }

// ComparisonRecord is the JSON of a comparison. Pairs are then and now.
type ComparisonRecord struct {
	Abnormal [2]int                  `json:"abnormal"`
	Accounts [2]int                  `json:"accounts"`
	After    time.Time               `json:"after"`
	Before   time.Time               `json:"before"`
	Changes  map[string]ChangeRecord `json:"changes"` // by the names of counts
	Days     int                     `json:"days"`
	Joined   int                     `json:"joined"`
	Left     int                     `json:"left"`
	Lost     int                     `json:"lost"`
	MovedIn  int                     `json:"movedIn"`
	MovedOut int                     `json:"movedOut"`
}

// ChangeRecord is the JSON of a change.
type ChangeRecord struct {
	Change
	By      api.Number `json:"change"`
	Percent api.Number `json:"percent"`
}

// Record is the JSON of the comparison.
func (c *Comparison) Record() *ComparisonRecord {
	r := &ComparisonRecord{
		Abnormal: [2]int{c.WasAbnormal, c.IsAbnormal},
		Accounts: [2]int{c.Was, c.Is},
		After:    c.From.UTC(),
		Before:   c.To.UTC(),
		Changes:  map[string]ChangeRecord{},
		Days:     c.Days(),
		Joined:   len(c.Joined),
		Left:     len(c.Left),
		Lost:     len(c.Lost),
		MovedIn:  len(c.MovedIn),
		MovedOut: len(c.MovedOut),
	}
	for count := range api.NumCounts {
		of := &c.Of[count]
		if of.Known() {
			r.Changes[count.String()] = ChangeRecord{*of, of.By(), of.Percent()}
		}
	}
	return r
}

// SumOfSites adds up the comparisons of sites, which have no accounts in common, over the longest time
// that is known for one of them. It returns the indexes of the sites that it adds up: it leaves out
// those that are nil, not known or shorter by more than a fifth, since the two may begin with the
// recordings at both ends of a tolerance.
func SumOfSites(sites []*Comparisons, known func(*Comparison) bool) (sum *Comparison, of []int) {
	sum = &Comparison{}
	for _, c := range sites {
		if c != nil && known(c.Fleet) && c.Fleet.span() > sum.span() {
			sum = &Comparison{From: c.from, To: c.to}
		}
	}
	for i, c := range sites {
		if c != nil && known(c.Fleet) && 5*c.Fleet.span() >= 4*sum.span() {
			of = append(of, i)
			sum.join(c.Fleet)
		}
	}
	return sum, of
}

// join adds the comparison of other accounts.
func (c *Comparison) join(o *Comparison) {
	c.Was += o.Was
	c.Is += o.Is
	c.WasAbnormal += o.WasAbnormal
	c.IsAbnormal += o.IsAbnormal
	c.Joined = append(c.Joined, o.Joined...)
	c.Left = append(c.Left, o.Left...)
	c.Lost = append(c.Lost, o.Lost...)
	for i := range c.Of {
		c.Of[i].join(&o.Of[i])
	}
}

// join adds the change of other accounts, none of which moved.
func (c *Change) join(o *Change) {
	c.Accounts += o.Accounts
	c.Before.Join(o.Before)
	c.After.Join(o.After)
	c.Joined.join(o.Joined)
	c.Left.join(o.Left)
	c.First.join(o.First)
	c.Lost.join(o.Lost)
}

// join adds other accounts.
func (p *Part) join(o Part) {
	p.Accounts += o.Accounts
	p.Sum.Join(o.Sum)
	p.Counted = p.Sum.Of()
}

// Totals are the totals of a count before and after.
func (c *Comparison) Totals(count api.Count) (before, after api.Total) {
	was, is := c.Of[count].sums()
	return was.Total(c.Was), is.Total(c.Is)
}

// Followers is the change of the followers.
func (c *Comparison) Followers() *Change { return &c.Of[api.CountFans] }

// membership tells in which of the two states an account belongs to what is compared.
type membership uint8

const (
	inBoth   membership = iota
	movedIn             // it was in another group
	movedOut            // it is in another group now
)

// add compares the counts of an account, nil where it is not listed.
func (c *Comparison) add(key history.AccountKey, before, after *history.Counts, how membership) {
	if before != nil && how != movedIn {
		c.Was++
		if before.Health() == api.HealthAbnormal {
			c.WasAbnormal++
		}
	}
	if after != nil && how != movedOut {
		c.Is++
		if after.Health() == api.HealthAbnormal {
			c.IsAbnormal++
		}
	}
	c.list(key, before, after, how)
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

// list adds an account to the list of those to which the same happened, if there is one.
func (c *Comparison) list(key history.AccountKey, before, after *history.Counts, how membership) {
	switch {
	case how == movedIn:
		c.MovedIn = append(c.MovedIn, key)
	case how == movedOut:
		c.MovedOut = append(c.MovedOut, key)
	case before == nil:
		c.Joined = append(c.Joined, key)
	case after == nil:
		c.Left = append(c.Left, key)
	case isKnown(before) && !isKnown(after):
		c.Lost = append(c.Lost, key)
	}
}

// isKnown reports whether any count is known.
func isKnown(c *history.Counts) bool {
	for _, n := range c.Values {
		if n.IsSet() {
			return true
		}
	}
	return false
}

// add compares a count of an account, unset where it is not known.
func (c *Change) add(was, is api.Number, wasListed, isListed bool, how membership) {
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

// add adds an account with its count.
func (p *Part) add(n api.Number) {
	p.Accounts++
	p.Sum.Add(n)
	p.Counted = p.Sum.Of()
}

// Comparisons are the comparison of the fleet and those of its platforms and groups. Nil ones
// are empty.
type Comparisons struct {
	Fleet             *Comparison
	Platforms, Groups map[string]*Comparison // by ID, also of those that no account has any more

	from, to time.Time
}

func newComparisons(from, to time.Time) *Comparisons {
	return &Comparisons{
		Fleet:     &Comparison{From: from, To: to},
		Platforms: map[string]*Comparison{},
		Groups:    map[string]*Comparison{},
		from:      from,
		to:        to,
	}
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

// add compares the counts of an account in the fleet, its platform and its groups.
func (c *Comparisons) add(key history.AccountKey, before, after *history.Counts) {
	if before == nil && after == nil {
		return
	}
	c.Fleet.add(key, before, after, inBoth)
	c.of(c.Platforms, key.Platform).add(key, before, after, inBoth)
	was, is := groupsOf(before, after)
	c.of(c.Groups, was).addOf(was, key, before, after)
	if was != is {
		c.of(c.Groups, is).addOf(is, key, before, after)
	}
}

// addOf compares the counts of an account in a group. It does nothing for one that was and is in others.
func (c *Comparison) addOf(group string, key history.AccountKey, before, after *history.Counts) {
	was, is := groupsOf(before, after)
	if was == group && is == group {
		c.add(key, before, after, inBoth)
	} else if was == group {
		c.add(key, before, after, movedOut)
	} else if is == group {
		c.add(key, before, after, movedIn)
	}
}

// groupsOf returns the groups in which an account was and is. Where it is not listed, or its group was
// not recorded then, that is the other one.
func groupsOf(before, after *history.Counts) (was, is string) {
	if after == nil {
		return before.Group, before.Group
	}
	if before == nil || before.Group == "" {
		return after.Group, after.Group
	}
	return before.Group, after.Group
}

// Comparer compares the states of accounts at each of some times with those at the time before. It is told of one
// account after another.
type Comparer struct {
	All []*Comparison // in the order of the times; what it was told of so far

	times   []time.Time
	isGroup bool // it compares the accounts that were in the group
	group   string
}

// NewComparer returns a comparer of accounts.
func NewComparer(times ...time.Time) *Comparer {
	c := &Comparer{times: times}
	for i := 1; i < len(times); i++ {
		c.All = append(c.All, &Comparison{From: times[i-1], To: times[i]})
	}
	return c
}

// NewGroupComparer returns a comparer of the accounts that were in a group.
func NewGroupComparer(group string, times ...time.Time) *Comparer {
	c := NewComparer(times...)
	c.isGroup = true
	c.group = group
	return c
}

// Add compares the states of an account. The series are its counts as [history.States.Series] returns them since
// the first time.
func (c *Comparer) Add(key history.AccountKey, series []history.Counts) {
	var before *history.Counts
	next := 0 // the first of the counts that is later
	for i, t := range c.times {
		for next < len(series) && !series[next].At.After(t) {
			next++
		}
		var now *history.Counts
		if next > 0 {
			now = listedIn(&series[next-1])
		}
		isListed := before != nil || now != nil
		if i > 0 && isListed && c.isGroup {
			c.All[i-1].addOf(c.group, key, before, now)
		} else if i > 0 && isListed {
			c.All[i-1].add(key, before, now, inBoth)
		}
		before = now
	}
}

// CountsAt returns the counts of a series at a time; nil if the account was not listed.
func CountsAt(series []history.Counts, t time.Time) *history.Counts {
	held := heldAt(series, t)
	return listedIn(&held)
}

// listedIn returns the counts of an account, nil where it was not listed.
func listedIn(c *history.Counts) *history.Counts {
	if c.Gone {
		return nil
	}
	return c
}
