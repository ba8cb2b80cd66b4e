package accounts

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// Of eight accounts whose logins last 20 h the inspector tells the basis and the interval, and the column,
// which is hidden at first, has those that are likely to turn. Of an account that was always normal
// nothing is told.
func TestForecast(t *testing.T) {
	c := history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: panetest.Key}
	const hours, batch = 120, 40
	rows := func(hour int) (list []*api.Account) {
		for i := range 8 {
			a := counted(fmt.Sprint("a:", i), fmt.Sprint("N", i), 0, 10)
			if (hour+4*i)%24 < 20 {
				a.Status = api.Int(1)
			}
			list = append(list, a)
		}
		return append(list, counted("a:always", "Always", 1, 10))
	}
	for hour := 0; hour < hours; {
		at := panetest.Now.Add(time.Duration(hour-hours) * time.Hour)
		c.Now = func() time.Time { return at.Add(2 * batch * time.Hour) }
		h := history.Open(c)
		for end := hour + 2*batch; hour < end && hour < hours; hour += 2 {
			list := rows(hour)
			h.RecordAccounts(
				panetest.Now.Add(time.Duration(hour-hours)*time.Hour),
				list,
				api.Int(int64(len(list))),
				true,
			)
		}
		h.Close(t.Context())
	}
	body, err := api.Marshal(rows(hours))
	if err != nil {
		t.Fatal(err)
	}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
		History: panetest.History(t, c.Path, panetest.Now),
		Handler: panetest.Answers(func(r *http.Request) string {
			if !strings.HasSuffix(r.URL.Path, "/accounts") {
				return `{"code":0,"message":"ok","data":[]}`
			}
			return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":9,"list":%s}}`, body)
		}),
	}), 140, 38)
	f := m.store.Past.Value.Forecasts
	if len(f) != 1 || len(f[0].Likely) == 0 {
		t.Fatalf("%+v", f)
	}
	if view := m.stack.View(); strings.Contains(view, "Forecast") {
		t.Errorf("the column is not hidden:\n%s", view)
	}
	panetest.Press(t, m, "/", "text:columns:status,nickname,forecast sort:-forecast", "enter", "g")
	view := m.stack.View()
	panetest.Shows(
		t,
		view,
		"Forecast",
		"! login may end in 7 days",
		"logins end within 20 hours",
		"interval 18–22 hours).",
	)
	if n := strings.Count(view, "likely < 7d"); n != len(f[0].Likely) {
		t.Errorf("%d accounts are likely to turn, not %d:\n%s", n, len(f[0].Likely), view)
	}
	panetest.Press(t, m, "/", "ctrl+u", "text:always", "enter")
	if view := m.stack.View(); strings.Contains(view, "likely") || strings.Contains(view, "interval") ||
		!strings.Contains(view, "Always") {
		t.Errorf("of an account that was always normal:\n%s", view)
	}
}
