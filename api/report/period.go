package report

import (
	"time"

	"channeldeck/api/history"
)

// period is the time of a report: the ends of its days in the time zone of the viewer, and what it is
// measured from.
type period struct {
	dates    []string
	begin    time.Time // of the first day
	ends     []time.Time
	recorded []bool // by day: it has a recording

	// What totals, days, availability, works, incidents and problems are measured from: the end of the
	// first day or, without a recording in it, of the first one that has one. Where no later day has one,
	// it is the first recording of that day: the last one would be compared with itself.
	first int
	from  time.Time
}

// periodOf are the days from the one of a time until now.
func periodOf(from, now time.Time) *period {
	y, m, d := from.In(now.Location()).Date()
	p := &period{begin: time.Date(y, m, d, 0, 0, 0, 0, now.Location())}
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
	p.recorded = make([]bool, len(p.ends))
	p.from = p.ends[0]
	var earliest time.Time // recording of the first day that has one
	isOnly := true         // no later day has one
	begin := p.begin
	for i, end := range p.ends {
		at, found := recorded.First(begin)
		begin = end.Add(time.Millisecond)
		if !found || at.After(end) {
			continue
		}
		p.recorded[i] = true
		if !earliest.IsZero() {
			isOnly = false
			continue
		}
		earliest = at
		p.first = i
		p.from = end
	}
	if !earliest.IsZero() && isOnly {
		p.from = earliest
	}
}

// measuredBegin is when the first day begins that is measured.
func (p *period) measuredBegin() time.Time {
	if p.first == 0 {
		return p.begin
	}
	return p.ends[p.first-1].Add(time.Millisecond)
}

// measured are the ends of the days that are measured, after what they are measured from.
func (p *period) measured() []time.Time {
	return append([]time.Time{p.from}, p.ends[p.first:]...)
}
