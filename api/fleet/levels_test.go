package fleet

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// levelTime is the time of the tests of levels.
var levelTime = time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)

// abnormalDays are the totals of days of a platform with 100 accounts, the last one today; -1 for a day
// that was not recorded.
func abnormalDays(abnormal ...int64) map[string]history.Day {
	days := map[string]history.Day{}
	for i, n := range abnormal {
		if n >= 0 {
			date := dateBefore(levelTime, len(abnormal)-1-i)
			days[date] = history.Day{Date: date, Accounts: api.Int(100), Abnormal: api.Int(n)}
		}
	}
	return days
}

// Each day is compared with the median of those before it, so a level that lasts becomes normal. The first one is
// compared with none.
func TestLevels(t *testing.T) {
	for name, tt := range map[string]struct {
		abnormal []int64
		want     []DayLevel
	}{
		"gap":        {[]int64{4, -1, 4}, []DayLevel{0, 0, LevelNormal}},
		"rise":       {[]int64{4, 4, 4, 9, 4}, []DayLevel{0, 1, 1, LevelHigh, 1}},
		"one more":   {[]int64{1, 1, 1, 2}, []DayLevel{0, 1, 1, 1}},
		"small part": {[]int64{40, 40, 40, 49}, []DayLevel{0, 1, 1, 1}},
		"lasts":      {[]int64{2, 9, 9, 9, 9}, []DayLevel{0, LevelHigh, LevelHigh, 1, 1}},
		"fall":       {[]int64{9, 9, 9, 0}, []DayLevel{0, 1, 1, 1}},
		"first":      {[]int64{90}, []DayLevel{LevelUnknown}},
	} {
		got := levelsOf(abnormalDays(tt.abnormal...), nil, levelTime, len(tt.want))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// The normal level of a day is that of the 30 days before it: what was earlier does not count.
func TestLevelsForgetWhatWasEarlier(t *testing.T) {
	abnormal := append(slices.Repeat([]int64{50}, 40), slices.Repeat([]int64{4}, UsualDays)...)
	got := levelsOf(abnormalDays(append(abnormal, 12)...), nil, levelTime, 1)
	if got[0] != LevelHigh {
		t.Errorf("12 of 100 after 30 days of 4: %v", got)
	}
}

// An incident lasts from the day that shows it until fewer than half of its accounts are abnormal, on the
// platforms of its accounts; a day that was not recorded stays unknown.
func TestLevelsOfAnIncident(t *testing.T) {
	began := history.Interval{Before: levelTime.AddDate(0, 0, -4)}
	turned := make([]findings.Turned, 4)
	for i := range turned {
		turned[i].Account = &api.Account{Type: "x"}
	}
	file := &IncidentFile{Episode: &findings.Episode{Platform: "x", Began: began, Turned: turned}}
	levels := func(platform string) []DayLevel {
		days := incidentDays([]*IncidentFile{file}, platform, levelTime)
		return levelsOf(abnormalDays(0, 0, 4, -1, 4, 4), days, levelTime, 6)
	}
	if got := levels("x"); !slices.Equal(got, []DayLevel{0, 3, 3, 0, 3, 3}) {
		t.Errorf("while it lasts: %v", got)
	}
	for i := range 2 {
		turned[i].Ended = history.Interval{Before: levelTime.AddDate(0, 0, -3)}
	}
	if got := levels("x"); !slices.Equal(got, []DayLevel{0, 3, 3, 0, 3, 3}) {
		t.Errorf("after half recovered: %v", got)
	}
	for i := range 3 {
		turned[i].Ended = history.Interval{Before: levelTime.AddDate(0, 0, -2)}
	}
	if got := levels("x"); !slices.Equal(got, []DayLevel{0, 3, 3, 0, 2, 2}) {
		t.Errorf("after most recovered: %v", got)
	}
	if got := levels("y"); slices.Contains(got, LevelIncident) {
		t.Errorf("of another platform: %v", got)
	}
}
