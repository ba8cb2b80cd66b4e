package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api/sandbox"

	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/race"
)

func clock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

type account struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	Status int    `json:"status"`
}

func list(t *testing.T, d *deployment, args ...string) []account {
	t.Helper()
	got := run(t, d.env(), append([]string{"accounts", "--no-history", "-o", "json"}, args...)...)
	var all []account
	if err := json.Unmarshal([]byte(got.out), &all); err != nil || got.code != ExitDone || got.err != "" {
		t.Fatalf("%v: exit %d, %v, %s", args, got.code, err, got.err)
	}
	return all
}

// The service cuts filtered lists at 1,000 rows and the whole list at none, so the command
// requests the whole list.
func TestAccountsAreComplete(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 8000, Now: clock})
	all := list(t, d)
	if len(all) != 8000 {
		t.Errorf("%d accounts of 8,000", len(all))
	}
	d.forget()
	filters := map[string]func(a account) bool{
		"--platform douyin": func(a account) bool { return a.Type == "douyin" },
		"--status normal":   func(a account) bool { return a.Status == 1 },
		"--platform douyin --platform bilibili --status normal": func(a account) bool {
			return (a.Type == "douyin" || a.Type == "bilibili") && a.Status == 1
		},
	}
	for args, fits := range filters {
		want := map[string]bool{}
		for _, a := range all {
			if fits(a) {
				want[a.ID] = true
			}
		}
		got := list(t, d, strings.Fields(args)...)
		for _, a := range got {
			if !want[a.ID] {
				t.Errorf("%s: %s does not match", args, a.ID)
			}
			delete(want, a.ID)
		}
		if len(want) > 0 || len(got) < 1100 {
			t.Errorf("%s: %d came, %d are missing", args, len(got), len(want))
		}
	}
	if n := len(d.requests()); n != len(filters) {
		t.Errorf("%d requests, want %d", n, len(filters))
	}
}

func TestAccountsByID(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	all := list(t, d)[:45]
	var args []string
	abnormal := 0
	for _, a := range all {
		args = append(args, "--id", a.ID)
		if a.Status == 0 {
			abnormal++
		}
	}
	d.forget()
	if got := list(t, d, args...); len(got) != 45 || len(d.requests()) != 3 {
		t.Errorf("%d accounts in %d requests", len(got), len(d.requests()))
	}
	// Beside ids the service ignores the other filters, and we do not.
	if got := list(t, d, append(args, "--status", "abnormal")...); len(got) != abnormal || abnormal == 0 {
		t.Errorf("%d of %d abnormal ones", len(got), abnormal)
	}
	of := all[0].Type
	got := list(t, d, append(args, "--platform", of)...)
	if len(got) == 0 || slices.ContainsFunc(got, func(a account) bool { return a.Type != of }) {
		t.Errorf("platform %s: %v", of, got)
	}
}

// fixed serves rows unchanged.
func fixed(t *testing.T, rows ...string) map[string]string {
	return answering(
		t,
		fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`, len(rows), strings.Join(rows, ",")),
	)
}

// answering serves the same body for every call.
func answering(t *testing.T, body string) map[string]string {
	return answeringPaths(t, map[string]string{"": body})
}

// answeringPaths serves bodies by the ends of paths, "" for all others.
func answeringPaths(t *testing.T, bodies map[string]string) map[string]string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodies[""]
		for suffix, other := range bodies {
			if suffix != "" && strings.HasSuffix(r.URL.Path, suffix) {
				body = other
			}
		}
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return serviceAt(server.URL)
}

func TestAccountFormats(t *testing.T) {
	t.Parallel()
	env := fixed(t,
		`{"id":"bilibili_1","userId":"u","type":"bilibili","uid":"1","nickname":"成都美食日记","fansCount":1234567,`+
			`"workCount":0,"lastStatsTime":"2026-03-01T09:00:00Z","income":12.50,"groupId":"g","status":1}`,
		`{"id":"TikTok_2","userId":"u","type":"TikTok","uid":"2","nickname":"=1+1|\u001b[31m\u202e","fansCount":0,`+
			`"groupId":"g","status":0,"relayAccountRef":null}`,
		`{"id":"x_3","userId":"u","type":"x","uid":"3","nickname":"later","lastStatsTime":"soon","groupId":"g",`+
			`"status":7,"more":{"a":[1]}}`,
	)
	var sheet golden.Sheet
	for _, format := range []string{"table", "json", "ndjson", "csv", "tsv", "markdown"} {
		got := run(t, env, "accounts", "-o", format)
		if got.code != ExitDone || got.err != "" {
			t.Errorf("%s: %d %s", format, got.code, got.err)
		}
		if format != "tsv" && format != "ndjson" { // in a pipe a table is TSV, and JSON has one row per line
			sheet.Add(format, got.out)
		}
	}
	sheet.Add("markdown in Chinese", run(t, env, "accounts", "-o", "markdown", "--lang", "zh").out)
	sheet.Golden(t, "accounts")
	if head := records(
		t,
		run(t, env, "accounts", "-o", "csv", "--columns", "nickname,id").out,
	)[0]; !slices.Equal(head, []string{"nickname", "id"}) {
		t.Errorf("columns %v", head)
	}
}

func TestPlatformNames(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	want := run(t, d.env(), "accounts", "-o", "ndjson", "--platform", "douyin")
	for _, name := range []string{"Douyin", "DOUYIN", "抖音"} {
		if got := run(
			t,
			d.env(),
			"accounts",
			"-o",
			"ndjson",
			"--platform",
			name,
		); got != want || got.code != ExitDone || got.out == "" {
			t.Errorf(
				"accounts of %s: exit %d, %d bytes, want %d: %s",
				name,
				got.code,
				len(got.out),
				len(want.out),
				got.err,
			)
		}
	}
	for _, args := range [][]string{
		{"work", "YOUTUBE", aWork, "--account", anOwner},
		{"options", "Pinterest"},
		{"options", "PINTEREST", "--example", "boardId"},
		{"accounts", "--platform", "youtube"},
	} {
		if got := run(t, d.env(), args...); got.code != ExitDone || len(got.out) == 0 {
			t.Errorf("%v: %+v", args, got)
		}
	}
	for _, args := range [][]string{
		{"accounts", "--platform", "douyinn"},
		{"accounts", "--platform", "duoyin"},
		{"work", "douyn", "1"},
		{"options", "Doyin"},
	} {
		got := run(t, d.env(), args...)
		if got.code != ExitUsage || got.out != "" ||
			!strings.Contains(got.err, "Unknown platform: "+args[len(args)-1]+".") &&
				!strings.Contains(got.err, "Unknown platform: douyn.") ||
			!strings.Contains(got.err, "Did you mean douyin?") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := run(
		t,
		d.env(),
		"accounts",
		"--platform",
		"nowhere",
	); got.code != ExitUsage || !strings.Contains(got.err, "The platforms are ") {
		t.Errorf("nothing near: %+v", got)
	}
}

// A list that is too large is requested with the filters.
func TestFiltersAreSentForAListThatIsTooLarge(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3000, Now: clock})
	got := run(t, d.env(), "accounts", "--platform", "Douyin", "--max-body", "1MB", "-o", "ndjson")
	if got.code != ExitDone || strings.Count(got.out, "\n") < 100 || strings.Contains(got.out, `"type":"bilibili"`) {
		t.Errorf("exit %d, %d lines: %s", got.code, strings.Count(got.out, "\n"), got.err)
	}
	if got := run(t, d.env(), "accounts", "--max-body", "1MB"); got.code != ExitUnreachable || got.out != "" {
		t.Errorf("without filters: %+v", got)
	}
}

func TestUnknownIDsAreReported(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	id := list(t, d)[0].ID
	got := run(t, d.env(), "accounts", "--id", id, "--id", "none_1", "--columns", "id", "-o", "tsv")
	if got.code != ExitNotFound || got.out != "id\n"+id+"\n" ||
		!strings.Contains(got.err, "No account has the ID none_1.") {
		t.Errorf("%+v", got)
	}
	if got := run(
		t, d.env(), "accounts", "--id", "a", "--id", "b", "-o", "json",
	); got.code != ExitNotFound || got.out != "[]\n" ||
		!strings.Contains(got.err, "No accounts have these IDs: a, b.") {
		t.Errorf("%+v", got)
	}
	other := "abnormal"
	if list(t, d)[0].Status == 0 {
		other = "normal"
	}
	if got := run(t, d.env(), "accounts", "--id", id, "--status", other); got.code != ExitDone {
		t.Errorf("an account that a filter leaves out exists: %+v", got)
	}
}

func TestColumnsOfUndocumentedFields(t *testing.T) {
	env := fixed(t,
		`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":1,"clientType":"web",`+
			`"more":{"b":[1.50]},"nothing":null}`,
		`{"id":"b","userId":"u","type":"x","uid":"2","nickname":"n","groupId":"g","status":1,"loginTime":5}`,
	)
	got := run(t, env, "accounts", "-o", "tsv", "--columns", "id,clientType,more,nothing,loginTime")
	if want := "id\tclientType\tmore\tnothing\tloginTime\na\tweb\t{\"b\":[1.50]}\t\t\nb\t\t\t\t5\n"; got.out != want ||
		got.code != ExitDone {
		t.Errorf("got %+v", got)
	}
	if got := run(
		t,
		env,
		"accounts",
		"--columns",
		"id,shoe",
	); got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, "--columns cannot be “shoe”") ||
		!strings.Contains(got.err, "clientType") {
		t.Errorf("got %+v", got)
	}
}

// Undocumented fields are passed on, numbers keep their digits, and missing fields
// stay missing.
func TestUndocumentedFieldsArePassedOn(t *testing.T) {
	const row = `{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","fansCount":12345678901234567890,` +
		`"groupId":"g","status":7,"relayAccountRef":null,"newThing":{"b":[1.50]}}`
	env := fixed(t, row)
	if got := run(t, env, "accounts", "-o", "ndjson"); got.out != row+"\n" {
		t.Errorf("got  %swant %s", got.out, row)
	}
	if got := run(
		t,
		env,
		"accounts",
		"-o",
		"markdown",
	); !strings.Contains(got.out, "| 7 | n | x | 12345678901234567890 | a |") {
		t.Errorf("got %s", got.out)
	}
}

// A count of 0 without a statistics time was never fetched, and one that the platform does not
// supply is not known: tables have a dash, files an empty cell and JSON nothing. Rank is not a
// statistic, and the lower one comes first.
func TestZeroCountsAndRanks(t *testing.T) {
	env := fixed(t,
		`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","fansCount":0.0,"income":0,"rank":3,`+
			`"groupId":"g","status":1}`,
		`{"id":"b","userId":"u","type":"x","uid":"2","nickname":"n","fansCount":0,"income":1200,"rank":0,`+
			`"groupId":"g","status":1}`,
		`{"id":"c","userId":"u","type":"twitter","uid":"3","nickname":"n","fansCount":0,"readCount":0,`+
			`"lastStatsTime":"2026-03-01T09:00:00","groupId":"g","status":1}`,
	)
	got := run(
		t, env, "accounts", "-o", "markdown", "--sort", "rank", "--columns",
		"id,fansCount,income,rank,lastStatsTime",
	)
	const want = "| b | – | 1200 | 0 | – |\n| a | – | – | 3 | – |\n| c | 0 | – | – | 3h ago |\n" // no zone is UTC
	if !strings.HasSuffix(got.out, want) {
		t.Errorf("got\n%swant\n%s", got.out, want)
	}
	if got := run(
		t,
		env,
		"accounts",
		"-o",
		"tsv",
		"--columns",
		"id,fansCount,readCount",
	); got.out != "id\tfansCount\treadCount\na\t\t\nb\t\t\nc\t0\t\n" {
		t.Errorf("TSV: %q", got.out)
	}
	if got := run(
		t,
		env,
		"accounts",
		"-o",
		"ndjson",
		"--columns",
		"id,fansCount,readCount",
	); got.out != `{"id":"a","fansCount":null,"readCount":null}`+"\n"+
		`{"id":"b","fansCount":null,"readCount":null}`+"\n"+`{"id":"c","fansCount":0,"readCount":null}`+"\n" {
		t.Errorf("JSON of columns: %q", got.out)
	}
	if got := run(
		t,
		env,
		"accounts",
		"-o",
		"json",
	); strings.Contains(got.out, "readCount") || strings.Count(got.out, "fansCount") != 1 ||
		strings.Count(got.out, "income") != 1 {
		t.Errorf("JSON: %s", got.out)
	}
	if got := run(
		t,
		env,
		"accounts",
		"-o",
		"markdown",
	); strings.Contains(got.out, "Works") || !strings.Contains(got.out, "Followers") {
		t.Errorf("a column of which nothing is known is printed:\n%s", got.out)
	}
}

// The exit code and a warning report missing rows.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	const row = `{"id":"ID","userId":"u","type":"x","uid":"1","nickname":"n","fansCount":7,"groupId":"g","status":1}`
	var fail atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			_, _ = w.Write([]byte(`{"code":0,"message":"ok","data":[]}`))
		case fail.Load() && r.URL.RawQuery != "":
			_, _ = w.Write([]byte(`{"code":15071,"message":"later","data":{}}`))
		default:
			_, _ = w.Write([]byte(`{"code":0,"message":"ok","data":{"total":1500,"list":[` + row + `]}}`))
		}
	}))
	defer server.Close()
	env := serviceAt(server.URL)
	got := run(t, env, "accounts", "-o", "ndjson")
	if got.code != ExitIncomplete || got.out != row+"\n" || !strings.Contains(got.err, `1,499 of 1,500`) {
		t.Errorf("%+v", got)
	}
	fail.Store(true)
	got = run(t, env, "accounts")
	if got.code != ExitIncomplete || !strings.Contains(got.out, "ID") || !strings.Contains(got.err, "15071") {
		t.Errorf("%+v", got)
	}
}

func TestAccountsMatchedAndSorted(t *testing.T) {
	t.Parallel()
	env := fixed(t,
		`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"tea","fansCount":9007199254740993,`+
			`"lastStatsTime":"2026-03-01T09:00:00Z","groupId":"g","status":1}`,
		`{"id":"b","userId":"u","type":"x","uid":"2","nickname":"teapot","fansCount":9007199254740992,`+
			`"lastStatsTime":"2026-03-01T09:00:00Z","groupId":"g","status":0}`,
		`{"id":"c","userId":"u","type":"x","uid":"3","nickname":"coffee","fansCount":0,"groupId":"g","status":1}`,
	)
	for args, want := range map[string]string{
		"":                                   "a b c",
		"--sort fansCount":                   "b a c",
		"--sort fansCount --desc":            "a b c", // unknown values come last
		"--sort fansCount --desc --limit 1":  "a",
		"--match teapot":                     "b",
		"--match tea --sort fansCount":       "b a",
		"--match nothing":                    "",
		"--sort status --match te --limit 5": "b a",
	} {
		got := run(t, env, append([]string{"accounts", "-o", "tsv", "--columns", "id"}, strings.Fields(args)...)...)
		ids := strings.Join(strings.Fields(strings.TrimPrefix(got.out, "id\n")), " ")
		if got.code != ExitDone || ids != want {
			t.Errorf("%s: %q, exit %d %s", args, ids, got.code, got.err)
		}
	}
}

// A response that cannot be read does not mean that the accounts do not exist.
func TestUnreadableAccountsAreNotUnknown(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	got := run(t, d.env(), "accounts", "--id", "a", "--status", "normal", "--max-body", "20")
	if got.code != ExitUnreachable || !strings.Contains(got.err, "20") {
		t.Errorf("%+v", got)
	}
}

// What does not exist or is not understood is an error that names what could be meant, and
// names are accepted wherever IDs are.
func TestFiltersThatAreWrong(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--group", "nope"}, ExitNotFound, "No account is in a group “nope”."},
		{[]string{"--platform", "douyn"}, ExitUsage, "douyin"},
		{
			[]string{"--match", "status:ill"},
			ExitUsage,
			"Couldn't understand the filter status:ill. It can be normal, abnormal, unknown, outage.",
		},
		{[]string{"--match", "followrs>100k"}, ExitUsage, "followers"},
		{[]string{"--match", "followers>many"}, ExitUsage, "Couldn't understand the filter followers>many."},
		{[]string{"--id", "nope"}, ExitNotFound, "nope"},
	} {
		got := run(t, d.env(), append([]string{"accounts", "--no-history"}, tt.args...)...)
		if got.code != tt.code || !strings.Contains(strings.Join(strings.Fields(got.err), " "), tt.want) {
			t.Errorf("%v: exit %d: %s", tt.args, got.code, got.err)
		}
	}
	for _, name := range []string{"x", "twitter", "推特", "小红书", "red", "Twitter（X）"} {
		if all := list(
			t,
			d,
			"--platform",
			name,
		); len(all) == 0 || slices.ContainsFunc(all, func(a account) bool { return a.Type != all[0].Type }) {
			t.Errorf("--platform %s: %d accounts", name, len(all))
		}
	}
	abnormal := list(t, d, "--status", "abnormal", "--platform", "douyin")
	matched := list(t, d, "--match", "status:abnormal platform:抖音")
	if len(abnormal) == 0 || len(matched) != len(abnormal) {
		t.Errorf("%d and %d accounts", len(abnormal), len(matched))
	}
	if many := list(
		t,
		d,
		"--match",
		"followers>=1k",
	); len(many) == 0 || len(many) == 300 || len(many)+len(list(t, d, "--match", "followers<1k")) > 300 {
		t.Errorf("%d accounts with followers", len(many))
	}
}

// Statuses have names in both languages, in --status and in --match.
func TestStatusNames(t *testing.T) {
	t.Parallel()
	row := func(id string, status int, relay string) string {
		return fmt.Sprintf(
			`{"id":"%s","userId":"u","type":"x","uid":"%s","nickname":"%s","groupId":"g","status":%d%s}`,
			id,
			id,
			id,
			status,
			relay,
		)
	}
	env := fixed(t, row("ill", 0, ""), row("well", 1, ""), row("odd", 7, ""))
	for want, names := range map[string][]string{
		"ill":  {"abnormal", "异常", "Abnormal", " 异常 "},
		"well": {"normal", "正常"},
		"odd":  {"unknown", "未知", "其他状态"},
	} {
		for _, name := range names {
			for _, args := range [][]string{
				{"--status", name},
				{"--match", `status:"` + name + `"`},
				{"--match", `状态："` + name + `"`},
			} {
				got := run(
					t,
					env,
					append([]string{"accounts", "--columns", "id", "-o", "tsv", "--lang", "zh"}, args...)...,
				)
				if got.code != ExitDone || got.out != "id\n"+want+"\n" {
					t.Errorf("%q: %+v", args, got)
				}
			}
		}
	}
}

// A site in the filter that is not one of those that are asked is a mistake, as an unknown platform is.
func TestUnknownSiteInTheFilter(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	got := run(t, d.env(), "accounts", "--match", "site:nope")
	if got.code != ExitUsage || got.out != "" ||
		!strings.Contains(got.err, "Unknown site: nope.\n  Known sites: ") {
		t.Errorf("%+v", got)
	}
}
