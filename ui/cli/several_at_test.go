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

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/api/history"
	"channeldeck/api/typed"
	"channeldeck/ui"
)

// pastSite is a service whose accounts and models change, and which counts its requests.
type pastSite struct {
	accounts, models atomic.Pointer[string]
	requests         atomic.Int32
	url              string
}

func newPastSite(t *testing.T) *pastSite {
	s := &pastSite{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		data := *s.models.Load()
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			data = `{"list":[` + *s.accounts.Load() + `]}`
		} else if !strings.HasSuffix(r.URL.Path, "/generation") {
			data = "[]"
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// set makes the site have an account and a model.
func (s *pastSite) set(id string, status, fans, price int) {
	account := fmt.Sprintf(
		`{"id":%q,"userId":"u","type":"x","uid":%q,"nickname":"Ada","groupId":"g","status":%d,"fansCount":%d,`+
			`"lastStatsTime":"2026-02-20T00:00:00Z","createdAt":"2025-01-01T00:00:00Z"}`,
		id, id, status, fans,
	)
	models := fmt.Sprintf(`[{"name":"one","pricing":[{"duration":5,"price":%d}]}]`, price)
	s.accounts.Store(&account)
	s.models.Store(&models)
}

// Commands show several sites at a moment: what each recorded last until then, with its own clock.
func TestSeveralSitesAt(t *testing.T) {
	t.Parallel()
	a := newPastSite(t)
	b := newPastSite(t)
	env := twoSites(t, a.url, b.url)
	at := func(now time.Time, args string) result {
		w, out, errs := newEnv(t, env, strings.Fields(args)...)
		w.Now = func() time.Time { return now }
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	day := 24 * time.Hour
	a.set("1", 1, 1000, 10)
	recordAt(t, env, "a", clock().Add(-5*day))
	for i := range 3 {
		a.set("1", 1-i%2, 1000+100*i, 20+i)
		b.set("2", i%2, 50+10*i, 30+i)
		moment := clock().Add(time.Duration(i-4) * day)
		recordAt(t, env, "a", moment)
		recordAt(t, env, "b", moment.Add(7*time.Hour)) // which is another time to each date and age
	}
	before := a.requests.Load() + b.requests.Load()
	rows := func(out string) []string {
		return strings.Split(strings.TrimSpace(strings.ReplaceAll(out, "\r", "")), "\n")[1:]
	}
	for _, command := range []string{
		"accounts --columns id,status,fansCount,since,lastStatsTime",
		"groups --columns id,accounts,abnormal,fansCount",
		"triage --since 12h",
		"triage --since 2026-02-25",
		"prices",
		"prices --since 12h",
		"prices --since 2026-02-25",
		"status --since 2026-02-25",
	} {
		for i := range 3 {
			moment := clock().Add(time.Duration(i-4)*day + 8*time.Hour).Format(time.RFC3339)
			args := command + " -o csv --at " + moment
			if strings.HasPrefix(command, "status") {
				args = command + " -o json --at " + moment
			}
			both := at(clock(), strings.Replace(args, "--columns ", "--columns site,", 1)+" --site a,b")
			var want []string
			code := ExitDone
			for _, site := range []string{"a", "b"} {
				own := at(clock(), args+" --site "+site)
				code = max(code, own.code)
				if strings.HasPrefix(command, "status") {
					want = append(want, strings.TrimSpace(own.out))
					continue
				}
				for _, row := range rows(own.out) {
					want = append(want, site+","+row)
				}
			}
			var got []string
			if strings.HasPrefix(command, "status") {
				got = strings.Split(strings.Trim(strings.ReplaceAll(both.out, "},\n", "}\n"), "[]\n"), "\n")
			} else {
				got = rows(both.out)
			}
			slices.Sort(got)
			if slices.Sort(want); len(want) == 0 || !slices.Equal(got, want) || both.code != code {
				t.Errorf("%s, day %d: exit %d, not %d\n%q\nnot\n%q", command, i, both.code, code, got, want)
			}
			if !strings.Contains(both.err, "channeldeck: a: As recorded on ") ||
				!strings.Contains(both.err, "channeldeck: b: As recorded on ") {
				t.Errorf("%s says %s", command, both.err)
			}
		}
	}
	first := clock().Add(-5*day + time.Hour).Format(time.RFC3339)
	for command, want := range map[string]string{
		"accounts --columns site,id,fansCount":   "site,id,fansCount\na,1,1000\n",
		"prices --columns site,price":            "site,price\na,10\n",
		"groups --columns site,id":               "site,id\na,g\n",
		"status --format {site}:{accounts}":      "a:1\n",
		"accounts --site b,a --columns site,id ": "site,id\na,1\n",
	} {
		if !strings.Contains(command, "--site") {
			command += " --site a,b"
		}
		if !strings.HasPrefix(command, "status") {
			command += " -o csv"
		}
		got := at(clock(), command+" --at "+first)
		if strings.ReplaceAll(got.out, "\r", "") != want || got.code != ExitIncomplete ||
			!strings.Contains(got.err, "channeldeck: b: ") ||
			!strings.Contains(got.err, "the first recording is of 2026-02-25") {
			t.Errorf("%s before the first recording of b: %+v", command, got)
		}
	}
	for args, want := range map[string]string{
		"accounts --at 2026-01-01 --site a,b":              "b: ",
		"accounts --at 2027-01-01 --site a,b":              "2027-01-01 23:59 is in the future",
		"accounts --at soon --site a,b":                    "--at cannot be",
		"accounts --at 1d --no-history --site a,b":         "history is turned off",
		"triage --at 2d --since 2026-02-28 --site a,b":     "--since cannot be",
		"groups create G --at 1d --site a,b":               "Unknown flag: --at",
		"accounts --at 1d --site a,b --base-url http://x/": "--base-url and --site a,b",
	} {
		if got := at(clock(), args); got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if n := a.requests.Load() + b.requests.Load(); n != before {
		t.Errorf("%d requests were made", n-before)
	}
}

// The changes of the prices of several sites have their site.
func TestPricesSinceOfSeveralSites(t *testing.T) {
	t.Parallel()
	a := newPastSite(t)
	b := newPastSite(t)
	env := twoSites(t, a.url, b.url)
	a.set("1", 1, 1000, 10)
	b.set("2", 1, 50, 30)
	for _, site := range []string{"a", "b"} {
		recordAt(t, env, site, clock().AddDate(0, 0, -2))
	}
	a.set("1", 1, 1000, 11)
	b.set("2", 1, 50, 33)
	got := run(
		t, env, "prices", "--since", "1d", "--site", "a,b", "--columns",
		"site,priceBefore,priceAfter", "-o", "csv",
	)
	const want = "site,priceBefore,priceAfter\na,10,11\nb,30,33\n"
	if got.code != ExitChanged || strings.ReplaceAll(got.out, "\r", "") != want {
		t.Errorf("%+v", got)
	}
	one := run(t, env, "prices", "--since", "1d", "--site", "b", "-o", "csv")
	if one.code != ExitChanged || strings.HasPrefix(one.out, "site") {
		t.Errorf("of one site: %+v", one)
	}
}

// The doctor checks each of several sites, and what they share once.
func TestDoctorOfSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(t, serving(t, accountWith("1", 0)), "http://127.0.0.1:1")
	got := run(t, env, "doctor", "--site", "a,b", "-o", "csv", "--columns", "site,check,status")
	lines := strings.Split(strings.ReplaceAll(got.out, "\r", ""), "\n")
	count := func(line string) int {
		return len(slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l != line }))
	}
	for line, want := range map[string]int{
		"site,check,status":       1,
		",config.site,ok":         1,
		",config.file,ok":         1,
		"a,site,ok":               1,
		"b,site,ok":               1,
		"a,site.key,ok":           1,
		"b,site.key,ok":           1,
		"a,site.reach,ok":         1,
		"a,api.key,ok":            1,
		"b,site.reach,failed":     1,
		"b,api.key,ok":            0,
		",terminal,skipped":       1,
		"a,site.tls,ok":           1,
		"a,api.accounts,ok":       0,
		"b,config.file,ok":        0,
		"a,terminal.size,skipped": 0,
	} {
		if n := count(line); n != want {
			t.Errorf("%d times %s", n, line)
		}
	}
	if got.code != ExitUnreachable || strings.Contains(got.out+got.err, testKey) {
		t.Errorf("%+v", got)
	}
	rows := run(t, env, "doctor", "--site", "a,b", "-o", "json", "--jq", `[.[] | select(.site == "a")] | length > 3`)
	if rows.out != "true\n" {
		t.Errorf("the rows of a: %+v", rows)
	}
	one := run(t, env, "doctor", "--site", "a", "-o", "csv")
	if one.code != ExitDone || !strings.HasPrefix(one.out, "check,status") {
		t.Errorf("of one site: %+v", one)
	}
	if got := run(t, env, "doctor", "--site", "a,c"); !strings.Contains(got.out+got.err, "Unknown site: c") {
		t.Errorf("an unknown site: %+v", got)
	}
	demo := run(t, nil, "doctor", "--demo", "--site", "china,international", "-o", "csv", "--columns", "site,check")
	if demo.code != ExitDone || !strings.Contains(demo.out, "china,site.reach") ||
		!strings.Contains(demo.out, "international,api.key") {
		t.Errorf("the demo: %+v", demo)
	}
}

// An agent asks several sites at once, or one by its name: rows, and when they were loaded, have their site.
func TestAgentOfSeveralSites(t *testing.T) {
	t.Parallel()
	inGroup := strings.Replace(accountWith("2", 0), `"type"`, `"groupId":"g","type"`, 1)
	env := twoSites(t, serving(t, accountWith("1", 0)), serving(t, inGroup))
	a := newAgent(t, env, "--site", "b,a")
	sitesOf := func(got answered) (sites []string) {
		for _, row := range got.Rows {
			var r struct{ Site string }
			_ = json.Unmarshal(row, &r)
			sites = append(sites, r.Site)
		}
		slices.Sort(sites)
		return slices.Compact(sites)
	}
	for _, tool := range []string{"accounts", "triage"} {
		got, result := a.call(t, tool, map[string]any{})
		if result.IsError || !slices.Equal(sitesOf(got), []string{"a", "b"}) {
			t.Errorf("%s: rows of %v, %v", tool, sitesOf(got), result.Content)
		}
		if len(got.Sites) != 2 || got.Sites[0].Site != "b" || got.Sites[1].Loaded.IsZero() || !got.Loaded.IsZero() {
			t.Errorf("%s: loaded %+v, %s", tool, got.Sites, got.Loaded)
		}
		got, result = a.call(t, tool, map[string]any{"site": "a"})
		if result.IsError || len(got.Rows) == 0 || len(got.Sites) > 0 || got.Loaded.IsZero() {
			t.Errorf("%s of a: %+v, %v", tool, got, result.Content)
		}
	}
	for _, call := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"accounts", map[string]any{"site": "c"}, "site must be one of b, a"},
		{"check", map[string]any{"platform": "nosuch", "title": "T"}, "nosuch"},
	} {
		_, result := a.call(t, call.tool, call.arguments)
		content, _ := json.Marshal(result.Content)
		if !result.IsError || !strings.Contains(string(content), call.want) ||
			strings.Contains(string(content), "--site") {
			t.Errorf("%s %v: %s", call.tool, call.arguments, content)
		}
	}
	if got, result := a.call(t, "account_history", map[string]any{"account": "2", "site": "b"}); result.IsError ||
		len(got.Rows) != 1 {
		t.Errorf("the history of an account of b: %+v, %v", got, result.Content)
	}
	if _, result := a.call(t, "account_history", map[string]any{"account": "2", "site": "a"}); !result.IsError {
		t.Error("a has the history of an account of b")
	}
	report, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "channeldeck://report/b/g"})
	if err != nil || len(report.Contents) == 0 {
		t.Errorf("the report of a group of b: %v", err)
	}
	if _, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "channeldeck://report/a/g"}); err == nil {
		t.Error("a has a report of a group of b")
	}
	prompt := func(site string) (*sdk.GetPromptResult, error) {
		return a.GetPrompt(t.Context(), &sdk.GetPromptParams{
			Name:      "weekly_report",
			Arguments: map[string]string{"group": "g", "site": site},
		})
	}
	weekly, err := prompt("b")
	if err != nil || !strings.Contains(
		weekly.Messages[0].Content.(*sdk.TextContent).Text,
		"channeldeck://report/b/g.",
	) {
		t.Errorf("the weekly report of a group of b: %+v, %v", weekly, err)
	}
	if _, err := prompt("c"); err == nil || !strings.Contains(err.Error(), "site must be one of b, a") {
		t.Errorf("the weekly report of an unknown site: %v", err)
	}
	listed, err := a.ListTools(t.Context(), nil)
	if text, _ := json.Marshal(listed.Tools); err != nil || len(text) > 8500 {
		t.Errorf("the list of tools has %d bytes, %v", len(text), err)
	}
	one := newAgent(t, env, "--site", "a")
	tools, err := one.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		schema, _ := json.Marshal(tool.InputSchema)
		if strings.Contains(string(schema), `"site"`) {
			t.Errorf("with one site %s has the argument site: %s", tool.Name, schema)
		}
	}
	if _, result := one.call(t, "accounts", map[string]any{"site": "b"}); !result.IsError {
		t.Error("an agent of a reads the accounts of b")
	}
}

// Each sandbox of a demo with several sites has its accounts and its past.
func TestAgentOfSeveralDemos(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil, "--demo", "--accounts", "40", "--site", "china,international")
	for _, site := range []string{"china", "international"} {
		own, result := a.call(t, "triage", map[string]any{"site": site, "limit": 1})
		if result.IsError || own.Total == 0 || own.Baseline.IsZero() {
			t.Errorf("%s: %d findings since %s, %v", site, own.Total, own.Baseline, result.Content)
		}
	}
	both, result := a.call(t, "accounts", map[string]any{"limit": 1})
	if result.IsError || len(both.Sites) != 2 || both.Total < 40 {
		t.Errorf("both: %d rows, %+v, %v", both.Total, both.Sites, result.Content)
	}
}

// The dashboard of several sites begins in the past with those that have a recording then.
func TestDashboardOfSeveralSitesAt(t *testing.T) {
	t.Parallel()
	a := newPastSite(t)
	b := newPastSite(t)
	env := twoSites(t, a.url, b.url)
	a.set("1", 1, 1000, 10)
	b.set("2", 1, 50, 30)
	recorded := map[string]time.Time{"a": clock().AddDate(0, 0, -4), "b": clock().AddDate(0, 0, -2)}
	for site, at := range recorded {
		recordAt(t, env, site, at)
	}
	for _, tt := range []struct {
		sites, at, shown, said string
	}{
		{"a,b", "1d", "a b", "As recorded on"},
		{"b,a", "3d", "a", "b: "},
		{"a,b", "3d", "a", "the first recording is of"},
		{"a,b", "9d", "", "the first recording is of"},
	} {
		w, _, errs := newEnv(t, env)
		run := newApp(w, newWords(w))
		cmd := run.root()
		cmd.SetContext(t.Context())
		if err := cmd.ParseFlags([]string{"--site", tt.sites, "--at", tt.at}); err != nil {
			t.Fatal(err)
		}
		sites, err := run.connectSites(cmd, optionalKey)
		if err == nil {
			err = goBack(cmd, sites...)
		}
		if err != nil {
			t.Fatal(err)
		}
		moment, _ := typed.Moment(tt.at, w.Now())
		shown, err := withRecording(sites)
		var names []string
		for _, site := range shown {
			names = append(names, site.site)
			c := paneContext(t.Context(), []*app{site}, newTerminal(site), []*history.DB{site.history})
			if !c.Moment.Equal(recorded[site.site]) || !c.View.Now().Equal(moment) || !c.ReadOnly {
				t.Errorf("%s shows %s by the clock %s", site.site, c.Moment, c.View.Now())
			}
		}
		said := errs.String()
		if err != nil {
			for _, r := range failuresOf(run.words, err, run.origin) {
				said += r.Message
			}
		}
		if got := strings.Join(names, " "); got != tt.shown || (err == nil) == (tt.shown == "") ||
			!strings.Contains(said, tt.said) {
			t.Errorf("%s %s ago: shows %q, says %s", tt.sites, tt.at, got, said)
		}
		disconnect(sites)
	}
}

// The recording before or after another one is at other sites the one that they made with it, a little later.
func TestStepsOfSeveralSites(t *testing.T) {
	t.Parallel()
	a := newPastSite(t)
	b := newPastSite(t)
	env := twoSites(t, a.url, b.url)
	a.set("1", 1, 1000, 10)
	b.set("2", 1, 50, 30)
	const later = 20 * time.Second
	var recorded []time.Time // at the first site
	for days := -3; days < 0; days++ {
		at := clock().AddDate(0, 0, days)
		recorded = append(recorded, at)
		recordAt(t, env, "a", at)
		recordAt(t, env, "b", at.Add(later))
	}
	w, _, _ := newEnv(t, env)
	run := newApp(w, newWords(w))
	cmd := run.root()
	cmd.SetContext(t.Context())
	if err := cmd.ParseFlags([]string{"--site", "a,b"}); err != nil {
		t.Fatal(err)
	}
	from, err := run.connectSites(cmd, optionalKey)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disconnect(from) })
	for step, want := range map[int]time.Time{-1: recorded[0], 1: recorded[2]} {
		sites, notes, err := travelSites(t.Context(), from, ui.Moment{Step: step}, recorded[1])
		if err != nil || len(sites) != 2 {
			t.Fatalf("a step of %d leads to %d sites, notes %q, error %v", step, len(sites), notes, err)
		}
		if !sites[0].at.Equal(want) || !sites[1].at.Equal(want.Add(later)) {
			t.Errorf("a step of %d leads to %s and %s, want %s", step, sites[0].at, sites[1].at, want)
		}
		disconnect(sites)
	}
}

// The sandboxes of a demo with several sites have recordings of the same times, though they start one after
// the other.
func TestSeveralDemosAt(t *testing.T) {
	t.Parallel()
	w, _, errs := newEnv(
		t, nil, "accounts", "--demo", "--accounts", "40", "--site", "china,international", "--at", "2d",
	)
	var asked atomic.Int64
	w.Now = func() time.Time { return clock().Add(time.Duration(asked.Add(1)) * time.Millisecond) }
	if code := Run(t.Context(), w); code != ExitDone {
		t.Errorf("exit %d, %s", code, errs)
	}
	const said = ": As recorded on 2026-02-27 12:00. Nothing was requested.\n"
	if !strings.Contains(errs.String(), "china"+said) || !strings.Contains(errs.String(), "international"+said) {
		t.Errorf("%s", errs)
	}
}

// A time zone that is unknown is told for several sites too.
func TestUnknownZoneOfSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(t, serving(t, accountWith("1", 0)), serving(t, accountWith("2", 0)))
	env["TZ"] = "Mars/Base"
	for _, sites := range []string{"a", "a,b"} {
		w, _, errs := newEnv(t, env, "accounts", "--site", sites)
		w.badZone = true
		if code := Run(t.Context(), w); code != ExitDone || strings.Count(errs.String(), "Mars/Base") != 1 {
			t.Errorf("%s: exit %d, %s", sites, code, errs)
		}
	}
}
