package fleet_test

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// An account is silent as far as its number of works was recorded and its statistics were fetched since.
func TestSilence(t *testing.T) {
	publisher := func(id string, works int64, statistics time.Duration) *api.Account {
		a := with(id, normal, 1)
		a.WorkCount = api.Int(works)
		a.LastStatsTime = api.SomeTime(today.Add(-statistics).Format(time.RFC3339))
		return a
	}
	hour := time.Hour
	still := publisher("still", 8, hour)
	posted := publisher("posted", 9, hour)
	today1 := publisher("today", 9, hour)
	old := publisher("old statistics", 8, 30*24*hour)
	recent := publisher("recent", 8, hour)
	unsupplied := publisher("unsupplied", 0, hour) // the service sends 0 for what it does not read
	unsupplied.Type = "linkedin"
	before := publisher("posted", 8, hour)
	beforeToday := publisher("today", 8, hour)
	now := listed(still, posted, today1, old, recent, unsupplied)
	past := readPast(t, lists{
		20: {still, before, beforeToday, old, unsupplied},
		16: {still, posted, beforeToday, old, unsupplied},
		10: {still, posted, beforeToday, old, unsupplied, recent},
		3:  {still, posted, beforeToday, old, unsupplied, recent},
	}, 1, now)
	days := func(n int) time.Time { return today.AddDate(0, 0, -n) }
	for _, tt := range []struct {
		of   *api.Account
		last history.Interval
		long time.Duration
	}{
		{still, history.Interval{Before: days(20)}, 20*24*hour - hour},
		{posted, history.Interval{After: days(20), Before: days(16)}, 16*24*hour - hour},
		{today1, history.Interval{After: days(3), Before: today}, 0},
		{old, history.Interval{Before: days(20)}, 0},
		{recent, history.Interval{Before: days(10)}, 10*24*hour - hour},
		{unsupplied, history.Interval{}, 0},
	} {
		last := past.LastWork(tt.of)
		same := last.After.Equal(tt.last.After) && last.Before.Equal(tt.last.Before)
		if long := past.Silence(tt.of); !same || long != tt.long {
			t.Errorf("%s: last work %v, silent for %v; want %v, %v", tt.of.ID, last, long, tt.last, tt.long)
		}
	}
	for line, want := range map[string][]string{
		"works=0/14d": {"posted", "still"},
		"works=0/9d":  {"posted", "recent", "still"},
		"works=0/17d": {"still"},
		"works>0/4d":  {"today"},
		"works>0/2d":  nil, // it may have been three days ago
		"works>0/20d": {"posted", "today"},
	} {
		q, err := fleet.ParseQuery(line)
		if err != nil {
			t.Fatal(err)
		}
		if !q.Computed() {
			t.Errorf("%s needs no history", line)
		}
		var ids []string
		for _, a := range q.Filter(now.Rows, past, today) {
			ids = append(ids, a.ID)
		}
		slices.Sort(ids)
		if !slices.Equal(ids, want) {
			t.Errorf("%s keeps %q, want %q", line, ids, want)
		}
	}
}
