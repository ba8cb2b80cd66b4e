package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// answersOf returns the address of a service with these answers, by the ends of paths.
func answersOf(t *testing.T, bodies map[string]string) string {
	t.Helper()
	bodies[""] = `{"code":0,"message":"ok","data":[]}`
	for path, data := range bodies {
		if !strings.HasPrefix(data, `{"code"`) {
			bodies[path] = `{"code":0,"message":"ok","data":` + data + `}`
		}
	}
	return answeringPaths(t, bodies)["CHANNELDECK_BASE_URL"]
}

// publishing is a service with an account, and one platform with an option.
func publishing(t *testing.T, platform, option string, longest int) string {
	t.Helper()
	return answersOf(t, map[string]string{
		"/platforms": fmt.Sprintf(
			`[{"platform":%q,"displayName":{"en-US":"Net"},"status":"available","contentLimits":{"maxBodyLength":%d}},`+
				`{"platform":"both","status":"available"}]`,
			platform, longest,
		),
		"/" + platform + "/publish-options": fmt.Sprintf(
			`[{"field":%q,"label":"L","createSchema":{"type":"object","properties":{"n":{"type":"integer",`+
				`"maximum":%d}}}}]`,
			option, longest,
		),
		"/accounts": fmt.Sprintf(
			`{"list":[{"id":"of-%s","userId":"u","type":%q,"uid":"1","nickname":"Ada %s","groupId":"g","status":1}]}`,
			option, platform, option,
		),
	})
}

// down is the address of a service that cannot be reached.
const down = "http://127.0.0.1:1"

// lying returns the address of a service whose answers do not have the form of any.
func lying(t *testing.T) string {
	t.Helper()
	return answersOf(t, map[string]string{
		"/platforms":       `[{"platform":"x","mediaRules":"none","status":"available"}]`,
		"/publish-options": `[{"field":"odd","label":{"a":1}}]`,
		"/accounts": `{"list":[{"id":"odd","userId":"u","type":"x","uid":"1","nickname":"Odd",` +
			`"status":"none"}]}`,
	})
}

// asked is a command with its answer at two sites.
type asked struct {
	command string
	code    int
	out     string // lines, with | between
	says    string
}

func (a *asked) check(t *testing.T, env map[string]string) {
	t.Helper()
	got := run(t, env, append(strings.Fields(a.command), "--site", "a,b")...)
	out := strings.Join(strings.FieldsFunc(got.out, func(r rune) bool { return r == '\r' || r == '\n' }), "|")
	if got.code != a.code || out != a.out || !strings.Contains(got.err, a.says) {
		t.Errorf("%s: exit %d, want %d\n%s\nwant\n%s\n%s", a.command, got.code, a.code, out, a.out, got.err)
	}
}

// The options of a platform are those of each site that has it. An example and a value are of the sites
// that have the option.
func TestOptionsOfSeveralSites(t *testing.T) {
	t.Parallel()
	const list = " -o csv --columns site,field"
	first := publishing(t, "x", "boardId", 5)
	for _, tt := range []struct {
		other string
		asked []asked
	}{
		{publishing(t, "x", "privacy", 9), []asked{
			{"options x" + list, ExitDone, "site,field|a,boardId|b,privacy", ""},
			{"options x --example privacy" + list, ExitDone, "site,field|b,privacy", "a: Net has no option privacy."},
			{"options x --example none" + list, ExitNotFound, "", "a: Net has no option none."},
			{"options nosuch" + list, ExitUsage, "", "nosuch"},
		}},
		{publishing(t, "x", "boardId", 9), []asked{
			{
				`options x --check boardId --value {"n":7} -o csv --columns site,path`,
				ExitDone, "site,path|a,$.n", "b: The value is valid for boardId.",
			},
			{
				`options x --check boardId --value {"n":10} -o csv --columns site,path`,
				ExitInvalid, "site,path|a,$.n|b,$.n", "a: The value is not valid for boardId: 1 problem.",
			},
			{
				"options x --text spring -o csv --columns site,verdict",
				ExitDone, "site,verdict|a,rejected|b,fits", "a: Net would reject this.",
			},
			{
				"options x --text springtide -o csv --columns site,verdict",
				ExitInvalid, "site,verdict|a,rejected|b,rejected", "b: Net would reject this.",
			},
		}},
		{down, []asked{
			{"options x" + list, ExitIncomplete, "site,field|a,boardId", "b: "},
			{"options x --text tea -o csv --columns site,verdict", ExitIncomplete, "site,verdict|a,fits", "b: "},
		}},
		{lying(t), []asked{
			{"options x" + list, ExitIncomplete, "site,field|a,boardId|b,odd", "b: 1 row "},
		}},
	} {
		env := twoSites(t, first, tt.other)
		for _, one := range tt.asked {
			one.check(t, env)
		}
	}
}

// The JSON of several sites is a list of rows with their site, of the same form as those of one.
func TestSchemasOfSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(t, publishing(t, "x", "boardId", 5), publishing(t, "x", "boardId", 9))
	(&asked{"record", ExitDone, "", ""}).check(t, env)
	for command, schema := range map[string]string{
		"options x":                                  "options",
		"options x --example boardId":                "options-example",
		`options x --check boardId --value {"n":10}`: "options-check",
		"options x --text spring":                    "options-files",
		"check --platform x --text tea":              "check",
		"check --text tea":                           "platforms-files",
		"report --since 7d":                          "report",
		"history account of-boardId":                 "history-account",
		"rules test platform:x":                      "rules-test",
	} {
		got := run(t, env, append(strings.Fields(command), "--site", "a,b", "-o", "json")...)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(got.out))
		if err == nil {
			err = validator(t, schema).Validate(value)
		}
		if err != nil || !strings.Contains(got.out, `{"site":"a"`) || !strings.Contains(got.out, `{"site":"b"`) {
			t.Errorf("%s: %v\n%s\n%s", command, err, got.out, got.err)
		}
	}
}

// A site that does not serve the platform is named, and the options are those of the other one.
func TestOptionsOfTheSiteThatServes(t *testing.T) {
	t.Parallel()
	refusing := answersOf(t, map[string]string{
		"/platforms":       `[{"platform":"x","displayName":{"en-US":"Net"},"status":"unavailable"}]`,
		"/publish-options": `[]`,
	})
	env := twoSites(t, publishing(t, "x", "boardId", 5), refusing)
	const command = "options x -o csv --columns site,field"
	(&asked{command, ExitDone, "site,field|a,boardId", "b: Net has no options"}).check(t, env)
	none := twoSites(t, refusing, refusing)
	(&asked{"options x", ExitUnsupported, "", "b: Net has no options"}).check(t, none)
}

// A check gives the verdict of each site, and its exit code is that of the best one. The account of a post is
// that of the site which has it.
func TestCheckOfSeveralSites(t *testing.T) {
	t.Parallel()
	const columns = " -o csv --columns site,verdict,about"
	first := publishing(t, "x", "boardId", 5)
	for _, tt := range []struct {
		other string
		asked []asked
	}{
		{publishing(t, "x", "privacy", 9), []asked{
			{
				"check --platform x --text spring" + columns, ExitDone,
				"site,verdict,about|a,rejected,text|a,fits,Platform|a,fits,Content|" +
					"b,fits,Platform|b,fits,text|b,fits,Content",
				"a: Net will reject this.\nchanneldeck: b: Net takes this.",
			},
			{
				"check --platform x --text springtide" + columns, ExitInvalid,
				"site,verdict,about|a,rejected,text|a,fits,Platform|a,fits,Content|" +
					"b,rejected,text|b,fits,Platform|b,fits,Content",
				"b: Net will reject this.",
			},
			{
				"check --account of-privacy --text tea" + columns, ExitDone,
				"site,verdict,about|b,fits,Account|b,fits,Platform|b,fits,text|b,fits,Content",
				"a: No account is called of-privacy.",
			},
			{"check --account nobody --text tea" + columns, ExitNotFound, "", "b: No account is called nobody."},
			{
				"check --text springtide -o csv --columns site,platform,verdict", ExitDone,
				"site,platform,verdict|a,both,fits|a,x,rejected|b,both,fits|b,x,rejected", "",
			},
		}},
		{down, []asked{
			{
				"check --platform x --text tea" + columns, ExitIncomplete,
				"site,verdict,about|a,fits,Platform|a,fits,text|a,fits,Content", "b: ",
			},
			{
				"check --text tea -o csv --columns site,platform,verdict", ExitIncomplete,
				"site,platform,verdict|a,x,fits|a,both,fits", "b: ",
			},
		}},
		{lying(t), []asked{
			{
				"check --text springtide -o csv --columns site,platform,verdict", ExitIncomplete,
				"site,platform,verdict|a,both,fits|a,x,rejected|b,x,unknown", "b: 1 row ",
			},
		}},
	} {
		env := twoSites(t, first, tt.other)
		for _, one := range tt.asked {
			one.check(t, env)
		}
	}
}

// Each site is recorded, whatever fails at another one, and every failure has its site.
func TestRecordOfSeveralSites(t *testing.T) {
	t.Parallel()
	both := twoSites(t, publishing(t, "x", "one", 5), publishing(t, "x", "two", 5))
	(&asked{"record", ExitDone, "", ""}).check(t, both)
	(&asked{"history show -o csv --columns site,kind --limit 1", ExitDone, "site,kind|a,account", ""}).check(t, both)
	for _, tt := range []struct {
		a, b string
		code int
		says []string
	}{
		{publishing(t, "x", "one", 5), down, ExitUnreachable, []string{"channeldeck: b: "}},
		{down, publishing(t, "x", "two", 5), ExitUnreachable, []string{"channeldeck: a: "}},
		{
			answersOf(t, map[string]string{"/accounts": `{"code":401,"message":"no","data":null}`}),
			answersOf(t, map[string]string{
				"/accounts": `{"total":3,"list":[` + accountWith("two", 1) + `]}`,
			}),
			ExitUnauthorized,
			[]string{"channeldeck: a: ", "channeldeck: b: "},
		},
		{
			answersOf(t, map[string]string{
				"/accounts": `{"total":3,"list":[` + accountWith("one", 1) + `]}`,
			}),
			down,
			ExitUnreachable,
			[]string{"channeldeck: a: ", "channeldeck: b: "},
		},
	} {
		env := twoSites(t, tt.a, tt.b)
		got := run(t, env, "record", "--site", "a,b")
		if got.code != tt.code || got.out != "" {
			t.Errorf("%+v, want exit %d", got, tt.code)
		}
		for _, text := range tt.says {
			if !strings.Contains(got.err, text) {
				t.Errorf("it does not say %q: %s", text, got.err)
			}
		}
		for _, id := range []string{"one", "two"} {
			known := run(t, env, "history", "export", "--site", "a,b", "-o", "ndjson").out
			isServed := strings.Contains(got.err, id) || tt.a != down && id == "one" || tt.b != down && id == "two"
			isRefused := tt.code == ExitUnauthorized && id == "one"
			if strings.Contains(known, id) != (isServed && !isRefused) {
				t.Errorf("%s: recorded %s", id, known)
			}
		}
	}
}

// The report of several sites has what they have together, and the report of each.
func TestReportOfSeveralSites(t *testing.T) {
	t.Parallel()
	account := func(id, group string, status, fans int) string {
		return fmt.Sprintf(
			`{"id":%q,"userId":"u","type":"x","uid":%q,"nickname":%q,"groupId":%q,"status":%d,"fansCount":%d}`,
			id, id, id, group, status, fans,
		)
	}
	env := twoSites(t, serving(t, account("Ada", "g", 1, 120)), serving(
		t, account("Bob", "h", 0, 30), account("Cy", "h", 1, 4),
	))
	if got := run(t, env, "report", "--site", "a,b"); got.code != ExitNotFound || got.out != "" ||
		!strings.Contains(got.err, "b: The history has no accounts yet.") {
		t.Errorf("without recordings: %+v", got)
	}
	(&asked{"record", ExitDone, "", ""}).check(t, env)
	got := run(t, env, "report", "--site", "a,b", "-o", "markdown")
	for _, line := range []string{
		"# All accounts\n",
		"| a | 1 | 0 | 120 |",
		"| b | 2 | 1 | 34 |",
		"| Total | 3 | 1 | 154 |",
		"\n# All accounts · a\n",
		"\n# All accounts · b\n",
		"| Ada |",
		"| Bob |",
	} {
		if got.code != ExitDone || !strings.Contains(got.out, line) {
			t.Errorf("exit %d, %s no %q in\n%s", got.code, got.err, line, got.out)
		}
	}
	page := run(t, env, "report", "--site", "a,b", "--lang", "zh").out
	if strings.Count(page, "<main>") != 3 || strings.Count(page, "<!doctype") != 1 ||
		!strings.Contains(page, "<h1>全部账号 · b</h1>") {
		t.Errorf("HTML: %d parts\n%s", strings.Count(page, "<main>"), page)
	}
	sites := run(t, env, "report", "--site", "a,b", "--jq", `.[] | .site + " " + (.accounts | length | tostring)`)
	if sites.out != "a 1\nb 2\n" {
		t.Errorf("JSON: %+v", sites)
	}
	one := run(t, env, "report", "--site", "a,b", "--group", "h", "--jq", ".[] | .site")
	if one.code != ExitDone || one.out != "b\n" || !strings.Contains(one.err, "channeldeck: a: ") {
		t.Errorf("a group of b: %+v", one)
	}
	if none := run(t, env, "report", "--site", "a,b", "--group", "none"); none.code != ExitNotFound || none.out != "" {
		t.Errorf("a group of no site: %+v", none)
	}
}

// What one of the sites has is found without its name. What several have needs it, where it is one thing.
func TestSiteOfOneThing(t *testing.T) {
	t.Parallel()
	const session = `[{"id":"m1","sessionId":"s1","runId":"r","createdAt":"2026-03-01T09:00:00Z",` +
		`"message":{"role":"user","content":"tea"}}]`
	work := func(id string) string {
		return `{"platform":"x","work":{"title":"Harbor ` + id + `"},"snapshots":[` +
			`{"id":"s1","snapshotAt":"2026-02-28T09:00:00Z","metrics":{"viewCount":7}}]}`
	}
	platforms := func(works bool) string {
		return fmt.Sprintf(`[{"platform":"x","status":"available","capabilities":{"work":{"getDetail":%t}}}]`, works)
	}
	a := answersOf(t, map[string]string{
		"/platforms": platforms(false),
		"/messages":  `{"code":18104,"message":"none","data":null}`,
		"/accounts":  `{"list":[` + accountWith("one", 0) + `]}`,
	})
	serve := func() string {
		return answersOf(t, map[string]string{
			"/platforms": platforms(true),
			"/messages":  session,
			"/accounts":  `{"list":[` + accountWith("two", 0) + `]}`,
			"/1":         work("1"),
		})
	}
	env := twoSites(t, a, serve())
	(&asked{"record", ExitDone, "", ""}).check(t, env)
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"session s1", ExitDone, "tea"},
		{"session s1 --stored", ExitDone, "tea"},
		{"session other --stored", ExitNotFound, "b: "},
		{"history account two -o csv --columns site,id", ExitDone, "b,two"},
		{"history account three", ExitNotFound, "b: "},
		{"work x 1 --account two", ExitDone, "Harbor 1"},
		{"history work x 1 -o csv --columns site,id", ExitDone, "b,s1"},
		{"history work x 2", ExitNotFound, "b: "},
		{"rules test platform:x -o csv --columns site,fired", ExitDone, "b,1"},
		{"incidents nosuch", ExitNotFound, "a: "},
	} {
		got := run(t, env, append(strings.Fields(tt.args), "--site", "a,b")...)
		if got.code != tt.code || !strings.Contains(got.out+got.err, tt.want) {
			t.Errorf("%s: %+v", tt.args, got)
		}
	}
	twice := twoSites(t, serve(), serve())
	for _, args := range []string{"session s1", "work x 1 --account two"} {
		got := run(t, twice, append(strings.Fields(args), "--site", "a,b")...)
		if got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, "name one of a, b") {
			t.Errorf("%s of two sites: %+v", args, got)
		}
	}
	if got := run(t, twice, "work", "x", "1", "--account", "two", "--site", "b"); got.code != ExitDone {
		t.Fatal(got)
	}
	if got := run(t, twice, "work", "x", "1", "--account", "two", "--site", "a,b"); got.code != ExitDone {
		t.Errorf("a work that the history of b knows: %+v", got)
	}
}

// A work of the past is found at the site whose history has it, also if several have its account. What no site
// has is not stored, as at one site.
func TestSiteOfAWorkOfThePast(t *testing.T) {
	t.Parallel()
	work := func(id string) string {
		return `{"platform":"x","work":{"id":"` + id + `","title":"Harbor ` + id + `"},"snapshots":[` +
			`{"id":"s1","snapshotAt":"2026-02-28T09:00:00Z","fetchedAt":"2026-02-28T09:00:00Z",` +
			`"metrics":{"viewCount":7}}],"fetchedAt":"2026-02-28T09:00:00Z"}`
	}
	serve := func(id string) string {
		return answersOf(t, map[string]string{
			"/platforms": `[{"platform":"x","status":"available","capabilities":{"work":{"getDetail":true}}}]`,
			"/accounts":  `{"list":[` + accountWith("one", 0) + `]}`,
			"/" + id:     work(id),
		})
	}
	env := twoSites(t, serve("1"), serve("2"))
	now := clock()
	at := func(args string) result {
		w, out, errs := newEnv(t, env, strings.Fields(args)...)
		w.Now = func() time.Time { return now }
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	for _, args := range []string{
		"record --site a,b",
		"platforms --site a,b",
		"work x 1 --account one --site a",
		"work x 2 --account one --site b",
	} {
		if got := at(args); got.code != ExitDone {
			t.Fatalf("%s: %+v", args, got)
		}
	}
	now = now.Add(time.Hour)
	moment := " --site a,b --at " + now.Format(time.RFC3339)
	for args, want := range map[string]string{
		"work x 1":               "Harbor 1",
		"work x 2 --account one": "Harbor 2",
	} {
		if got := at(args + moment); got.code != ExitDone || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
	one := at("work x 3 --site a --at " + now.Format(time.RFC3339))
	both := at("work x 3" + moment)
	const missing = "Nothing is stored of this for that time."
	if both.code != one.code || !strings.Contains(one.err, missing) || !strings.Contains(both.err, "b: "+missing) {
		t.Errorf("of one site %+v\nof both %+v", one, both)
	}
}

// An agent gets the rows of several sites from tools about a post, an option and an account, and one report of
// all sites.
func TestAgentAsksSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(t, publishing(t, "x", "boardId", 5), publishing(t, "x", "boardId", 9))
	(&asked{"record", ExitDone, "", ""}).check(t, env)
	a := newAgent(t, env, "--site", "a,b")
	for tool, arguments := range map[string]map[string]any{
		"check":           {"platform": "x", "text": "spring"},
		"option_example":  {"platform": "x", "option": "boardId"},
		"account_history": {"account": "of-boardId"},
	} {
		got, result := a.call(t, tool, arguments)
		var sites []string
		for _, row := range got.Rows {
			for _, site := range []string{"a", "b"} {
				if strings.Contains(string(row), fmt.Sprintf(`"site":%q`, site)) {
					sites = append(sites, site)
				}
			}
		}
		if result.IsError || strings.Join(slices.Compact(sites), " ") != "a b" {
			t.Errorf("%s: rows of %v, %v", tool, sites, result.Content)
		}
	}
	report, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "channeldeck://report/g"})
	if err != nil || !strings.Contains(report.Contents[0].Text, "· a\n") ||
		!strings.Contains(report.Contents[0].Text, "· b\n") {
		t.Errorf("the report of a group of both: %+v, %v", report, err)
	}
}
