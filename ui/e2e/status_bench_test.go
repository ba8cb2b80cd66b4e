//go:build unix

package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// hourly fills a history with hourly recordings of the accounts of two sites: the numbers of
// each account change once a day, and every 25 days it is abnormal for two. It returns the
// history of the second site, and the environment of its user.
func hourly(tb testing.TB, accounts, days int) (config history.Config, env []string) {
	tb.Helper()
	state := tb.TempDir()
	now := time.Now()
	config = history.Config{
		Path:       filepath.Join(state, "channeldeck", "channeldeck.db"),
		Key:        testKey,
		Now:        time.Now,
		StaleAfter: 24 * time.Hour,
	}
	for _, config.Site = range []string{"http://127.0.0.1:2", "http://127.0.0.1:1"} {
		rows := make([]*api.Account, accounts)
		for i := range rows {
			rows[i] = &api.Account{
				ID:       fmt.Sprint("douyin_", i),
				Type:     "douyin",
				Nickname: fmt.Sprintf("Channel %06d", i),
				GroupID:  fmt.Sprint("g", i%25),
				Status:   api.Int(1),
			}
		}
		for day := range days {
			filled := config
			filled.Bulk = true
			d := history.Open(filled)
			for hour := 24 * day; hour < 24*(day+1); hour++ {
				at := now.Add(time.Duration(hour-24*days+1) * time.Hour)
				rows = slices.Clone(rows) // the history reads the earlier ones meanwhile
				var changed []*api.Account
				for i := hour % 24; i < accounts; i += 24 {
					a := *rows[i]
					a.FansCount = api.Int(int64(1000*i + hour))
					a.LastStatsTime = api.SomeTime(at.Format(time.RFC3339))
					if a.Status = api.Int(1); (i+day)%25 < 2 {
						a.Status = api.Int(0)
					}
					rows[i] = &a
					changed = append(changed, &a)
				}
				if hour == 0 {
					changed = rows
				}
				d.RecordChangedAccounts(at, rows, changed)
			}
			d.Close(tb.Context())
			if p := d.Problem(tb.Context()); p != nil {
				tb.Fatal(p)
			}
		}
	}
	return config, append(append(home(tb), service(config.Site, config.Key)...), "XDG_STATE_HOME="+state)
}

// BenchmarkStatus measures channeldeck status with 90 days of hourly recordings of two sites
// (3 with -short): the whole process, and the part of it that reads an open history.
func BenchmarkStatus(b *testing.B) {
	days := 90
	if testing.Short() {
		days = 3
	}
	for _, n := range []int{250, 2_500} {
		config, env := hourly(b, n, days)
		b.Run(fmt.Sprintf("process/accounts=%d", n), func(b *testing.B) {
			var took figures[time.Duration]
			for b.Loop() {
				cmd := exec.Command(channeldeck, "status", "--since", "24h")
				cmd.Env = env
				begun := time.Now()
				out, err := cmd.CombinedOutput()
				took = append(took, time.Since(begun))
				if cmd.ProcessState.ExitCode() != 10 {
					b.Fatal(err, string(out))
				}
			}
			b.ReportMetric(ms(took.at(0.5)), "p50-ms")
			b.ReportMetric(ms(took.at(1)), "max-ms")
			b.ReportMetric(0, "ns/op")
		})
		b.Run(fmt.Sprintf("glance/accounts=%d", n), func(b *testing.B) {
			d := history.Open(config)
			defer d.Close(b.Context())
			f := &fleet.Fleet{History: d, Now: time.Now, StaleAfter: config.StaleAfter}
			b.ReportAllocs()
			for b.Loop() {
				if s, err := f.Glance(b.Context(), fleet.Query{Since: 24 * time.Hour}); err != nil || s.New == 0 {
					b.Fatal(s, err)
				}
			}
		})
	}
}
