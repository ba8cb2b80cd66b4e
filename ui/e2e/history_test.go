//go:build unix

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// remembered is the environment of a user whose history has accounts with a number
// of daily states, and whose service is never heard of again.
func remembered(t testing.TB, accounts, days int) look {
	t.Helper()
	state := t.TempDir()
	held := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-held:
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(held) })
	now := time.Now()
	d := history.Open(history.Config{
		Path: filepath.Join(state, "channeldeck", "channeldeck.db"), Site: server.URL, Key: "KEY", Now: func() time.Time { return now },
	})
	for day := range days {
		rows := make([]*api.Account, accounts) // the history reads those of earlier days meanwhile
		for i := range rows {
			rows[i] = &api.Account{
				ID: fmt.Sprint("douyin_", i), UserID: "u", Type: "douyin", UID: fmt.Sprint(i), Nickname: fmt.Sprintf("Channel %06d", i), GroupID: fmt.Sprint("g", i%12),
				FansCount: api.Int(int64(1000*i + day)), LastStatsTime: api.Some(now.Format(time.RFC3339)), Status: api.Int(int64(min(i%14, 1))),
				Avatar: api.Some("https://cdn.example/avatars/" + fmt.Sprint(i) + ".jpg"),
			}
		}
		d.RecordAccounts(now.AddDate(0, 0, day-days+1), rows, api.Int(int64(accounts)), true)
	}
	d.Close(context.Background())
	if p := d.Problem(context.Background()); p != nil {
		t.Fatal(p)
	}
	return look{answers: true, env: append(service(server.URL, "KEY"), "XDG_STATE_HOME="+state)}
}

// The last known accounts appear although the service does not answer.
func TestFirstPaintFromHistory(t *testing.T) {
	w := start(t, remembered(t, 30, 2), channeldeck)
	w.wait(0, "Channel 000000")
	w.wait(0, "30 accounts")
}

// BenchmarkFirstPaintFromHistory measures the time to the first rows and to all of
// them from the history, before any response, and to the minimal program's first
// line: with 10,000 accounts, and with 2,500 and a year of daily states (30 days
// with -short).
func BenchmarkFirstPaintFromHistory(b *testing.B) {
	floor := minimal(b)
	days := 365
	if testing.Short() {
		days = 30
	}
	many, year := remembered(b, 10_000, 1), remembered(b, 2_500, days)
	b.ResetTimer()
	var least, rows, all, ofYear figures[time.Duration]
	for b.Loop() {
		least = append(least, first(b, floor, look{answers: true}, "minimal 0")...)
		took := first(b, channeldeck, many, "▌", "10,000 accounts")
		rows, all = append(rows, took[0]), append(all, took[1])
		ofYear = append(ofYear, first(b, channeldeck, year, "▌")...)
	}
	b.ReportMetric(ms(least.at(.5)), "minimal-ms")
	b.ReportMetric(ms(rows.at(.5)), "rows-ms")
	b.ReportMetric(float64(rows.at(.5))/float64(least.at(.5)), "rows/minimal")
	b.ReportMetric(ms(all.at(.5)), "all-ms")
	b.ReportMetric(ms(ofYear.at(.5)), "year-rows-ms")
}
