package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What needs attention, computed slowly from all that was recorded, as README.md defines it.
// Nothing here calls the program.

// channel is an account as the service lists it.
type channel struct {
	id, platform, group, user string
	status, followers         int
	relayed, relayDown        bool
	stats, created            time.Time // zero: never fetched
}

func (c *channel) key() string { return c.platform + "/" + c.id }

// is what a recording says about the account: its status, -1 if its relay does not return it,
// and its followers if they are known.
func (c *channel) is() string {
	status := c.status
	if c.relayDown {
		status = -1
	}
	if c.followers == 0 && c.stats.IsZero() {
		return fmt.Sprint(status)
	}
	return fmt.Sprint(status, " ", c.followers)
}

// fact is what is said about something from a time on; "" where it was not listed.
type fact struct {
	at time.Time
	is string
}

// facts are what the recordings said about accounts or models, by time.
type facts map[string][]fact

// record adds what a list says.
//
// The clocks of recorders differ by up to a minute, so a list that repeats a state within a
// minute of it adds nothing. A clock may also be ahead: a fact with a date in the future
// holds from that date on. If a later list with an earlier date has the same state, the
// account had it all along, and the fact of the future is dropped.
func (f facts) record(at time.Time, list map[string]string) {
	for id := range list {
		f[id] = append(f[id], fact{})[:len(f[id])] // it exists, even without facts
	}
	for id, all := range f {
		if f.at(id, at.Add(time.Minute)) == list[id] {
			continue
		}
		all = slices.DeleteFunc(all, func(known fact) bool { return known.at.Equal(at) })
		all = append(all, fact{at, list[id]})
		slices.SortFunc(all, func(a, b fact) int { return a.at.Compare(b.at) })
		f[id] = nil
		for _, known := range all {
			if n := len(f[id]); n > 0 && known.at.After(at) && f[id][n-1].is == known.is {
				continue
			}
			f[id] = append(f[id], known)
		}
	}
}

// at is what was said about something at a time, "" if it was not listed.
func (f facts) at(id string, t time.Time) (is string) {
	for _, known := range f[id] {
		if !known.at.After(t) {
			is = known.is
		}
	}
	return is
}

// turns are the times at which the status of an account changed, in the order of time, until
// now. What the first recording said did not happen then.
func (p *plain) turns(key string) []turned {
	var all []turned
	before := ""
	for _, known := range p.accounts[key] {
		status, _, _ := strings.Cut(known.is, " ")
		if status != before && known.at.After(p.first) && !known.at.After(p.now.Add(time.Minute)) {
			all = append(all, turned{known.at, before, status})
		}
		before = status
	}
	return all
}

type turned struct {
	at         time.Time
	before, is string // status; "" where the account was not listed
}

// followers are the known followers of an account from a time on, with those before it.
func (p *plain) followers(key string, from time.Time) []count {
	var all []count
	for i, known := range p.accounts[key] {
		if next := i + 1; known.at.After(p.now) ||
			next < len(p.accounts[key]) && !p.accounts[key][next].at.After(from) {
			continue
		}
		if _, number, ok := strings.Cut(known.is, " "); ok {
			n, _ := strconv.Atoi(number)
			all = append(all, count{known.at, float64(n)})
		}
	}
	return all
}

func whole(n float64) string { return fmt.Sprintf("%.0f", n) }

type count struct {
	at time.Time
	n  float64
}

// plain is all that was recorded, and what is listed now.
type plain struct {
	accounts, models facts
	ever             map[string]*channel // as last listed
	names            map[string]string   // last known ones
	first            time.Time
	visits           []time.Time
	lists, catalogs  []recording

	now, baseline time.Time // the baseline is zero without an earlier recording
	list          []*channel
	prices        map[string]string
	found         []string
}

const aDay = 24 * time.Hour

// record adds a recording that is dated at a time.
func (p *plain) record(at time.Time, list []*channel, prices map[string]string) {
	said := map[string]string{}
	for _, c := range list {
		said[c.key()], p.ever[c.key()] = c.is(), c
		if !c.relayDown {
			p.names[c.key()] = nameOf(c.id)
		}
	}
	if p.first.IsZero() {
		p.first = at
	}
	ahead := func(r recording) bool { return r.at.After(at.Add(time.Minute)) } // of a clock that was
	p.lists = slices.DeleteFunc(p.lists, ahead)
	p.accounts.record(at, said)
	p.lists = append(p.lists, recording{at, said})
	if prices != nil {
		p.models.record(at, prices)
		p.catalogs = append(slices.DeleteFunc(p.catalogs, ahead), recording{at, prices})
	}
}

// recording is what a whole list said.
type recording struct {
	at   time.Time
	said map[string]string
}

// after is the last recording before a change of something was first seen that said otherwise,
// zero if there is none.
func after(all []recording, f facts, id string, seen time.Time) (last time.Time) {
	for _, r := range all {
		if r.at.Before(seen) && r.said[id] != f.at(id, seen) && r.at.After(last) {
			last = r.at
		}
	}
	return last
}

// when is the interval in which the fact about an account changed that was first seen at a
// time. What began before the first recording has only that, if there is one before now.
func (p *plain) when(c *channel, seen time.Time) interval {
	if seen.IsZero() && !p.first.Before(p.now) {
		return interval{}
	}
	if seen.IsZero() {
		return interval{before: p.first}
	}
	return interval{after(p.lists, p.accounts, c.key(), seen), seen}
}

type interval struct{ after, before time.Time }

// findings are what needs attention compared with a time, or with nothing if nothing was
// recorded before now.
func (p *plain) findings(now, asked time.Time) []string {
	p.now = now
	p.baseline = asked
	p.found = nil
	if p.first.After(asked) {
		p.baseline = p.first
	}
	if !p.first.Before(now) {
		p.baseline = time.Time{}
	}
	p.health()
	for _, c := range p.list {
		p.moved(c)
		if c.status != 0 {
			p.statistics(c)
		}
	}
	p.changedModels()
	slices.Sort(p.found)
	return p.found
}

func (p *plain) section(at time.Time) string {
	switch {
	case p.baseline.IsZero():
		return "open"
	case at.After(p.baseline):
		return "new"
	case !at.IsZero() && p.now.Sub(at) > 30*aDay:
		return "expected"
	}
	return "open"
}

// one adds a finding about an account.
func (p *plain) one(kind, section string, c *channel, at interval, more ...string) {
	p.found = append(
		p.found,
		line(kind, section, c.platform, c.id, at, append(more, cmp.Or(p.names[c.key()], reference(c.id)))...),
	)
}

// several adds one finding about accounts.
func (p *plain) several(kind, section, id string, all []*channel, seen time.Time, more ...string) {
	platform := all[0].platform
	keys := more
	for _, c := range all {
		if keys = append(keys, c.key()); c.platform != platform {
			platform = ""
		}
	}
	slices.Sort(keys)
	p.found = append(p.found, line(kind, section, platform, id, p.when(all[0], seen), keys...))
}

func line(kind, section, platform, id string, at interval, more ...string) string {
	when := func(t time.Time) string {
		if t.IsZero() {
			return "-"
		}
		return t.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf(
		"%s %s %q %q %s %s %d %q", kind, section, platform, id, when(at.after), when(at.before),
		len(more), more,
	)
}

func nameOf(id string) string { return "Name of " + id }

// reference is the nickname of an account while its relay is unavailable.
func reference(id string) string { return "ref-" + id }

// happened is that something happened to an account, which may be one finding with others of
// the same time.
type happened struct {
	c  *channel
	at time.Time
}

// health adds the findings about what is abnormal, recovered, listed and unlisted.
func (p *plain) health() {
	inIncident := p.incidents()
	outage := !slices.ContainsFunc(p.list, func(c *channel) bool { return c.relayed && !c.relayDown })
	together := map[string][]happened{}
	listed := map[string]bool{}
	for _, c := range p.list {
		listed[c.key()] = true
		var last turned
		if turns := p.turns(c.key()); len(turns) > 0 {
			last = turns[len(turns)-1]
		}
		isNew := !p.baseline.IsZero() && last.at.After(p.baseline)
		began := last.at
		if began.IsZero() {
			began = p.first
		}
		appeared := !p.baseline.IsZero() && p.accounts.at(c.key(), p.baseline) == ""
		switch {
		case inIncident[c]:
		case c.relayDown && !outage:
			p.one("relayMissing", p.section(began), c, p.when(c, last.at))
		case c.relayDown:
			together["relayDown"] = append(together["relayDown"], happened{c, last.at})
		case c.status == 0 && isNew && last.before != "":
			p.one("turnedAbnormal", "new", c, p.when(c, last.at))
		case c.status == 0:
			p.one("abnormal", p.section(began), c, p.when(c, last.at))
		case appeared:
			for _, t := range p.turns(c.key()) {
				if t.at.After(p.baseline) {
					together["appeared"] = append(together["appeared"], happened{c, t.at})
					break
				}
			}
		case isNew && last.before == "0" && c.status == 1:
			p.one("recovered", "new", c, p.when(c, last.at))
		}
	}
	for key, c := range p.ever {
		if !p.baseline.IsZero() && !listed[key] && p.accounts.at(key, p.baseline) != "" {
			turns := p.turns(key)
			together["disappeared"] = append(together["disappeared"], happened{c, turns[len(turns)-1].at})
		}
	}
	for kind, all := range together {
		p.together(kind, all)
	}
}

// together adds a finding for the accounts of which the same happened at the same time, if
// they are at least 3, or 2 with a relay, else one for each.
func (p *plain) together(kind string, all []happened) {
	least := 3
	if kind == "relayDown" {
		least = 2
	}
	byTime := map[time.Time][]*channel{}
	for _, h := range all {
		byTime[h.at] = append(byTime[h.at], h.c)
	}
	for at, same := range byTime {
		section := "new"
		if kind == "relayDown" && at.IsZero() {
			section = p.section(p.first)
		} else if kind == "relayDown" {
			section = p.section(at)
		}
		if len(same) >= least {
			p.several(kind, section, "", same, at)
			continue
		}
		for _, c := range same {
			p.one(kind, section, c, p.when(c, at))
		}
	}
}

// incidents adds the incidents and returns their accounts. Platforms come before groups, and
// groups before users.
func (p *plain) incidents() map[*channel]bool {
	members := map[*channel]bool{}
	times := map[time.Time][]*channel{}
	for _, c := range p.list {
		for _, t := range p.turns(c.key()) {
			if t.before == "1" && t.is == "0" && !c.relayDown {
				times[t.at] = append(times[t.at], c)
			}
		}
	}
	for at, left := range times {
		wasNormal := map[*channel]bool{}
		for _, c := range p.list {
			status, _, _ := strings.Cut(p.accounts.at(c.key(), at.Add(-time.Millisecond)), " ")
			wasNormal[c] = status == "1"
		}
		kinds := []func(*channel) string{
			func(c *channel) string { return c.platform },
			func(c *channel) string { return c.group },
			func(c *channel) string { return c.user },
		}
		inIncident := map[*channel]bool{}
		for kind, of := range kinds {
			normal := map[string]float64{}
			turnedOf := map[string]float64{}
			platforms := map[string]map[string]bool{} // of those that turned
			for c, was := range wasNormal {
				if was {
					normal[of(c)]++
				}
			}
			for _, c := range left {
				turnedOf[of(c)]++
				if platforms[of(c)] == nil {
					platforms[of(c)] = map[string]bool{}
				}
				platforms[of(c)][c.platform] = true
			}
			isOne := func(name string) bool {
				n := turnedOf[name]
				m := normal[name]
				others := 0.0
				fleet := 0.0
				for c, was := range wasNormal {
					if was && of(c) != name && !inIncident[c] {
						fleet++
					}
				}
				for _, c := range left {
					if of(c) != name && !inIncident[c] {
						others++
					}
				}
				rate := max(0.005, others/max(fleet, 1))
				return (kind == 0 || len(platforms[name]) > 1) &&
					n >= 3 && (n*3 >= m || n >= 5 && n > 4+4*m*rate)
			}
			var names []string
			for again := true; again; {
				again = false
				for _, name := range slices.Sorted(maps.Keys(turnedOf)) {
					if slices.Contains(names, name) || !isOne(name) {
						continue
					}
					again = true
					names = append(names, name)
					for _, c := range left {
						inIncident[c] = inIncident[c] || of(c) == name
					}
				}
			}
			for _, name := range names {
				n := turnedOf[name]
				m := normal[name]
				var still []*channel // abnormal since then
				recovered := map[time.Time][]*channel{}
				left = slices.DeleteFunc(left, func(c *channel) bool {
					turns := p.turns(c.key())
					if of(c) == name && turns[len(turns)-1].at.Equal(at) {
						still = append(still, c)
					}
					if k := len(turns) - 1; of(c) == name && turns[k].is == "1" && turns[k-1].at.Equal(at) &&
						!p.baseline.IsZero() &&
						turns[k].at.After(p.baseline) {
						recovered[turns[k].at] = append(recovered[turns[k].at], c)
					}
					return of(c) == name
				})
				count := fmt.Sprintf("%.0f of %.0f", n, m)
				if len(still) > 0 {
					p.several("incident", p.section(at), name, still, at, count)
				}
				for end, c := range recovered {
					if len(c) >= 3 {
						p.several("recovered", "new", name, c, end, count)
						still = append(still, c...)
					}
				}
				for _, c := range still {
					members[c] = true
				}
			}
		}
	}
	return members
}

// statistics adds the finding about old or missing statistics.
func (p *plain) statistics(c *channel) {
	switch {
	case !c.stats.IsZero() && p.now.Sub(c.stats) > 7*aDay:
		p.one("stale", p.section(c.stats.Add(7*aDay)), c, interval{c.stats, c.stats})
	case c.stats.IsZero() && c.status == 1 && c.followers == 0 && p.now.Sub(c.created) >= aDay:
		p.one("neverFetched", p.section(c.created), c, interval{c.created, c.created})
	}
}

// moved adds the finding about followers that moved suddenly, or are stuck.
func (p *plain) moved(c *channel) {
	if p.baseline.IsZero() || c.relayDown || !strings.Contains(c.is(), " ") {
		return
	}
	all := p.followers(c.key(), p.baseline.Add(-30*aDay))
	is := float64(c.followers)
	if p.jumped(c, all, is) {
		return
	}
	if c.status == 0 || p.now.Sub(c.stats) > 7*aDay {
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
	switch {
	case is == 0 && was >= 100:
		p.one("stuckAtZero", p.section(at), c, p.when(c, at), whole(was), whole(is))
	case is != 0 && last >= 5 && p.now.Sub(at) > 3*longest:
		p.one("frozen", p.section(at), c, p.when(c, at), whole(was), whole(is))
	}
}

// jumped adds the finding about the largest sudden change since the baseline: all of it, or
// one between two recordings that is larger by more than what never counts.
func (p *plain) jumped(c *channel, all []count, is float64) bool {
	before := slices.DeleteFunc(slices.Clone(all), func(n count) bool { return n.at.After(p.baseline) })
	kind := ""
	seen := p.now
	from := 0.0
	to := 0.0
	largest := 0.0
	set := func(at time.Time, was, is float64) {
		kind = "followersFell"
		seen = at
		from = was
		to = is
		largest = math.Abs(is - was)
		if is > was {
			kind = "followersRose"
		}
	}
	began := p.baseline
	if n := len(before); n > 0 {
		began = before[n-1].at // may be long before the baseline, after a gap
	}
	_, then, known := strings.Cut(p.accounts.at(c.key(), p.baseline), " ")
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
		if kind != "" {
			enough += max(100, 0.02*was)
		}
		if all[i].at.After(p.baseline) && math.Abs(next-was) > enough &&
			isSudden(before, was, next, all[i].at.Sub(all[i-1].at)) {
			set(all[i].at, was, next)
		}
	}
	if kind == "" {
		return false
	}
	more := []string{whole(from), whole(to)}
	if to != is {
		more = append(more, "now "+whole(is))
	}
	p.one(kind, "new", c, p.when(c, seen), more...)
	return true
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
	return math.Abs(is-was-usual*span) > 6*deviation*math.Sqrt(span)
}

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

// changedModels adds the findings about models whose price changed, and those that are new
// or gone.
func (p *plain) changedModels() {
	if p.baseline.IsZero() {
		return
	}
	for name := range p.models {
		was := p.models.at(name, p.baseline)
		is := p.prices[name]
		times := 0
		var at time.Time
		for _, known := range p.models[name] {
			if known.at.After(p.baseline) && !known.at.After(p.now) {
				at = known.at
				times++
			}
		}
		if was == is && (is == "" || times < 2) {
			continue // also what changed and is as it was is told
		}
		kind := "price"
		switch {
		case was == "":
			kind = "modelNew"
		case is == "":
			kind = "modelGone"
		}
		p.found = append(
			p.found,
			line(
				kind,
				"new",
				"",
				name,
				interval{after(p.catalogs, p.models, name, at), at},
				fmt.Sprint(times, " changes"),
				nameOf(name),
			),
		)
	}
}
