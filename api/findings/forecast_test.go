package findings_test

import (
	"fmt"
	"math/rand/v2"
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

// forecasts returns the forecasts for accounts from their turns until today, as of now.
func forecasts(
	accounts []*api.Account, turns []history.Turn, recorded history.Recordings, now time.Time,
) []*findings.Forecast {
	logins := findings.Logins{
		Accounts: accounts,
		Turns:    history.TurnsByAccount(turns),
		Recorded: recorded,
		At:       today,
		Now:      now,
	}
	return logins.Forecasts()
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
	in.Forecasts = forecasts(accounts, turns, recorded, today)
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
		f.At != (history.Interval{}) || f.Within != findings.ForecastSpan {
		t.Errorf("%+v", f)
	}
	for _, a := range accounts {
		covered, likely := forecast.Covers(a)
		if normal := a.Health() == api.HealthNormal; covered != normal ||
			likely != slices.Contains(forecast.Likely, a) {
			t.Errorf("%s: %v, %v", a.ID, covered, likely)
		}
	}
	content, err := api.Marshal(f.Forecast)
	if err != nil || !strings.HasPrefix(
		string(content),
		`{"platform":"KWAI","medianHours":20,"lowHours":18,"highHours":22,`,
	) {
		t.Errorf("%s, error %v", content, err)
	}
	known := f.Fingerprint()
	if f.Accounts = f.Accounts[1:]; f.Fingerprint() == known {
		t.Error("a finding about other accounts stays known")
	}

	accounts, turns, recorded = logins(1)
	if few := forecasts(accounts, turns, recorded, today); len(few) > 0 {
		t.Errorf("after a day: %+v", few[0])
	}
}

// Who is likely to turn is told as of now: of a list of three days ago nobody is, since logins end sooner.
func TestForecastOfAnOldList(t *testing.T) {
	accounts, turns, recorded := logins(5)
	old := forecasts(accounts, turns, recorded, today.AddDate(0, 0, 3))
	if len(old) != 1 || len(old[0].Likely) != 0 || old[0].Median != 20*time.Hour {
		t.Errorf("%+v", old)
	}
}

// Logins that last for weeks are likely to end in their last day only.
func TestLikelyToTurnAfterWeeks(t *testing.T) {
	const lasts = 20 * days
	accounts, turns, recorded := loginsOf(lasts, days, days/2, 200)
	byAccount := history.TurnsByAccount(turns)
	all := forecasts(accounts, turns, recorded, today)
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

// pruned are logins of Bilibili accounts of a year, which last at least 20 days and 100 more on average, as
// they are known now if of states before a time only the newest of each account is kept.
func pruned(accounts int, kept time.Duration) *findings.Logins {
	r := rand.New(rand.NewPCG(3, 11))
	const watched = 365 * days
	l := &findings.Logins{
		Turns: map[history.AccountKey][]history.Turn{},
		At:    today,
		Now:   today,
	}
	if kept < watched {
		l.Kept = today.Add(-kept)
	}
	for at := today.Add(-watched); !at.After(today); at = at.Add(6 * time.Hour) {
		l.Recorded = append(l.Recorded, at)
	}
	for _, a := range several("bilibili", accounts, 1) {
		l.Accounts = append(l.Accounts, a)
		turned := today.Add(-watched - time.Duration(r.Float64()*float64(100*days)))
		is := int64(1)
		var turns []history.Turn
		for {
			lasts := time.Duration(r.IntN(48)+6) * time.Hour
			if is == 1 {
				lasts = 20*days + time.Duration(r.ExpFloat64()*float64(100*days))
			}
			turned = turned.Add(lasts)
			seen, isSeen := l.Recorded.First(turned)
			if !isSeen {
				break
			}
			if seen.After(l.Recorded[0]) {
				turns = append(turns, turn(a, seen, is, 1-is))
			}
			is = 1 - is
		}
		for len(turns) > 1 && !turns[1].At.After(l.Kept) { // a later one was kept
			turns = turns[1:]
		}
		a.Status = api.Int(is)
		l.Turns[history.KeyOf(a)] = turns
	}
	return l
}

// The estimate after pruning is close to that of all data. Of the logins that began before the time of pruning
// only those are known that lasted until then.
func TestForecastAfterPruning(t *testing.T) {
	whole := pruned(800, 365*days).Forecasts()
	if len(whole) != 1 {
		t.Fatalf("all data: %+v", whole)
	}
	for _, kept := range []time.Duration{60 * days, 90 * days, 180 * days} {
		got := pruned(800, kept).Forecasts()
		if len(got) != 1 {
			t.Fatalf("%s: %+v", kept, got)
		}
		t.Logf("all %s [%s–%s], %s kept: %s [%s–%s]",
			whole[0].Median, whole[0].Low, whole[0].High, kept, got[0].Median, got[0].Low, got[0].High)
		if ratio := got[0].Median.Hours() / whole[0].Median.Hours(); ratio < 0.9 || ratio > 1.1 ||
			got[0].Low > whole[0].Median || got[0].High < whole[0].Median {
			t.Errorf("%s kept: %s [%s–%s], all %s", kept, got[0].Median, got[0].Low, got[0].High, whole[0].Median)
		}
	}
}

// One account that flaps among a hundred that were always normal says nothing about their logins, and
// among accounts with long logins it counts as one.
func TestForecastWithAnAccountThatFlaps(t *testing.T) {
	accounts, turns, recorded := loginsOf(20*days, days, days/2, 200)
	all := several("KWAI", 9, 1)
	flaps := all[8]
	is := int64(1)
	for i := 1; i < len(recorded); i++ {
		turns = append(turns, turn(flaps, recorded[i], is, 1-is))
		is = 1 - is
	}
	flaps.Status = api.Int(is)
	accounts = append(accounts, flaps)
	got := forecasts(accounts, turns, recorded, today)
	if len(got) != 1 || got[0].Median != 20*days || got[0].Accounts != 9 {
		t.Errorf("%+v", got)
	}
	own := slices.DeleteFunc(slices.Clone(turns), func(t history.Turn) bool { return t.Account.ID != flaps.ID })
	if got := forecasts(accounts, own, recorded, today); len(got) > 0 {
		t.Errorf("one account: %+v", got[0])
	}
}

// The interval is as wide as the recordings around the ends of the logins leave it, even if many other
// recordings follow each other in seconds.
func TestForecastBetweenRecordings(t *testing.T) {
	accounts, turns, recorded := logins(5)
	for _, at := range slices.Clone(recorded) {
		recorded = append(recorded, at.Add(2*time.Second)) // triage follows record
	}
	slices.SortFunc(recorded, time.Time.Compare)
	got := forecasts(accounts, turns, recorded, today)
	const seconds = 2 * time.Second
	if len(got) != 1 || got[0].Median != 20*time.Hour || got[0].Low != 18*time.Hour+seconds ||
		got[0].High != 22*time.Hour-seconds {
		t.Errorf("%+v", got)
	}
}
