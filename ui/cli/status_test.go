package cli

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

// The status has the numbers of triage and accounts, and sends nothing.
func TestStatus(t *testing.T) {
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
	d.mu.Lock()
	d.calls = nil
	d.mu.Unlock()
	if got := at(time.Hour, "status", "--format", "{abnormal}/{accounts} {new} {age}", "--since", "1h"); got.code != ExitDone || got.err != "" || !regexp.MustCompile(`^\d+/60 0 `).MatchString(got.out) {
		t.Errorf("%+v", got)
	}
	if got := at(time.Hour, "status", "--jq", ".abnormal"); strings.TrimSpace(got.out) != strconv.Itoa(abnormal) {
		t.Errorf("%q, and accounts has %d", got.out, abnormal)
	}
	d.mu.Lock()
	if len(d.calls) > 0 {
		t.Errorf("status sends %s", d.calls[0].URL)
	}
	d.mu.Unlock()
	if got := at(0, "status", "--format", "{bogus}"); got.code != ExitUsage || !strings.Contains(got.err, "abnormal, new") {
		t.Errorf("%+v", got)
	}
}
