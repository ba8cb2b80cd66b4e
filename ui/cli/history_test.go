package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// withState returns an environment with a state directory, the same for all runs, and a history in it.
func withState(t *testing.T, env map[string]string) map[string]string {
	env["XDG_STATE_HOME"] = t.TempDir()
	delete(env, "CHANNELDECK_HISTORY")
	return env
}

// historyOf returns the configuration of the history of an environment, as commands in English open it for a site.
func historyOf(env map[string]string, site string) history.Config {
	return history.Config{
		Path:     filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"),
		Site:     site,
		Key:      testKey,
		Language: "en-US",
		Now:      clock,
	}
}

func TestRecordAndHistory(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 30, Now: clock})
	env := withState(t, d.env())
	path := filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
	if got := run(t, env, "history", "path"); got.out != path+"\n" {
		t.Errorf("path %+v", got)
	}
	if got := run(t, env, "record"); got != (result{}) {
		t.Fatalf("record: %+v", got)
	}
	show := func(args ...string) map[string]int {
		t.Helper()
		got := run(t, env, append([]string{"history", "show", "-o", "json"}, args...)...)
		var rows []struct {
			Kind  string
			Items int
		}
		if err := json.Unmarshal([]byte(got.out), &rows); err != nil || got.code != ExitDone {
			t.Fatalf("%+v %v", got, err)
		}
		items := map[string]int{}
		for _, r := range rows {
			items[r.Kind] = r.Items
		}
		return items
	}
	if got := show(); got["account"] != 30 || got["platform"] != 14 || got["model"] == 0 {
		t.Errorf("recorded %v", got)
	}
	if got := run(
		t,
		env,
		"history",
		"export",
		"-o",
		"ndjson",
	); strings.Count(got.out, `"kind":"account"`) != 30 || strings.Count(got.out, `"fansCount":`) < 20 ||
		strings.Contains(got.out, testKey) {
		t.Errorf("exported %d bytes, %s", len(got.out), got.err)
	}
	exported := run(t, env, "history", "export", "-o", "csv", "--bom").out
	file := filepath.Join(t.TempDir(), "history.csv")
	for range 2 { // the second replaces the first
		if got := run(t, env, "history", "export", "-o", "csv", "--to", file); got != (result{}) {
			t.Errorf("%+v", got)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != exported {
		t.Errorf("a file of %d bytes, want %d: %v", len(text), len(exported), err)
	}
	if got := run(
		t,
		env,
		"history",
		"export",
		"--to",
		filepath.Dir(file),
	); got.code != ExitUsage || !strings.Contains(
		got.err,
		"Couldn't write "+filepath.Dir(file)+": not a regular file.",
	) {
		t.Errorf("%+v", got)
	}
	if got := run(
		t,
		env,
		"history",
		"prune",
		"--older-than",
		"1d",
	); got.code != ExitDone || !strings.Contains(got.err, "0 records") {
		t.Errorf("prune: %+v", got)
	}
	if got := run(
		t,
		env,
		"history",
		"clear",
	); got.code != ExitDone || got.out != "" || !strings.Contains(got.err, " records of site ") {
		t.Errorf("clear: %+v", got)
	}
	if got := show(); len(got) != 0 {
		t.Errorf("after clear: %v", got)
	}
	for _, name := range []string{path, path + "-wal"} {
		if data, err := os.ReadFile(name); err == nil && strings.Contains(string(data), testKey) {
			t.Errorf("%s contains the key", name)
		}
	}
}

// The options command says what changed since the last visit to the dashboard.
func TestOptionChanges(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	env := withState(t, d.env())
	path := filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
	visit := clock().AddDate(0, 0, -1)
	h := history.Open(history.Config{
		Path:  path,
		Visit: true,
		Site:  d.URL,
		Key:   testKey,
		Now:   func() time.Time { return visit },
	})
	h.RecordOptions(visit, "pinterest", []api.PublishOption{{Field: "old"}})
	h.Close(t.Context())
	got := run(t, env, "options", "pinterest")
	if got.code != ExitDone || !strings.Contains(got.err, "Changed since yesterday "+visit.Format("15:04")) ||
		!strings.Contains(got.err, "  Old (old): removed") ||
		strings.Contains(got.out, "old") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"-o", "json"}, {"--no-history"}} {
		if got := run(
			t,
			env,
			append([]string{"options", "pinterest"}, args...)...,
		); got.code != ExitDone || strings.Contains(got.err, "Changed") || args[0] == "-o" && got.err != "" {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// With --no-history, history = false and --demo the commands neither read nor write a
// file: the damaged one in its place stays as it is.
func TestHistoryIsOff(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	off := map[string]struct {
		args []string
		env  map[string]string
	}{
		"flag":    {args: []string{"--no-history"}},
		"setting": {env: map[string]string{"CHANNELDECK_HISTORY": "false"}},
		"demo":    {args: []string{"--demo", "--accounts", "30"}},
	}
	for name, by := range off {
		env := withState(t, d.env())
		maps.Copy(env, by.env)
		path := filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, "no database", 0o600)
		for _, command := range [][]string{
			{"record"},
			{"record", "--works"},
			{"history", "show"},
			{"history", "export"},
			{"history", "prune"},
			{"history", "clear"},
			{"prices", "--since", "7d"},
		} {
			if got := run(
				t,
				env,
				append(command, by.args...)...,
			); got.code != ExitUsage || got.out != "" || name != "demo" && !strings.Contains(got.err, "turned off") {
				t.Errorf("%s, %v: %+v", name, command, got)
			}
		}
		for _, command := range [][]string{{"accounts"}, {"options", "pinterest"}, {"prices"}} {
			if got := run(t, env, append(command, by.args...)...); got.code != ExitDone {
				t.Errorf("%s, %v: %+v", name, command, got)
			}
		}
		files, err := os.ReadDir(filepath.Dir(path))
		if content, err2 := os.ReadFile(path); err != nil || err2 != nil || len(files) != 1 ||
			string(content) != "no database" {
			t.Errorf("%s: files %v, errors %v, %v", name, files, err, err2)
		}
	}
}

// The columns of changes are read from the history only where they are asked for. Before
// the first visit of the dashboard sinceVisit begins with the first recording.
func TestAccountsWithChanges(t *testing.T) {
	t.Parallel()
	var fans atomic.Int64
	fans.Store(100)
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := fans.Load()
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":{"total":2,"list":[
			{"id":"a","userId":"u","type":"x","uid":"1","nickname":"A","groupId":"g","status":1,
			"fansCount":%d,"lastStatsTime":"2026-03-02T08:00:00Z"},
			{"id":"b","userId":"u","type":"x","uid":"2","nickname":"B","groupId":"g","status":1,
			"fansCount":%d,"lastStatsTime":"2026-03-02T08:00:00Z"}]}}`, n, 1000-2*n)
	}))
	env := withState(t, d.env())
	at := func(days int, args ...string) result {
		t.Helper()
		w, out, err := newEnv(t, env, args...)
		w.Now = func() time.Time { return clock().AddDate(0, 0, days) }
		code := Run(t.Context(), w)
		return result{code, out.String(), err.String()}
	}
	for day := range 10 {
		at(day, "record")
		fans.Add(5)
	}
	got := at(
		10, "accounts", "-o", "csv", "--columns", "id,sevenDays,thirtyDays,sinceVisit", "--sort",
		"sevenDays", "--desc",
	)
	const want = "id,sevenDays,thirtyDays,sinceVisit\na,35,,50\nb,-70,,-100\n"
	if strings.ReplaceAll(got.out, "\r", "") != want || got.code != ExitDone {
		t.Errorf("%+v, not %q", got, want)
	}
	h := history.Open(historyOf(env, d.URL))
	h.NameGroup("g", "Client: Harbor")
	h.Close(t.Context())
	if got := at(
		10,
		"accounts",
		"-o",
		"csv",
		"--columns",
		"id,groupId,localGroupName",
	); !strings.Contains(got.out, "a,g,Client: Harbor") {
		t.Errorf("%+v", got)
	}
	if got := at(10, "groups", "-o", "json", "--jq", ".[0].localName"); !strings.Contains(got.out, "Client: Harbor") {
		t.Errorf("%+v", got)
	}
	if got := at(10, "accounts", "-o", "csv"); strings.Contains(got.out, "sevenDays") {
		t.Errorf("%+v", got)
	}
	if got := at(
		10,
		"accounts",
		"--no-history",
		"--columns",
		"sevenDays",
	); got.code != ExitUsage || !strings.Contains(got.err, "turned off") {
		t.Errorf("%+v", got)
	}
}

// The configuration and a flag set the age from which statistics are old.
func TestStaleAfter(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 100, Now: clock})
	stale := func(setting string, args ...string) int {
		t.Helper()
		env := withState(t, d.env())
		env["CHANNELDECK_STALE_AFTER"] = setting
		got := run(t, env, append([]string{"triage", "-o", "ndjson"}, args...)...)
		if got.code != ExitChanged {
			t.Errorf("%q %v: %+v", setting, args, got)
		}
		return strings.Count(got.out, `"finding":"stale"`)
	}
	hour := stale("1h")
	standard := stale("")
	ten := stale("10d")
	year := stale("365d")
	if hour <= standard || standard < ten || standard == 0 || year != 0 {
		t.Errorf("older than an hour: %d accounts, 7 days: %d, 10 days: %d, a year: %d", hour, standard, ten, year)
	}
	if n := stale("365d", "--stale-after", "7d"); n != standard {
		t.Errorf("the flag: %d accounts, not %d", n, standard)
	}
	if got := run(
		t,
		d.env(),
		"triage",
		"--stale-after",
		"a week",
	); got.code != ExitUsage || !strings.Contains(got.err, "an age like 7d") {
		t.Errorf("%+v", got)
	}
}

// Without a usable history, triage prints what needs none and says what is wrong;
// commands about the history fail.
func TestCommandsWithoutUsableHistory(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 30, Now: clock})
	env := withState(t, d.env())
	// in place of the directory
	if err := os.WriteFile(filepath.Join(env["XDG_STATE_HOME"], "channeldeck"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const problem = "The history is unavailable"
	if got := run(
		t,
		env,
		"triage",
		"-o",
		"csv",
	); got.code != ExitChanged || !strings.Contains(got.out, "abnormal,") || strings.Count(got.err, problem) != 1 {
		t.Errorf("triage: %+v", got)
	}
	for _, args := range [][]string{
		{"history", "show"},
		{"record"},
		{"prices", "--since", "7d"},
		{"accounts", "--columns", "sevenDays"},
	} {
		if got := run(t, env, args...); got.code != ExitFailed || strings.Count(got.err, problem) != 1 {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// Without a key, what is cleared is shared by all users of the site: a script needs --yes.
func TestClearingSharedRecords(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	env := withState(t, d.env())
	run(t, env, "accounts")
	delete(env, "CHANNELDECK_API_KEY")
	run(t, env, "prices")
	if got := run(
		t,
		env,
		"history",
		"clear",
	); got.code != ExitUsage || !strings.Contains(got.err, "Others share") || !strings.Contains(got.err, "--yes") {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "history", "show"); !strings.Contains(got.out, "model") {
		t.Errorf("cleared: %+v", got)
	}
	if got := run(
		t,
		env,
		"history",
		"clear",
		"--yes",
	); got.code != ExitDone || !strings.Contains(got.err, " deleted.") {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "history", "show"); strings.Contains(got.out, "model") {
		t.Errorf("not cleared: %+v", got)
	}
	if got := run(t, env, "history", "clear"); got.code != ExitDone {
		t.Errorf("nothing is left to ask about: %+v", got)
	}
}

// What nobody shares is cleared without a question, also without a key.
func TestClearingOwnRecords(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	env := withState(t, d.env())
	delete(env, "CHANNELDECK_API_KEY")
	run(t, env, "prices")
	if got := run(t, env, "history", "show"); !strings.Contains(got.out, "model") {
		t.Fatalf("not recorded: %+v", got)
	}
	if got := run(t, env, "history", "clear"); got.code != ExitDone || !strings.Contains(got.err, " deleted.") {
		t.Errorf("%+v", got)
	}
}

// A group whose creation got no response before the process ended may exist: the next
// command about groups says so, once.
func TestDoubtfulGroupIsReported(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	state := ""
	handler := d.recorded
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			handler.ServeHTTP(w, r)
			return
		}
		h := history.Open(history.Config{
			Path: filepath.Join(state, "channeldeck", "channeldeck.db"),
			Site: d.URL,
			Key:  testKey,
			Now:  clock,
		})
		defer h.Close(r.Context())
		if entries, err := h.Entries().Recent(r.Context(), history.KindCreating, 9); len(entries) != 1 || err != nil {
			t.Errorf("while the request runs, the history has %v, error %v", entries, err)
		}
		panic(http.ErrAbortHandler) // the client does not learn the outcome, as after SIGKILL
	}))
	env := withState(t, d.env())
	state = env["XDG_STATE_HOME"]
	const doubt = "The group “East” may have been created"
	if got := run(t, env, "groups", "create", "East"); got.code == ExitDone || strings.Contains(got.err, doubt) {
		t.Errorf("%+v", got)
	}
	if got := run(
		t, env, "groups", "create",
		"West", "--read-only",
	); got.code == ExitDone || strings.Contains(got.err, doubt) {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "groups"); got.code != ExitDone || strings.Count(got.err, doubt) != 1 {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "groups"); got.code != ExitDone || got.err != "" {
		t.Errorf("%+v", got)
	}
}

// Commands that need no history warn if it cannot be used.
func TestWarningWithoutUsableHistory(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	env := d.env()
	env["CHANNELDECK_HISTORY"] = "postgres://u@/x?host=" + t.TempDir()
	if got := run(
		t,
		env,
		"accounts",
		"-o",
		"csv",
	); got.code != ExitDone || strings.Count(got.out, "\n") != 4 ||
		strings.Count(got.err, "The history is unavailable") != 1 {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "doctor", "-o", "csv"); !strings.Contains(got.out, "\nhistory,failed,") {
		t.Errorf("%+v", got)
	}
}

// Tables show times where the user is, other formats in UTC.
func TestHistoryTimesAreLocal(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	env := withState(t, d.env())
	run(t, env, "record")
	show := func(format string) string {
		w, out, _ := newEnv(t, env, "history", "show", "-o", format)
		w.Now = func() time.Time { return clock().In(time.FixedZone("", 8*60*60)) }
		Run(t.Context(), w)
		return out.String()
	}
	if got := show("markdown"); !strings.Contains(got, "| 2026-03-01 20:00 |") {
		t.Errorf("table:\n%s", got)
	}
	if got := show("tsv"); !strings.Contains(got, "\t2026-03-01T12:00:00Z") {
		t.Errorf("TSV:\n%s", got)
	}
}

// The commands of the demo compare with its thirty days, which are the same at each start
// and leave no file behind.
func TestHistoryOfTheDemo(t *testing.T) {
	race.Sweep(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	const triage = "triage --demo --accounts 20 -o tsv"
	outputs := map[string]result{}
	for args, want := range map[string]string{
		triage: "turnedAbnormal",
		"options pinterest --demo --accounts 20 -o table":                                             "boardId",
		"accounts --demo --accounts 20 --columns nickname,thirtyDays --sort thirtyDays --desc -o tsv": "\t",
		"report --demo --accounts 20 --since 7d --lang en -o markdown":                                "| Followers |",
	} {
		got := runWithOwnDemo(t, strings.Fields(args)...)
		if outputs[args] = got; !strings.Contains(got.out, want) || got.code != ExitDone && got.code != ExitChanged {
			t.Errorf("%s: %d\n%s", args, got.code, got.out)
		}
	}
	if again := runWithOwnDemo(t, strings.Fields(triage)...); again != outputs[triage] {
		t.Errorf("triage prints\n%sthen\n%s", outputs[triage].out, again.out)
	}
	if got := run(
		t,
		nil,
		"accounts",
		"--demo",
		"--accounts",
		"10001",
		"--columns",
		"thirtyDays",
	); got.code != ExitUsage {
		t.Errorf("a fleet that is too large: %d", got.code)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, error %v", left, err)
	}
}
