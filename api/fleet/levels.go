package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api/history"
)

// DayLevel is how many accounts of a platform were abnormal on a day, compared with its own normal level.
type DayLevel uint8

// The levels.
const (
	LevelUnknown  DayLevel = iota // nothing was recorded on the day, or on none of the UsualDays before it
	LevelNormal                   // about as many accounts as usual were abnormal, or fewer
	LevelHigh                     // more than usual
	LevelIncident                 // an incident began, or most of its accounts still were abnormal
)

// String returns the name of the level, as JSON has it.
func (l DayLevel) String() string {
	switch l {
	case LevelNormal:
		return "normal"
	case LevelHigh:
		return "high"
	case LevelIncident:
		return "incident"
	default:
		return "unknown"
	}
}

// MarshalText returns the name of the level, and no error.
func (l DayLevel) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UsualDays is how many days before a day make its normal level.
const UsualDays = 30

// The normal level of a platform on a day is the median share of abnormal accounts of those of the UsualDays
// before it that were recorded. More than usual is at least moreAccounts accounts and a moreShare of that level
// above it.
const (
	moreAccounts = 2
	moreShare    = 0.25
)

// Levels are the levels of the last days of platforms.
type Levels struct {
	Of map[string][]DayLevel // by platform, the oldest day first and today last
	// Older is how many of the first days may be by stored totals, because no states of them are kept. These are
	// days of the time zone in which they were recorded.
	Older int
}

// Levels returns the levels of the last days of all platforms. The error is a [*history.Problem], or that of ctx.
func (f *Fleet) Levels(ctx context.Context, days int) (Levels, error) {
	seen, err := f.Seen(ctx)
	if err != nil {
		return Levels{}, err
	}
	return seen.Levels(ctx, seen.CountDays(seen.now, days))
}

// Levels returns the levels of the days of a counter, or an error, as [Fleet.Levels] does.
func (s *Seen) Levels(ctx context.Context, c *DayCounter) (levels Levels, err error) {
	if s.At.IsZero() {
		return levels, nil
	}
	err = s.EachStatus(ctx, func(key history.AccountKey, series []history.Counts) {
		c.Add(key.Platform, series)
	})
	if err != nil {
		return levels, err
	}
	incidents, _, err := s.episodes(ctx, c.now.AddDate(0, 0, -c.days))
	if err != nil {
		return levels, err
	}
	older, err := s.totalsBefore(ctx, c)
	if err != nil {
		return levels, err
	}
	for _, d := range older {
		levels.Older = max(levels.Older, c.placeOf(d.Date)-UsualDays+1)
	}
	levels.Of = levelsOfPlatforms(append(older, c.totals()...), incidents, c.now, c.days)
	return levels, nil
}

// totalsBefore are the stored totals of platforms of the days of a counter of which no states are kept.
func (s *Seen) totalsBefore(ctx context.Context, c *DayCounter) ([]history.Day, error) {
	if !c.begin.Before(s.kept) {
		return nil, nil
	}
	until := s.kept.AddDate(0, 0, 1) // the viewer may be in another time zone than the history
	totals, err := s.history.States().PlatformDays(ctx, c.begin, until)
	return slices.DeleteFunc(totals, func(d history.Day) bool {
		i := c.placeOf(d.Date)
		isOlder := i >= 0 && !c.recorded[i] && c.beginOf(i).Before(s.kept)
		return !isOlder
	}), err
}

// levelsOfPlatforms returns the levels of the last days until now of each platform, by the totals of days of
// platforms, which may be those of some of their accounts, and the incidents of these.
func levelsOfPlatforms(
	totals []history.Day,
	incidents []*IncidentFile,
	now time.Time,
	days int,
) map[string][]DayLevel {
	platforms := map[string]map[string]history.Day{}
	for _, d := range totals {
		if platforms[d.Platform] == nil {
			platforms[d.Platform] = map[string]history.Day{}
		}
		platforms[d.Platform][d.Date] = d
	}
	levels := map[string][]DayLevel{}
	for name, recorded := range platforms {
		levels[name] = levelsOf(recorded, incidentDays(incidents, name, now), now, days)
	}
	return levels
}

// levelsOf returns the levels of the last days of a platform, by its totals and the days with an incident.
func levelsOf(
	recorded map[string]history.Day,
	incident map[string]bool,
	now time.Time,
	days int,
) []DayLevel {
	levels := make([]DayLevel, days)
	for i := range levels {
		back := days - 1 - i
		date := dateBefore(now, back)
		abnormal, accounts, known := countsOf(recorded[date])
		if !known {
			continue
		}
		var shares []float64
		for n := back + 1; n <= back+UsualDays; n++ {
			were, of, known := countsOf(recorded[dateBefore(now, n)])
			if known {
				shares = append(shares, were/of)
			}
		}
		usual := median(shares) * accounts
		isHigh := len(shares) > 0 &&
			abnormal >= usual+moreAccounts &&
			abnormal > usual*(1+moreShare)
		if incident[date] {
			levels[i] = LevelIncident
		} else if isHigh {
			levels[i] = LevelHigh
		} else if len(shares) > 0 { // else nothing says how many are usual
			levels[i] = LevelNormal
		}
	}
	return levels
}

// countsOf returns the abnormal accounts and all accounts of a day, if both were recorded.
func countsOf(d history.Day) (abnormal, accounts float64, known bool) {
	accounts, hasAccounts := d.Accounts.Float64()
	abnormal, hasAbnormal := d.Abnormal.Float64()
	return abnormal, accounts, hasAccounts && hasAbnormal && accounts > 0
}

// dateBefore is the date of so many days before a time.
func dateBefore(now time.Time, days int) string {
	return now.AddDate(0, 0, -days).Format(time.DateOnly)
}

// median is the middle of values, or the mean of the two in the middle; 0 for none.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return 0
	}
	return (values[(n-1)/2] + values[n/2]) / 2
}

// incidentDays are the dates on which accounts of a platform were in an incident: from the first recording
// that shows it until fewer than half of its accounts are abnormal.
func incidentDays(incidents []*IncidentFile, platform string, now time.Time) map[string]bool {
	days := map[string]bool{}
	for _, i := range incidents {
		if !i.Concerns(platform) {
			continue
		}
		until := now
		for _, m := range i.Curve() {
			if 2*m.Abnormal < len(i.Turned) {
				until = m.At
				break
			}
		}
		last := until.In(now.Location()).Format(time.DateOnly)
		for at := i.Began.Before.In(now.Location()); ; at = at.AddDate(0, 0, 1) {
			date := at.Format(time.DateOnly)
			if date > last {
				break
			}
			days[date] = true
		}
	}
	return days
}

// Concerns reports whether accounts of a platform turned in the incident.
func (i *IncidentFile) Concerns(platform string) bool {
	for _, t := range i.Turned {
		if t.Account.Type == platform {
			return true
		}
	}
	return false
}
