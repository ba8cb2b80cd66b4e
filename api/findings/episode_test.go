package findings_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Of eight accounts of Kuaishou one turned alone, then four together, of which two recovered after 2
// hours, one was removed after 3, and one still is abnormal. Recordings are hourly.
func TestEpisodes(t *testing.T) {
	hour := func(n int) time.Time { return today.Add(time.Duration(n) * time.Hour) }
	var recorded history.Recordings
	for n := -24; n <= 0; n++ {
		recorded = append(recorded, hour(n))
	}
	accounts := append(several("KWAI", 8, 1), several("douyin", 3, 1)...)
	for _, a := range accounts {
		a.GroupID = ""
		a.UserID = ""
	}
	for _, i := range []int{3, 7} {
		accounts[i].Status = api.Int(0)
	}
	turns := map[history.AccountKey][]history.Turn{}
	add := func(i, at int, before, is int64) {
		key := history.KeyOf(accounts[i])
		turns[key] = append(turns[key], turn(accounts[i], hour(at), before, is))
	}
	add(7, -10, 1, 0)
	for i := range 4 {
		add(i, -6, 1, 0)
	}
	add(0, -4, 0, 1)
	add(1, -4, 0, 1)
	add(2, -3, 0, -1)
	listed := append(accounts[:2:2], accounts[3:]...)
	gone := accounts[2:3]

	all := findings.Episodes(listed, gone, turns, recorded, history.Parts{}, today)
	if len(all) != 1 {
		t.Fatalf("%d incidents", len(all))
	}
	e := all[0]
	if e.Platform != "KWAI" || e.GroupID+e.Owner != "" ||
		e.Began != (history.Interval{After: hour(-7), Before: hour(-6)}) ||
		e.Ended != (history.Interval{}) ||
		e.Normal != 7 ||
		e.Still() != 1 {
		t.Errorf("%+v", e)
	}
	if e.Others != (findings.Others{Of: 4, Normal: 3}) {
		t.Errorf("others %+v", e.Others)
	}
	if got, want := fmt.Sprint(e.Curve()), fmt.Sprint([]findings.AbnormalCount{
		{hour(-6), 4},
		{hour(-4), 2},
		{hour(-3), 1},
	}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if gone := e.Turned[2]; !gone.Gone || gone.Ended != (history.Interval{After: hour(-4), Before: hour(-3)}) ||
		e.Turned[3].Ended != (history.Interval{}) ||
		e.Turned[0].Gone {
		t.Errorf("%+v", e.Turned)
	}
	// In 6 hours three accounts are normal for 6, and two for 4 or 5; two never are, and one was
	// abnormal for 2 before the recording that does not list it: 26 or 28 of 44 hours.
	if got := fmt.Sprint(e.Availability); got != "[59.1 63.6]" {
		t.Errorf("availability %s", got)
	}

	// Once the last one recovers, it is over.
	add(3, -1, 0, 1)
	accounts[3].Status = api.Int(1)
	if e := findings.Episodes(
		listed,
		gone,
		turns,
		recorded,
		history.Parts{},
		today,
	)[0]; e.Ended != (history.Interval{After: hour(-2), Before: hour(-1)}) || e.Still() != 0 {
		t.Errorf("%+v", e)
	}
}

// Accounts of several platforms that share an owner turn together: those of others could have too.
func TestEpisodeOfAnOwner(t *testing.T) {
	accounts := append(append(several("KWAI", 2, 0), several("douyin", 2, 0)...), several("x", 5, 1)...)
	turns := map[history.AccountKey][]history.Turn{}
	at := today.Add(-time.Hour)
	for i, a := range accounts {
		a.GroupID = fmt.Sprint(i)
		if i < 4 {
			a.UserID = "owner"
			turns[history.KeyOf(a)] = []history.Turn{turn(a, at, 1, 0)}
		}
	}
	all := findings.Episodes(accounts, nil, turns, history.Recordings{at.Add(-time.Hour), at}, history.Parts{}, today)
	if len(all) != 1 || all[0].Owner != "owner" || all[0].Platform != "" ||
		all[0].Others != (findings.Others{Of: 5, Normal: 5}) ||
		len(all[0].Turned) != 4 {
		t.Errorf("%+v", all)
	}
}

// A finding counts as many accounts as the incident in the history: those that had been normal,
// also one that was removed since, whether or not that is stored.
func TestFindingAndEpisodeCountAlike(t *testing.T) {
	for _, stored := range []bool{true, false} {
		accounts := several("KWAI", 8, 1)
		before := today.Add(-2 * time.Hour)
		at := today.Add(-time.Hour)
		var turns []history.Turn
		for i, a := range accounts[:6] {
			a.Status = api.Int(0)
			if i < 4 { // the others were abnormal before
				turns = append(turns, turn(a, at, 1, 0))
			}
			if i == 0 && stored {
				turns = append(turns, turn(a, today, 0, -1))
			}
		}
		former := accounts[:1]
		listed := accounts[1:]
		recorded := history.Recordings{before, at, today}
		in := findings.Input{
			Now:      today,
			Accounts: listed,
			Former:   former,
			Turns:    turns,
			First:    before,
			Point:    history.Point{Accounts: before},
		}
		in.Recorded.Accounts = recorded
		e := findings.Episodes(listed, former, history.TurnsByAccount(turns), recorded, history.Parts{}, today)
		if len(e) != 1 || len(e[0].Turned) != 4 || e[0].Normal != 6 || e[0].Still() != 3 {
			t.Fatalf("stored %t: the history has %+v", stored, e)
		}
		found := slices.DeleteFunc(find(&in, ofHealth...), func(f *findings.Finding) bool {
			return f.Kind != findings.Incident
		})
		if len(found) != 1 || found[0].Count != 4 || found[0].Of != 6 || len(found[0].Accounts) != 3 ||
			found[0].Others != e[0].Others {
			t.Errorf("stored %t: found %+v", stored, found)
		}
	}
}

// The groups of an incident have the accounts that turned and, of those that had been normal, theirs;
// the accounts of other platforms do not count.
func TestGroupsOfAnEpisode(t *testing.T) {
	accounts := append(several("KWAI", 9, 1), several("douyin", 9, 1)...)
	at := today.Add(-time.Hour)
	turns := map[history.AccountKey][]history.Turn{}
	for i, a := range accounts {
		a.GroupID = []string{"east", "west", "north"}[i%3]
		if i == 0 || i == 1 || i == 3 || i == 6 {
			a.Status = api.Int(0)
			turns[history.KeyOf(a)] = []history.Turn{turn(a, at, 1, 0)}
		}
	}
	accounts[4].Status = api.Int(0) // of the west, abnormal since before the first recording
	all := findings.Episodes(accounts, nil, turns, history.Recordings{at.Add(-time.Hour), at}, history.Parts{}, today)
	want := []findings.GroupShare{{"east", 3, 3}, {"west", 1, 2}}
	if len(all) != 1 || !slices.Equal(all[0].Groups, want) {
		t.Errorf("%+v", all[0].Groups)
	}
}

// What a recording showed before the baseline, or with it, is not seen anew.
func TestSeenAfter(t *testing.T) {
	baseline := today.Add(-30 * time.Minute)
	hour := today.Add(-time.Hour)
	in := findings.Input{Now: today, Point: history.Point{Accounts: baseline}}
	at := func(t time.Time) *findings.Finding {
		return &findings.Finding{Kind: findings.Abnormal, At: history.Interval{Before: t}}
	}
	if in.SeenAfter(at(baseline), hour) || in.SeenAfter(at(time.Time{}), hour) {
		t.Error("what the baseline shows was seen after it")
	}
	if !in.SeenAfter(at(today), hour) || in.SeenAfter(at(today), today) {
		t.Error("what was shown now was seen in the last hour")
	}
	in.Point.Accounts = today.Add(-30 * time.Hour)
	if in.SeenAfter(at(hour.Add(-time.Minute)), hour) {
		t.Error("what was shown before was not seen in the last hour")
	}
	in.Point.Accounts = time.Time{}
	if in.SeenAfter(at(today), hour) {
		t.Error("without a baseline, nothing is known to be new")
	}
}

// Before anything is compared, the abnormal accounts are known: those with the most followers first.
func TestAbnormals(t *testing.T) {
	accounts := append(several("KWAI", 3, 0), several("x", 2, 1)...)
	found := findings.Abnormals("a", accounts)
	if len(found) != 3 || found[0].ID != "KWAI2" || found[2].ID != "KWAI0" ||
		found[0].Kind != findings.Abnormal || found[0].Site != "a" || found[0].Section != findings.Open {
		t.Errorf("%+v", found)
	}
}
