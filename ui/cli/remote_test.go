package cli

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/serve"
)

// A new flag of a command that runs over SSH must be judged: those that reach
// files, keys or services of the server belong into serverFlags, the others here.
func TestFlagsOverSSH(t *testing.T) {
	harmless := strings.Fields(`
		account accepts all ascii aspect at bom check columns count cover depth desc duplicate duration example file
		filters format group help id input kind labels lang limit match mode model mouse no-history no-pager notify
		option output pane plain platform rate-base redact refresh resolution scope search section silent-after since
		sort stale-after status stored tag text theme timeout title tools unseen value version view wall within`)
	env, _, _ := newEnv(t, nil)
	a := newApp(env, newWords(env))
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if slices.Contains(remoteCommands(), cmd.CommandPath()) {
			check := func(f *pflag.Flag) {
				if !slices.Contains(harmless, f.Name) && !slices.Contains(serverFlags(), f.Name) {
					t.Errorf("%s --%s is not judged", cmd.CommandPath(), f.Name)
				}
			}
			cmd.Flags().VisitAll(check)
			cmd.InheritedFlags().VisitAll(check)
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
}

// runOverSSH runs a command as a session of a server does.
func runOverSSH(t *testing.T, vars map[string]string, args ...string) result {
	t.Helper()
	env, out, errs := newEnv(t, vars, args...)
	env.Now = later
	cfg, err := env.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	calls := &serve.Transport{Next: http.DefaultTransport}
	h := &host{
		a:     newApp(env, nil),
		flags: config.Flags{},
		log:   slog.New(slog.DiscardHandler),
		share: calls,
		once:  calls,
		keys:  map[string]config.Secret{},
	}
	env.remote = &remote{host: h, session: &serve.Session{}, cfg: cfg}
	return result{Run(t.Context(), env), out.String(), errs.String()}
}

// What a command advises without a history works over SSH, and helps.
func TestAdviceOverSSH(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	for _, lang := range []string{"en", "zh"} {
		vars := withState(t, d.env())
		vars["CHANNELDECK_LANG"] = lang
		for _, command := range []string{"status", "report -o markdown", "rules test status:abnormal"} {
			got := runOverSSH(t, vars, strings.Fields(command)...)
			if got.code != ExitNotFound || !strings.Contains(got.err, "“channeldeck accounts”") ||
				strings.Contains(got.err, "record”") {
				t.Errorf("%s, %s: %+v", lang, command, got)
			}
		}
		if got := runOverSSH(t, vars, "accounts"); got.code != ExitDone {
			t.Errorf("%s, accounts: %+v", lang, got)
		}
		if got := runOverSSH(t, vars, "status"); got.code != ExitDone || got.out == "" {
			t.Errorf("%s, status after it: %+v", lang, got)
		}
		vars["CHANNELDECK_HISTORY"] = "false"
		got := runOverSSH(t, vars, "status")
		if got.code != ExitUsage || strings.Contains(got.err, "--no-history") {
			t.Errorf("%s, without a history: %+v", lang, got)
		}
	}
}

// The help of a session lists only commands that work.
func TestCommandsOverSSH(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	state := withState(t, d.env())
	account := fill(t, state)
	over := func(args ...string) result { return runOverSSH(t, state, args...) }
	help := over("help", "--all").out
	for name, listed := range map[string]bool{
		"triage": true, "rules": true, "history": true, "schema": true, "completion": true,
		"doctor": false, "serve": false, "config": false, "man": false,
	} {
		if strings.Contains(help, "\n  "+name+" ") != listed {
			t.Errorf("%s is listed: %t\n%s", name, !listed, help)
		}
	}
	if help := over("help", "history").out; !strings.Contains(help, "\n  account ") ||
		strings.Contains(help, "\n  clear ") {
		t.Errorf("help of history\n%s", help)
	}
	for command, want := range map[string]int{
		"triage":                             ExitChanged,
		"status":                             ExitDone,
		"incidents -o json":                  ExitDone,
		"forecast -o json":                   ExitDone,
		"rules -o json":                      ExitDone,
		"rules test status:abnormal -o json": ExitDone,
		"check --platform pinterest --title Spring": ExitChanged,
		"log -o json":                   ExitDone,
		"report -o markdown":            ExitDone,
		"skill":                         ExitDone,
		"history account " + account:    ExitDone,
		"history work youtube " + aWork: ExitDone,
		"history show":                  ExitDone, "schema accounts": ExitDone, "completion fish": ExitDone,
	} {
		if got := over(strings.Fields(command)...); got.code != want || got.out == "" {
			t.Errorf("%s: %+v", command, got)
		}
	}
	for _, command := range []string{
		"doctor",
		"record",
		"history export",
		"history prune",
		"history clear --yes",
		"history path",
		"config show",
		"mcp",
	} {
		got := over(strings.Fields(command)...)
		if got.code != ExitUsage || !strings.Contains(got.err, "files or permissions of the server") {
			t.Errorf("%s: %+v", command, got)
		}
	}
	for _, command := range []string{"report --to x.html", "rules --config /etc/passwd", "check --demo --platform x"} {
		if got := over(strings.Fields(command)...); got.code != ExitUsage ||
			!strings.Contains(got.err, "not available over SSH") {
			t.Errorf("%s: %+v", command, got)
		}
	}
}

// A command can be copied out of the error.
func TestOpenFileOfKeys(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "keys"), "", 0o600)
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := run(
		t,
		map[string]string{"CHANNELDECK_BASE_URL": "https://x.example"},
		"serve",
		"--check",
		"--authorized-keys",
		path,
	); got.code != ExitUsage || !strings.Contains(got.err, "chmod 600 '"+path+"'") {
		t.Errorf("got %+v", got)
	}
}

// Only the server decides what a session may do.
func TestSessionsCannotLiftReadOnly(t *testing.T) {
	given := config.Flags{"read-only": "false", "site": "other", "limit": "1"}
	env, _, _ := newEnv(t, twoSites(t, "https://x.example", "https://y.example"))
	cfg, err := env.load(config.Flags{"site": "a,b"})
	if err != nil {
		t.Fatal(err)
	}
	r := &remote{host: &host{flags: config.Flags{"read-only": "true"}}, session: &serve.Session{}, cfg: cfg}
	if got := r.flags(given); got["read-only"] != "true" || got["site"] != "" || got["limit"] != "1" {
		t.Errorf("got %v", got)
	}
	r.host.flags = config.Flags{} // the file of the configuration decides
	if value, set := r.flags(given)["read-only"]; set {
		t.Errorf("got %q", value)
	}
	for _, tt := range []struct{ person, site, want string }{
		{"", "b", "b"},
		{"", "b,a", "b,a"},
		{"", "other", ""},
		{"", "a,other", ""},
		{"b,a", "a", "a"},
		{"b", "a", "b"},
		{"b", "a,b", "b"},
	} {
		r.person.Site.V = tt.person
		if got := r.flags(config.Flags{"site": tt.site})["site"]; got != tt.want {
			t.Errorf("--site %s of a user of %q: %q, want %q", tt.site, tt.person, got, tt.want)
		}
	}
}

// A session has all sites that the server gives it, or those of them that a flag names.
func TestSeveralSitesOverSSH(t *testing.T) {
	env := twoSites(t, serving(t, accountWith("1", 0)), serving(t, accountWith("2", 1)))
	over := func(args ...string) result {
		env, out, errs := newEnv(t, env, args...)
		cfg, err := env.load(config.Flags{"site": "a,b"})
		if err != nil {
			t.Fatal(err)
		}
		calls := &serve.Transport{Next: http.DefaultTransport}
		h := &host{
			a:     newApp(env, nil),
			flags: config.Flags{"site": "a,b"},
			log:   slog.New(slog.DiscardHandler),
			share: calls,
			once:  calls,
			keys:  map[string]config.Secret{},
		}
		env.remote = &remote{host: h, session: &serve.Session{}, cfg: cfg}
		return result{Run(t.Context(), env), out.String(), errs.String()}
	}
	for args, want := range map[string]result{
		"accounts --columns site,id -o tsv":                 {ExitDone, "site\tid\na\t1\nb\t2\n", ""},
		"accounts --columns site,id -o tsv --site b":        {ExitDone, "site\tid\nb\t2\n", ""},
		"accounts --site other":                             {ExitUsage, "", "--site"},
		"groups create Spring":                              {ExitUsage, "", "for instance with --site a."},
		"groups create Spring --site a --read-only=false":   {ExitUsage, "", "--read-only"},
		"accounts --columns site,id -o tsv --status normal": {ExitDone, "site\tid\nb\t2\n", ""},
	} {
		if got := over(strings.Fields(args)...); got.code != want.code || got.out != want.out ||
			!strings.Contains(got.err, want.err) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// Sessions with the same site, key and language share their lists.
func TestSessionsShareLists(t *testing.T) {
	h := &host{}
	h.configure(nil)
	list := h.shared(listsKey{"https://x.example", "k", "en"})
	if h.shared(listsKey{"https://x.example", "k", "en"}) != list {
		t.Error("another session has lists of its own")
	}
	for _, other := range []listsKey{
		{"https://y.example", "k", "en"},
		{"https://x.example", "other", "en"},
		{"https://x.example", "k", "zh"},
	} {
		if h.shared(other) == list {
			t.Errorf("shared with %v", other)
		}
	}
	runtime.KeepAlive(list)
}

// Sessions that lose writes at the same time are one line of the log, with the count.
func TestLossesAreOneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := slog.New(slog.NewJSONHandler(&out, nil))
		r := &remote{host: &host{log: log}}
		problem := r.historyLog()
		for range 26 {
			problem(&history.Problem{Kind: history.Lost, Lost: 2, Err: context.Canceled})
		}
		<-time.After(lossesGap)
		synctest.Wait()
		r.host.losses.log(log) // nothing more
		want := `"level":"WARN","msg":"history lost: the database is too slow","writes":52,"sessions":26`
		if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, want) {
			t.Errorf("logged %s", got)
		}
		problem(&history.Problem{Kind: history.Lost, Lost: 1, Err: context.Canceled})
		r.host.losses.log(log) // the server ends
		if got := out.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, `"writes":1,"sessions":1`) {
			t.Errorf("logged %s", got)
		}
	})
}
