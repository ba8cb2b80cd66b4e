package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// lists are the commands that print a list, with a column of each.
func lists() map[string]string {
	return map[string]string{
		"accounts":          "nickname",
		"triage":            "finding",
		"groups":            "accounts",
		"platforms":         "platform",
		"options pinterest": "field",
		"check --platform pinterest --file jpg,1000x1500,1MB --option boardId=1": "verdict",
		"prices":                  "price",
		"prices --count 2":        "price",
		"prices --since 7d":       "name",
		"forecast":                "platform",
		"incidents":               "turned",
		"rules":                   "name",
		"rules test followers<1B": "date",
		"log":                     "name",
		"history account ACCOUNT": "fansCount", "history work youtube " + aWork: "fetchedAt",
		"doctor":              "check",
		"config show":         "key",
		"config keys":         "action",
		"history show":        "kind",
		"history export":      "at",
		"session " + aSession: "headline",
		"sessions":            "title",
		"sandbox --examples":  "name",
	}
}

// Every list sorts, limits, chooses columns and filters in the same way, in every
// format.
func TestListFlags(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	env := withState(t, d.env())
	account := fill(t, env)
	for command, column := range lists() {
		args := strings.Fields(strings.ReplaceAll(command, "ACCOUNT", account))
		all := records(t, run(t, env, append(args, "-o", "csv", "--columns", column)...).out)[1:]
		got := run(t, env, append(args, "-o", "csv", "--columns", column, "--sort", column, "--limit", "3")...)
		rows := records(t, got.out)
		if !slices.Equal(rows[0], []string{column}) || len(rows)-1 != min(3, len(all)) ||
			got.code != ExitDone && got.code != ExitChanged {
			t.Errorf("%s: %v of %d rows, %+v", command, rows, len(all), got)
		}
		var objects []map[string]any
		got = run(t, env, append(args, "-o", "json", "--columns", column, "--limit", "2")...)
		if err := json.Unmarshal([]byte(got.out), &objects); err != nil || len(objects) != min(2, len(all)) {
			t.Errorf("%s as JSON: %v, %+v", command, err, got)
		}
		for _, o := range objects {
			if _, has := o[column]; !has || len(o) != 1 {
				t.Errorf("%s as JSON: %v", command, o)
			}
		}
		if got := run(
			t,
			env,
			append(args, "--jq", "length")...,
		); strings.TrimSpace(got.out) == "" || got.code != ExitDone && got.code != ExitChanged {
			t.Errorf("%s: %+v", command, got)
		}
		for _, wrong := range [][]string{{"--columns", "shoe"}, {"--sort", "shoe"}, {"--desc"}, {"--limit", "-1"}} {
			if command == "prices --count 2" && wrong[0] == "--desc" || command == "prices" && wrong[0] == "--desc" ||
				len(all) == 0 {
				continue // --desc alone sorts by price
			}
			if got := run(
				t,
				env,
				append(args, wrong...)...,
			); got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, wrong[0]) {
				t.Errorf("%s %v: %+v", command, wrong, got)
			}
		}
	}
}

// Every command that has one of the flags of lists has all of them and is tested.
func TestEveryListIsTested(t *testing.T) {
	w, _, _ := newEnv(t, nil)
	a := newApp(w, newWords(w))
	tested := map[string]bool{}
	for command := range lists() {
		cmd, _, err := a.root().Find(strings.Fields(command))
		if err != nil {
			t.Fatal(err)
		}
		tested[cmd.CommandPath()] = true
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		has := 0
		for _, name := range []string{"columns", "sort", "desc", "limit"} {
			if cmd.Flags().Lookup(name) != nil {
				has++
			}
		}
		if has != 0 && has != 4 || has == 4 != tested[cmd.CommandPath()] {
			t.Errorf("%s has %d of the flags of a list; tested: %v", cmd.CommandPath(), has, tested[cmd.CommandPath()])
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
}

// Columns can be named by their titles in both languages.
func TestColumnsByTitle(t *testing.T) {
	t.Parallel()
	env := fixed(t,
		`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":1,"fansCount":1234567}`,
		`{"id":"b","userId":"u","type":"x","uid":"2","nickname":"n","groupId":"g","status":1,"fansCount":9}`,
	)
	for _, name := range []string{"fansCount", "FANSCOUNT", "followers", "Followers", "粉丝"} {
		got := run(t, env, "accounts", "--sort", name, "--columns", "id,"+name, "-o", "csv")
		if got.code != ExitDone || got.out != "id,fansCount\r\nb,9\r\na,1234567\r\n" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	// Numbers in files are exact.
	if got := run(
		t,
		env,
		"accounts",
		"--columns",
		"fansCount",
		"-o",
		"markdown",
	); !strings.Contains(got.out, "| 1234567 |") {
		t.Errorf("Markdown: %+v", got)
	}
	if got := run(
		t,
		env,
		"accounts",
		"--limit",
		"0",
	); got.code != ExitUsage || !strings.Contains(got.err, "--limit cannot be “0”") ||
		!strings.Contains(got.err, "at least 1") {
		t.Errorf("--limit 0: %+v", got)
	}
}

func TestPlaceInAQuery(t *testing.T) {
	for query, want := range map[string]string{
		".[0":         "  .[0\n     ^\n",
		".[] | | .id": "  .[] | | .id\n        ^\n",
		".a |\n.b }":  "  .b }\n     ^\n",
	} {
		if got := run(t, nil, "accounts", "--jq", query); got.code != ExitUsage || !strings.HasSuffix(got.err, want) {
			t.Errorf("%s: %d\n%s", query, got.code, got.err)
		}
	}
}

func TestSortByAnyField(t *testing.T) {
	env := fixed(t,
		`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":1,"avatar":"b.png",`+
			`"weight":10}`,
		`{"id":"b","userId":"u","type":"x","uid":"2","nickname":"n","groupId":"g","status":1,"weight":9}`,
		`{"id":"c","userId":"u","type":"x","uid":"3","nickname":"n","groupId":"g","status":1,"avatar":"a.png",`+
			`"weight":"heavy"}`,
	)
	for args, want := range map[string]string{
		"--sort avatar":        "c a b", // missing values come last
		"--sort avatar --desc": "a c b",
		"--sort weight":        "b a c", // numbers by size, before text
		"--sort weight --desc": "c a b",
	} {
		got := run(t, env, append([]string{"accounts", "--jq", ".[].id"}, strings.Fields(args)...)...)
		if ids := strings.Join(strings.Fields(got.out), " "); got.code != ExitDone || ids != want {
			t.Errorf("%s: %q, exit %d %s", args, ids, got.code, got.err)
		}
	}
}

func TestQuery(t *testing.T) {
	t.Parallel()
	env := fixed(t,
		`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"\u001b[31mtea","fansCount":12345678901234567890,`+
			`"groupId":"g","status":1}`,
		`{"id":"b","userId":"u","type":"x","uid":"2","nickname":"pot","fansCount":1.50,"groupId":"g","status":0}`,
	)
	for _, tt := range []struct {
		args []string
		out  string
	}{
		{[]string{"--jq", ".[].id"}, "a\nb\n"},
		{[]string{"--jq", ".[].fansCount"}, "12345678901234567890\n1.50\n"}, // all digits stay
		{[]string{"--jq", ".[0].nickname"}, "[31mtea\n"},
		{[]string{"--jq", "map({id, status})"}, `[{"id":"a","status":1},{"id":"b","status":0}]` + "\n"},
		{[]string{"--jq", "map(select(.status == 0)) | length", "-o", "json"}, "1\n"},
		{[]string{"--jq", ".id", "-o", "ndjson"}, "a\nb\n"},
		{[]string{"--jq", ".[].id", "--sort", "fansCount", "--desc", "--limit", "1"}, "a\n"},
		{[]string{"--jq", ".[] | if .id == \"b\" then halt else .id end"}, "a\n"},
		{[]string{"--jq", "env | length"}, "0\n"}, // a query sees no variable, which may be a key
	} {
		if got := run(
			t,
			env,
			append([]string{"accounts"}, tt.args...)...,
		); got.out != tt.out || got.code != ExitDone || got.err != "" {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
	for _, tt := range [][]string{
		{".[", "the filter ends too early"},
		{".x y", "“y” is not allowed here"},
		{"nothing_such", "function not defined"},
		{".[0].id.x", "expected an object"},
		{`error("no")`, "no"},
	} {
		got := run(t, env, "accounts", "--jq", tt[0])
		if got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, "--jq: ") ||
			!strings.Contains(got.err, tt[1]) {
			t.Errorf("%q: %+v", tt[0], got)
		}
	}
	if got := run(
		t,
		env,
		"accounts",
		"--jq",
		".",
		"-o",
		"csv",
	); got.code != ExitUsage || !strings.Contains(got.err, "--jq and -o csv can't be combined.") {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, "session", "--demo", aSession, "--jq", ".[0].sessionId"); got.out != aSession+"\n" {
		t.Errorf("%+v", got)
	}
}

// Every command prints every column of its rows, in formats for programs and for users.
func TestEveryColumnIsPrinted(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env, account := deployFilled(t, 60)
	for command := range lists() {
		args := strings.Fields(strings.ReplaceAll(command, "ACCOUNT", account))
		completed := run(t, env, append(append([]string{"__completeNoDesc"}, args...), "--sort", "")...)
		names, _, _ := strings.Cut(completed.out, "\n:")
		columns := strings.Fields(names)
		if len(columns) < 2 {
			t.Errorf("%s completes the columns %q", command, completed.out)
			continue
		}
		args = append(args, "--columns", strings.Join(columns, ","))
		got := run(t, env, append(args, "-o", "csv")...)
		if rows := records(t, got.out); len(rows) == 0 || !slices.Equal(rows[0], columns) ||
			got.code != ExitDone && got.code != ExitChanged {
			t.Errorf("%s: %v, not %v: %+v", command, rows, columns, got)
		}
		got = run(t, env, append(args, "-o", "markdown")...)
		if head, _, _ := strings.Cut(got.out, "\n"); strings.Count(head, "|") != len(columns)+1 ||
			strings.Contains(got.out, "panic") {
			t.Errorf("%s as Markdown: %+v", command, got)
		}
	}
}

// A member that is computed only for --columns is an error of --jq without it, not null in each row.
func TestQueryOfOmittedColumns(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"accounts --jq map(select(.thirtyDays==null))|length": "",
		"accounts -o ndjson --jq .sevenDays":                  "",
		"accounts --jq .[0].since":                            "",
		"accounts --columns id --jq .[0].fansCount":           "",
		"accounts --columns id,thirtyDays --jq .[0]|keys":     `["id","thirtyDays"]`,
		"accounts --columns id --jq .[0]|has(\"fansCount\")":  "false",
		"accounts --jq .[0].later":                            "null", // a member that no version of ours has
		"groups --columns id --jq .[0].abnormal":              "",
	} {
		got := run(t, nil, append(strings.Fields(args), "--demo", "--accounts", "20")...)
		wrong := got.code != ExitDone || strings.TrimSpace(got.out) != want
		if want == "" {
			wrong = got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, "--columns")
		}
		if wrong {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// Commands on the demo know the names of its groups, in both languages.
func TestDemoKnowsItsGroups(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for lang, name := range map[string]string{"en": "Client: Harbor", "zh": "客户：海港集团"} {
		env := map[string]string{"CHANNELDECK_LANG": lang}
		groups := run(t, env, "groups", "--demo", "--accounts", "300", "--jq", `.[]|select(.group.name=="`+name+
			`").accounts`)
		accounts := run(t, env, "accounts", "--demo", "--accounts", "300", "--group", name, "--jq", "length")
		if accounts.code != ExitDone || accounts.out != groups.out {
			t.Errorf("%s: %+v, in the list of groups %q", lang, accounts, groups.out)
		}
		report := run(t, env, "report", "--demo", "--accounts", "300", "--group", name, "-o", "markdown")
		if report.code != ExitDone || !strings.Contains(report.out, name) {
			t.Errorf("%s: %+v", lang, report)
		}
	}
}
