package scenario

import (
	"context"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/postgres"
	"channeldeck/ui/testkit/race"
)

// recordQuarter records three months of one site in a history, twice a day.
func recordQuarter(t *testing.T, s *quarterSite, c history.Config) {
	t.Helper()
	const together = 30 // lists, fewer than can wait
	lists := 0
	h := history.Open(c)
	for day := range quarterDays {
		for _, hour := range []int{9, 21} {
			at := quarterBegins.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour)
			s.quarter.now = at
			s.turn(day, hour == 9)
			list := s.quarter.list()
			h.RecordAccounts(at, decodeAccounts(t, list), api.Int(int64(len(list))), true)
			s.record(at, list, nil)
			s.plain.list = list
			lists++
			if lists%together == 0 {
				h.Close(context.Background())
				h = history.Open(c)
			}
		}
	}
	h.Close(context.Background())
}

// After old states were deleted, commands print the result of the plain computation on those that are left.
func TestPrunedQuarter(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	postgres.Both(t, func(t *testing.T, _, url string) {
		q := newQuarter(3)
		server := httptest.NewServer(q)
		t.Cleanup(server.Close)
		now := quarterBegins.AddDate(0, 0, quarterDays-1).Add(21*time.Hour + 20*time.Minute)
		p := newProgram(t, server.URL, func() time.Time { return now })
		p.vars["CHANNELDECK_HISTORY"] = url
		s := &quarterSite{quarter: q, url: server.URL, name: "custom", said: map[string]bool{}}
		s.checked = &checked{program: p, plain: newPlain(), handler: q}
		c := history.Config{Postgres: url, Site: server.URL, Key: panetest.Key, Language: "en-US"}
		c.Now = func() time.Time { return now }
		if url == "" {
			c.Path = filepath.Join(p.vars["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
		}
		recordQuarter(t, s, c)
		s.plain.now = now
		q.now = now
		kinds := map[string]bool{}
		for _, days := range []int{0, 50, 40, 33} {
			if days > 0 {
				cut := now.AddDate(0, 0, -days)
				s.run("history", "prune", "--older-than", fmt.Sprint(days, "d"))
				s.plain.prune(cut)
			}
			s.checkForecast()
			s.checkStatus("24h")
			s.checkStatus("240h")
			s.record(now, q.list(), nil) // as the commands do
			s.plain.list = q.list()
			for _, since := range []string{"24h", "168h", "720h"} {
				s.checkFound(since)
				s.addKinds(kinds)
			}
		}
		for _, kind := range []string{"abnormal", "recovered", "incident", "stale", "statisticsLost", "followersFell"} {
			if !kinds[kind] {
				t.Errorf("never found: %s", kind)
			}
		}
	})
}
