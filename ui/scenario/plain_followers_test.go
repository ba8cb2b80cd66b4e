package scenario

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// count is a number from a time on.
type count struct {
	at time.Time
	n  float64
}

// followers are the known followers of an account from a time on, with those before it.
func (p *plain) followers(id string, from time.Time) []count {
	var all []count
	if p.cut.After(from) {
		from = p.cut
	}
	for i, known := range p.accounts[id] {
		if next := i + 1; known.at.After(p.now) ||
			next < len(p.accounts[id]) && !p.accounts[id][next].at.After(from) {
			continue
		}
		if _, number, ok := strings.Cut(known.is, " "); ok {
			n, _ := strconv.Atoi(number)
			all = append(all, count{known.at, float64(n)})
		}
	}
	return all
}

// jump is a sudden change of the followers of an account.
type jump struct {
	happened
	kind     string
	from, to float64
}

// followerFindings adds the findings about followers that moved suddenly, or are stuck.
func (p *plain) followerFindings() {
	if p.baseline.IsZero() {
		return
	}
	byKind := map[string][]jump{}
	for _, c := range p.list {
		if c.relayDown || !c.counted() {
			continue
		}
		all := p.followers(c.id, p.baseline.Add(-30*aDay))
		if j := p.jumped(c, all, float64(c.followers)); j != nil {
			byKind[j.kind] = append(byKind[j.kind], *j)
		} else {
			p.stopped(c, all)
		}
	}
	for _, j := range p.groupFalls(byKind["followersFell"]) {
		p.addJump(j)
	}
	for _, j := range byKind["followersRose"] {
		p.addJump(j)
	}
}

// addJump adds the finding about the followers of one account.
func (p *plain) addJump(j jump) {
	more := []string{"was " + whole(j.from), "is " + whole(j.to)}
	if is := float64(j.c.followers); j.to != is {
		more = append(more, "now "+whole(is))
	}
	p.one(j.kind, "new", j.c, j.in, more...)
}

// groupFalls adds the incidents of accounts whose followers fell in one recording, and returns the
// others.
func (p *plain) groupFalls(all []jump) []jump {
	if len(all) < 3 {
		return all
	}
	for _, trait := range traits() {
		of := map[string]int{}
		fleet := 0
		for _, c := range p.list {
			if c.counted() && !c.relayDown {
				of[trait(c)]++
				fleet++
			}
		}
		total := map[time.Time]int{}
		for _, j := range all {
			total[j.at]++
		}
		for len(all) > 0 {
			i := slices.IndexFunc(all, func(j jump) bool {
				n := len(sameAs(j, all, trait))
				m := of[trait(j.c)]
				return trait(j.c) != "" && !j.in.after.IsZero() && isIncident(n, m, total[j.at]-n, fleet-m)
			})
			if i < 0 {
				break
			}
			some := sameAs(all[i], all, trait)
			p.fallIncident(trait(all[i].c), some, of[trait(all[i].c)])
			all = slices.DeleteFunc(slices.Clone(all), func(j jump) bool { return slices.Contains(some, j) })
		}
	}
	return all
}

// sameAs are those that jumped in the same recording, and have the same in common.
func sameAs(j jump, all []jump, trait func(*channel) string) (some []jump) {
	for _, other := range all {
		if other.at.Equal(j.at) && trait(other.c) == trait(j.c) {
			some = append(some, other)
		}
	}
	return some
}

// fallIncident adds the incident of accounts whose followers fell.
func (p *plain) fallIncident(name string, some []jump, of int) {
	var accounts []*channel
	was := 0.0
	is := 0.0
	for _, j := range some {
		accounts = append(accounts, j.c)
		was += j.from
		is += j.to
	}
	count := strconv.Itoa(len(some)) + " of " + strconv.Itoa(of)
	more := []string{some[0].kind, count, "was " + whole(was), "is " + whole(is)}
	p.several("incident", p.section(some[0].in.before), name, accounts, some[0].in, more...)
}

// stopped adds the finding about followers that are stuck.
func (p *plain) stopped(c *channel, all []count) {
	is := float64(c.followers)
	if c.status == 0 || !c.isDated() || c.isStale(p.now) {
		return // the statistics are not renewed
	}
	var changes []count
	for _, n := range all {
		if k := len(changes); k == 0 || changes[k-1].n != n.n {
			changes = append(changes, n)
		}
	}
	last := len(changes) - 1
	if last < 1 || p.now.Sub(changes[last].at) >= 30*aDay { // no week before remains to compare with
		return
	}
	longest := 7 * aDay / 3
	for i := 1; i < last; i++ {
		longest = max(longest, changes[i+1].at.Sub(changes[i].at))
	}
	at := changes[last].at
	was := changes[last-1].n
	kind := ""
	switch {
	case is == 0 && was >= 100:
		kind = "stuckAtZero"
	case is != 0 && last >= 5 && p.now.Sub(at) > 3*longest:
		kind = "frozen"
	default:
		return
	}
	p.one(kind, p.section(at), c, p.when(c.id, at), "was "+whole(was), "is "+whole(is))
}

// jumped is the largest sudden change since the baseline: all of it, or one between two recordings
// that is larger by more than what never counts. It is nil if there is none.
func (p *plain) jumped(c *channel, all []count, is float64) (found *jump) {
	before := slices.DeleteFunc(slices.Clone(all), func(n count) bool { return n.at.After(p.baseline) })
	largest := 0.0
	set := func(at time.Time, was, is float64) {
		kind := "followersFell"
		if is > was {
			kind = "followersRose"
		}
		largest = math.Abs(is - was)
		found = &jump{happened{c, at, p.when(c.id, at)}, kind, was, is}
	}
	began := p.baseline
	if n := len(before); n > 0 {
		began = before[n-1].at // may be long before the baseline, after a gap
	}
	if len(before) <= 5 { // fewer than five changes
		before = all
	}
	_, then, known := strings.Cut(p.accounts.at(c.id, p.baseline), " ")
	if was, _ := strconv.ParseFloat(then, 64); known && isSudden(before, was, is, p.now.Sub(began)) {
		at := p.now
		most := 0.0
		for i := 1; i < len(all); i++ { // the time of the largest change in that direction
			change := all[i].n - all[i-1].n
			if all[i].at.After(p.baseline) && (change > 0) == (is > was) && math.Abs(change) > most {
				at = all[i].at
				most = math.Abs(change)
			}
		}
		set(at, was, is)
	}
	for i := 1; i < len(all); i++ {
		was := all[i-1].n
		next := all[i].n
		enough := largest
		if found != nil {
			enough += max(100, 0.02*was)
		}
		if all[i].at.After(p.baseline) && math.Abs(next-was) > enough &&
			isSudden(before, was, next, all[i].at.Sub(all[i-1].at)) {
			set(all[i].at, was, next)
		}
	}
	return found
}

// isSudden reports whether a change in some time is far from usual, by the counts before.
func isSudden(before []count, was, is float64, took time.Duration) bool {
	size := math.Abs(is - was)
	if size <= 100 || size <= 0.02*was {
		return false
	}
	if is == 0 {
		return true
	}
	var perDay, changes, days []float64
	for i := 1; i < len(before); i++ {
		took := before[i].at.Sub(before[i-1].at).Hours() / 24
		changes = append(changes, before[i].n-before[i-1].n)
		days = append(days, took)
		perDay = append(perDay, (before[i].n-before[i-1].n)/took)
	}
	if len(changes) < 5 {
		return size > 1000 && size > 0.2*was
	}
	usual := median(perDay)
	var off []float64
	for i, change := range changes {
		off = append(off, math.Abs(change-usual*days[i])/math.Sqrt(days[i]))
	}
	slices.Sort(off)
	fifth := off[int(math.Ceil(0.8*float64(len(off))))-1] / 1.2816 // 80 % of a normal distribution are nearer
	deviation := max(1.4826*median(off), fifth)
	span := took.Hours() / 24
	excess := math.Abs(is - was - usual*span)
	return excess > max(100, 0.02*was) && excess > 6*deviation*math.Sqrt(span)
}
