package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/sandbox"
)

func TestSchemaListsTheKindsOfFindings(t *testing.T) {
	var schema struct {
		Defs struct {
			Triage struct {
				Items struct {
					Properties struct{ Finding, Section struct{ Enum []string } }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(run(t, nil, "schema", "triage").out), &schema); err != nil {
		t.Fatal(err)
	}
	sections := texts(findings.Sections(), func(s *findings.Section) string { return string(*s) })
	if p := schema.Defs.Triage.Items.Properties; !slices.Equal(p.Finding.Enum, kindNames()) ||
		!slices.Equal(p.Section.Enum, sections) {
		t.Errorf("got %v", p)
	}
}

func TestTriageOfSomeKinds(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 100, Now: clock})
	kinds := func(args ...string) []string {
		t.Helper()
		got := run(t, d.env(), append([]string{"triage", "-o", "csv", "--columns", "finding"}, args...)...)
		if got.code != ExitChanged {
			t.Errorf("%v: %+v", args, got)
		}
		return slices.Compact(slices.Sorted(slices.Values(strings.Fields(got.out)[1:])))
	}
	if all := kinds(); !slices.Contains(all, "abnormal") || !slices.Contains(all, "stale") {
		t.Errorf("all: %v", all)
	}
	if got := kinds("--kind", "stale"); !slices.Equal(got, []string{"stale"}) {
		t.Errorf("stale: %v", got)
	}
	if got := kinds(
		"--kind",
		"stale,incident",
		"--kind",
		"abnormal",
	); !slices.Equal(got, []string{"abnormal", "stale"}) {
		t.Errorf("stale and abnormal: %v", got)
	}
	if got := run(
		t,
		d.env(),
		"triage",
		"--kind",
		"modelGone",
		"-o",
		"json",
	); got.code != ExitDone || strings.TrimSpace(got.out) != "[]" {
		t.Errorf("no finding: %+v", got)
	}
	if got := run(
		t,
		d.env(),
		"triage",
		"--kind",
		"old",
	); got.code != ExitUsage || !strings.Contains(got.err, strings.Join(kindNames(), ", ")) {
		t.Errorf("invalid: %+v", got)
	}
}

// --unseen prints a finding once, and again when its state changes.
// What only some kinds of findings have can be printed and sorted by although none of the findings has it.
func TestTriagePrintsFactsThatNoFindingHas(t *testing.T) {
	t.Parallel()
	env := withState(t, deploy(t, sandbox.Options{Accounts: 60, Now: clock}).env())
	got := run(t, env, "triage", "--columns", "finding,note,when", "--sort", "times", "-o", "ndjson")
	if got.code != ExitChanged || !strings.Contains(got.out, `,"note":null,"when":null}`) {
		t.Errorf("%+v", got)
	}
	got = run(t, env, "triage", "--jq", ".[0].note") // a member of JSON, which this finding lacks
	if got.code != ExitChanged || got.out != "null\n" {
		t.Errorf("%+v", got)
	}
}

func TestTriageOfUnseenFindings(t *testing.T) {
	status := []int{0, 1}
	service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			data = `{"total":2,"list":[` + strings.Join(
				[]string{accountWith("a", status[0]), accountWith("b", status[1])},
				",",
			) + `]}`
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	})
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	d.answer(service)
	env := withState(t, d.env())
	for day, tt := range []struct {
		status []int
		ids    string
	}{
		{[]int{0, 1}, "a"}, {[]int{0, 1}, ""}, {[]int{0, 0}, "b"}, {[]int{1, 0}, "a"}, {[]int{0, 0}, "a"},
	} {
		status = tt.status
		e, out, errs := newEnv(t, env, "triage", "--unseen", "-o", "csv", "--columns", "id")
		e.Now = func() time.Time { return clock().AddDate(0, 0, day) }
		code := Run(t.Context(), e)
		if got := strings.Join(
			strings.Fields(out.String())[1:],
			" ",
		); got != tt.ids || (code == ExitChanged) != (tt.ids != "") {
			t.Errorf("day %d: %q, exit %d: %s", day, got, code, errs)
		}
	}
	if got := run(
		t,
		env,
		"triage",
		"--unseen",
		"--no-history",
	); got.code != ExitUsage || !strings.Contains(got.err, "turned off") {
		t.Errorf("without a history: %+v", got)
	}
}

// Files have both recordings between which something happened, and tell apart two accounts of one
// name.
func TestTriageInFiles(t *testing.T) {
	status := 1
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			twin := func(id string, status int) string {
				return strings.NewReplacer(
					`"nickname":"`+id,
					`"nickname":"Twin`,
					`"uid":"1"`,
					`"uid":"77`+id+`"`,
				).Replace(accountWith(id, status))
			}
			data = `{"total":2,"list":[` + twin("1001", status) + "," + twin("1002", 1) + `]}`
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	env := withState(t, d.env())
	at := func(day int, args ...string) string {
		t.Helper()
		status = 1 - day
		e, out, errs := newEnv(t, env, args...)
		e.Now = func() time.Time { return clock().AddDate(0, 0, day) }
		if code := Run(t.Context(), e); code != ExitDone && code != ExitChanged {
			t.Fatalf("%v: exit %d: %s", args, code, errs)
		}
		return out.String()
	}
	at(0, "record")
	after := clock().UTC().Format(time.RFC3339)
	before := clock().AddDate(0, 0, 1).UTC().Format(time.RFC3339)
	if got, want := at(
		1,
		"triage",
		"--since",
		"2d",
		"-o",
		"csv",
		"--columns",
		"finding,name,at,after,before",
	), "finding,name,at,after,before\r\nturnedAbnormal,Twin 1001,"+after+"/"+before+","+after+","+before+
		"\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := at(
		1,
		"triage",
		"--since",
		"2d",
		"-o",
		"json",
	); !strings.Contains(got, `"after":"`+after+`","before":"`+before+`"`) &&
		!strings.Contains(got, `"after": "`+after+`"`) {
		t.Error(got)
	}
	if got := at(
		1,
		"report",
		"--since",
		"2d",
		"-o",
		"markdown",
	); !strings.Contains(got, "| Twin 1001 |") || !strings.Contains(got, "| Twin 1002 |") {
		t.Error(got)
	}
}

// accountWith is an account with a status and statistics of the day.
func accountWith(id string, status int) string {
	return fmt.Sprintf(
		`{"id":%q,"userId":"u","type":"x","uid":"1","nickname":%q,"status":%d,"fansCount":5,"lastStatsTime":%q}`,
		id,
		id,
		status,
		clock().AddDate(0, 0, 4).Format(time.RFC3339),
	)
}

// The setting start takes the names of the panes.
func TestStartTakesThePanes(t *testing.T) {
	for _, name := range paneNames() {
		if got := run(
			t,
			map[string]string{"CHANNELDECK_START": name},
			"config",
			"show",
			"-o",
			"csv",
		); got.code != ExitDone || !strings.Contains(got.out, "start,"+name+",") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	got := run(t, map[string]string{"CHANNELDECK_START": "triage"}, "config", "show")
	if got.code != ExitUsage || !strings.Contains(got.err, strings.Join(paneNames(), ", ")) {
		t.Errorf("another pane: %+v", got)
	}
}

func TestDashboardStartsWithTheConfiguredPane(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ start, flag, shows string }{
		{"", "", "What needs you"},
		{"groups", "", "from 20 accounts"},
		{"groups", "options", "14 platforms"},
		{"", "options", "14 platforms"},
	} {
		env := map[string]string{"TERM": "xterm-256color", "CHANNELDECK_START": tt.start}
		args := []string{"--demo", "--accounts", "20", "--no-history"}
		if tt.flag != "" {
			args = append(args, "--pane", tt.flag)
		}
		s := openScreen(t)
		w, _, errs := newEnv(t, env, args...)
		w.In = s.tty
		w.Out = s.tty
		done := make(chan int, 1)
		go func() { done <- Run(t.Context(), w) }()
		s.wait(t, tt.shows)
		s.drain()
		if _, err := s.ptm.WriteString("q"); err != nil {
			t.Fatal(err)
		}
		if code := ended(t, done); code != ExitDone || errs.Len() > 0 {
			t.Errorf("%v: exit %d: %s", tt, code, errs)
		}
	}
}
