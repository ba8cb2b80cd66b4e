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
	"channeldeck/ui/words"
)

// logins are eight accounts of Kuaishou whose logins end after 20 h and are renewed 4 h later, as recorded
// every two hours for some days, with their turns.
func logins(days int) (accounts []*api.Account, turns []history.Turn, recorded history.Recordings) {
	accounts = several("KWAI", 8, 1)
	for i, a := range accounts {
		last := int64(-1)
		for hour := 0; hour <= 24*days; hour += 2 {
			at := today.Add(time.Duration(hour-24*days) * time.Hour)
			if i == 0 {
				recorded = append(recorded, at)
			}
			is := int64(0)
			if (hour+6*i)%24 < 20 {
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

// A finding has the accounts of the forecast, its basis in words and as JSON, and no time. A platform
// on which fewer than eight logins ended has no finding.
func TestLikelyToTurn(t *testing.T) {
	accounts, turns, recorded := logins(5)
	in := findings.Input{Now: today, Accounts: accounts, Turns: turns, First: recorded[0], Point: history.Point{Accounts: recorded[len(recorded)-2]}}
	in.Recorded.Accounts = recorded
	in.Forecasts = findings.Forecasts(accounts, history.TurnsByAccount(turns), recorded, today, today)
	if len(in.Forecasts) != 1 {
		t.Fatalf("%+v", in.Forecasts)
	}
	forecast := in.Forecasts[0]
	i := slices.IndexFunc(in.Find(), func(f *findings.Finding) bool { return f.Kind == findings.LikelyToTurn })
	if i < 0 {
		t.Fatal("no finding")
	}
	f := in.Find()[i]
	if f.Section != findings.Open || f.Platform != "KWAI" || len(f.Accounts) == 0 || fmt.Sprint(f.Accounts) != fmt.Sprint(forecast.Likely) || f.At != (history.Interval{}) {
		t.Errorf("%+v", f)
	}
	for _, a := range accounts {
		covered, likely := forecast.Covers(a)
		if normal := a.Health() == api.HealthNormal; covered != normal || likely != slices.Contains(forecast.Likely, a) {
			t.Errorf("%s: %v, %v", a.ID, covered, likely)
		}
	}
	for lang, want := range map[words.Lang]string{
		words.English: fmt.Sprintf("Kuaishou logins last 20 hours (half of %d logins; 95%% interval 18–22 hours). %d of yours are older than 18 hours. %d accounts are likely to turn abnormal within 24 hours.", forecast.Spells, forecast.Older, len(f.Accounts)),
		words.Chinese: fmt.Sprintf("快手的登录可维持 20 小时（%d 次登录中的一半；95%% 区间为 18–22 小时）。您的账号中有 %d 个已超过 18 小时。%d 个账号可能在 24 小时内转为异常。", forecast.Spells, forecast.Older, len(f.Accounts)),
	} {
		if got := view(t, lang).FindingSentence(f); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	content, err := api.Marshal(f.Record())
	if err != nil || !strings.Contains(string(content), `"forecast":{"platform":"KWAI","medianHours":20,"lowHours":18,"highHours":22,`) || strings.Contains(string(content), `"before"`) {
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
