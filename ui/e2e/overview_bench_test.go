//go:build unix

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// yearOfDays makes a history of accounts on each of some days, of which one in a hundred
// changes, and a service that never responds.
func yearOfDays(b *testing.B, accounts, days int) look {
	b.Helper()
	state := b.TempDir()
	held := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-held:
		}
	}))
	b.Cleanup(server.Close)
	b.Cleanup(func() { close(held) })
	now := time.Now()
	config := history.Config{Path: filepath.Join(state, "channeldeck", "channeldeck.db"), Site: server.URL, Key: "KEY"}
	rows := make([]*api.Account, accounts)
	for day := range days {
		at := now.AddDate(0, 0, day-days)
		for i := range rows {
			if day == 0 || i%100 == day%100 {
				rows[i] = &api.Account{
					ID:            fmt.Sprint("douyin_", i),
					UserID:        "u",
					Type:          []string{"douyin", "bilibili", "x"}[i%3],
					UID:           fmt.Sprint(i),
					Nickname:      fmt.Sprintf("Channel %06d", i),
					GroupID:       fmt.Sprint("g", i%20),
					FansCount:     api.Int(int64(1000*i + day)),
					LastStatsTime: api.SomeTime(now.Format(time.RFC3339)),
					Status:        api.Int(int64(min((i+day)%14, 1))),
				}
			}
		}
		config.Now = func() time.Time { return at }
		d := history.Open(config)
		d.RecordAccounts(at, rows, api.Int(int64(accounts)), true)
		d.Close(context.Background())
		if p := d.Problem(context.Background()); p != nil {
			b.Fatal(p)
		}
	}
	return look{
		answers: true,
		env:     append(service(server.URL, "KEY"), "XDG_STATE_HOME="+state, "CHANNELDECK_START=overview"),
	}
}

// BenchmarkOverview measures the time to the first paint of the overview, to its findings
// and to its charts, from a history of 10,000 accounts and a year (30 days with -short),
// before any response, and to the minimal program's first line.
func BenchmarkOverview(b *testing.B) {
	floor := minimal(b)
	days := 365
	if testing.Short() {
		days = 30
	}
	l := yearOfDays(b, 10_000, days)
	b.ResetTimer()
	var least, paint, whole, charts figures[time.Duration]
	for b.Loop() {
		least = append(least, first(b, floor, look{answers: true}, "minimal 0")...)
		took := first(b, channeldeck, l, "Platforms", "10,000 accounts", "in "+strconv.Itoa(min(days-1, 30))+" days")
		paint = append(paint, took[0])
		whole = append(whole, took[1])
		charts = append(charts, took[2])
	}
	b.ReportMetric(ms(least.at(.5)), "minimal-ms")
	b.ReportMetric(ms(paint.at(.5)), "first-ms")
	b.ReportMetric(float64(paint.at(.5))/float64(least.at(.5)), "first/minimal")
	b.ReportMetric(ms(whole.at(.5)), "all-ms")
	b.ReportMetric(ms(charts.at(.5)), "charts-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkOverviewKey measures a move of the cursor among the findings: the time from the
// key to the first byte of output, and the bytes, in 120x40 and 200x60 cells.
func BenchmarkOverviewKey(b *testing.B) {
	for _, n := range counts() {
		for _, size := range [][2]int{{120, 40}, {200, 60}} {
			b.Run(fmt.Sprintf("accounts=%d/%dx%d", n, size[0], size[1]), func(b *testing.B) {
				l, text := accounts(n)
				l = l.with("CHANNELDECK_START=overview")
				l.width = size[0]
				l.height = size[1]
				w := start(b, l, channeldeck)
				w.wait(0, text)
				w.quiet(0, 300*time.Millisecond)
				var took figures[time.Duration]
				var sent figures[int]
				pause := time.NewTimer(0)
				for i := 0; b.Loop(); i++ {
					pause.Reset(time.Duration(i*7%17) * time.Millisecond)
					<-pause.C
					t, n := w.key([]string{"j", "k"}[i/15%2])
					took = append(took, t)
					sent = append(sent, n)
				}
				b.ReportMetric(ms(took.at(0.5)), "p50-ms")
				b.ReportMetric(ms(took.at(0.95)), "p95-ms")
				b.ReportMetric(float64(sent.at(0.5)), "B/key")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
