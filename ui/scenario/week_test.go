package scenario

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	accountspane "channeldeck/ui/accounts"
	"channeldeck/ui/cli"
	"channeldeck/ui/config"
	"channeldeck/ui/overview"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/postgres"
)

// changing is a service whose accounts, prices and works change from day to day.
type changing struct{ day int }

func (s *changing) now() time.Time { return day0.AddDate(0, 0, s.day) }

func (s *changing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data := "[]"
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/accounts"):
		var rows []string
		add := func(id string, abnormal bool, followers int, stats time.Time) {
			status := map[bool]int{false: 1}[abnormal]
			rows = append(rows, fmt.Sprintf(`{"id":%q,"userId":"u","type":"x","uid":"1","nickname":"%s",`+
				`"groupId":"g","status":%d,"fansCount":%d,"lastStatsTime":%q}`,
				id, strings.ToUpper(id), status, followers, stats.Format(time.RFC3339)))
		}
		add("grows", false, 1000+100*s.day, s.now())
		add("fails", s.day >= 1 && s.day < 8, 500, s.now())
		add("recovers", s.day < 3, 300-s.day, s.now())
		if s.day < 5 {
			add("goes", false, 200, s.now())
		}
		if s.day >= 3 {
			add("comes", false, 5, day0)
		}
		data = fmt.Sprintf(`{"total":%d,"list":[%s]}`, len(rows), strings.Join(rows, ","))
	case strings.HasSuffix(path, "/generation"):
		price := map[bool]int{false: 10, true: 12}[s.day >= 3]
		data = fmt.Sprintf(
			`[{"name":"model","label":"Model","modes":["text2video"],"pricing":[{"mode":"text2video","duration":5,`+
				`"price":%d}]}]`,
			price,
		)
	case strings.Contains(path, "/works"):
		at := s.now().Add(-6 * time.Hour).Format(time.RFC3339)
		views := 100 * (s.day + 1)
		if s.day >= 8 {
			views += 5000
		}
		data = fmt.Sprintf(
			`{"platform":"x","work":{"title":"A work"},"fetchedAt":%q,"snapshots":[{"id":"s%d","fetchedAt":%q,`+
				`"metrics":{"viewCount":%d}}]}`,
			at,
			s.day,
			at,
			views,
		)
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
}

// TestWeek plays an operator's week: five starts, each after a recording of the
// early morning. An account turns abnormal and recovers, another one recovers, one
// appears and one disappears, a price rises, and a work is viewed much more at the end.
func TestWeek(t *testing.T) {
	t.Parallel()
	postgres.Both(t, func(t *testing.T, file, url string) {
		service := &changing{}
		server := httptest.NewServer(service)
		t.Cleanup(server.Close)
		state := t.TempDir()
		c := history.Config{
			Path:     file,
			Postgres: url,
			Site:     server.URL,
			Key:      panetest.Key,
			Now:      service.now,
			Visit:    true,
		}
		vars := map[string]string{
			"HOME":                 state,
			"XDG_STATE_HOME":       state,
			"CHANNELDECK_BASE_URL": server.URL,
			"CHANNELDECK_API_KEY":  panetest.Key,
			"CHANNELDECK_HISTORY":  url,
		}
		if url == "" {
			c.Path = filepath.Join(state, "channeldeck", "channeldeck.db")
		}
		command := func(args ...string) (code int, out string) {
			src := config.System()
			src.Getenv = func(name string) string { return vars[name] }
			var stdout, stderr bytes.Buffer
			code = cli.Run(t.Context(), cli.Env{
				Args:   args,
				In:     strings.NewReader(""),
				Out:    &stdout,
				Err:    &stderr,
				Config: src,
				Now:    service.now,
			})
			if code != cli.ExitDone && code != cli.ExitChanged {
				t.Fatalf("day %d, %v: %d %s", service.day, args, code, stderr.String())
			}
			return code, stdout.String()
		}
		d := history.Open(c)
		d.Entries().Remember(history.WorkEntry(
			history.KindWatch, api.WorkQuery{Platform: "x", WorkID: "w", AccountID: "grows"},
			"A work", day0,
		))
		d.Close(t.Context())

		for _, start := range []struct {
			day         int
			findings    string            // kind and ID
			marks       map[string]string // of accounts
			gone        string
			sinceVisit  string // change of the followers of the account that grows
			sevenDays   string // or since the first recording
			pricesSince string // changes since the previous start
		}{
			{day: 0, findings: "abnormal recovers", pricesSince: ""},
			{
				day:        1,
				findings:   "turnedAbnormal fails, abnormal recovers",
				marks:      map[string]string{"fails": "turnedAbnormal"},
				sinceVisit: "100",
				sevenDays:  "100",
			},
			{
				day:         3,
				findings:    "price model, recovered recovers, appeared comes, abnormal fails",
				marks:       map[string]string{"recovers": "recovered", "comes": "appeared"},
				sinceVisit:  "200",
				sevenDays:   "300",
				pricesSince: "dearer",
			},
			{day: 5, findings: "disappeared goes, abnormal fails", gone: "goes", sinceVisit: "200", sevenDays: "500"},
			{
				day:        8,
				findings:   "stale comes, work w, recovered fails",
				marks:      map[string]string{"fails": "recovered"},
				sinceVisit: "300",
				sevenDays:  "700",
			},
		} {
			before := service.day
			service.day = start.day
			command("record", "--works")

			// The command, before the dashboard.
			code, out := command("triage", "-o", "json")
			var records []struct{ Finding, ID string }
			if err := json.Unmarshal([]byte(out), &records); err != nil {
				t.Fatal(err, out)
			}
			var found []string
			for _, r := range records {
				found = append(found, r.Finding+" "+r.ID)
			}
			if got := strings.Join(found, ", "); got != start.findings || code != cli.ExitChanged {
				t.Errorf("day %d: triage prints %q with exit code %d, not %q", start.day, got, code, start.findings)
			}
			if start.day > 0 {
				code, out := command("prices", "--since", fmt.Sprint(start.day-before, "d"), "-o", "csv")
				rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
				var kinds []string
				for _, r := range rows[min(1, len(rows)):] {
					kinds = append(kinds, r[0])
				}
				if got := strings.Join(kinds, ", "); err != nil || got != start.pricesSince ||
					(code == cli.ExitChanged) != (got != "") {
					t.Errorf("day %d: prices --since prints %q with exit code %d, error %v", start.day, got, code, err)
				}
			}

			// The dashboard.
			d := history.Open(c)
			w := panetest.New(t, panetest.Options{Handler: service, History: d})
			w.Context.View.Now = service.now
			w.ResetStore()
			page := panetest.Begin(t, overview.New, w, 120, 38)
			view := page.Stack().View()
			for _, f := range records {
				name := map[string]string{"w": "A work", "model": "Model"}[f.ID]
				if name == "" {
					name = strings.ToUpper(f.ID)
				}
				if !strings.Contains(view, " "+name+" ") {
					t.Errorf("day %d: the page has no %q:\n%s", start.day, name, view)
				}
			}
			pane := panetest.Begin(t, accountspane.New, w, 200, 38)
			past := w.Site().Store.Past.Value
			marks := map[string]string{}
			gone := []string{}
			for _, a := range w.Site().Store.Accounts.List().Rows {
				if m := past.Mark(a); m != "" {
					marks[a.ID] = string(m)
				}
				if a.ID == "grows" {
					if got := past.Followers(a, history.SpanBaseline).String(); got != start.sinceVisit {
						t.Errorf("day %d: %q followers since the last visit", start.day, got)
					}
					if got := past.Followers(a, history.SpanWeek).String(); got != start.sevenDays {
						t.Errorf("day %d: %q followers in 7 days", start.day, got)
					}
				}
			}
			for _, a := range past.Gone {
				gone = append(gone, a.ID)
			}
			if fmt.Sprint(marks) != fmt.Sprint(start.marks) || strings.Join(gone, " ") != start.gone {
				t.Errorf("day %d: marks %v, gone %v", start.day, marks, gone)
			}
			if has := strings.Contains(pane.Stack().View(), "Change"); has != (start.sinceVisit != "") {
				t.Errorf("day %d: the column of changes is shown: %v", start.day, has)
			}
			d.Close(context.Background())
		}
		if _, out := command(
			"accounts",
			"-o",
			"csv",
			"--id",
			"grows",
			"--columns",
			"id,sevenDays",
		); !slices.Contains(strings.Fields(out), "grows,700") {
			t.Errorf("accounts prints %q", out)
		}
	})
}
