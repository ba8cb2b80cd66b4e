package history_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// A glance has the numbers of the accounts that Accounts returns, whatever was recorded of them: whole lists,
// lists that lack accounts, chosen accounts, and outages of relays.
func TestGlanceCountsWhatAccountsReturns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		random := rand.New(rand.NewPCG(1, 2))
		d := open(t, at(c, day0.AddDate(0, 0, 2)))
		for hour := range 40 {
			var rows []string
			for i := range 30 {
				if random.IntN(4) > 0 {
					rows = append(rows, randomAccount(random, i))
				}
			}
			when := day0.Add(time.Duration(hour) * time.Hour)
			list := accounts(t, rows...)
			total := api.Int(int64(len(list)))
			switch random.IntN(4) {
			case 0:
				total = api.Int(int64(len(list) + 3))
				d.RecordAccounts(when, list, total, false)
			case 1:
				d.RecordChosenAccounts(when, list)
			default:
				d.RecordAccounts(when, list, total, true)
			}
			d.Flush()
			for _, staleAfter := range []time.Duration{0, time.Hour, 24 * time.Hour} {
				checkGlance(t, d, staleAfter, hour)
			}
		}
	})
}

// randomAccount is a row of the account list, of one of four platforms.
func randomAccount(random *rand.Rand, i int) string {
	status := []string{"0", "1", "7", "null", `"odd"`}[random.IntN(5)]
	ref := []string{"", fmt.Sprintf(`"relayAccountRef":"name %d",`, i)}[random.IntN(2)]
	stats := []string{
		"",
		`"lastStatsTime":null,`,
		`"lastStatsTime":"yesterday",`,
		fmt.Sprintf(`"lastStatsTime":"%s",`, day0.Add(-time.Duration(random.IntN(90))*time.Hour).Format(time.RFC3339)),
		fmt.Sprintf(`"lastStatsTime":"%s",`, day0.Format("2006-01-02T15:04:05.000Z")),
	}[random.IntN(5)]
	return fmt.Sprintf(
		`{"id":"%d","type":"%s","nickname":"name %d","groupId":"g",%s%s"status":%s,"x":{"lastStatsTime":"2001-01-01"}}`,
		i,
		[]string{"x", "视频号", "xhs", "never"}[i%4],
		i,
		ref,
		stats,
		status,
	)
}

// checkGlance compares a glance with a count of the accounts.
func checkGlance(t *testing.T, d *history.DB, staleAfter time.Duration, hour int) {
	t.Helper()
	rows, total, at, err := d.Accounts(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	never := []string{"视频号", "never"}
	var platforms []api.Platform
	for _, name := range never {
		p := api.Platform{Platform: name}
		p.Capabilities.Analytics.Account = api.Some(false)
		platforms = append(platforms, p)
	}
	var supply api.Supply
	supply.SetPlatforms(platforms)
	supply.Adopt(rows)
	want := history.Glance{At: at, Total: total}
	for _, a := range rows {
		want.Accounts++
		if a.Health() == api.HealthAbnormal {
			want.Abnormal++
		}
		if a.Stale(at, staleAfter) {
			want.Stale++
		}
	}
	got, counted, err := d.Glance(t.Context(), staleAfter, supply.Unsupported())
	if err != nil || got != want || counted == at.IsZero() && hour > 20 {
		t.Errorf("hour %d, %s: %+v, counted %t, error %v; want %+v", hour, staleAfter, got, counted, err, want)
	}
}

// A glance is none for a list of the past, nor where a clock ran ahead.
func TestGlanceOfThePastIsNotCounted(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.Add(2*time.Hour)))
		if g, counted, err := d.Glance(t.Context(), 0, nil); g != (history.Glance{}) || !counted || err != nil {
			t.Errorf("an empty history: %+v, counted %t, error %v", g, counted, err)
		}
		d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
		d.RecordAccounts(day0.AddDate(0, 0, 1), accounts(t, account("a", 0, 1)), api.Int(1), true)
		d.Flush()
		if g, counted, err := d.Glance(t.Context(), 0, nil); counted || err != nil {
			t.Errorf("counted what a clock ahead recorded: %+v, error %v", g, err)
		}
		then, err := d.AsOf(t.Context(), day0.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if g, counted, err := then.Glance(t.Context(), 0, nil); counted || err != nil {
			t.Errorf("counted the newest list for one of the past: %+v, error %v", g, err)
		}
	})
}
