package fleet_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// fleetAbnormal are ten accounts of a platform, of which the first ones are abnormal.
func fleetAbnormal(n int) (rows []*api.Account) {
	for i := range 10 {
		status := int64(normal)
		if i < n {
			status = abnormal
		}
		rows = append(rows, with(fmt.Sprint(i), status, 1))
	}
	return rows
}

// levelsAt are the levels of the last days for a viewer.
func levelsAt(t *testing.T, path string, now time.Time, days int) fleet.Levels {
	t.Helper()
	h := history.Open(history.Config{Path: path, Site: "s", Now: func() time.Time { return now }})
	defer h.Close(t.Context())
	f := &fleet.Fleet{History: h, Now: func() time.Time { return now }}
	levels, err := f.Levels(t.Context(), days)
	if err != nil {
		t.Fatal(err)
	}
	return levels
}

// The levels are of the days of the viewer, wherever the accounts were recorded: more than usual were abnormal at
// two recordings, which on Kiritimati are of one day.
func TestLevelsOfTheDaysOfTheViewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	var last time.Time
	for day := range 6 {
		for _, hour := range []int{6, 18} {
			last = first.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour)
			isHigh := day == 3 && hour == 18 || day == 4 && hour == 6
			n := 0
			if isHigh {
				n = 3
			}
			recordAt(t, path, last, fleetAbnormal(n), func(*history.DB) {})
		}
	}
	kiritimati := time.FixedZone("Pacific/Kiritimati", 14*60*60)
	for want, now := range map[string]time.Time{
		"[unknown unknown normal normal high normal normal]": last,
		"[unknown normal normal normal high normal normal]":  last.In(kiritimati), // where it is the next day
	} {
		levels := levelsAt(t, path, now, 7)
		if got := fmt.Sprint(levels.Of["x"]); got != want || levels.Older != 0 {
			t.Errorf("at %v: %s, want %s; %d older", now, got, want, levels.Older)
		}
	}
}

// In an outage of its relay an account is not abnormal, also if it was before and is again, as in the table of days.
func TestLevelsDuringAnOutage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	now := today
	for back := 5; back >= 0; back-- {
		now = today.AddDate(0, 0, -back)
		rows := fleetAbnormal(4)
		isDown := back > 2
		if isDown {
			for _, a := range rows[:4] {
				a.RelayAccountRef = api.SomeText("ref " + a.ID)
				a.Nickname = "ref " + a.ID
			}
		}
		if back == 5 {
			rows = fleetAbnormal(4)
		}
		recordAt(t, path, now, rows, func(*history.DB) {})
	}
	const want = "[unknown normal normal high high normal]" // of 4, 0, 0, 4, 4 and 4
	if got := fmt.Sprint(levelsAt(t, path, now, 6).Of["x"]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Of days before the oldest kept states only the totals are left, where they were recorded.
func TestLevelsOfDaysThatAreNoLongerKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "h.db")
	begun := today.AddDate(0, 0, -100)
	for back := 100; back >= 0; back-- {
		now := today.AddDate(0, 0, -back)
		n := 0
		if back == 97 || back == 1 {
			n = 3
		}
		recordAt(t, path, now, fleetAbnormal(n), func(*history.DB) {})
	}
	levels := levelsAt(t, path, today, 101)
	const kept = 90
	if at := today.AddDate(0, 0, levels.Older-100); levels.Older < 8 || levels.Older > 100-kept+1 {
		t.Errorf("kept since %v, begun %v", at, begun)
	}
	for back, want := range map[int]fleet.DayLevel{
		98: fleet.LevelNormal,
		97: fleet.LevelHigh,
		96: fleet.LevelNormal,
		1:  fleet.LevelHigh,
		0:  fleet.LevelNormal,
	} {
		if got := levels.Of["x"][100-back]; got != want {
			t.Errorf("%d days ago: %v, not %v", back, got, want)
		}
	}
}

// Statuses and incidents are read once: levels can be computed again after the history is closed.
func TestLevelsReadNoStatusTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	var now time.Time
	for day, n := range []int{0, 0, 6, 2, 1} {
		now = first.AddDate(0, 0, day)
		rows := fleetAbnormal(n)
		if day > 2 {
			rows = rows[1:] // one of the incident is gone
		}
		recordAt(t, path, now, rows, func(*history.DB) {})
	}
	h := history.Open(history.Config{Path: path, Site: "s", Now: func() time.Time { return now }})
	f := &fleet.Fleet{History: h, Now: func() time.Time { return now }}
	want, err := f.Levels(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := f.Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	incidents, err := seen.Incidents(t.Context(), first)
	if err != nil || len(incidents) != 1 {
		t.Fatal(len(incidents), err)
	}
	h.Close(t.Context())
	if _, err := h.States().Turns(t.Context()); err == nil {
		t.Fatal("a closed history is read")
	}
	got, err := seen.Levels(t.Context(), seen.CountDays(now, 5))
	if err != nil || fmt.Sprint(got.Of) != fmt.Sprint(want.Of) {
		t.Errorf("levels %v, %v, want %v", got.Of, err, want.Of)
	}
}
