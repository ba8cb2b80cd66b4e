package cli

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
)

// The gauges have the numbers of the last recording, by site and platform.
func TestFleetGauges(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	vars := withState(t, d.env())
	env, _, _ := newEnv(t, vars)
	cfg, err := env.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	env.Err = io.Discard
	write := func() string {
		h := &host{
			a:    newApp(env, newWords(env)),
			log:  slog.New(slog.DiscardHandler),
			keys: map[string]config.Secret{},
			cfg:  cfg,
		}
		var b bytes.Buffer
		h.writeGauges(t.Context(), &b)
		return b.String()
	}
	if got := write(); strings.Contains(got, "{") {
		t.Errorf("without a recording:\n%s", got)
	}
	run(t, vars, "record")
	got := write()
	total := 0
	for _, m := range regexp.MustCompile(
		`(?m)^channeldeck_accounts\{site="custom",platform="(\w+)"\} (\d+)$`,
	).FindAllStringSubmatch(got, -1) {
		rows := strings.Fields(run(t, vars, "accounts", "--platform", m[1], "--jq", ".[].status").out)
		abnormal := strings.Count(strings.Join(rows, " ")+" ", "0 ")
		if m[2] != fmt.Sprint(len(rows)) ||
			!strings.Contains(
				got,
				fmt.Sprintf("channeldeck_accounts_abnormal{site=%q,platform=%q} %d\n", "custom", m[1], abnormal),
			) {
			t.Errorf("%s: %d accounts, %d abnormal, in\n%s", m[1], len(rows), abnormal, got)
		}
		total += len(rows)
	}
	if total != 60 || !strings.Contains(got, fmt.Sprintf("_seconds{site=\"custom\"} %d\n", clock().Unix())) {
		t.Errorf("%d accounts in\n%s", total, got)
	}
	stale := 0
	gauge := regexp.MustCompile(`(?m)^channeldeck_accounts_stale\{.*\} (\d+)$`)
	for _, m := range gauge.FindAllStringSubmatch(got, -1) {
		n, _ := strconv.Atoi(m[1])
		stale += n
	}
	want := run(t, vars, "status", "--format", "{stale}").out
	if abnormal := run(t, vars, "status", "--format", "{abnormal}").out; abnormal == want {
		t.Fatalf("as many accounts are abnormal as have old statistics: %s", want)
	}
	if fmt.Sprintln(stale) != want {
		t.Errorf("%d accounts with old statistics, want %s", stale, want)
	}
}
