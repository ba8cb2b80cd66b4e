package scenario

import (
	"testing"
	"time"
)

// index is the index of the last recording that is not after a time, or else of the first one.
func (p *plain) index(at time.Time) int {
	n := 0
	for i, r := range p.lists {
		if !r.at.After(at) {
			n = i
		}
	}
	return n
}

// window is the index of the recording with which now is compared over some days: the one nearest to their
// beginning within a tenth of them, else the last one before it, else the first one.
func (p *plain) window(days int) int {
	begins := p.now.AddDate(0, 0, -days)
	best := p.index(begins)
	nearest := time.Duration(days)*aDay/10 + 1
	for i, r := range p.lists {
		if off := r.at.Sub(begins).Abs(); off < nearest { // the earlier one of two that are as near
			nearest = off
			best = i
		}
	}
	return best
}

// newest is the last recording.
func (p *plain) newest() recording { return p.lists[len(p.lists)-1] }

// part is a number of accounts, and the sum of what is known of some of them.
type part struct{ accounts, counted, sum int }

// parts are the numbers of a change between two recordings by their names in JSON.
type parts map[string]part

func (all parts) add(name string, c *channel, value func(*channel) int) {
	n := all[name]
	n.accounts++
	if c.counted() {
		n.counted++
		n.sum += value(c)
	}
	all[name] = n
}

// change compares the accounts of which in says that they belong.
func (p *plain) change(from, to int, value func(*channel) int, in func(*channel) bool) parts {
	all := parts{}
	for id := range p.ever {
		a := p.lists[from].all[id]
		b := p.lists[to].all[id]
		wasIn := a != nil && in(a)
		isIn := b != nil && in(b)
		if wasIn {
			all.add("was", a, value)
			if a.counted() {
				all.add("wasCounted", a, value)
			}
			if a.health() == "abnormal" {
				all.add("wasAbnormal", a, value)
			}
		}
		if isIn {
			all.add("is", b, value)
			if b.counted() {
				all.add("isCounted", b, value)
			}
			if b.health() == "abnormal" {
				all.add("isAbnormal", b, value)
			}
		}
		switch {
		case !wasIn && !isIn:
		case a == nil:
			all.add("joined", b, value)
		case b == nil:
			all.add("left", a, value)
		case !isIn:
			all.add("movedOut", a, value)
		case !wasIn:
			all.add("movedIn", b, value)
		case a.counted() && b.counted():
			all.add("before", a, value)
			all.add("after", b, value)
		case a.counted():
			all.add("lost", a, value)
		case b.counted():
			all.add("first", b, value)
		default:
			all.add("unknown", a, value)
		}
	}
	return all
}

// count counts the accounts of the last recording.
func (p *plain) count(in func(*channel) bool) (n int) {
	for _, c := range p.newest().all {
		if in(c) {
			n++
		}
	}
	return n
}

func followersOf(c *channel) int { return c.followers }
func worksOf(c *channel) int     { return c.works }
func everyone(*channel) bool     { return true }

func inGroup(id string) func(*channel) bool {
	return func(c *channel) bool { return c.group == id }
}

func onPlatform(id string) func(*channel) bool {
	return func(c *channel) bool { return c.platform == id }
}

// changeJSON is a change in JSON.
type changeJSON struct {
	Accounts                                     int
	Before, After, Change                        *int
	Percent                                      *float64
	Joined, Left, First, Lost, MovedIn, MovedOut partJSON
}

type partJSON struct {
	Accounts int
	Sum      *int
	Counted  int
}

// bound is the sign before a sum of so many of all accounts.
func bound(counted, all int) string {
	if counted < all {
		return "≥ "
	}
	return ""
}

func intOf(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// agrees compares a printed change with the plain one.
func (all parts) agrees(t *testing.T, what string, got changeJSON) {
	t.Helper()
	for name, printed := range map[string]partJSON{
		"before":   {got.Accounts, got.Before, got.Accounts},
		"joined":   got.Joined,
		"left":     got.Left,
		"first":    got.First,
		"lost":     got.Lost,
		"movedIn":  got.MovedIn,
		"movedOut": got.MovedOut,
	} {
		if want := all[name]; printed.Accounts != want.accounts || printed.Counted != want.counted ||
			intOf(printed.Sum) != want.sum {
			t.Errorf("%s: %s %d accounts with %d, not %v", what, name, printed.Accounts, intOf(printed.Sum), want)
		}
	}
	was := all["before"].sum
	is := all["after"].sum
	if intOf(got.After) != is || intOf(got.Change) != is-was {
		t.Errorf("%s: to %d, change %d, not from %d to %d", what, intOf(got.After), intOf(got.Change), was, is)
	}
	if p := all.percent(); got.Percent != nil && *got.Percent != p {
		t.Errorf("%s: %v %%, not %v", what, *got.Percent, p)
	}
}

// percent is the change in percent with one decimal, or with two digits if that is 0.
func (all parts) percent() float64 {
	was := all["before"].sum
	is := all["after"].sum
	exact := float64(is-was) * 100 / float64(was)
	decimals := 1
	if exact != 0 && round(exact, 1) == 0 {
		for round(exact, decimals) == 0 {
			decimals++
		}
		decimals++
	}
	return round(exact, decimals)
}
