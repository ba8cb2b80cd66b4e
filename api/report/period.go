package report

import (
	"time"

	"channeldeck/api/history"
)

// period is the time of a report: when it begins, the ends of its days in the time zone of the viewer, and what
// it is measured from.
type period struct {
	asked    time.Time // when it begins
	dates    []string
	begin    time.Time // of the first day
	ends     []time.Time
	recorded []bool // by day: it has a recording

	// What totals, availability, works, incidents and problems are measured from: the time asked for, or
	// the first recording if that is later.
	from  time.Time
	first int // the first day that has a recording, or else that of from
}

// periodOf are the days from the one of a time until now.
func periodOf(from, now time.Time) *period {
	from = from.In(now.Location()).Truncate(time.Millisecond) // as recordings are stored
	y, m, d := from.Date()
	p := &period{
		asked: from,
		begin: time.Date(y, m, d, 0, 0, 0, 0, now.Location()),
	}
	for day := p.begin; !day.After(now); day = day.AddDate(0, 0, 1) {
		end := day.AddDate(0, 0, 1).Add(-time.Millisecond)
		if end.After(now) {
			end = now
		}
		p.dates = append(p.dates, day.Format(time.DateOnly))
		p.ends = append(p.ends, end)
	}
	return p
}

// measure sets which days have a recording, and what the period is measured from.
func (p *period) measure(recorded history.Recordings) {
	p.from = p.asked
	if len(recorded) > 0 && recorded[0].After(p.asked) {
		p.from = recorded[0].In(p.asked.Location())
	}
	p.recorded = make([]bool, len(p.ends))
	begin := p.begin
	isFirst := true
	for i, end := range p.ends {
		at, found := recorded.First(begin)
		begin = end.Add(time.Millisecond)
		if !found || at.After(end) {
			continue
		}
		p.recorded[i] = true
		if isFirst {
			p.first = i
			isFirst = false
		}
	}
}

// shownBegin is when the first day begins that is shown or, if that is earlier, what is measured.
func (p *period) shownBegin() time.Time {
	if p.first == 0 {
		return p.begin
	}
	begin := p.ends[p.first-1].Add(time.Millisecond)
	if p.from.Before(begin) {
		return p.from
	}
	return begin
}

// measured are the ends of the days that are measured, after what they are measured from.
func (p *period) measured() []time.Time {
	return append([]time.Time{p.from}, p.ends[p.first:]...)
}
