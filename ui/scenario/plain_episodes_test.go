package scenario

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// episode is an incident in the history: accounts with something in common that turned abnormal in
// one recording.
type episode struct {
	at      time.Time
	trait   func(*channel) string
	byTrait int // 0 for a platform, 1 for a group, 2 for an owner
	name    string
	normal  int        // those that had been normal
	turned  []*channel // as last listed, by platform and ID
}

// id is the name of an incident in what is printed.
func (e *episode) id() string {
	return []string{"", "group:", "owner:"}[e.byTrait] + e.name + "@" + stamp(e.at)
}

// episodes are the incidents until now, the newest first.
func (p *plain) episodes() []episode {
	p.compute()
	if p.computed.episodes != nil {
		return slices.Clone(p.computed.episodes)
	}
	all := []episode{}
	for at, turned := range p.turnedAbnormal() {
		all = append(all, p.episodesAt(at, turned)...)
	}
	slices.SortStableFunc(all, func(a, b episode) int { return b.at.Compare(a.at) })
	p.computed.episodes = all
	return slices.Clone(all)
}

// turnedAbnormal are the accounts that turned from normal to abnormal, by the recordings in which they did.
func (p *plain) turnedAbnormal() map[time.Time][]*channel {
	times := map[time.Time][]*channel{}
	for _, id := range slices.Sorted(maps.Keys(p.ever)) {
		for _, t := range p.turns(id) {
			if t.before == "1" && t.is == "0" {
				times[t.at] = append(times[t.at], p.ever[id])
			}
		}
	}
	return times
}

// episodesAt are the incidents of accounts that turned abnormal in a recording. Those of a group or an
// owner are of accounts of several platforms. Accounts of one incident do not count for the rate of the
// others.
func (p *plain) episodesAt(at time.Time, left []*channel) (all []episode) {
	inIncident := map[string]bool{}
	for i, trait := range traits() {
		for {
			e := p.episodeAt(at, left, trait, i > 0, inIncident)
			if e == nil {
				break
			}
			e.byTrait = i
			all = append(all, *e)
			for _, c := range e.turned {
				inIncident[c.id] = true
			}
		}
	}
	return all
}

// episodeAt is an incident of those that turned abnormal and are in no incident, nil if there is none.
func (p *plain) episodeAt(
	at time.Time,
	turned []*channel,
	trait func(*channel) string,
	ofSeveral bool,
	inIncident map[string]bool,
) *episode {
	byName := map[string][]*channel{}
	for _, c := range turned {
		if !inIncident[c.id] {
			byName[trait(c)] = append(byName[trait(c)], c)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		some := byName[name]
		normal := 0
		ofOthers := 0
		others := 0
		for id, c := range p.ever {
			wasNormal := p.healthBefore(id, at) == "normal"
			switch {
			case wasNormal && trait(c) == name:
				normal++
			case wasNormal && !inIncident[id]:
				ofOthers++
			}
		}
		platforms := map[string]bool{}
		for _, c := range some {
			platforms[c.platform] = true
		}
		for other, list := range byName {
			if other != name {
				others += len(list)
			}
		}
		isOfSeveral := !ofSeveral || len(platforms) > 1
		if name == "" || !isOfSeveral || !isIncident(len(some), normal, others, ofOthers) {
			continue
		}
		slices.SortFunc(some, func(a, b *channel) int {
			return cmp.Or(cmp.Compare(a.platform, b.platform), cmp.Compare(a.id, b.id))
		})
		return &episode{at: at, trait: trait, name: name, normal: normal, turned: some}
	}
	return nil
}

// healthBefore is the health of an account just before a time.
func (p *plain) healthBefore(id string, at time.Time) string {
	return p.healthAt(id, at.Add(-time.Millisecond))
}

// healthAt is the health of an account at a time. During an outage that is over it was what it was
// before, as far as is known.
func (p *plain) healthAt(id string, at time.Time) string {
	turns := p.turns(id)
	if len(turns) == 0 {
		return healthOf(p.accounts.at(id, p.now))
	}
	is := turns[0].before
	for _, t := range turns {
		if !t.at.After(at) {
			is = t.is
		}
	}
	return healthOf(is)
}

// end is how the abnormal status ended with which an account turned at a time; nil while it lasts. An
// outage of the relay does not end it.
func (p *plain) end(id string, at time.Time) *turned {
	for _, t := range p.turns(id) {
		if t.at.After(at) && t.is != "0" && t.is != "-1" {
			return &t
		}
	}
	return nil
}

// ended is when the last account of an episode was no longer abnormal, nil while one is.
func (p *plain) ended(e episode) *interval {
	var last interval
	for _, c := range e.turned {
		t := p.end(c.id, e.at)
		if t == nil {
			return nil
		}
		if t.at.After(last.before) {
			last = p.of(c.id, *t)
		}
	}
	return &last
}

// began is when an episode began: if an outage hid some accounts, after the recording before it.
func (p *plain) began(e episode) interval {
	began := interval{before: e.at}
	for i, c := range e.turned {
		for _, t := range p.turns(c.id) {
			own := p.of(c.id, t).after
			if t.at.Equal(e.at) && (i == 0 || own.Before(began.after)) {
				began.after = own
			}
		}
	}
	return began
}

// othersOf are the accounts that could have turned in an episode and did not, and how many of them
// were normal then: those of the platform or, for a group or an owner, those of all others.
func (p *plain) othersOf(e episode) (of, normal int) {
	for id, c := range p.ever {
		shares := e.trait(c) == e.name
		if slices.ContainsFunc(e.turned, func(t *channel) bool { return t.id == id }) || shares != (e.byTrait == 0) {
			continue
		}
		switch p.healthAt(id, e.at) {
		case "normal":
			normal++
			of++
		case "abnormal":
			of++
		}
	}
	return of, normal
}

// uptime is the time in which accounts were normal: at least, at most, and of how much that is known.
type uptime struct{ least, most, whole time.Duration }

// add adds the time of an account. In the time between two recordings whose states differ it was
// normal for an unknown part.
func (u *uptime) add(p *plain, id string, from, until time.Time) {
	times := []time.Time{from}
	for _, r := range p.lists {
		if r.at.After(from) && r.at.Before(until) && !p.isHidden(id, r.at) {
			times = append(times, r.at)
		}
	}
	times = append(times, until)
	for i := 1; i < len(times); i++ {
		took := times[i].Sub(times[i-1])
		before := p.healthAt(id, times[i-1])
		is := p.healthAt(id, p.seenBy(times[i]))
		known := (before == "normal" || before == "abnormal") && (is == "normal" || is == "abnormal")
		switch {
		case !known:
			continue
		case before == "normal" && is == "normal":
			u.least += took
			u.most += took
		case before == "normal" || is == "normal":
			u.most += took
		}
		u.whole += took
	}
}

// seenBy is the first recording not before a time, else that time: what was so at some moment between
// two recordings is seen in the second one.
func (p *plain) seenBy(at time.Time) time.Time {
	for _, r := range p.lists {
		if !r.at.Before(at) {
			return r.at
		}
	}
	return at
}

// isHidden reports whether an outage hid at a time that an account turned.
func (p *plain) isHidden(id string, at time.Time) bool {
	for _, t := range p.turns(id) {
		if !t.hidden.IsZero() && !at.Before(t.hidden) && at.Before(t.at) {
			return true
		}
	}
	return false
}

// share is the least and the greatest share in percent, nil where nothing is known.
func (u *uptime) share() [2]*float64 {
	if u.whole == 0 {
		return [2]*float64{}
	}
	least := shareOf(float64(u.least), float64(u.whole))
	most := shareOf(float64(u.most), float64(u.whole))
	return [2]*float64{&least, &most}
}

// shareOf is a share in percent with one decimal, which is 100 only of all.
func shareOf(part, whole float64) float64 {
	share := round(part/whole*100, 1)
	if share == 100 && part < whole {
		return 99.9
	}
	return share
}

// trouble is a time in which an account was abnormal.
type trouble struct {
	id            string
	began, ended  interval // ended is zero while it lasts
	fromBeginning bool     // it was so in the first recording
	gone          bool     // it ended as the account was no longer listed
}

// troubles are the times in which accounts were abnormal that are open, or ended after a time, and
// whose account was in what belongs just before the end, or is now.
func (p *plain) troubles(since time.Time, in func(*channel) bool) (all []trouble) {
	for id := range p.ever {
		var open *trouble
		if p.healthBefore(id, p.first.Add(time.Millisecond)) == "abnormal" {
			open = &trouble{id: id, fromBeginning: true, began: interval{before: p.first}}
		}
		for _, t := range p.turns(id) {
			if t.is == "0" && open == nil {
				open = &trouble{id: id, began: p.of(id, t)}
			}
			isOver := t.is != "0" && t.is != "-1"
			if !isOver || open == nil {
				continue
			}
			open.ended = p.of(id, t)
			open.gone = t.is == ""
			if c := p.memberBefore(id, t.at); t.at.After(since) && c != nil && in(c) {
				all = append(all, *open)
			}
			open = nil
		}
		if c := p.listed(id); open != nil && c != nil && in(c) {
			all = append(all, *open)
		}
	}
	return all
}

// memberBefore is an account as the last recording before a time listed it.
func (p *plain) memberBefore(id string, at time.Time) (last *channel) {
	for _, r := range p.lists {
		if r.at.Before(at) {
			last = r.all[id]
		}
	}
	return last
}

// length is how long a trouble lasted, until now if it has not ended.
func (t trouble) length(p *plain) length {
	if t.ended.before.IsZero() {
		return p.since(t.began)
	}
	return lasted(t.began, t.ended)
}
