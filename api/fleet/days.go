package fleet

import (
	"sort"
	"time"

	"channeldeck/api"
)

// Day has what the recordings of a day show of an account.
type Day uint8

// What the recordings of a day show.
const (
	DayUnknown  Day = iota // nothing: no recording shows the health of the account
	DayNormal              // it was normal in each recording
	DayAbnormal            // it was abnormal in at least one recording
)

// Days returns the days of an account, the oldest first: spans of 24 hours until the list was
// loaded, at most so many, and none before the first recording.
func (p *Past) Days(a *api.Account, most int) []Day {
	const day = 24 * time.Hour
	if p == nil || p.First.IsZero() {
		return nil
	}
	days := make([]Day, min(int(p.at.Sub(p.First)/day)+1, most))
	turns := p.turnsOf(a)
	for _, at := range append(p.recorded[:len(p.recorded):len(p.recorded)], p.at) {
		back := int(p.at.Sub(at) / day)
		if back < 0 || back >= len(days) {
			continue
		}
		status := a.Status
		next := sort.Search(len(turns), func(i int) bool {
			return turns[i].At.After(at)
		})
		if next > 0 {
			status = turns[next-1].Status
		} else if len(turns) > 0 {
			status = turns[0].Before
		}
		if !status.IsSet() { // it was not listed
			continue
		}
		one := &days[len(days)-1-back]
		switch api.HealthOf(status) {
		case api.HealthAbnormal:
			*one = DayAbnormal
		case api.HealthNormal:
			*one = max(*one, DayNormal)
		}
	}
	return days
}
