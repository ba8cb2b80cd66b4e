package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// DayLevel is how many accounts of a platform were abnormal on a day, compared with its own normal level.
type DayLevel uint8

// The levels.
const (
	LevelUnknown  DayLevel = iota // nothing was recorded
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

// The normal level of a platform on a day is the median share of abnormal accounts of the UsualDays
// before it. More than usual is at least moreAccounts accounts and a moreShare of that level above it.
const (
	moreAccounts = 2
	moreShare    = 0.25
)

// Levels returns the levels of the last days of each platform, the oldest first and today last. The error
// is that of the history.
func (f *Fleet) Levels(ctx context.Context, days int) (map[string][]DayLevel, error) {
	seen, err := f.Seen(ctx)
	if err != nil {
		return nil, err
	}
	return seen.Levels(ctx, days)
}

// Levels returns the levels of the last days, or an error, as [Fleet.Levels] does.
func (s *Seen) Levels(ctx context.Context, days int) (map[string][]DayLevel, error) {
	totals, err := s.history.States().Days(ctx, s.now.AddDate(0, 0, -days-UsualDays))
	if err != nil {
		return nil, err
	}
	incidents, _, err := s.episodes(ctx, s.now.AddDate(0, 0, -days))
	if err != nil {
		return nil, err
	}
	ofPlatforms := slices.DeleteFunc(totals, func(d history.Day) bool {
		return d.Platform == "" || d.Group != ""
	})
	return LevelsOf(append(ofPlatforms, s.today()...), incidents, s.now, days), nil
}

// today are the totals of platforms of the newest list if it was recorded today: those in the history may be
// of a list that was recorded after the moment that is shown.
func (s *Seen) today() []history.Day {
	today := dateBefore(s.now, 0)
	if s.At.IsZero() || s.At.In(s.now.Location()).Format(time.DateOnly) != today {
		return nil
	}
	var totals []history.Day
	for _, t := range s.List.Platforms {
		totals = append(totals, history.Day{
			Date:     today,
			Platform: t.ID,
			Accounts: api.Int(int64(t.Accounts)),
			Abnormal: api.Int(int64(t.Abnormal)),
		})
	}
	return totals
}

// LevelsOf returns the levels of the last days until now of each platform, by the totals of days of
// platforms, which may be those of some of their accounts, and the incidents of these.
func LevelsOf(
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
		} else {
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
