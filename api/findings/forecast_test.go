package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// logins are eight accounts of Kuaishou whose logins end after 20 h and are renewed 4 h later, as recorded
// every two hours for some days, with their turns.
func logins(days int) (accounts []*api.Account, turns []history.Turn, recorded history.Recordings) {
	return loginsOf(20*time.Hour, 4*time.Hour, 2*time.Hour, 24*days/2)
}

// loginsOf are eight accounts of Kuaishou whose logins last for some time and are renewed after a pause,
// each a while after the one before, as recorded at intervals until today, with their turns.
func loginsOf(
	lasts, pause, interval time.Duration,
	recordings int,
) (accounts []*api.Account, turns []history.Turn, recorded history.Recordings) {
	accounts = several("KWAI", 8, 1)
	for n := range recordings + 1 {
		recorded = append(recorded, today.Add(time.Duration(n-recordings)*interval))
	}
	for i, a := range accounts {
		last := int64(-1)
		for n, at := range recorded {
			age := (time.Duration(n)*interval + time.Duration(i)*3*interval) % (lasts + pause)
			is := int64(0)
			if age < lasts {
				is = 1
			}
			if last >= 0 && is != last {
				turns = append(turns, turn(a, at, last, is))
			}
			last = is
		}
		a.Status = api.Int(last)
	}
	return accounts, turns, recorded
}

// A finding has the accounts of the forecast, its basis as JSON, and no time. A platform
// on which fewer than eight logins ended has no finding.
func TestLikelyToTurn(t *testing.T) {
	accounts, turns, recorded := logins(5)
	in := findings.Input{
		Now:      today,
		Accounts: accounts,
		Turns:    turns,
		First:    recorded[0],
		Point:    history.Point{Accounts: recorded[len(recorded)-2]},
	}
	in.Recorded.Accounts = recorded
	in.Forecasts = findings.Forecasts(accounts, history.TurnsByAccount(turns), recorded, today, today)
	if len(in.Forecasts) != 1 {
		t.Fatalf("%+v", in.Forecasts)
	}
	forecast := in.Forecasts[0]
	found := find(&in, findings.LikelyToTurn)
	if len(found) != 1 {
		t.Fatalf("found %+v", found)
	}
	f := found[0]
	if f.Section != findings.Open || f.Platform != "KWAI" || len(f.Accounts) == 0 ||
		fmt.Sprint(f.Accounts) != fmt.Sprint(forecast.Likely) ||
		f.At != (history.Interval{}) {
		t.Errorf("%+v", f)
	}
	for _, a := range accounts {
		covered, likely := forecast.Covers(a)
		if normal := a.Health() == api.HealthNormal; covered != normal ||
			likely != slices.Contains(forecast.Likely, a) {
			t.Errorf("%s: %v, %v", a.ID, covered, likely)
		}
	}
	content, err := api.Marshal(f.Record())
	if err != nil || !strings.Contains(
		string(content),
		`"forecast":{"platform":"KWAI","medianHours":20,"lowHours":18,"highHours":22,`,
	) ||
		strings.Contains(string(content), `"before"`) {
		t.Errorf("%s, error %v", content, err)
	}
	known := f.Fingerprint()
	if f.Accounts = f.Accounts[1:]; f.Fingerprint() == known {
		t.Error("a finding about other accounts stays known")
	}

	accounts, turns, recorded = logins(1)
	if few := findings.Forecasts(accounts, history.TurnsByAccount(turns), recorded, today, today); len(few) > 0 {
		t.Errorf("after a day: %+v", few[0])
	}
}

// Who is likely to turn is told as of now: of a list of three days ago nobody is, since logins end sooner.
func TestForecastOfAnOldList(t *testing.T) {
	accounts, turns, recorded := logins(5)
	old := findings.Forecasts(accounts, history.TurnsByAccount(turns), recorded, today, today.AddDate(0, 0, 3))
	if len(old) != 1 || len(old[0].Likely) != 0 || old[0].Median != 20*time.Hour {
		t.Errorf("%+v", old)
	}
}

// Logins that last for weeks are likely to end in their last day only.
func TestLikelyToTurnAfterWeeks(t *testing.T) {
	const lasts = 20 * days
	accounts, turns, recorded := loginsOf(lasts, days, days/2, 200)
	byAccount := history.TurnsByAccount(turns)
	all := findings.Forecasts(accounts, byAccount, recorded, today, today)
	if len(all) != 1 || all[0].Median != lasts {
		t.Fatalf("%+v", all)
	}
	likely := 0
	for _, a := range accounts {
		own := byAccount[history.KeyOf(a)]
		age := today.Sub(own[len(own)-1].At)
		_, is := all[0].Covers(a)
		if want := a.Health() == api.HealthNormal && age >= lasts-findings.ForecastSpan; is != want {
			t.Errorf("%s, normal for %s: likely %v", a.ID, age, is)
		}
		if is {
			likely++
		}
	}
	if likely == 0 || likely == len(accounts) {
		t.Errorf("%d accounts are likely to turn", likely)
	}
}
