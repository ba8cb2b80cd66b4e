package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// twoSites returns an environment with a history, in which a and b are sites with these addresses.
func twoSites(t *testing.T, a, b string) map[string]string {
	t.Helper()
	file := fmt.Sprintf(
		"[sites.a]\nbase_url = %q\napi_key_env = 'A_KEY'\n[sites.b]\nbase_url = %q\napi_key_env = 'B_KEY'\n",
		a,
		b,
	)
	return withState(t, map[string]string{
		"CHANNELDECK_CONFIG": write(t, filepath.Join(t.TempDir(), "config.toml"), file, 0o600),
		"A_KEY":              testKey,
		"B_KEY":              testKey,
	})
}

// recordAt records a site at a time.
func recordAt(t *testing.T, env map[string]string, site string, at time.Time) {
	t.Helper()
	w, _, _ := newEnv(t, env, "record", "--site", site)
	w.Now = func() time.Time { return at }
	if code := Run(t.Context(), w); code != ExitDone {
		t.Fatalf("record of %s: exit %d", site, code)
	}
}

// rowsOfSites checks that a command prints a number of rows of two sites as JSON, each with its site, which
// match a schema.
func rowsOfSites(t *testing.T, env map[string]string, command []string, schema string, rows int) {
	t.Helper()
	got := run(t, env, append(slices.Clone(command), "-o", "json", "--site", "a,b")...)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(got.out))
	if err == nil {
		err = validator(t, schema).Validate(value)
	}
	if err != nil || strings.Count(got.out, `{"site":`) != rows {
		t.Errorf("%s as JSON: %v\n%s", command, err, got.out)
	}
}

// serveAccounts returns the address of a service that has the accounts.
func serveAccounts(t *testing.T, accounts *atomic.Pointer[string]) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			data = `{"list":[` + *accounts.Load() + `]}`
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// serving is serveAccounts for accounts that never change.
func serving(t *testing.T, accounts ...string) string {
	t.Helper()
	var list atomic.Pointer[string]
	all := strings.Join(accounts, ",")
	list.Store(&all)
	return serveAccounts(t, &list)
}

// Lists of two sites have the rows that each site has, with its name.
func TestSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(
		t,
		deploy(t, sandbox.Options{Accounts: 40, Now: clock}).URL,
		deploy(t, sandbox.Options{Accounts: 30, Seed: 7, Now: clock}).URL,
	)
	for _, site := range []string{"a", "b"} {
		recordAt(t, env, site, clock().Add(-time.Hour))
	}
	lines := func(out string) []string {
		return strings.Split(strings.TrimSpace(strings.ReplaceAll(out, "\r", "")), "\n")
	}
	for _, command := range []string{
		"accounts",
		"accounts --status normal --match platform:douyin",
		"groups",
		"triage --since 30m",
		"status",
	} {
		args := append(strings.Fields(command), "-o", "csv")
		both := run(t, env, append(args, "--site", "a,b")...)
		header := lines(both.out)[0]
		rows := lines(both.out)[1:]
		var want []string
		for _, site := range []string{"a", "b"} {
			own := run(t, env, append(args, "--site", site)...)
			for _, line := range lines(own.out)[1:] {
				if command != "status" { // which always has its site
					line = site + "," + line
				}
				want = append(want, line)
			}
		}
		if slices.Sort(want); len(want) < 2 || !slices.Equal(slices.Sorted(slices.Values(rows)), want) ||
			!strings.HasPrefix(header, "site,") {
			t.Errorf("%s: %s and %d rows, want %d", command, header, len(rows), len(want))
		}
		if all := run(t, env, append(args, "--site", "all")...); all.out != both.out || all.code != both.code {
			t.Errorf("%s of all sites: %+v", command, all)
		}
		rowsOfSites(t, env, strings.Fields(command), strings.Fields(command)[0], len(want))
	}
	if got := run(
		t, env, "accounts", "--site", "a,b", "--match", "site:b", "--columns", "site", "-o", "csv",
	); strings.Contains(got.out, "a") || len(lines(got.out)) != 31 {
		t.Errorf("site:b: %+v", got)
	}
	for _, command := range []string{"accounts", "groups", "triage"} {
		got := run(t, env, command, "--site", "b", "--columns", "site", "-o", "csv")
		if all := lines(got.out); len(all) < 2 || strings.Join(slices.Compact(all), " ") != "site b" {
			t.Errorf("%s of one site: %+v", command, got)
		}
	}
	sorted := lines(
		run(
			t, env, "accounts", "--site", "a,b", "--sort", "fansCount", "--desc", "--limit", "20",
			"--jq", ".[] | .site",
		).out,
	)
	if !slices.Contains(sorted, "a") || !slices.Contains(sorted, "b") {
		t.Errorf("sorted by followers: %v", sorted)
	}
	if got := run(t, env, "status", "--site", "a,b", "--format", "{site} {accounts}"); got.out != "a 40 | b 30\n" {
		t.Errorf("status: %+v", got)
	}
	if got := run(
		t, env, "accounts", "--site", "a,b", "--columns", "site,sinceVisit", "-o", "csv",
	); got.code != ExitDone || !strings.Contains(got.out, "b,0") {
		t.Errorf("changes: %+v", got)
	}
}

// Lists that are read from histories, and the platforms, have the rows of all sites too.
func TestMoreListsOfSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(
		t,
		deploy(t, sandbox.Options{Accounts: 20, Now: clock}).URL,
		deploy(t, sandbox.Options{Accounts: 20, Seed: 7, Now: clock}).URL,
	)
	cfg, err := os.ReadFile(env["CHANNELDECK_CONFIG"])
	if err != nil {
		t.Fatal(err)
	}
	write(t, env["CHANNELDECK_CONFIG"], string(cfg)+twoRules, 0o600)
	for i, site := range []string{"a", "b"} {
		url := regexp.MustCompile(`http://[0-9.:]+`).FindAllString(string(cfg), -1)[i]
		recordLogins(t, env, url)
		h := history.Open(historyOf(env, url))
		for minute := range 3 {
			h.Entries().Log(history.Change{
				At:   clock().Add(time.Duration(2*minute+i) * time.Minute),
				What: history.CopiedText,
				Name: site,
			})
		}
		h.Close(t.Context())
		if got := run(t, env, "session", aSession, "--site", site); got.code != ExitDone {
			t.Fatalf("%+v", got)
		}
	}
	for command, schema := range map[string]string{
		"log":                    "log",
		"incidents":              "incidents",
		"forecast":               "forecast",
		"rules":                  "rules",
		"sessions":               "sessions",
		"sessions --search clip": "sessions-hits",
		"sessions --tools":       "sessions-tools",
		"platforms":              "platforms",
		"platforms --title x":    "platforms-files",
		"history show":           "history-show",
		"history export":         "history-export",
	} {
		args := strings.Fields(command)
		var want []string
		changed := false
		for _, site := range []string{"a", "b"} {
			own := run(t, env, append(args, "--site", site, "-o", "csv")...)
			changed = changed || own.code == ExitChanged
			for _, line := range strings.Split(strings.TrimSpace(own.out), "\r\n")[1:] {
				want = append(want, site+","+line)
			}
		}
		both := run(t, env, append(args, "--site", "a,b", "-o", "csv")...)
		rows := strings.Split(strings.TrimSpace(both.out), "\r\n")
		slices.Sort(want)
		if header := rows[0]; len(want) < 2 || !slices.Equal(slices.Sorted(slices.Values(rows[1:])), want) ||
			!strings.HasPrefix(header, "site,") ||
			(both.code == ExitChanged) != changed {
			t.Errorf("%s: %+v, want %d rows", command, both, len(want))
		}
		rowsOfSites(t, env, args, schema, len(want))
	}
	if got := run(t, env, "log", "--site", "a,b", "--jq", ".[] | .site"); got.out != strings.Repeat("b\na\n", 3) {
		t.Errorf("the log is not in the order of time: %q", got.out)
	}
	if got := run(
		t, env, "platforms", "--site", "a,b", "--sort", "site", "--desc", "--limit", "1",
		"--columns", "site", "-o", "csv",
	); got.out != "site\r\nb\r\n" {
		t.Errorf("sorted by site: %+v", got)
	}
	if got := run(
		t,
		env,
		"forecast",
		"--site",
		"a,b",
	); strings.Count(got.err, "likely to lose") != 2 || !strings.Contains(got.err, "channeldeck: b: ") {
		t.Errorf("forecast: %+v", got)
	}
}

// Each row is described by the past and the names of its own site, also where IDs are equal.
func TestEqualIDsOfSeveralSites(t *testing.T) {
	t.Parallel()
	account := func(id, uid string, status, fans int) string {
		return fmt.Sprintf(
			`{"id":%q,"userId":"u","type":"x","uid":%q,"nickname":"Ada","groupId":"g","status":%d,"fansCount":%d,`+
				`"lastStatsTime":%q,"site":"sent"}`,
			id,
			uid,
			status,
			fans,
			clock().Format(time.RFC3339),
		)
	}
	var a atomic.Pointer[string]
	before := account("1", "1111", 1, 10)
	now := account("1", "1111", 0, 18)
	a.Store(&before)
	env := twoSites(t, serveAccounts(t, &a), serving(t, account("1", "2222", 0, 50), account("2", "3333", 1, 5)))
	for _, site := range []string{"a", "b"} {
		recordAt(t, env, site, clock().AddDate(0, 0, -9))
	}
	a.Store(&now)
	for command, want := range map[string]string{
		"accounts --columns site,id,sevenDays":               "a,1,8 b,1,0 b,2,0",
		"accounts --columns site,id --match is:changed":      "a,1",
		"accounts --columns site,id --sort status":           "a,1 b,1 b,2",
		"accounts --columns site,id --match site:b":          "b,1 b,2",
		"groups --columns site,id,accounts":                  "a,g,1 b,g,2",
		"triage --since 8d --columns site,finding,name":      "a,turnedAbnormal,Ada b,abnormal,Ada~2222",
		"accounts --site b,a --columns site,id,sevenDays":    "b,1,0 b,2,0 a,1,8",
		"accounts --columns site,id,fansCount --sort site":   "a,1,18 b,1,50 b,2,5",
		"accounts --columns site,id --sort fansCount --desc": "b,1 a,1 b,2",
		"accounts --columns site,id --id 1 --sort sevenDays": "b,1 a,1",
	} {
		if !strings.Contains(command, "--site") {
			command += " --site a,b"
		}
		got := run(t, env, append(strings.Fields(command), "-o", "csv")...)
		_, rows, _ := strings.Cut(strings.NewReplacer(" ", "~", "\r", "").Replace(got.out), "\n")
		if strings.Join(strings.Fields(rows), " ") != want {
			t.Errorf("%s: %q and %s, want %s", command, rows, got.err, want)
		}
	}
	if got := run(t, env, "accounts", "--site", "a,b", "--jq", ".[] | .site"); got.out != "a\nb\nb\n" {
		t.Errorf("the service sends a member of this name too: %+v", got)
	}
}

// A site that is down does not hide the others, and its error comes after their rows.
func TestOneOfSeveralSitesIsDown(t *testing.T) {
	t.Parallel()
	env := twoSites(t, serving(t, accountWith("1", 0), accountWith("2", 1)), "http://127.0.0.1:1")
	for command, want := range map[string]string{"accounts": "a,1\na,2\n", "triage": "a,1\n", "groups": "a,\n"} {
		got := run(t, env, command, "--site", "a,b", "--columns", "site,id", "-o", "csv")
		if strings.ReplaceAll(got.out, "\r", "") != "site,id\n"+want || got.code != ExitIncomplete ||
			!strings.Contains(got.err, "channeldeck: b: ") ||
			!strings.Contains(got.err, "127.0.0.1:1") {
			t.Errorf("%s: %+v", command, got)
		}
		if got := run(
			t,
			env,
			command,
			"--site",
			"b,a",
			"-o",
			"json",
		); got.code != ExitIncomplete || !strings.Contains(got.out, `"site":"a"`) ||
			!strings.Contains(got.err, `"exit":8,"message":"b: `) {
			t.Errorf("%s as JSON: %+v", command, got)
		}
	}
	env["CHANNELDECK_HISTORY"] = "false"
	if got := run(
		t,
		env,
		"log",
		"--site",
		"a,b",
	); got.code != ExitUsage || got.out != "" || strings.Count(got.err, "channeldeck: ") < 2 {
		t.Errorf("without histories: %+v", got)
	}
	none := twoSites(t, "http://127.0.0.1:1", "http://127.0.0.1:2")
	if got := run(
		t,
		none,
		"accounts",
		"--site",
		"a,b",
	); got.code != ExitUnreachable || got.out != "" || strings.Count(got.err, "channeldeck: ") != 2 {
		t.Errorf("both are down: %+v", got)
	}
	if got := run(t, none, "status", "--site", "a,b"); got.code != ExitNotFound || got.out != "" {
		t.Errorf("status without a history: %+v", got)
	}
}

// What changes one site asks for its name.
func TestCommandsOfOneSite(t *testing.T) {
	env := twoSites(t, serving(t, accountWith("1", 0)), serving(t, accountWith("2", 0)))
	for _, command := range []string{
		"history clear --yes",
		"history prune",
		"groups create Spring",
	} {
		got := run(t, env, append(strings.Fields(command), "--site", "a,b")...)
		if got.code != ExitUsage || !strings.Contains(got.err, "This works with one site") ||
			!strings.Contains(got.err, "--site a.") {
			t.Errorf("%s: %+v", command, got)
		}
	}
	for args, want := range map[string]string{
		"accounts --site a,c":                               "Unknown site: c",
		"accounts --site a,B!":                              "with commas between",
		"accounts --site a,b --base-url http://127.0.0.1:1": "--base-url and --site a,b",
		"groups create G --demo --site a,b":                 "This works with one site",
		"accounts --site a,b --id none":                     "none",
	} {
		if got := run(t, env, strings.Fields(args)...); got.code == ExitDone || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := run(
		t, env, "accounts", "--site", "a,b", "--id", "2", "--columns", "site", "-o", "csv",
	); got.code != ExitDone || !strings.Contains(got.out, "b") {
		t.Errorf("an ID of one of the sites: %+v", got)
	}
}

// A mistake that all sites refuse is a mistake of the user, also where their rows are printed; rows
// that one site lacks are an incomplete result.
func TestMistakesOfSeveralSites(t *testing.T) {
	env := twoSites(t, serving(t, accountWith("1", 0)), serving(t, accountWith("2", 0)))
	path := env["CHANNELDECK_CONFIG"]
	config, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(config)+"\n[[rules]]\nname = 'r'\nwhen = 'platform:nosuch'\n", 0o600)
	for _, site := range []string{"a", "b"} {
		if got := run(t, env, "record", "--site", site); got.code != ExitDone {
			t.Fatal(got)
		}
	}
	for _, sites := range []string{"a", "a,b"} {
		got := run(t, env, "rules", "--site", sites)
		if got.code != ExitUsage || !strings.Contains(got.out, "platform:nosuch") {
			t.Errorf("%s: %+v", sites, got)
		}
	}
}
