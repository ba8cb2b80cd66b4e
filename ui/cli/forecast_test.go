package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/race"
)

// Logins that last 20 h are said to, with the accounts that they will end for. Nothing is requested.
func TestForecast(t *testing.T) {
	t.Parallel()
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1", "CHANNELDECK_API_KEY": testKey})
	if got := run(
		t,
		env,
		"forecast",
		"-o",
		"json",
	); got.code != ExitDone || strings.TrimSpace(got.out) != "[]" || !strings.Contains(got.err, "at least 8") {
		t.Errorf("without a history: %+v", got)
	}
	recordLogins(t, env, env["CHANNELDECK_BASE_URL"])
	got := run(t, env, "forecast", "--columns", "platform,medianHours,lowHours,highHours,likely", "-o", "csv")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != ExitChanged || len(lines) != 2 || !strings.HasPrefix(lines[1], "wxSph,20,18,22,") ||
		!strings.Contains(got.err, "likely to lose their login within 7 days") {
		t.Errorf("%+v", got)
	}
	if zh := run(t, env, "forecast", "--lang", "zh"); !strings.Contains(zh.err, "的登录可能在 7 天内失效") {
		t.Errorf("%+v", zh)
	}
	sooner := run(t, env, "forecast", "--within", "2h", "--jq", ".[] | .withinHours, .likely[]")
	later := run(t, env, "forecast", "--jq", ".[] | .withinHours, .likely[]")
	if !strings.HasPrefix(sooner.out, "2\n") || !strings.HasPrefix(later.out, "168\n") ||
		len(sooner.out) >= len(later.out) {
		t.Errorf("within 2 hours %q, within 7 days %q", sooner.out, later.out)
	}
	if bad := run(t, env, "forecast", "--within", "soon"); bad.code != ExitUsage {
		t.Errorf("%+v", bad)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(run(t, env, "forecast", "-o", "json").out))
	if err == nil {
		err = validator(t, "forecast").Validate(value)
	}
	if err != nil {
		t.Error(err)
	}
}

// recordLogins stores 5 days of 8 accounts of a site, which are normal for 20 of 24 hours, and of 4 that
// turned abnormal at last.
func recordLogins(t *testing.T, env map[string]string, site string) {
	t.Helper()
	c := historyOf(env, site)
	const hours, batch = 120, 40
	for hour := 0; hour <= hours; {
		h := history.Open(c)
		for end := hour + batch; hour < end && hour <= hours; hour += 2 {
			var rows []*api.Account
			for i := range 8 {
				a := &api.Account{ID: fmt.Sprint(i), Type: "wxSph", Nickname: fmt.Sprint("N", i), Status: api.Int(0)}
				if (hour+4*i)%24 < 20 {
					a.Status = api.Int(1)
				}
				rows = append(rows, a)
			}
			for i := range 4 {
				rows = append(rows, &api.Account{
					ID:       fmt.Sprint("w", i),
					Type:     "bilibili",
					Nickname: fmt.Sprint("W", i),
					Status:   api.Int(int64(min(hours-hour, 1))),
				})
			}
			h.RecordAccounts(clock().Add(time.Duration(hour-hours)*time.Hour), rows, api.Int(int64(len(rows))), true)
		}
		h.Close(t.Context())
	}
}

// The forecast of the demo names the same accounts in the command, in triage and in the column, which
// is empty for all others.
func TestForecastsAgree(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env := withPast(t, 2500)
	ids := func(args ...string) string {
		t.Helper()
		got := run(t, env, args...)
		list := strings.Fields(got.out)
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	want := ids("forecast", "--jq", ".[].likely[]")
	if n := len(strings.Fields(want)); n == 0 || !strings.HasPrefix(want, "wxSph_") {
		t.Fatalf("the demo forecasts %q", want)
	}
	if got := ids("triage", "--kind", "likelyToTurn", "--jq", ".[].accounts[].id"); got != want {
		t.Errorf("triage has %s, want %s", got, want)
	}
	if got := ids(
		"accounts",
		"--columns",
		"id,forecast",
		"--jq",
		`.[] | select(.forecast == "likely") | .id`,
	); got != want {
		t.Errorf("accounts have %s, want %s", got, want)
	}
	if got := ids(
		"accounts",
		"--columns",
		"forecast",
		"--jq",
		".[].forecast | select(. != null and . != \"likely\")",
	); got != "" {
		t.Errorf("the column has %s", got)
	}
}
