package findings_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// flapping is the input of an account that turns at some ages, abnormal first, recorded every hour.
func flapping(ages ...time.Duration) *findings.Input {
	a := several("x", 1, 1)[0]
	in := &findings.Input{
		Now:      today,
		Accounts: []*api.Account{a},
		First:    today.Add(-40 * days),
		Point:    history.Point{Accounts: today.Add(-2 * time.Hour)},
	}
	for n := range 40 * 24 {
		in.Recorded.Accounts = append(in.Recorded.Accounts, in.First.Add(time.Duration(n+1)*time.Hour))
	}
	is := int64(1)
	for _, age := range ages {
		in.Turns = append(in.Turns, turn(a, today.Add(-age), is, 1-is))
		is = 1 - is
	}
	a.Status = api.Int(is)
	return in
}

// An account that turned three times within seven days is one finding with the number of its turns, in place
// of findings about each turn. Whether it is abnormal now does not matter.
func TestFlaps(t *testing.T) {
	for _, tt := range []struct {
		name    string
		ages    []time.Duration
		count   int // 0 if it does not flap
		section findings.Section
	}{
		{"three turns, the last one new", []time.Duration{5 * days, 3 * days, time.Hour}, 3, findings.New},
		{"normal now", []time.Duration{5 * days, 4 * days, 3 * days, time.Hour}, 4, findings.Open},
		{"two turns", []time.Duration{2 * days, time.Hour}, 0, ""},
		{"three turns in eight days", []time.Duration{8 * days, 3 * days, time.Hour}, 0, ""},
		{
			"for longer than seven days",
			[]time.Duration{12 * days, 10 * days, 8 * days, 6 * days, 4 * days, 2 * days},
			3,
			findings.Open,
		},
	} {
		in := flapping(tt.ages...)
		found := find(in, findings.Flaps)
		if (len(found) == 1) != (tt.count > 0) {
			t.Errorf("%s: %+v", tt.name, found)
			continue
		}
		if tt.count == 0 {
			continue
		}
		f := found[0]
		if f.Count != tt.count || f.Section != tt.section || !f.At.Before.Equal(today.Add(-tt.ages[2])) {
			t.Errorf("%s: %d turns, %s, at %s", tt.name, f.Count, f.Section, f.At.Before)
		}
		if f.At.Before.Sub(f.At.After) != time.Hour {
			t.Errorf("%s: the interval is %+v", tt.name, f.At)
		}
		for _, kind := range []findings.Kind{findings.TurnedAbnormal, findings.Abnormal, findings.Recovered} {
			if single := find(in, kind); len(single) > 0 {
				t.Errorf("%s: told as %s too", tt.name, kind)
			}
		}
	}
}

// A further turn does not change the state of the finding, so that it is announced once; after a pause
// it is another one.
func TestFlapsIsAnnouncedOnce(t *testing.T) {
	state := func(ages ...time.Duration) string {
		f := find(flapping(ages...), findings.Flaps)[0]
		return f.Key() + " " + f.Fingerprint()
	}
	first := state(5*days, 3*days, 2*days)
	if again := state(5*days, 3*days, 2*days, time.Hour); again != first {
		t.Errorf("%s, then %s", first, again)
	}
	if later := state(30*days, 29*days, 28*days, 3*days, 2*days, time.Hour); later == first {
		t.Error("after a pause of weeks it is not announced again")
	}
}

// An account that turns does not change the state of the incident that the statistics of its platform are old.
func TestFlapsDoNotRepeatOldStatistics(t *testing.T) {
	accounts := several("KWAI", 9, 1)
	for _, a := range accounts {
		old := today.AddDate(0, 0, -7).Add(-30 * time.Minute)
		a.LastStatsTime = api.SomeTime(old.Format(time.RFC3339))
	}
	in := input(accounts...)
	states := map[string]bool{}
	for i, status := range []int64{1, 0, 1} {
		accounts[0].Status = api.Int(status)
		found := find(in, findings.Stale)
		if len(found) != 1 || found[0].Count != 8+int(status) {
			t.Fatalf("turn %d: %+v", i, found)
		}
		states[found[0].Key()+" "+found[0].Fingerprint()] = true
	}
	if len(states) != 1 {
		t.Errorf("it is told as %v", states)
	}
}

// Accounts of a platform that turned in three incidents do not flap.
func TestIncidentsAreNoFlaps(t *testing.T) {
	accounts := several("x", 6, 1)
	in := &findings.Input{
		Now:      today,
		Accounts: accounts,
		First:    today.Add(-40 * days),
		Point:    history.Point{Accounts: today.Add(-2 * time.Hour)},
	}
	in.Recorded.Accounts = history.Recordings{in.First}
	for n := range 6 {
		in.Recorded.Accounts = append(in.Recorded.Accounts, today.Add(time.Duration(n-6)*12*time.Hour))
	}
	for _, a := range accounts {
		is := int64(1)
		for _, at := range in.Recorded.Accounts[1:] {
			in.Turns = append(in.Turns, turn(a, at, is, 1-is))
			is = 1 - is
		}
	}
	if found := find(in, findings.Flaps); len(found) > 0 {
		t.Errorf("%d accounts flap", len(found))
	}
}
