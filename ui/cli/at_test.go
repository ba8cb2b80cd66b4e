package cli

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// A moment in the past shows what the commands printed then, and requests nothing.
func TestAt(t *testing.T) {
	t.Parallel()
	var accounts, models atomic.Pointer[string]
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		data := *models.Load()
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			data = `{"list":[` + *accounts.Load() + `]}`
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			data = `[{"platform":"x","capabilities":{"work":{"getDetail":true}}}]`
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	t.Cleanup(server.Close)
	env := map[string]string{"HOME": t.TempDir(), "CHANNELDECK_BASE_URL": server.URL, "CHANNELDECK_API_KEY": testKey}
	at := func(now time.Time, args string) result {
		w, out, errs := newEnv(t, env, strings.Fields(args)...)
		w.Now = func() time.Time { return now }
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	account := func(id, name, group string, status, fans int, stats string) string {
		return fmt.Sprintf(
			`{"id":%q,"userId":"u","type":"x","uid":"1","nickname":%q,"groupId":%q,"status":%d,"fansCount":%d,`+
				`"lastStatsTime":%q,"createdAt":"2025-01-01T00:00:00Z"}`,
			id,
			name,
			group,
			status,
			fans,
			stats,
		)
	}
	model := func(price int) string {
		return fmt.Sprintf(`[{"name":"one","pricing":[{"duration":5,"price":%d}]}]`, price)
	}
	zero := func(stats string) string { // followers, and accounts without statistics
		return account(
			"z",
			"Zoe",
			"g",
			1,
			0,
			stats,
		) + `,{"id":"n","type":"x","status":1,"createdAt":"2025-01-01T00:00:00Z"}`
	}
	const stats = "2026-02-01T00:00:00Z" // of an account whose statistics did not change
	day := 24 * time.Hour
	states := []struct{ accounts, models string }{
		{
			zero("2026-02-25T00:00:00Z") + "," + account("a", "Ada", "g", 1, 1000, "2026-02-25T00:00:00Z") +
				"," + account("b", "Ben", "g", 1, 50, stats) + "," + account("c", "Cat", "", 0, 9, stats),
			model(10),
		},
		{
			zero("2026-02-26T00:00:00Z") + "," + account("a", "Ada", "h", 0, 900, "2026-02-26T00:00:00Z") +
				"," + account("b", "Ben", "g", 1, 50, stats),
			model(12),
		},
		{
			zero("2026-02-28T00:00:00Z") + "," + account("a", "Ada", "h", 1, 990, "2026-02-28T00:00:00Z") +
				"," + account("b", "Ben", "g", 1, 50, stats) + "," + account("d", "Dan", "", 1, 0, stats),
			model(9),
		},
	}
	commands := []string{
		"accounts -o csv --columns id,nickname,status,groupId,fansCount --sort id",
		"accounts -o csv --status abnormal --columns id",
		"accounts -o csv --match followers<10 --columns id,fansCount --sort id",
		"groups -o csv --columns id,accounts,abnormal,fansCount",
		"prices -o csv",
		"triage -o csv --since 24h",
		"triage -o csv --since 2026-02-20",
		"status --since 24h --format {abnormal}/{accounts}+{new}@{at}/{since}",
	}
	moment := func(i int) time.Time { return clock().Add(time.Duration(i-len(states)) * day) }
	printed := make([][]string, len(states))
	for i := range states {
		accounts.Store(&states[i].accounts)
		models.Store(&states[i].models)
		at(moment(i), "accounts")
		at(moment(i), "prices")
		for _, command := range commands {
			printed[i] = append(printed[i], at(moment(i), command).out)
		}
	}
	before := requests.Load()
	for i := range states {
		for n, command := range commands {
			got := at(clock(), command+" --at "+moment(i).Format(time.RFC3339))
			if got.out != printed[i][n] {
				t.Errorf("state %d, %s is\n%s, not\n%s", i, command, got.out, printed[i][n])
			}
			recorded := "As recorded on " + moment(i).Format("2006-01-02 15:04")
			if !strings.Contains(got.err, recorded+". ") {
				t.Errorf("state %d, %s says %s", i, command, got.err)
			}
		}
		for later, said := range map[time.Duration]string{
			59 * time.Second: ". ",
			time.Minute:      ", 60s before ",
			time.Hour:        ", 60m before ",
		} {
			got := at(clock(), commands[0]+" --at "+moment(i).Add(later).Format(time.RFC3339))
			if !strings.Contains(got.err, "As recorded on "+moment(i).Format("2006-01-02 15:04")+said) {
				t.Errorf("%s after state %d, accounts says %s", later, i, got.err)
			}
		}
	}
	if n := requests.Load(); n != before {
		t.Errorf("%d requests were made", n-before)
	}
	for args, want := range map[string]string{
		"accounts --at 2026-01-01":          "the first recording is of 2026-02-26",
		"accounts --at 2027-01-01":          "2027-01-01 23:59 is in the future",
		"accounts --at soon":                "--at cannot be",
		"work x 1 --at 1d":                  "Nothing is stored of this for that time",
		"groups create G --at 1d":           "Unknown flag: --at",
		"status --at 2026-01-01":            "the first recording is of 2026-02-26",
		"status --at 2027-01-01":            "2027-01-01 23:59 is in the future",
		"prices --at 2026-01-01 -o csv":     "the first recording is of 2026-02-26",
		"accounts --at 1d --no-history":     "history is turned off",
		"triage --at 2d --since 2026-02-28": "--since cannot be",
	} {
		if got := at(clock(), args); got.code == ExitDone || !strings.Contains(got.err, want) ||
			got.out != "" && strings.Contains(args, "accounts") {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if n := requests.Load(); n != before {
		t.Errorf("%d requests were made", n-before)
	}
	// The statistics of one account changed since: how old they were is not known.
	if got := at(clock(), "status --format {stale} --at "+moment(0).Format(time.RFC3339)); got.out != "?\n" {
		t.Errorf("stale then: %+v", got)
	}
	if after := at(clock(), "accounts -o csv --columns id,fansCount --sort id").out; !strings.Contains(after, "d,") {
		t.Errorf("now: %s", after)
	}
}

// Each reading command shows with --at what it printed then, says which recording that is and how long
// before the moment, and requests nothing. A moment before the first recording is an error.
func TestEveryReadingCommandAt(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	var service atomic.Pointer[sandbox.Server]
	var requests atomic.Int32
	serve := func(accounts int, now func() time.Time) {
		s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: accounts, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		service.Store(s)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		service.Load().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	env := withState(t, map[string]string{"CHANNELDECK_BASE_URL": server.URL, "CHANNELDECK_API_KEY": testKey})
	at := func(after time.Duration, args ...string) result {
		w, out, errs := newEnv(t, env, args...)
		w.Now = func() time.Time { return clock().Add(after) }
		return result{Run(t.Context(), w), out.String(), errs.String()}
	}
	serve(60, clock)
	id := fill(t, env)

	w, _, _ := newEnv(t, env)
	root := newApp(w, newWords(w)).root()
	same := map[string]string{ // of the JSON: the rest is not recorded, or not as of then
		"accounts": "map({id,status,groupId,fansCount,income})|sort_by(.id)",
		"work youtube " + aWork + " --account " + anOwner: ".work",
		"status":                  "del(.stale)",
		"triage --stale-after 1h": `map(select(.finding!="stale")|{finding,section,id})`,
		"triage":                  "map({finding,section,id})", // the sandbox has another time of creation on each day
	}
	query := func(command string) string { return cmp.Or(same[command], ".") }
	var commands []string
	seen := map[string]bool{}
	then := map[string]result{}
	for name, all := range outputs() {
		for _, command := range all {
			command = strings.Replace(command, "ACCOUNT", id, 1)
			if cmd, _, err := root.Find(strings.Fields(command)); name != "error" && err == nil &&
				cmd.Flags().Lookup(atFlag) != nil {
				seen[cmd.CommandPath()], commands = true, append(commands, command)
			}
		}
	}
	// for others to read
	stores := func(command string) int { return strings.Index("work session accounts", strings.Fields(command)[0]) }
	slices.SortFunc(commands, func(a, b string) int { return cmp.Compare(stores(b), stores(a)) })
	for _, command := range commands {
		then[command] = at(30*time.Minute, append(strings.Fields(command), "--jq", query(command))...)
	}
	serve(60, func() time.Time { return clock().Add(24 * time.Hour) })
	for _, command := range []string{
		"record",
		"work youtube " + aWork + " --account " + anOwner,
		"options pinterest",
		"platforms",
		"prices",
		"groups create Later",
	} {
		if got := at(24*time.Hour, strings.Fields(command)...); got.code != ExitDone {
			t.Fatalf("%s: %+v", command, got)
		}
	}
	before := requests.Load()
	for command, want := range then {
		args := append(strings.Fields(command), "--jq", query(command), "--"+atFlag)
		got := at(48*time.Hour, append(args, clock().Add(30*time.Minute).Format(time.RFC3339))...)
		if got.code != want.code || got.out != want.out {
			t.Errorf(
				"%s was %d %.1500s\nand is %d %.1500s %s",
				command,
				want.code,
				want.out,
				got.code,
				got.out,
				got.err,
			)
		}
		if !strings.Contains(
			got.err,
			"As recorded on "+clock().Add(30*time.Minute).Format("2006-01-02 15:04")+". ",
		) {
			t.Errorf("%s says %s", command, got.err)
		}
		if got := at(
			48*time.Hour,
			append(args, "2020-01-01")...,
		); got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, "the first recording is of") {
			t.Errorf("%s before the first recording: %+v", command, got)
		}
	}
	if n := requests.Load(); n != before {
		t.Errorf("%d requests were made", n-before)
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.HasParent() && cmd.Flags().Lookup(atFlag) != nil && !seen[cmd.CommandPath()] {
			t.Errorf("%s is not tried", cmd.CommandPath())
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
}
