package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// suppliesWorks reports whether the service reads the number of works on a platform: it is known to, or it sent
// a number that it would not send otherwise.
func (p *plain) suppliesWorks(platform string) bool {
	known := []string{"bilibili", "pinterest", "tiktok", "twitter", "youtube", "wxSph"}
	if slices.Contains(known, platform) {
		return true
	}
	for _, r := range p.lists {
		for _, c := range r.all {
			if c.platform == platform && c.works > 1 {
				return true
			}
		}
	}
	return false
}

// knowsWorks reports whether the number of works of an account is known.
func (p *plain) knowsWorks(c *channel) bool {
	return c.works > 1 || !c.stats.IsZero() && p.suppliesWorks(c.platform)
}

// worksOfAll are the numbers of works in all recordings, "?" where they are not known.
func (p *plain) worksOfAll() (facts, recordings) {
	known := facts{}
	var lists recordings
	for _, r := range p.lists {
		said := map[string]string{}
		for id, c := range r.all {
			said[id] = "?"
			if p.knowsWorks(c) {
				said[id] = strconv.Itoa(c.works)
			}
		}
		known.record(r.at, said)
		lists = lists.add(recording{at: r.at, said: said})
	}
	return known, lists
}

// lastWork is when the number of works of an account grew last.
func (p *plain) lastWork(known facts, lists recordings, id string) (last interval) {
	count := -1
	var lost time.Time
	for _, f := range known[id] {
		works, err := strconv.Atoi(f.is)
		isUnknown := err != nil
		switch {
		case f.at.After(p.now):
		case isUnknown && lost.IsZero():
			lost = f.at
		case isUnknown:
		case count < 0:
			last = interval{before: f.at}
		case works > count:
			seen := f.at
			if !lost.IsZero() {
				seen = lost
			}
			last = interval{lists.after(known, id, seen), f.at}
		}
		if !isUnknown && !f.at.After(p.now) {
			count = works
			lost = time.Time{}
		}
	}
	return last
}

// silent adds the findings about accounts that published nothing for two weeks.
func (p *plain) silent() {
	const long = 14 * aDay
	known, lists := p.worksOfAll()
	others := map[string][]*channel{}
	young := map[string]bool{}
	for _, c := range p.list {
		last := p.lastWork(known, lists, c.id)
		isSilent := !last.before.IsZero() && p.knowsWorks(c) && !c.stats.IsZero() && c.stats.Sub(last.before) >= long
		if c.health() != "normal" || c.isStale(p.now) || !isSilent {
			continue
		}
		section := p.section(last.before.Add(long))
		if section == "new" && !last.after.IsZero() {
			p.one("silent", "new", c, last, fmt.Sprint("is ", c.works), p.since(last).text())
			continue
		}
		others[c.platform] = append(others[c.platform], c)
		if section != "expected" {
			young[c.platform] = true
		}
	}
	for platform, all := range others {
		section := "expected"
		if young[platform] {
			section = "open"
		}
		p.several("silent", section, platform, all, interval{}, length{hoursDown(long), -1}.text())
	}
}
