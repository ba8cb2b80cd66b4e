//go:build unix

package cli

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

// A finding whose program failed is passed on by the next record, and each record that fails says so with
// its exit code. It is given up after a number of tries.
func TestRecordRepeatsOnFinding(t *testing.T) {
	t.Parallel()
	var status atomic.Int32
	status.Store(1)
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			data = `{"total":1,"list":[` + accountWith("a", int(status.Load())) + `]}`
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	dir := t.TempDir()
	told := filepath.Join(dir, "told")
	exit := filepath.Join(dir, "exit")
	config := write(
		t,
		filepath.Join(dir, "config.toml"),
		fmt.Sprintf("on_finding = ['sh', '-c', 'cat >> %s; exit $(cat %s)']\n", told, exit),
		0o600,
	)
	env := withState(t, d.env())
	env["CHANNELDECK_CONFIG"] = config
	now := clock()
	record := func(exits string) result {
		t.Helper()
		write(t, exit, exits, 0o600)
		w, out, errs := newEnv(t, env, "record")
		now = now.Add(time.Second)
		at := now
		w.Now = func() time.Time { return at }
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	times := func() int {
		text, _ := os.ReadFile(told) // it may not exist yet
		return len(regexp.MustCompile(`"finding":"(turnedAbnormal|flaps)"`).FindAll(text, -1))
	}
	if got := record("0"); got.code != ExitDone || times() != 0 {
		t.Fatalf("%+v", got)
	}
	status.Store(0)
	for i, tt := range []struct {
		exits string
		code  int
		times int
	}{{"7", ExitUsage, 1}, {"7", ExitUsage, 2}, {"0", ExitDone, 3}, {"0", ExitDone, 3}, {"7", ExitDone, 3}} {
		got := record(tt.exits)
		if got.code != tt.code || times() != tt.times ||
			(tt.code != ExitDone) != strings.Contains(got.err, "exit status 7") {
			t.Errorf("record %d: exit %d, told %d times: %s", i, got.code, times(), got.err)
		}
	}
	status.Store(1)
	record("0")
	before := times()
	status.Store(0)
	for range 40 {
		now = now.Add(10 * time.Minute)
		record("7")
	}
	if n := times() - before; n != 10 {
		t.Errorf("tried %d times", n)
	}
}
