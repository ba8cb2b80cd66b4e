package cli

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// The status has the numbers of triage and accounts, and sends nothing.
func TestStatus(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	env := withState(t, d.env())
	at := func(after time.Duration, args ...string) result {
		w, out, errs := newEnv(t, env, args...)
		w.Now = func() time.Time { return clock().Add(after) }
		code := Run(t.Context(), w)
		return result{code, out.String(), errs.String()}
	}
	if got := at(0, "status"); got.code != ExitNotFound || !strings.Contains(got.err, "channeldeck record") {
		t.Errorf("without a history: %+v", got)
	}
	at(0, "record")
	count := func(query string) string {
		return strings.TrimSpace(at(time.Hour, "accounts", "--match", query, "--jq", ".[].id").out)
	}
	lines := func(s string) int { return len(strings.Fields(s)) }
	abnormal := lines(count("status:abnormal"))
	d.forget()
	if got := at(
		time.Hour,
		"status",
		"--format",
		"{abnormal}/{accounts} {new} {age}",
		"--since",
		"1h",
	); got.code != ExitDone || got.err != "" || !regexp.MustCompile(`^\d+/60 0 `).MatchString(got.out) {
		t.Errorf("%+v", got)
	}
	if got := at(time.Hour, "status", "--jq", ".abnormal"); strings.TrimSpace(got.out) != strconv.Itoa(abnormal) {
		t.Errorf("%q, and accounts has %d", got.out, abnormal)
	}
	for _, r := range d.requests() {
		t.Errorf("status sends %s", r.URL)
	}
	if got := at(
		0,
		"status",
		"--format",
		"{bogus}",
	); got.code != ExitUsage || !strings.Contains(got.err, "abnormal, new") {
		t.Errorf("%+v", got)
	}
}

// An account that turned abnormal since the baseline is exit code 10, and so a mark in a status bar.
func TestStatusOfWhatIsNew(t *testing.T) {
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1", "CHANNELDECK_API_KEY": testKey})
	h := history.Open(historyOf(env, env["CHANNELDECK_BASE_URL"]))
	for i, status := range []int64{1, 0} {
		rows := []*api.Account{
			{ID: "a", Type: "bilibili", Status: api.Int(status)},
			{ID: "b", Type: "bilibili", Status: api.Int(1)},
		}
		h.RecordAccounts(clock().Add(time.Duration(i-4)*time.Hour), rows, api.Int(2), true)
	}
	h.Close(t.Context())
	for since, want := range map[string]struct {
		code int
		line string
	}{"210m": {ExitChanged, "1/2 1\n"}, "2h": {ExitDone, "1/2 0\n"}} {
		if got := run(
			t,
			env,
			"status",
			"--format",
			"{abnormal}/{accounts} {new}",
			"--since",
			since,
		); got.code != want.code || got.out != want.line {
			t.Errorf("since %s: %+v, want %+v", since, got, want)
		}
	}
}
