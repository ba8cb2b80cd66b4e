package fleet

import (
	"context"
	"slices"
	"sort"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// DayCounter counts the accounts of platforms at the ends of days, and those that were abnormal: of the last days
// until a time, and of the UsualDays before them. It is told of one account after another.
type DayCounter struct {
	now      time.Time
	days     int       // the last ones
	begin    time.Time // of the first of all days
	dates    []string  // of all days, in the time zone of now
	ends     []time.Time
	recorded []bool // a whole list was recorded on the day
	of       map[string][]dayCount
}

// dayCount has the accounts of a platform at the end of a day.
type dayCount struct{ accounts, abnormal int }

// CountDays returns a counter for the levels of the last days until a time.
func (s *Seen) CountDays(now time.Time, days int) *DayCounter {
	c := &DayCounter{
		now:  now,
		days: days,
		of:   map[string][]dayCount{},
	}
	y, m, d := now.Date()
	midnight := func(back int) time.Time {
		return time.Date(y, m, d-back, 0, 0, 0, 0, now.Location())
	}
	oldest := days + UsualDays - 1
	c.begin = midnight(oldest)
	begin := c.begin
	for back := oldest; back >= 0; back-- {
		next := midnight(back - 1)
		end := next.Add(-time.Millisecond)
		if end.After(now) {
			end = now
		}
		at, found := s.Recorded.First(begin)
		c.dates = append(c.dates, begin.Format(time.DateOnly))
		c.ends = append(c.ends, end)
		c.recorded = append(c.recorded, found && !at.After(end))
		begin = next
	}
	return c
}

// Begin is when the first day begins.
func (c *DayCounter) Begin() time.Time { return c.begin }

// beginOf is when the day with an index begins.
func (c *DayCounter) beginOf(i int) time.Time {
	if i == 0 {
		return c.begin
	}
	return c.ends[i-1].Add(time.Millisecond)
}

// placeOf is the index of a day; -1 for another one.
func (c *DayCounter) placeOf(date string) int { return slices.Index(c.dates, date) }

// Add counts an account of a platform, by its states since the first day or longer.
func (c *DayCounter) Add(platform string, series []history.Counts) {
	counts := c.of[platform]
	if counts == nil {
		counts = make([]dayCount, len(c.ends))
		c.of[platform] = counts
	}
	first := func(at time.Time) int { // the first day at whose end that was
		return sort.Search(len(c.ends), func(i int) bool {
			return !c.ends[i].Before(at)
		})
	}
	for i := range series {
		if series[i].Gone {
			continue
		}
		until := len(c.ends)
		if i+1 < len(series) {
			until = first(series[i+1].At)
		}
		isAbnormal := series[i].Health() == api.HealthAbnormal
		for day := first(series[i].At); day < until; day++ {
			counts[day].accounts++
			if isAbnormal {
				counts[day].abnormal++
			}
		}
	}
}

// totals are the counts of the days that were recorded.
func (c *DayCounter) totals() (all []history.Day) {
	for platform, counts := range c.of {
		for i, n := range counts {
			if !c.recorded[i] {
				continue
			}
			all = append(all, history.Day{
				Date:     c.dates[i],
				Platform: platform,
				Accounts: api.Int(int64(n.accounts)),
				Abnormal: api.Int(int64(n.abnormal)),
			})
		}
	}
	return all
}

// Levels returns the levels of the days of each platform of what was counted, with the incidents of these
// accounts.
func (c *DayCounter) Levels(incidents []*IncidentFile) map[string][]DayLevel {
	return levelsOfPlatforms(c.totals(), incidents, c.now, c.days)
}

// EachStatus calls each for every account with its statuses, the first of which it has had since the oldest one
// that is kept. In an outage of its relay, an account has the status of that. Later calls change them. The error is
// that of the history.
func (s *Seen) EachStatus(ctx context.Context, each func(history.AccountKey, []history.Counts)) error {
	index := history.NewAccountIndex(s.List.Rows)
	turned := make([]bool, len(s.List.Rows))
	var series []history.Counts
	err := s.eachTurns(ctx, func(turns []history.Turn) {
		key := turns[0].Account
		place, isListed := index.Find(key)
		if isListed {
			turned[place] = true
		}
		before := turns[0].Before
		series = append(series[:0], history.Counts{Status: before, Gone: !before.IsSet()})
		for _, t := range turns {
			series = append(series, history.Counts{
				At:     t.At,
				Status: t.Status,
				Gone:   !t.Status.IsSet(),
			})
		}
		each(key, series)
	})
	if err != nil {
		return err
	}
	for place, a := range s.List.Rows {
		if !turned[place] {
			series = append(series[:0], history.Counts{Status: history.StatusOf(a)})
			each(history.KeyOf(a), series)
		}
	}
	return nil
}

// eachTurns calls each for every account that turned, as [history.States.EachTurns] does, but in any order. It reads
// the turns again only if those that were read lack some.
func (s *Seen) eachTurns(ctx context.Context, each func([]history.Turn)) error {
	if s.isMerged {
		return s.history.States().EachTurns(ctx, each)
	}
	for _, turns := range s.Turns {
		each(turns)
	}
	return nil
}
