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

// round is a number with some decimals, halves away from 0.
func round(n float64, decimals int) float64 {
	power := math.Pow10(decimals)
	return math.Copysign(math.Floor(math.Abs(n)*power+0.5+1e-9)/power, n)
}

func whole(n float64) string { return fmt.Sprintf("%.0f", n) }

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

// findings returns what needs attention compared with a time, or with nothing if nothing was
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
	p.followerFindings()
	p.statistics()
	p.silent()
	p.changedModels()
	p.changedOptions()
	p.movedWork()
	p.ruled()
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
	name := cmp.Or(p.names[c.id], reference(c.id))
	p.found = append(p.found, line(kind, section, c.platform, c.id, at, append(more, name)...))
}

// several adds one finding about accounts.
func (p *plain) several(kind, section, id string, all []*channel, at interval, more ...string) {
	platform := all[0].platform
	for _, c := range all {
		if more = append(more, c.account()); c.platform != platform {
			platform = ""
		}
	}
	p.found = append(p.found, line(kind, section, platform, id, at, more...))
}

// line is a finding as a line. The order of more does not matter, and empty texts say nothing.
func line(kind, section, platform, id string, at interval, more ...string) string {
	more = slices.DeleteFunc(more, func(s string) bool { return s == "" })
	slices.Sort(more)
	when := func(t time.Time) string { return cmp.Or(stamp(t), "-") }
	return fmt.Sprintf(
		"%s %s %q %q %s %s %d %q", kind, section, platform, id, when(at.after), when(at.before),
		len(more), more,
	)
}

// happened is that something happened to an account, which may be one finding with others of
// the same time.
type happened struct {
	c  *channel
	at time.Time // when it was first seen; zero for before the first recording
	in interval
}

// health adds the findings about what is abnormal, recovered, listed and unlisted.
func (p *plain) health() {
	inIncident := p.incidents()
	outage := !slices.ContainsFunc(p.list, func(c *channel) bool { return c.relayed && !c.relayDown })
	together := map[string][]happened{}
	listed := map[string]bool{}
	for _, c := range p.list {
		listed[c.id] = true
		last := p.last(c.id)
		isNew := !p.baseline.IsZero() && last.at.After(p.baseline)
		began := last.at
		if began.IsZero() {
			began = p.first
		}
		appeared := !p.baseline.IsZero() && p.accounts.at(c.id, p.baseline) == ""
		is := p.of(c.id, last)
		flaps := p.flaps(c)
		if flaps && !c.relayDown && (c.status == 0 || !appeared) {
			continue
		}
		switch {
		case inIncident[c]:
		case c.relayDown && !outage:
			p.one("relayMissing", p.section(began), c, is)
		case c.relayDown:
			together["relayDown"] = append(together["relayDown"], happened{c, last.at, is})
		case c.status == 0 && isNew && last.before != "":
			p.one("turnedAbnormal", "new", c, is, p.lastedBefore(c))
		case c.status == 0:
			p.one("abnormal", p.section(began), c, is, p.lastedBefore(c))
		case appeared:
			t := p.firstSince(c.id, p.baseline)
			together["appeared"] = append(together["appeared"], happened{c, t.at, p.when(c.id, t.at)})
		case isNew && last.before == "0" && c.status == 1:
			p.one("recovered", "new", c, is, p.lastedBefore(c))
		}
	}
	for id, c := range p.ever {
		if !p.baseline.IsZero() && !listed[id] && p.accounts.at(id, p.baseline) != "" {
			at := p.last(id).at
			together["disappeared"] = append(together["disappeared"], happened{c, at, p.when(id, at)})
		}
	}
	for kind, all := range together {
		p.together(kind, all)
	}
}

// flaps adds the finding about an account that turned from normal to abnormal or back three times and more
// within 7 days, but for incidents. It is about the turn that made it flap.
func (p *plain) flaps(c *channel) bool {
	var own []turned
	inIncident := false
	for _, t := range p.turns(c.id) {
		fails := t.before == "1" && t.is == "0"
		recovers := t.before == "0" && t.is == "1"
		if fails {
			inIncident = p.isInIncident(c.id, t.at)
		}
		if (fails || recovers) && !inIncident {
			own = append(own, t)
		}
	}
	n := len(own)
	begins := p.now.Add(-7 * aDay)
	if n < 3 || own[n-3].at.Before(begins) {
		return false
	}
	first := n - 3
	for first > 0 && own[first+1].at.Sub(own[first-1].at) <= 7*aDay {
		first--
	}
	count := 0
	for _, t := range own {
		if !t.at.Before(begins) {
			count++
		}
	}
	since := own[first+2]
	p.one("flaps", p.section(since.at), c, p.of(c.id, since), fmt.Sprint(count, " of 0"))
	return true
}

// isInIncident reports whether an account turned abnormal at a time in an incident.
func (p *plain) isInIncident(id string, at time.Time) bool {
	return slices.ContainsFunc(p.episodesAt(at, p.turnedAbnormal()[at]), func(e episode) bool {
		return slices.ContainsFunc(e.turned, func(c *channel) bool { return c.id == id })
	})
}

// firstSince is the first turn of an account after a time.
func (p *plain) firstSince(id string, at time.Time) turned {
	for _, t := range p.turns(id) {
		if t.at.After(at) {
			return t
		}
	}
	return turned{}
}

// lastedBefore is how long the status before the present one lasted, "" where it was not normal or
// abnormal.
func (p *plain) lastedBefore(c *channel) string {
	turns := p.turns(c.id)
	n := len(turns)
	if n == 0 || turns[n-1].before != "0" && turns[n-1].before != "1" || !turns[n-1].at.After(p.cut) {
		return ""
	}
	began := interval{before: p.first}
	if n > 1 {
		began = p.of(c.id, turns[n-2])
	}
	return lasted(began, p.of(c.id, turns[n-1])).text()
}

// text is a length in a line of a finding, "" for one that says nothing.
func (l length) text() string {
	if l == (length{0, -1}) {
		return ""
	}
	return fmt.Sprintf("lasted %.2f to %.2f h", l[0], l[1])
}

// together adds a finding for the accounts of which the same happened at the same time, if
// they are at least 3, or 2 with a relay, else one for each.
func (p *plain) together(kind string, all []happened) {
	least := 3
	if kind == "relayDown" {
		least = 2
	}
	byTime := map[time.Time][]happened{}
	for _, h := range all {
		byTime[h.at] = append(byTime[h.at], h)
	}
	for at, same := range byTime {
		section := "new"
		if kind == "relayDown" && at.IsZero() {
			section = p.section(p.first)
		} else if kind == "relayDown" {
			section = p.section(at)
		}
		if len(same) < least {
			for _, h := range same {
				p.one(kind, section, h.c, h.in)
			}
			continue
		}
		var accounts []*channel
		for _, h := range same {
			accounts = append(accounts, h.c)
		}
		var more []string
		switch kind {
		case "appeared":
			more = append(more, "is "+followersOfAll(accounts), countedOf(accounts))
		case "disappeared":
			more = append(more, "was "+followersOfAll(accounts), countedOf(accounts))
		}
		p.several(kind, section, "", accounts, same[0].in, more...)
	}
}

// followersOfAll is the sum of the known followers, "" where none are known.
func followersOfAll(all []*channel) string {
	sum := 0
	known := false
	for _, c := range all {
		if c.counted() {
			sum += c.followers
			known = true
		}
	}
	if !known {
		return ""
	}
	return strconv.Itoa(sum)
}

// countedOf says of how many accounts their sum is.
func countedOf(all []*channel) string {
	n := 0
	for _, c := range all {
		if c.counted() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprint("of ", n)
}

// traits returns the traits that accounts may share. Platforms come before groups, and groups before
// owners.
func traits() []func(*channel) string {
	return []func(*channel) string{
		func(c *channel) string { return c.platform },
		func(c *channel) string { return c.group },
		func(c *channel) string { return c.user },
	}
}

// isIncident reports whether so many of those to which it could happen are too many for chance.
// The others are the rest of the accounts.
func isIncident(n, of, others, ofOthers int) bool {
	rate := max(0.005, float64(others)/float64(max(ofOthers, 1)))
	return n >= 3 && (n*3 >= of || n >= 5 && float64(n) > 4+4*float64(of)*rate)
}

// incidents adds the incidents and returns their accounts.
func (p *plain) incidents() map[*channel]bool {
	members := map[*channel]bool{}
	for _, e := range p.episodes() {
		var still []*channel
		recovered := map[time.Time][]*channel{}
		for _, c := range e.turned {
			if p.listed(c.id) == nil {
				continue
			}
			now := p.listed(c.id)
			turns := p.turns(c.id)
			last := len(turns) - 1
			isAbnormal := turns[last].at.Equal(e.at)
			hasRecovered := turns[last].is == "1" && turns[last-min(last, 1)].at.Equal(e.at) &&
				!p.baseline.IsZero() && turns[last].at.After(p.baseline)
			if isAbnormal {
				still = append(still, now)
			} else if hasRecovered && p.accounts.at(c.id, p.baseline) != "" {
				recovered[turns[last].at] = append(recovered[turns[last].at], now)
			}
		}
		count := fmt.Sprintf("%d of %d", len(e.turned), e.normal)
		began := p.when(e.turned[0].id, e.at)
		if len(still) > 0 {
			p.several("incident", p.section(e.at), e.name, still, began, count, "turnedAbnormal")
		}
		for end, all := range recovered {
			if len(all) >= 3 {
				ended := p.of(all[0].id, p.last(all[0].id))
				p.several("recovered", "new", e.name, all, p.when(all[0].id, end), count, lasted(began, ended).text())
				still = append(still, all...)
			}
		}
		for _, c := range still {
			members[c] = true
		}
	}
	return members
}

// listed is the account as it is listed now, nil if it is not.
func (p *plain) listed(id string) *channel {
	for _, c := range p.list {
		if c.id == id {
			return c
		}
	}
	return nil
}

// loss is an account whose followers were known and no longer are, or whose statistics are old.
type loss struct {
	happened
	kind, section string
	was           int
}

// statistics adds the findings about old, lost or missing statistics.
func (p *plain) statistics() {
	var stale, lost []loss
	for _, c := range p.list {
		if c.status == 0 || c.relayDown {
			continue
		}
		switch was, at := p.lostFollowers(c); {
		case c.isStale(p.now):
			old := c.stats.Add(7 * aDay)
			seen := p.firstAt(old)
			in := interval{p.lists.before(seen), seen}
			stale = append(stale, loss{happened{c, seen, in}, "stale", p.section(old), 0})
		case was > 0:
			lost = append(lost, loss{happened{c, at, p.when(c.id, at)}, "statisticsLost", p.section(at), was})
		case c.stats.IsZero() && c.status == 1 && !c.counted() && p.now.Sub(c.created) >= aDay:
			p.one("neverFetched", p.section(c.created), c, interval{c.created, c.created})
		}
	}
	couldGetOld := func(c *channel) bool { return c.status != 0 && !c.relayDown && c.isDated() }
	stale = group(p, stale, couldGetOld)
	for _, l := range stale {
		p.one("stale", l.section, l.c, interval{l.c.stats, l.c.stats})
	}
	couldBeLost := func(c *channel) bool {
		was, _ := p.lostFollowers(c)
		return couldGetOld(c) || was > 0
	}
	lost = group(p, lost, couldBeLost)
	for _, l := range lost {
		p.one("statisticsLost", l.section, l.c, l.in, "was "+strconv.Itoa(l.was))
	}
}

// firstAt is the first recording not before a time, else now.
func (p *plain) firstAt(at time.Time) time.Time {
	for _, r := range p.lists {
		if !r.at.Before(at) {
			return r.at
		}
	}
	return p.now
}

// before is the last recording before a time, by more than clocks differ; zero for none.
func (all recordings) before(at time.Time) (last time.Time) {
	for _, r := range all {
		if r.at.Add(time.Minute).After(at) {
			break
		}
		last = r.at
	}
	return last
}

// lostFollowers are the followers of an account before they became unknown, and when they were; 0 if
// they are known, or never were since the account was listed last.
func (p *plain) lostFollowers(c *channel) (was int, at time.Time) {
	if c.counted() || c.relayDown {
		return 0, at
	}
	for _, known := range slices.Backward(p.accounts[c.id]) {
		_, followers, counted := strings.Cut(known.is, " ")
		switch {
		case known.at.After(p.now):
		case known.is == "":
			return 0, at
		case counted:
			was, _ = strconv.Atoi(followers)
			return was, at
		case !known.at.After(p.cut): // the newest one that is kept
			return 0, at
		default:
			at = known.at
		}
	}
	return 0, at
}

// group adds incidents of those to which the same happened in one recording, and returns the others.
// could reports whether it could have happened to an account.
func group(p *plain, all []loss, could func(*channel) bool) []loss {
	if len(all) < 3 {
		return all
	}
	for _, trait := range traits() {
		of := map[string]int{}
		fleet := 0
		for _, c := range p.list {
			if could(c) {
				of[trait(c)]++
				fleet++
			}
		}
		type moment struct {
			at   time.Time
			name string
		}
		same := map[moment][]loss{}
		total := map[time.Time]int{}
		for _, l := range all {
			m := moment{l.at, trait(l.c)}
			same[m] = append(same[m], l)
			total[l.at]++
		}
		for m, some := range same {
			n := len(some)
			known := m.name != "" && !some[0].in.after.IsZero()
			if !known || !isIncident(n, of[m.name], total[m.at]-n, fleet-of[m.name]) {
				continue
			}
			p.lossIncident(m.name, some, of[m.name])
			all = slices.DeleteFunc(slices.Clone(all), func(l loss) bool {
				return l.at.Equal(m.at) && trait(l.c) == m.name
			})
		}
	}
	return all
}

// lossIncident adds the incident of accounts to which the same happened.
func (p *plain) lossIncident(name string, some []loss, of int) {
	var accounts []*channel
	sum := 0
	for _, l := range some {
		accounts = append(accounts, l.c)
		sum += l.was
	}
	more := []string{some[0].kind, fmt.Sprintf("%d of %d", len(some), of)}
	if sum > 0 {
		more = append(more, "was "+strconv.Itoa(sum))
	}
	p.several("incident", p.section(some[0].in.before), name, accounts, some[0].in, more...)
}

// changedModels adds the findings about models whose price changed, and those that are new
// or gone.
func (p *plain) changedModels() {
	if p.baseline.IsZero() {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(p.models)) {
		was := p.models.at(name, p.baseline)
		is := p.prices[name]
		times, at := p.changes(p.models, name)
		if was == is && (is == "" || times < 2) {
			continue // also what changed and is as it was is told
		}
		more := []string{fmt.Sprint(times, " changes"), modelName(name)}
		kind := "price"
		switch {
		case was == "":
			kind = "modelNew"
		case is == "":
			kind = "modelGone"
		case was != is:
			from, _ := strconv.ParseFloat(was, 64)
			to, _ := strconv.ParseFloat(is, 64)
			by := round((to-from)/from*100, 1)
			more = append(more, fmt.Sprintf("by %v %v %v %%", by, by, by))
		}
		in := interval{p.catalogs.after(p.models, name, at), at}
		p.found = append(p.found, line(kind, "new", "", name, in, more...))
	}
}

// modelName is the label of a model.
func modelName(name string) string { return "Name of " + name }

// changes is how often something changed since the baseline, and when it did last.
func (p *plain) changes(f facts, id string) (times int, at time.Time) {
	for _, known := range f[id] {
		if known.at.After(p.baseline) && !known.at.After(p.now) {
			at = known.at
			times++
		}
	}
	return times, at
}

// changedOptions adds the findings about publish options that changed.
func (p *plain) changedOptions() {
	if len(p.optionLists) == 0 || p.baseline.IsZero() {
		return
	}
	for _, field := range slices.Sorted(maps.Keys(p.options)) {
		was := p.options.at(field, p.baseline)
		is := p.optionLists[len(p.optionLists)-1].said[field]
		times, at := p.changes(p.options, field)
		if was == is && times < 2 {
			continue
		}
		in := interval{p.optionLists.after(p.options, field, at), at}
		more := []string{fmt.Sprint(times, " changes"), field}
		p.found = append(p.found, line("options", "new", optionPlatform, field, in, more...))
	}
}

// optionPlatform is the platform of the options, and workID the ID of the work.
const (
	optionPlatform = "douyin"
	workID         = "w"
)

// movedWork adds the finding about the work if it lost much in an interval after the baseline. Nothing
// here makes it grow much.
func (p *plain) movedWork() {
	if p.baseline.IsZero() {
		return
	}
	for i := 1; i < len(p.views); i++ {
		was := p.views[i-1]
		is := p.views[i]
		fell := was.n - is.n
		if !is.at.After(p.baseline) || fell < 20 || fell <= 0.05*was.n {
			continue
		}
		more := []string{"was " + whole(was.n), "is " + whole(is.n), workID}
		if now := p.views[len(p.views)-1]; now.n != is.n {
			more = append(more, "now "+whole(now.n))
		}
		p.found = append(p.found, line("work", "new", optionPlatform, workID, interval{was.at, is.at}, more...))
	}
}
