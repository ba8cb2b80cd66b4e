package fleet_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

// forecasts are those of ten days of accounts. isNormal says whether an account is normal some
// hours after the beginning.
func forecasts(
	t *testing.T,
	accounts int,
	isNormal func(account, hour int) bool,
	change func(*api.Account),
) []*findings.Forecast {
	t.Helper()
	c := history.Config{Path: filepath.Join(t.TempDir(), "h.db")}
	c = recordLogins(t, c, accounts, isNormal, change)
	return seenIn(t, c).Forecasts(0)
}

// recordLogins records accounts every two hours for ten days. It returns the configuration of the history.
func recordLogins(
	t *testing.T,
	c history.Config,
	accounts int,
	isNormal func(account, hour int) bool,
	change func(*api.Account),
) history.Config {
	t.Helper()
	c.Site = "s"
	c.Now = func() time.Time { return today }
	for hour := 0; hour <= 240; {
		h := history.Open(c)
		for range 40 { // fewer than can wait
			if hour > 240 {
				break
			}
			var rows []*api.Account
			for i := range accounts {
				a := with(fmt.Sprint(i), abnormal, 1)
				if isNormal(i, hour) {
					a.Status = api.Int(normal)
				}
				change(a)
				rows = append(rows, a)
			}
			h.RecordAccounts(today.Add(time.Duration(hour-240)*time.Hour), rows, api.Int(int64(accounts)), true)
			hour += 2
		}
		h.Close(t.Context())
	}
	return c
}

// seenIn reads what a history has of accounts.
func seenIn(t *testing.T, c history.Config) *fleet.Seen {
	t.Helper()
	h := history.Open(c)
	defer h.Close(t.Context())
	f := &fleet.Fleet{History: h, Now: c.Now}
	seen, err := f.Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// Logins that last 20 h and are renewed 4 h later, at different times.
func periodic(account, hour int) bool { return (hour+6*account)%24 < 20 }

func TestForecasts(t *testing.T) {
	t.Parallel()
	unchanged := func(*api.Account) {}
	got := forecasts(t, 8, periodic, unchanged)
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	f := got[0]
	if f.Platform != "x" || f.Median != 20*time.Hour || f.Low != 18*time.Hour || f.High != 22*time.Hour ||
		f.Ended < 60 ||
		f.Spells <= f.Ended {
		t.Errorf("%+v", f)
	}
	normalNow := 0
	for i := range 8 {
		if periodic(i, 240) {
			normalNow++
		}
	}
	if len(f.Likely) != normalNow || f.Likely[0].Health() != api.HealthNormal || f.Older > normalNow {
		t.Errorf("%d of %d normal accounts will turn, %d are older", len(f.Likely), normalNow, f.Older)
	}
	for name, silent := range map[string][]*findings.Forecast{
		"steady":   forecasts(t, 8, func(int, int) bool { return true }, unchanged),
		"together": forecasts(t, 20, func(_, hour int) bool { return hour%100 < 60 && hour > 0 }, unchanged),
		"few":      forecasts(t, 1, func(_, hour int) bool { return hour%48 < 30 }, unchanged),
		"relay":    forecasts(t, 8, periodic, func(a *api.Account) { a.RelayAccountRef = api.SomeText("relay") }),
	} {
		if len(silent) > 0 {
			t.Errorf("%s: %+v", name, silent)
		}
	}
}

// After pruning, of two kinds of logins the long ones, which were alive at the cut, are no more than they are
// in all data: 60 of 100 logins last 10 h, and half of those that were alive then 90 h.
func TestForecastsOfAPrunedHistory(t *testing.T) {
	t.Parallel()
	isNormal := func(account, hour int) bool {
		at := (hour + 26*account) % 130 // 10 h normal, 10 h not, 100 h normal, 10 h not
		return at < 10 || at >= 20 && at < 120
	}
	postgres.Both(t, func(t *testing.T, file, url string) {
		c := history.Config{Path: file, Postgres: url}
		c = recordLogins(t, c, 20, isNormal, func(*api.Account) {})
		whole := seenIn(t, c).Forecasts(0)
		h := history.Open(c)
		if _, err := h.Content().Prune(t.Context(), today.Add(-130*time.Hour)); err != nil {
			t.Fatal(err)
		}
		h.Close(t.Context())
		pruned := seenIn(t, c).Forecasts(0)
		t.Logf("all %+v, pruned %+v", whole, pruned)
		if len(whole) != 1 || len(pruned) != 1 || pruned[0].Median != whole[0].Median {
			t.Errorf("all %+v, pruned %+v", whole, pruned)
		}
	})
}
