package scenario

import (
	"math"
	"slices"
	"strings"
	"time"
)

// What is printed, computed slowly from all that was recorded, as README.md and api/history/README.md
// define it. Nothing in the files plain_*_test.go calls the program or shares a constant with it.

const aDay = 24 * time.Hour

// fact is the state of a member of a list from a time on; "" where it was not listed.
type fact struct {
	at time.Time
	is string
}

// facts are the recorded states of accounts, models or options, by time.
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
		kept := all[:0]
		for _, known := range all {
			if n := len(kept); n > 0 && known.at.After(at) && kept[n-1].is == known.is {
				continue
			}
			kept = append(kept, known)
		}
		f[id] = kept
	}
}

// at returns the state of a member at a time, "" if it was not listed.
func (f facts) at(id string, t time.Time) (is string) {
	for _, known := range f[id] {
		if !known.at.After(t) {
			is = known.is
		}
	}
	return is
}

// recording is a whole list as it was recorded.
type recording struct {
	at   time.Time
	said map[string]string
	all  map[string]*channel // the accounts, by ID
}

// recordings are those of one list, by time.
type recordings []recording

// add adds a recording, which replaces one of the same time. Those with a later date were made by a clock
// that was ahead.
func (all recordings) add(r recording) recordings {
	all = slices.DeleteFunc(all, func(other recording) bool {
		return other.at.Equal(r.at) || other.at.After(r.at.Add(time.Minute))
	})
	all = append(all, r)
	slices.SortStableFunc(all, func(a, b recording) int { return a.at.Compare(b.at) })
	return all
}

// plain is all that was recorded, and what is listed now.
type plain struct {
	accounts, models, options    facts
	lists, catalogs, optionLists recordings
	views                        []count             // of the work
	ever                         map[string]*channel // as last listed
	names                        map[string]string   // last known ones
	first                        time.Time
	visits                       []time.Time
	rules                        []ownRule // of the configuration

	cut           time.Time // of what was before, only the newest state of each account is kept; zero for none
	now, baseline time.Time // the baseline is zero without an earlier recording
	list          []*channel
	prices        map[string]string
	found         []string

	recorded int // recordings
	computed computed
}

// computed are the turns of accounts and the incidents as of a time and a number of recordings, so that they
// are computed only once.
type computed struct {
	now      time.Time
	recorded int
	turns    map[string][]turned
	episodes []episode // nil before they are computed
}

func newPlain() *plain {
	return &plain{
		accounts: facts{},
		models:   facts{},
		options:  facts{},
		ever:     map[string]*channel{},
		names:    map[string]string{},
	}
}

// record adds a recording of accounts and, unless they are nil, of prices that is dated at a time.
func (p *plain) record(at time.Time, list []*channel, prices map[string]string) {
	said := map[string]string{}
	all := map[string]*channel{}
	for _, c := range list {
		said[c.id] = c.is()
		all[c.id] = c
		p.ever[c.id] = c
		if !c.relayDown {
			p.names[c.id] = c.name
		}
	}
	if p.first.IsZero() {
		p.first = at
	}
	p.recorded++
	p.accounts.record(at, said)
	p.lists = p.lists.add(recording{at, said, all})
	if prices != nil {
		p.models.record(at, prices)
		p.catalogs = p.catalogs.add(recording{at: at, said: prices})
	}
}

// recordOptions adds a recording of publish options.
func (p *plain) recordOptions(at time.Time, options map[string]string) {
	p.options.record(at, options)
	p.optionLists = p.optionLists.add(recording{at: at, said: options})
}

// until returns the recordings before a time. When the statistics of an account were fetched is known of
// the last time only: they may have been fetched between.
func (p *plain) until(at time.Time) *plain {
	then := newPlain()
	then.rules = p.rules
	for _, v := range p.views {
		if !v.at.After(at) {
			then.views = append(then.views, v)
		}
	}
	for _, r := range p.lists {
		if r.at.After(at) {
			break
		}
		var list []*channel
		for _, c := range r.all {
			copied := *c
			copied.undated = p.ever[c.id].stats.After(at) || p.ever[c.id].stats.IsZero()
			list = append(list, &copied)
		}
		then.record(r.at, list, nil)
		then.list = list
	}
	for _, r := range p.catalogs {
		if !r.at.After(at) {
			then.models.record(r.at, r.said)
			then.catalogs = then.catalogs.add(r)
			then.prices = r.said
		}
	}
	then.now = at
	return then
}

// turned is a change of the status of an account.
type turned struct {
	at         time.Time
	hidden     time.Time // when an outage of the relay began in which it may have happened; zero for none
	before, is string    // status; "" where the account was not listed
}

// turns are the changes of the status of an account, in the order of time, until now. What the
// first recording said did not happen then. During an outage of the relay an account was what it
// had been before, as far as is known: an outage that is over is no change.
func (p *plain) turns(id string) []turned {
	p.compute()
	turns, known := p.computed.turns[id]
	if !known {
		turns = p.computeTurns(id)
		p.computed.turns[id] = turns
	}
	return turns
}

// compute forgets what was computed as of another time or number of recordings.
func (p *plain) compute() {
	isComputed := p.computed.now.Equal(p.now) && p.computed.recorded == p.recorded && p.computed.turns != nil
	if !isComputed {
		p.computed = computed{now: p.now, recorded: p.recorded, turns: map[string][]turned{}}
	}
}

func (p *plain) computeTurns(id string) (all []turned) {
	before := ""
	for _, known := range p.accounts[id] {
		status, _, _ := strings.Cut(known.is, " ")
		isAChange := status != before && known.at.After(p.first) && !known.at.After(p.now.Add(time.Minute))
		if !isAChange {
			before = status
			continue
		}
		t := turned{at: known.at, before: before, is: status}
		before = status
		if n := len(all); n > 0 && all[n-1].is == "-1" && all[n-1].before != "" {
			outage := all[n-1]
			all = all[:n-1]
			t.before = outage.before
			t.hidden = outage.at
		}
		if t.before != t.is {
			all = append(all, t)
		}
	}
	for len(all) > 1 && !all[1].at.After(p.cut) {
		all = all[1:]
	}
	return all
}

// prune deletes what was before a time, also that there were recordings, but for the newest state of each
// account. Accounts that were gone by then are deleted.
func (p *plain) prune(at time.Time) {
	for id := range p.ever {
		p.turns(id) // which know what was before them
		if p.accounts.at(id, at) == "" && p.last(id).at.Before(at) && p.last(id).is == "" {
			delete(p.ever, id)
		}
	}
	p.lists = slices.DeleteFunc(p.lists, func(r recording) bool { return r.at.Before(at) })
	p.cut = at
	p.recorded++ // the turns are computed again
}

// interval is when something changed: after one recording, and not later than another one.
type interval struct{ after, before time.Time }

// text is the interval as JSON has it.
func (i interval) text() [2]string { return [2]string{stamp(i.after), stamp(i.before)} }

// stamp is a time as JSON has it, "" for none.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// after is the last recording before a change of something was first seen that said otherwise,
// zero if there is none.
func (all recordings) after(f facts, id string, seen time.Time) (last time.Time) {
	is := f.at(id, seen)
	for _, r := range all {
		if r.at.Before(seen) && r.said[id] != is && r.at.After(last) {
			last = r.at
		}
	}
	return last
}

// when is the interval in which the fact about an account changed that was first seen at a
// time. What began before the first recording has only that, if there is one before now.
func (p *plain) when(id string, seen time.Time) interval {
	if seen.IsZero() && !p.first.Before(p.now) {
		return interval{}
	}
	if seen.IsZero() {
		return interval{before: p.first}
	}
	return interval{p.lists.after(p.accounts, id, seen), seen}
}

// of is the interval in which an account turned.
func (p *plain) of(id string, t turned) interval {
	i := p.when(id, t.at)
	if !t.hidden.IsZero() {
		i.after = p.lists.after(p.accounts, id, t.hidden)
	}
	return i
}

// last is the turn with which the present status of an account began, the zero one if it was so in
// the first recording.
func (p *plain) last(id string) turned {
	turns := p.turns(id)
	if len(turns) == 0 {
		return turned{}
	}
	return turns[len(turns)-1]
}

// spell is when the present status of an account began.
func (p *plain) spell(id string) interval { return p.of(id, p.last(id)) }

// length is how long something lasted, in hours: at least and at most, which is -1 if it may have
// begun before the first recording.
type length [2]float64

// lasted is how long what began and ended in two intervals lasted.
func lasted(began, ended interval) length {
	least := ended.after.Sub(began.before)
	if ended.after.IsZero() {
		least = 0
	}
	l := length{hoursDown(max(least, 0)), -1}
	if !began.after.IsZero() {
		l[1] = hoursUp(ended.before.Sub(began.after))
	}
	return l
}

// hours is a duration in hours, to the minute, with two decimals.
func hours(d time.Duration) float64 { return round(float64(d/time.Minute)/60, 2) }

// hoursDown are the whole hundredths of an hour in a lower bound, as hours.
func hoursDown(d time.Duration) float64 { return round(math.Floor(d.Seconds()/36)/100, 2) }

// hoursUp are the hundredths of an hour that an upper bound begins, as hours.
func hoursUp(d time.Duration) float64 { return round(math.Ceil(d.Seconds()/36)/100, 2) }

// since returns the length of a state that lasts until now.
func (p *plain) since(began interval) length { return lasted(began, interval{p.now, p.now}) }
