//go:build unix

package cli

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// abnormalAccounts makes a service that has a number of accounts, all of them abnormal.
func abnormalAccounts(t *testing.T, n int) *deployment {
	t.Helper()
	rows := make([]string, n)
	for i := range rows {
		rows[i] = accountWith("a"+strconv.Itoa(i), 0)
	}
	list := fmt.Sprintf(`{"total":%d,"list":[%s]}`, n, strings.Join(rows, ","))
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			data = list
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	return d
}

// unseen returns the IDs that triage --unseen prints.
func unseen(t *testing.T, env map[string]string, args ...string) []string {
	t.Helper()
	got := run(t, env, append([]string{"triage", "--unseen", "-o", "csv", "--columns", "id"}, args...)...)
	if got.code != ExitChanged && got.code != ExitDone {
		t.Errorf("%q: exit %d: %s", args, got.code, got.err)
	}
	lines := strings.Fields(got.out)
	if len(lines) == 0 {
		return nil
	}
	return slices.Sorted(slices.Values(lines[1:]))
}

// A finding is seen when it was printed: not after a failure, and not where --limit left it out.
func TestOnlyPrintedFindingsAreSeen(t *testing.T) {
	t.Parallel()
	d := abnormalAccounts(t, 4)
	all := []string{"a0", "a1", "a2", "a3"}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	directory := filepath.Join(t.TempDir(), "directory.csv")
	if err := os.MkdirAll(filepath.Join(directory, "with a file"), 0o700); err != nil {
		t.Fatal(err)
	}
	env := withState(t, d.env())
	for _, args := range [][]string{
		{"--sort", "nope"},
		{"--columns", "nope"},
		{"--jq", "error(\"x\")"},
		{"--to", directory},
		{"> /dev/full"},
		{"> /dev/full", "-o", "json"},
		{"> /dev/full", "-o", "json", "--jq", ".[].id"},
	} {
		toFull := args[0] == "> /dev/full"
		if toFull {
			args = args[1:]
		}
		w, _, errs := newEnv(t, env, append([]string{"triage", "--unseen"}, args...)...)
		if toFull {
			w.Out = full
		}
		if code := Run(t.Context(), w); code == ExitDone || code == ExitChanged {
			t.Errorf("%q: exit %d: %s", args, code, errs)
		}
	}
	var printed []string
	for range all {
		one := unseen(t, env, "--limit", "1")
		if len(one) != 1 {
			t.Errorf("--limit 1 printed %q", one)
		}
		printed = append(printed, one...)
	}
	slices.Sort(printed)
	if !slices.Equal(printed, all) {
		t.Errorf("printed %q, want %q", printed, all)
	}
	if again := unseen(t, env); len(again) > 0 {
		t.Errorf("printed again: %q", again)
	}

	file := filepath.Join(t.TempDir(), "findings.csv")
	env = withState(t, d.env())
	unseen(t, env, "--to", file)
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), "\n") != len(all)+1 {
		t.Errorf("the file has %q: %v", text, err)
	}
	if again := unseen(t, env); len(again) > 0 {
		t.Errorf("printed again: %q", again)
	}
	if got := run(t, env, "triage", "--unseen", "--at", "1d"); got.code != ExitUsage {
		t.Errorf("in the past: %+v", got)
	}
}

// A reader that leaves early, such as head, has not seen the rest.
func TestUnseenInAClosedPipe(t *testing.T) {
	t.Parallel()
	d := abnormalAccounts(t, 2000)
	env := withState(t, d.env())
	var environ []string
	for name, value := range env {
		environ = append(environ, name+"="+value)
	}
	cmd := process(t, environ, "triage", "--unseen", "-o", "json")
	_, out := begun(t, cmd, 100)
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if code := exit(t, cmd); code == ExitDone || code == ExitChanged {
		t.Errorf("exit %d", code)
	}
	if got := unseen(t, env); len(got) != 2000 {
		t.Errorf("%d are unseen", len(got))
	}
}

// Findings of several sites are seen in the histories of their sites.
func TestUnseenAtSeveralSites(t *testing.T) {
	t.Parallel()
	one := abnormalAccounts(t, 1)
	two := abnormalAccounts(t, 2)
	path := write(
		t,
		filepath.Join(t.TempDir(), "config.toml"),
		fmt.Sprintf(
			"[sites.one]\nbase_url = '%s'\napi_key_env = 'KEY'\n[sites.two]\nbase_url = '%s'\napi_key_env = 'KEY'\n",
			one.URL,
			two.URL,
		),
		0o600,
	)
	env := withState(t, map[string]string{"CHANNELDECK_CONFIG": path, "KEY": testKey})
	if first := unseen(t, env, "--site", "one,two", "--limit", "2"); len(first) != 2 {
		t.Errorf("printed %q", first)
	}
	if rest := unseen(t, env, "--site", "one,two"); len(rest) != 1 {
		t.Errorf("then %q", rest)
	}
	for _, site := range []string{"one", "two", "one,two"} {
		if again := unseen(t, env, "--site", site); len(again) > 0 {
			t.Errorf("%s: printed again: %q", site, again)
		}
	}
}
