package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api"
	"channeldeck/api/history"
)

// withRules records two accounts on ten days, of which one loses 4 % on the fifth day from the end, and
// returns the environment of a configuration with rules.
func withRules(t *testing.T, address, rules string) map[string]string {
	t.Helper()
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": address, "CHANNELDECK_API_KEY": testKey})
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	env["CHANNELDECK_CONFIG"] = path
	h := history.Open(historyOf(env, address))
	for back := 10; back >= 1; back-- {
		rows := []*api.Account{
			{ID: "a", Type: "x", Nickname: "Ada", Status: api.Int(1), FansCount: api.Int(1000)},
			{ID: "b", Type: "douyin", Nickname: "Ben\u202e", Status: api.Int(1), FansCount: api.Int(500)},
		}
		if back <= 5 {
			rows[0].FansCount = api.Int(960)
		}
		for _, a := range rows {
			a.LastStatsTime = api.SomeTime("2026-01-01T00:00:00Z")
		}
		h.RecordAccounts(clock().AddDate(0, 0, -back), rows, api.Int(2), true)
	}
	h.Close(t.Context())
	return env
}

const twoRules = `[[rules]]
name = "Falling"
when = "followers<-2%/7d"

[[rules]]
name = "Small"
when = "platform:douyin followers<1k"
level = "note"
`

// Rules are listed and tested from the history alone.
func TestRules(t *testing.T) {
	t.Parallel()
	env := withRules(t, "http://127.0.0.1:1", twoRules)
	const want = "name,level,when,accounts\r\n" +
		"Falling,alert,followers<-2%/7d,1\r\n" +
		"Small,note,platform:douyin followers<1k,1\r\n"
	if got := run(t, env, "rules", "-o", "csv"); got.code != ExitDone || got.out != want {
		t.Errorf("%+v", got)
	}
	for command, args := range map[string][]string{"rules": {"rules"}, "rules-test": {"rules", "test", "Small"}} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(run(t, env, append(args, "-o", "json")...).out))
		if err == nil {
			err = validator(t, command).Validate(value)
		}
		if days, ok := value.([]any); err != nil || command == "rules-test" && (!ok || len(days) != 10) {
			t.Errorf("%v: %v, %v", args, err, value)
		}
	}
	if got := run(
		t,
		withRules(t, "http://127.0.0.1:1", ""),
		"rules",
	); got.code != ExitDone || !strings.Contains(got.err, "[[rules]]") {
		t.Errorf("without rules: %+v", got)
	}
	got := run(
		t,
		withRules(t, "http://127.0.0.1:1", twoRules+"[[rules]]\nname = \"No\"\nwhen = \"platform:nope\"\n"),
		"rules",
		"--jq",
		`.[] | "\(.name) \(.accounts | length) \(.accounts == null)"`,
	)
	if got.code != ExitUsage || !strings.Contains(got.out, "No 0 true") || !strings.Contains(got.err, "nope") {
		t.Errorf("an unknown platform: %+v", got)
	}
}

// A rule with a platform that none of several sites knows is a mistake, and its accounts are unknown.
func TestRuleWithAnUnknownPlatformAtSeveralSites(t *testing.T) {
	t.Parallel()
	env := twoSites(t, serving(t, accountWith("a", 1)), serving(t, accountWith("b", 1)))
	config := env["CHANNELDECK_CONFIG"]
	sites, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	write(t, config, string(sites)+"[[rules]]\nname = 'No'\nwhen = 'platform:nope'\n", 0o600)
	for _, site := range []string{"a", "b"} {
		if got := run(t, env, "record", "--site", site); got.code != ExitDone {
			t.Fatalf("%+v", got)
		}
	}
	const rows = "site,name,level,when,accounts\r\na,No,alert,platform:nope,\r\nb,No,alert,platform:nope,\r\n"
	for lang, want := range map[string]string{"en": "b: Unknown platform: nope", "zh": "b：未知平台：nope"} {
		got := run(t, env, "rules", "--site", "a,b", "--lang", lang, "-o", "csv")
		if got.code != ExitUsage || got.out != rows || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}

// A rule is tested on the days of the history.
func TestRuleOnStoredDays(t *testing.T) {
	t.Parallel()
	env := withRules(t, "http://127.0.0.1:1", twoRules)
	// The first day on which seven days are known is the third one; the loss shows from the sixth
	// to the last.
	got := run(t, env, "rules", "test", "Falling", "-o", "csv")
	day := func(back int) time.Time { return clock().AddDate(0, 0, -back) }
	want := "date,at,recordings,fired,accounts\r\n"
	for back := 3; back >= 1; back-- {
		want += day(back).Format(time.DateOnly) + "," + day(back).UTC().Format(time.RFC3339) + ",1,1,Ada\r\n"
	}
	if got.code != ExitDone || got.out != want ||
		!strings.Contains(
			got.err,
			"Would have fired on 3 of 3 days since "+day(3).Format(time.DateOnly)+
				" (3 of 3 recordings), for 1 account.",
		) {
		t.Errorf("%+v, want %s", got, want)
	}
	if ids := run(
		t, env, "rules", "test", "Falling", "-o", "tsv", "--columns", "ids,accounts",
	); !strings.HasSuffix(ids.out, "\na\tAda\n") {
		t.Errorf("%+v", ids)
	}
	// Programs get all days, and users those on which the rule fired.
	got = run(t, env, "rules", "test", "followers<970 platform:x", "--since", "7d", "--lang", "zh", "-o", "tsv")
	if !strings.Contains(
		got.err,
		"自 "+day(7).Format(time.DateOnly)+" 起，7 天中有 5 天会触发（7 次记录中有 5 次），涉及 1 个账号。",
	) ||
		strings.Count(got.out, "\n") != 8 {
		t.Errorf("%+v", got)
	}
	if got := run(
		t,
		env,
		"rules",
		"test",
		"followers<970 platform:x",
		"-o",
		"table",
	); strings.Count(got.out, "\tAda\n") != 5 || strings.Count(got.out, "\n") != 6 {
		t.Errorf("%+v", got)
	}
	if got := run(
		t,
		env,
		"rules",
		"test",
		"followers<1",
		"-o",
		"table",
	); got.code != ExitDone || !strings.Contains(got.err, "0 of 10 days") || strings.Count(got.out, "\n") > 1 {
		t.Errorf("%+v", got)
	}
	for _, tt := range []struct{ name, want string }{
		{"Faling", "There is no rule Faling"},
		{"updated>7d", "does not record when statistics were renewed"},
		{"followers<-2%/30d", "long enough for this rule from"},
		{"followrs<-2%/7d", "followrs<-2%/7d"},
		{"followers<1 shop", "a rule can't have shop"},
		{"platform:nope followers<1", "nope"},
	} {
		if got := run(
			t,
			env,
			"rules",
			"test",
			tt.name,
		); got.code == ExitDone || got.out != "" || !strings.Contains(got.err, tt.want) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	if got := run(t, env, "__complete", "rules", "test", ""); !strings.Contains(got.out, "Falling\nSmall\n") {
		t.Errorf("completion: %+v", got)
	}
}

// A mistake in a rule is told with its line, at start and by doctor.
func TestMistakeInARule(t *testing.T) {
	t.Parallel()
	env := withRules(t, "http://127.0.0.1:1", "lang = \"en\"\n[[rules]]\nname = \"A\"\nwhen = \"followrs<-2%/7d\"\n")
	place := env["CHANNELDECK_CONFIG"] + ":4:1: rules.A.when: couldn't understand followrs<-2%/7d."
	for _, args := range []string{"accounts", "triage", "rules", "config check"} {
		if got := run(t, env, strings.Fields(args)...); got.code != ExitUsage || !strings.Contains(got.err, place) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := run(t, env, "doctor"); got.code == ExitDone || !strings.Contains(got.out, place) {
		t.Errorf("doctor: %+v", got)
	}
}

// A rule is a finding of triage, and the program of on_finding gets it once, when it begins to match.
func TestRuleIsAFinding(t *testing.T) {
	t.Parallel()
	var followers atomic.Int64
	followers.Store(1000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := `[]`
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			data = fmt.Sprintf(
				`{"list":[{"id":"a","type":"x","nickname":"Ada","status":1,"fansCount":%d,`+
					`"lastStatsTime":"2026-02-28T00:00:00Z"}]}`,
				followers.Load(),
			)
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	t.Cleanup(server.Close)
	passed := filepath.Join(t.TempDir(), "passed")
	env := withRules(
		t,
		server.URL,
		fmt.Sprintf(
			"on_finding = [\"sh\", \"-c\", \"cat >> %s\"]\n[[rules]]\nname = \"Below\"\nwhen = \"followers<950\"\n",
			passed,
		),
	)
	at := func(back int, args ...string) result {
		w, out, errs := newEnv(t, env, args...)
		w.Now = func() time.Time { return clock().Add(time.Duration(-back) * time.Hour) }
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	if got := at(12, "record"); got.code != ExitDone {
		t.Fatalf("%+v", got)
	}
	if content, err := os.ReadFile(passed); err == nil && strings.Contains(string(content), "rule") {
		t.Errorf("the program got %s", content)
	}
	followers.Store(940)
	for back := 3; back > 0; back-- {
		if got := at(back, "record"); got.code != ExitDone {
			t.Fatalf("%+v", got)
		}
	}
	content, err := os.ReadFile(passed)
	if err != nil || strings.Count(string(content), `"finding":"rule","section":"new","id":"Below"`) != 1 {
		t.Errorf("the program got %s, %v", content, err)
	}
	got := at(0, "triage", "--since", "6h", "--kind", "rule", "-o", "json")
	var found []struct {
		Section, ID, Level, When string
		Accounts                 []struct{ ID string }
	}
	if err := json.Unmarshal([]byte(got.out), &found); err != nil || got.code != ExitChanged || len(found) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if f := found[0]; f.Section != "new" || f.ID != "Below" || f.Level != "alert" || f.When != "followers<950" ||
		len(f.Accounts) != 1 ||
		f.Accounts[0].ID != "a" {
		t.Errorf("%+v", f)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(got.out))
	if err == nil {
		err = validator(t, "triage").Validate(value)
	}
	if err != nil {
		t.Error(err)
	}
	if got := at(
		0, "triage", "--since", "1h", "--kind", "rule", "-o", "csv", "--columns",
		"section,name,detail",
	); !strings.Contains(got.out, "open,Ada,Below: followers<950") {
		t.Errorf("%+v", got)
	}
}

// A test of a rule that takes longer than a second shows how far it is, on a terminal.
func TestProgressOfARuleTest(t *testing.T) {
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1", "CHANNELDECK_API_KEY": testKey})
	h := history.Open(historyOf(env, env["CHANNELDECK_BASE_URL"]))
	var rows []*api.Account
	for i := range 250 {
		rows = append(rows, &api.Account{ID: fmt.Sprint(i), Type: "x", Status: api.Int(1), FansCount: api.Int(5)})
	}
	h.RecordAccounts(clock().AddDate(0, 0, -1), rows, api.Int(int64(len(rows))), true)
	h.Close(t.Context())
	for _, took := range []time.Duration{0, time.Second} {
		s := openScreen(t)
		w, _, _ := newEnv(t, env, "rules", "test", "followers<10", "-o", "json")
		var calls atomic.Int64
		w.Err = s.tty
		w.Now = func() time.Time { return clock().Add(time.Duration(calls.Add(1)) * took) }
		if code := Run(t.Context(), w); code != ExitDone {
			t.Errorf("exit %d", code)
		}
		all := s.wait(t, "for 250 accounts")
		if shown := strings.Contains(all, "100 accounts tested") &&
			strings.Contains(all, "200 accounts tested"); shown != (took > 0) {
			t.Errorf("each step takes %v: %q", took, all)
		}
	}
}
