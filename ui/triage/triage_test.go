package triage

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

const (
	stats   = `"followingCount":1,"lastStatsTime":"2026-05-20T08:00:00Z"`
	before  = `{"id":"x_1","userId":"u","type":"x","uid":"1","nickname":"Old Books","groupId":"g","status":0,"fansCount":900,` + stats + `}`
	failing = `{"id":"x_2","userId":"u","type":"x","uid":"2","nickname":"Harbor Tea","groupId":"g","status":%d,"fansCount":12000,` + stats + `}`
	gone    = `{"id":"x_3","userId":"u","type":"x","uid":"3","nickname":"小林的厨房","groupId":"g","status":1,"fansCount":70,` + stats + `}`
	stale   = `{"id":"x_4","userId":"u","type":"x","uid":"4","nickname":"Slow Films","groupId":"g","status":1,"fansCount":80,"lastStatsTime":"2026-04-01T08:00:00Z"}`
	catalog = `{"name":"m","label":"Aurora","modes":["text2video"],"pricing":[{"mode":"text2video","resolution":"720p","duration":5,"price":%d},{"mode":"text2video","resolution":"1080p","duration":5,"price":%d}]}`
)

// service responds with accounts and models; "" is an empty list of them.
func service(accounts, models string) http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`, strings.Count(accounts, `"id"`), accounts)
		case strings.HasSuffix(r.URL.Path, "/generation"):
			return `{"code":0,"message":"ok","data":[` + models + `]}`
		}
		return `{"code":0,"message":"ok","data":[]}`
	})
}

// afterAVisit opens the page on the day after a visit. Meanwhile an account turned
// abnormal and another one disappeared, a work was viewed and prices changed.
func afterAVisit(t testing.TB, o panetest.Options) *Model {
	path, yesterday := filepath.Join(t.TempDir(), "h.db"), panetest.Now.AddDate(0, 0, -1)
	h := panetest.History(t, path, yesterday)
	rows, err := api.DecodeRows[api.Account]([]byte("[" + before + "," + fmt.Sprintf(failing, 1) + "," + gone + "]"))
	models, err2 := api.DecodeRows[api.VideoModel]([]byte("[" + fmt.Sprintf(catalog, 10, 20) + "]"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	q := api.WorkQuery{Platform: "x", WorkID: "w1", AccountID: "x_1"}
	h.Remember(history.WorkEntry(history.KindWork, q, "Seven soups", yesterday))
	for day, views := range []int64{1200, 4300} {
		at := yesterday.Add(time.Duration(day*20-1) * time.Hour)
		s := api.Snapshot{ID: fmt.Sprint(day), FetchedAt: api.Some(at.Format(time.RFC3339)), Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(views)}, {Name: "likeCount", Value: api.Int(5)}}}
		h.RecordWork(yesterday, q, api.WorkDetail{Snapshots: []api.Snapshot{s}})
	}
	h.RecordAccounts(yesterday, []*api.Account{&rows[0], &rows[1], &rows[2]}, api.Int(3), true)
	h.RecordCatalog(yesterday, models)
	h.Close(t.Context())
	o.History, o.Handler = panetest.History(t, path, panetest.Now), service(before+","+fmt.Sprintf(failing, 0)+","+stale, fmt.Sprintf(catalog, 12, 18))
	return panetest.Begin(t, New, panetest.New(t, o), 120, 38)
}

func TestScreen(t *testing.T) {
	panetest.Screen(t, "triage", func(t testing.TB, o panetest.Options) *Model { return afterAVisit(t, o) })
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model { return afterAVisit(t, o) })
}

// Enter opens each finding in its pane.
func TestOpen(t *testing.T) {
	m := afterAVisit(t, panetest.Options{ASCII: true})
	if c := m.list.Table.Column(); c != "name" {
		t.Errorf("the cursor is in the column %s", c) // that of the signs has no title to underline
	}
	for i, want := range []pane.Target{
		{Pane: "accounts", AccountID: "x_2"}, {Pane: "accounts", AccountID: "x_1"}, {Pane: "accounts", AccountID: "x_3"}, {Pane: "accounts", AccountID: "x_4"},
		{Pane: "works", Platform: "x", WorkID: "w1", AccountID: "x_1"}, {Pane: "prices", Model: "m"},
	} {
		if i > 0 {
			panetest.Press(t, m, "down")
		}
		if up := panetest.Press(t, m, "enter"); len(up) != 1 || up[0] != (pane.Open{Target: want}) {
			t.Errorf("finding %d opens %v, not %v", i, up, want)
		}
	}
	for _, sign := range []string{"> xv Harbor Tea", "  -  小林的厨房", "  !  Slow Films"} {
		if panetest.Press(t, m, "home"); !strings.Contains(m.View(), sign) {
			t.Errorf("no %q:\n%s", sign, m.View())
		}
	}
}

// Without a history the page has what the service tells now.
func TestWithoutHistory(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(before+","+stale, "")}), 120, 38)
	view := m.View()
	for _, want := range []string{"Old Books", "Abnormal", "Slow Films", "Old statistics", "no earlier visit"} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
	w := panetest.New(t, panetest.Options{Handler: service(stale, "")})
	w.Context.StaleAfter = 90 * 24 * time.Hour
	if view := panetest.Begin(t, New, w, 120, 38).View(); strings.Contains(view, "Slow Films") {
		t.Errorf("statistics of April are old after 90 days:\n%s", view)
	}
	m = panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(fmt.Sprintf(failing, 1), fmt.Sprintf(catalog, 1, 2))}), 120, 38)
	if view := m.View(); !strings.Contains(view, "Nothing needs attention. 1 account") {
		t.Errorf("nothing needs attention:\n%s", view)
	}
}

// An account whose relay went down since the last visit did not lose its login.
func TestRelayDownIsNotNewlyAbnormal(t *testing.T) {
	path, yesterday := filepath.Join(t.TempDir(), "h.db"), panetest.Now.AddDate(0, 0, -1)
	h := panetest.History(t, path, yesterday)
	relay := strings.Replace(failing, `"userId"`, `"relayAccountRef":"relay_7","userId"`, 1)
	rows, err := api.DecodeRows[api.Account]([]byte("[" + fmt.Sprintf(relay, 1) + "]"))
	if err != nil {
		t.Fatal(err)
	}
	h.RecordAccounts(yesterday, []*api.Account{&rows[0]}, api.Int(1), true)
	h.Close(t.Context())
	down := strings.Replace(fmt.Sprintf(relay, 0), "Harbor Tea", "relay_7", 1)
	w := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now), Handler: service(down, "")})
	view := panetest.Begin(t, New, w, 160, 38).View()
	for text, want := range map[string]bool{"relay_7": true, "Abnormal": true, "relay unavailable": true, "The relay that this": true, "Newly abnormal": false, "Sign in again": false} {
		if strings.Contains(view, text) != want {
			t.Errorf("%q is shown: %v\n%s", text, !want, view)
		}
	}
}
