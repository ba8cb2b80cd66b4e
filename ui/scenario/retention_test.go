package scenario

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	apifleet "channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

// aging is a service whose accounts turn abnormal at different times, and stay so.
type aging struct{ day int }

func (s *aging) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/accounts") {
		fmt.Fprint(w, `{"code":0,"message":"","data":[]}`)
		return
	}
	var rows []string
	for i := range 40 {
		name := fmt.Sprint("Name ", i)
		status := 1
		switch {
		case i == 0, 1 <= i && i <= 8 && s.day >= 3, i == 9 && s.day >= 5: // from the beginning, together and alone
			status = 0
		case i == 20+s.day/20 && s.day%20 >= 10: // for ten days
			status = 0
		case i == 10 && s.day >= 2: // and hidden by an outage for two days
			status = 0
			if s.day == 50 || s.day == 51 {
				name = "relay"
			}
		}
		ref := "null"
		if i == 10 || i == 11 {
			ref = `"relay"`
		}
		if i == 11 && (s.day == 50 || s.day == 51) {
			name = "relay"
			status = 0
		}
		rows = append(rows, fmt.Sprintf(
			`{"id":"a%d","userId":"u%[1]d","type":"douyin","uid":"1","nickname":%[2]q,"groupId":"g%[3]d",`+
				`"status":%[4]d,"relayAccountRef":%[5]s}`,
			i, name, i%3, status, ref))
	}
	fmt.Fprintf(w, `{"code":0,"message":"","data":{"total":%d,"list":[%s]}}`, len(rows), strings.Join(rows, ","))
}

// What stays open is reported once, however long it lasts and however little the history keeps.
func TestOpenFindingsAreReportedOnce(t *testing.T) {
	t.Parallel()
	postgres.Both(t, func(t *testing.T, file, url string) {
		step := 1
		if url != "" { // PostgreSQL takes three times as long
			step = 2
		}
		checkReportedOnce(t, history.Config{Path: file, Postgres: url, KeepBytes: 1, NoSessions: true}, 60, step)
	})
	t.Run("by age", func(t *testing.T) {
		checkReportedOnce(t, history.Config{Path: filepath.Join(t.TempDir(), "h.db"), NoSessions: true}, 120, 2)
	})
}

// checkReportedOnce checks the accounts for some days, each time some days after the last one.
func checkReportedOnce(t *testing.T, c history.Config, days, step int) {
	service := &aging{}
	server := httptest.NewServer(service)
	defer server.Close()
	begun := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	reported := map[string][]int{}
	for service.day = 0; service.day < days; service.day += step {
		now := begun.AddDate(0, 0, service.day)
		f, err := apifleet.Open(apifleet.Settings{
			BaseURL: server.URL,
			API:     api.Settings{APIKey: "k"},
			Now:     func() time.Time { return now },
			History: c,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range reportedNow(t, f, now) {
			reported[key] = append(reported[key], service.day)
		}
		f.Close(t.Context())
	}
	for _, want := range []string{
		"seen abnormal/douyin/a0", // is not announced: it was so before the first recording
		"seen abnormal/douyin/a9",
		"seen abnormal/douyin/a10",
		"announced abnormal/douyin/a9",
		"announced abnormal/douyin/a10",
	} {
		if len(reported[want]) == 0 {
			t.Errorf("%s was not reported", want)
		}
	}
	for key, on := range reported {
		if len(on) > 1 {
			t.Errorf("%s was reported on the days %v", key, on)
		}
	}
}

// reportedNow loads what needs attention, and returns the keys of what was not seen before, and of what
// was not announced before.
func reportedNow(t *testing.T, f *apifleet.Fleet, now time.Time) (keys []string) {
	t.Helper()
	attention, err := f.Findings(t.Context(), apifleet.Query{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	unseen, err := findings.Unseen(t.Context(), f.History, attention.Found)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range unseen {
		keys = append(keys, history.KindSeen+" "+one.Key())
	}
	if err := findings.MarkSeen(t.Context(), f.History, unseen, now); err != nil {
		t.Fatal(err)
	}
	announce := func(fresh []*findings.Finding) error {
		for _, one := range fresh {
			keys = append(keys, history.KindAnnounced+" "+one.Key())
		}
		return nil
	}
	err = findings.Announce(t.Context(), f.History, history.KindAnnounced, attention.Found, now, announce)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}
