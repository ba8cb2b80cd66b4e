package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api/sandbox"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/faults"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
)

const testKey = "test-key"

// result is the outcome of one run.
type result struct {
	code     int
	out, err string
}

// newEnv returns an environment with an empty home directory and no terminal, and
// its standard output and standard error.
func newEnv(t *testing.T, env map[string]string, args ...string) (Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	all := map[string]string{"HOME": t.TempDir(), "LANG": "en_US.UTF-8"}
	for name, value := range env {
		all[name] = value
	}
	src := config.System()
	src.Panes = ui.Panes(ui.Makers())
	src.Getenv = func(name string) string { return all[name] }
	var environ []string
	for name, value := range all {
		environ = append(environ, name+"="+value)
	}
	out := &bytes.Buffer{}
	err := &bytes.Buffer{}
	return Env{
		Args:     args,
		In:       strings.NewReader(""),
		Out:      out,
		Err:      err,
		Environ:  environ,
		Config:   src,
		Now:      clock,
		fillDemo: copiedDemo,

		firstPause: time.Millisecond, // api has the tests of pauses
	}, out, err
}

func run(t *testing.T, env map[string]string, args ...string) result {
	t.Helper()
	w, out, err := newEnv(t, env, args...)
	code := Run(t.Context(), w)
	return result{code, out.String(), err.String()}
}

// deployment is a service over HTTP, perhaps with faults, that records its requests, but for those
// of the names of groups, which go with every list of accounts.
type deployment struct {
	*httptest.Server
	service  *sandbox.Server
	recorded http.Handler // the service, whose requests are recorded
	mu       sync.Mutex
	calls    []*http.Request
	handler  http.Handler // that answers now
}

// answer makes a handler answer in place of the service.
func (d *deployment) answer(h http.Handler) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.handler = h
}

// requests returns the recorded requests.
func (d *deployment) requests() []*http.Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.calls)
}

// forget forgets the recorded requests.
func (d *deployment) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = nil
}

func deploy(t *testing.T, opts sandbox.Options, specs ...string) *deployment {
	t.Helper()
	opts.APIKey = testKey
	service, err := sandbox.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	handler := faults.Before(t, specs...)(awkward.New(service, opts.Now))
	d := &deployment{service: service}
	d.recorded = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/api/v2/channels/account-groups" {
			d.mu.Lock()
			d.calls = append(d.calls, r)
			d.mu.Unlock()
		}
		handler.ServeHTTP(w, r)
	})
	d.handler = d.recorded
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		now := d.handler
		d.mu.Unlock()
		now.ServeHTTP(w, r)
	}))
	t.Cleanup(d.Close)
	return d
}

// env returns the variables of a user of the service, without a history, which every run would create and fill:
// see withState.
func (d *deployment) env() map[string]string { return serviceAt(d.URL) }

// serviceAt returns the variables of a user of the service at an address.
func serviceAt(url string) map[string]string {
	return map[string]string{
		"CHANNELDECK_BASE_URL": url,
		"CHANNELDECK_API_KEY":  testKey,
		"CHANNELDECK_HISTORY":  "false",
	}
}

// The help of all commands in English is in one file, and all of it is translated.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "zh"} {
		var all strings.Builder
		for _, command := range []string{
			"",
			"accounts",
			"groups",
			"groups create",
			"platforms",
			"options",
			"check",
			"work",
			"session",
			"prices",
			"triage",
			"doctor",
			"history",
			"history show",
			"history export",
			"history prune",
			"history clear",
			"history path",
			"record",
			"report",
			"sandbox",
			"config",
			"config show",
			"config keys",
			"config check",
			"config path",
			"config init",
			"config edit",
			"mcp",
			"skill",
			"status",
			"forecast",
			"incidents",
			"log",
			"history account",
			"history work",
			"completion",
			"man",
			"schema",
			"version",
			"--all",
			"prices --all",
		} {
			got := run(t, nil, append(strings.Fields(command), "--help", "--lang", lang)...)
			if got.code != ExitDone || got.err != "" || strings.Contains(got.out, "cli.") {
				t.Errorf("%s in %s: %d %s\n%s", command, lang, got.code, got.err, got.out)
			}
			fmt.Fprintf(&all, "==== channeldeck %s --help\n%s\n", command, got.out)
		}
		if lang == "en" {
			golden.Equal(t, "help-en.golden", all.String())
			continue
		}
		examples := regexp.MustCompile(`(?m)^示例\n(.+\n)*`)
		prose := examples.ReplaceAllString(all.String(), "")
		words := regexp.MustCompile(`[a-z]`)
		names := regexp.MustCompile(`^(====| *\[| *[a-z.]+ = | *(--)?[a-z]+(, (--)?[a-z]+)*\n$)`)
		chinese := regexp.MustCompile(`\p{Han}`)
		for line := range strings.Lines(prose) {
			if words.MatchString(line) && !names.MatchString(line) && !chinese.MatchString(line) {
				t.Errorf("not translated: %s", line)
			}
		}
	}
	viaHelp := run(t, nil, "help", "accounts")
	if same := run(t, nil, "accounts", "-h"); viaHelp != same {
		t.Errorf("help accounts and accounts -h differ:\n%v\n%v", viaHelp, same)
	}
	if got := run(t, nil, "help", "nothing"); got.code != ExitUsage {
		t.Errorf("help nothing: %v", got)
	}
	if got := run(t, nil, "config"); got.code != ExitDone || got.out != run(t, nil, "config", "--help").out {
		t.Errorf("config alone: %v", got)
	}
}

// The help fits into 80 columns, as a manual page does, and words the defaults of flags.
func TestHelpFits(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "zh"} {
		env, _, _ := newEnv(t, nil, "--lang", lang)
		a := newApp(env, newWords(env))
		var check func(*cobra.Command)
		check = func(cmd *cobra.Command) {
			for _, width := range []int{80, manWidth} {
				for _, s := range helpSections(a.words, cmd, width, helpAll) {
					for line := range strings.Lines(s.body) {
						if line = strings.TrimSuffix(line, "\n"); text.Width(line) > width ||
							lang == "zh" && strings.Contains(line, "(default ") {
							t.Errorf("%s: %q", cmd.CommandPath(), line)
						}
					}
				}
			}
			for _, sub := range cmd.Commands() {
				check(sub)
			}
		}
		check(a.root())
	}
}

// Without --all, the help of every command fits into a screen of 80x24, with the prompt.
func TestHelpFitsOneScreen(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "zh"} {
		env, _, _ := newEnv(t, nil, "--lang", lang)
		var check func(*cobra.Command)
		check = func(cmd *cobra.Command) {
			args := append(strings.Fields(cmd.CommandPath())[1:], "--help", "--lang", lang)
			help := run(t, nil, args...).out
			if lines := strings.Count(help, "\n"); lines < 6 || lines > 23 {
				t.Errorf("%s in %s: %d lines", cmd.CommandPath(), lang, lines)
			}
			for line := range strings.Lines(help) {
				if text.Width(strings.TrimSuffix(line, "\n")) > 80 {
					t.Errorf("%s in %s: %q", cmd.CommandPath(), lang, line)
				}
			}
			if cmd.Example != "" && cmd.HasParent() && !strings.Contains(help, strings.Fields(cmd.Example)[1]) {
				t.Errorf("%s in %s has no example", cmd.CommandPath(), lang)
			}
			cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
				if cmd.HasParent() && f.Annotations[sandboxFlag] == nil && !strings.Contains(help, "--"+f.Name) {
					t.Errorf("%s in %s doesn't name --%s", cmd.CommandPath(), lang, f.Name)
				}
			})
			for _, sub := range cmd.Commands() {
				check(sub)
			}
		}
		check(newApp(env, newWords(env)).root())
	}
}

func TestUsageErrors(t *testing.T) {
	for _, tt := range []struct {
		args string
		says string
	}{
		{"acounts", "Did you mean accounts?"},
		{"sell", "channeldeck has no command sell."},
		{"config shw", "Did you mean show?"},
		{"version 2", "channeldeck version takes no argument 2."},
		{"--bogus", "Unknown flag: --bogus."},
		{"-x", "Unknown flag: -x."},
		{"--=x", "Unknown flag: --=x."},
		{"--api-key test-key", "An API key comes from CHANNELDECK_API_KEY"},
		{"accounts --platform", "--platform needs a value."},
		{"accounts --demo --accounts many", "--accounts cannot be “many”.\n  --accounts N: "},
		{
			"prices --duration=-3",
			"--duration cannot be “-3”.\n  --duration SECONDS: only prices of clips of SECONDS, such as 8",
		},
		{"accounts --demo --accounts 9999999", "Invalid sandbox options"},
		{"sandbox --api-key a\tb", "Invalid sandbox options"},
		{"sandbox --listen nowhere", "The sandbox can't listen"},
		{"accounts --status fine", "--status cannot be “fine”; it must be one of normal, abnormal, unknown, outage."},
		{"accounts --platform=", "--platform cannot be empty."},
		{"accounts --id=", "--id cannot be empty."},
		{"accounts --demo --accounts 20 --columns id,shoe", "--columns cannot be “shoe”"},
		{"accounts -o xml", "--output cannot be “xml”"},
		{"config show -o xml", "--output cannot be “xml”"},
		{"accounts --demo --debug-log /none/such", "Couldn't open the log"},
		{
			"accounts --demo --theme pink",
			"--theme: theme cannot be “pink”; it must be one of auto, dark, light, solarized, contrast, ansi, mono.",
		},
		{"--wall --pane accounts", "--wall and --pane can't be combined."},
		{"--wall --view morning", "--wall and --view can't be combined."},
		{"--pane shop", "--pane cannot be “shop”"},
		{"--demo", "The dashboard needs a terminal."},
		{"accounts", "No site is configured."},
	} {
		got := run(t, nil, strings.Split(tt.args, " ")...)
		if got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, tt.says) ||
			!strings.HasPrefix(got.err, "channeldeck: ") {
			t.Errorf("%s: exit %d, out %q, err %q", tt.args, got.code, got.out, got.err)
		}
		if strings.Contains(got.err, testKey) {
			t.Errorf("%s: a key is repeated: %s", tt.args, got.err)
		}
	}
}

func TestErrorsAsJSON(t *testing.T) {
	t.Parallel()
	refusing := deploy(t, sandbox.Options{Accounts: 20}, "unauthorized=1")
	for _, args := range [][]string{
		{"accounts", "--bogus", "-o", "json"},
		{"accounts", "-o", "json", "--site", "mars"},
		{"accounts", "-o", "ndjson"},
	} {
		got := run(t, refusing.env(), args...)
		var r failure
		if err := json.Unmarshal([]byte(got.err), &r); err != nil || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%v: %v in %q", args, err, got.err)
		}
		if r.Exit != got.code || r.Message == "" || r.Hint == "" {
			t.Errorf("%v: %+v", args, r)
		}
		if len(args) == 3 && (r.Code != 401 || r.RequestID == "") {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// The data of an error is untrusted, too.
func TestErrorDataIsSafe(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"category":"` + testKey + `","x":"\u202e` + "\u202e" + `"}`: `{"category":"[API key]","x":"\u202e\u202e"}`,
		`"` + strings.Repeat("x", maxErrorData) + `"`:                 ``,
	} {
		env := answering(t, `{"code":15070,"message":"no","data":`+data+`}`)
		got := run(t, env, "accounts", "-o", "json")
		_, have, _ := strings.Cut(got.err, `"data":`)
		if have = strings.TrimSuffix(have, "}\n"); have != want || strings.Contains(got.err, testKey) {
			t.Errorf("%.40s: %.200s", data, got.err)
		}
	}
}

func TestVersion(t *testing.T) {
	got := run(t, map[string]string{"CHANNELDECK_CONFIG": "/none/such"}, "version")
	if got.code != ExitDone || got.err != "" || !strings.HasPrefix(got.out, "channeldeck ") ||
		strings.Count(got.out, "\n") != 1 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.out, " commit ") {
		t.Errorf("no commit in %s", got.out)
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "abc"}
	for want, info := range map[string]debug.BuildInfo{
		"devel unknown ": {},
		"v1.2.3 abc 2026-03-01T12:00:00Z": {
			Main: debug.Module{Version: "v1.2.3"},
			Settings: []debug.BuildSetting{
				revision,
				{Key: "vcs.time", Value: "2026-03-01T12:00:00Z"},
				{Key: "vcs.modified", Value: "false"},
			},
		},
		"devel abc-modified ": {
			Main:     debug.Module{Version: "(devel)"},
			Settings: []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "true"}},
		},
	} {
		if b := buildOf(&info); b.Version+" "+b.Commit+" "+b.Date != want {
			t.Errorf("%+v, want %s", b, want)
		}
	}
	var b local.Build
	asJSON := run(t, map[string]string{"CHANNELDECK_CONFIG": "/none/such"}, "version", "-o", "json")
	if err := json.Unmarshal([]byte(asJSON.out), &b); err != nil || b != thisBuild() || asJSON.code != ExitDone {
		t.Errorf("%+v", asJSON)
	}
	if got := run(t, nil, "version", "--jq", ".platform"); got.out != runtime.GOOS+"/"+runtime.GOARCH+"\n" {
		t.Errorf("%+v", got)
	}
}

// The language comes from the flag, the variable, the file or the locale.
func TestLanguage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("lang = 'zh'"), 0o600); err != nil {
		t.Fatal(err)
	}
	chinese := func(env map[string]string, args ...string) bool {
		return strings.Contains(run(t, env, append(args, "--help")...).out, "用法")
	}
	if chinese(nil) || chinese(map[string]string{"LANG": "zh_CN.UTF-8"}, "--lang", "en") ||
		chinese(nil, "--lang", "fr") {
		t.Error("Chinese unasked")
	}
	if !chinese(map[string]string{"LANG": "zh_CN.UTF-8"}) || !chinese(map[string]string{"CHANNELDECK_LANG": "zh"}) ||
		!chinese(nil, "--config", file) || !chinese(nil, "accounts", "--lang=zh") {
		t.Error("no Chinese")
	}
	if got := run(t, nil, "--bogus", "acounts", "--lang", "zh"); !strings.Contains(got.err, "未知选项：--bogus。") {
		t.Errorf("an error: %s", got.err)
	}
	if got := run(t, nil, "acounts", "--lang", "zh"); !strings.Contains(got.err, "您是否想输入 accounts？") {
		t.Errorf("an error: %s", got.err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	w, out, errs := newEnv(
		t,
		map[string]string{"CHANNELDECK_BASE_URL": server.URL, "CHANNELDECK_API_KEY": testKey},
		"accounts",
	)
	if code := Run(ctx, w); code != ExitInterrupted || out.Len() > 0 || errs.Len() > 0 {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

// No output and no log ever contains the key.
func TestKeyStaysSecret(t *testing.T) {
	t.Parallel()
	const secret = "fake-key-0123456789"
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := `{"code":500,"message":"bad key ` + r.Header.Get("X-Api-Key") + `","requestId":"` +
			r.Header.Get("X-Api-Key") + `"}`
		if strings.HasPrefix(r.URL.Path, "/page") {
			body = "<html>" + r.Header.Get("X-Api-Key")
		}
		_, _ = w.Write([]byte(body))
	}))
	defer echo.Close()
	log := filepath.Join(t.TempDir(), "debug.log")
	if err := os.WriteFile(log, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, base := range []string{echo.URL, echo.URL + "/page"} {
		for _, format := range []string{"json", "table"} {
			env := map[string]string{"CHANNELDECK_BASE_URL": base, "CHANNELDECK_API_KEY": secret}
			got := run(t, env, "accounts", "-o", format, "--timeout", "5s", "--debug-log", log)
			if got.code == ExitDone || strings.Contains(got.out+got.err, secret) {
				t.Errorf("%s %s: %+v", base, format, got)
			}
			if got := run(
				t,
				env,
				"config",
				"show",
				"-o",
				format,
			); !strings.Contains(got.out, "[hidden]") || strings.Contains(got.out+got.err, secret) {
				t.Errorf("config show: %+v", got)
			}
		}
	}
	info, err := os.Stat(log)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	if err != nil || info.Mode().Perm() != 0o600 || len(text) == 0 || bytes.Contains(text, []byte(secret)) {
		t.Errorf("log: %v, %v, %s", info.Mode(), err, text)
	}
}

func records(t *testing.T, text string) [][]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
