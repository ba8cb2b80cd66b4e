package cli

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// complete returns the completions of the last word.
func complete(t *testing.T, env map[string]string, words ...string) []string {
	t.Helper()
	got := run(t, env, append([]string{"__complete"}, words...)...)
	if got.code != ExitDone {
		t.Errorf("%v: exit %d, %s", words, got.code, got.err)
	}
	var offered []string
	for line := range strings.Lines(got.out) {
		name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !strings.HasPrefix(name, ":") {
			offered = append(offered, name)
		}
	}
	return offered
}

// completionEnv is a site that was recorded once and cannot be reached any more.
func completionEnv(t *testing.T) map[string]string {
	t.Helper()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	env := withState(t, d.env())
	if got := run(t, env, "record"); got.code != ExitDone {
		t.Fatalf("%+v", got)
	}
	client, err := api.New(d.URL, api.Settings{APIKey: testKey})
	if err != nil {
		t.Fatal(err)
	}
	options, err := client.PublishOptions(t.Context(), "pinterest")
	if err != nil {
		t.Fatal(err)
	}
	h := history.Open(history.Config{
		Path: strings.TrimSpace(run(t, env, "history", "path").out),
		Site: d.URL,
		Key:  testKey,
		Now:  clock,
	})
	h.RecordOptions(clock(), "pinterest", options)
	h.Entries().Remember(history.Entry{Kind: history.KindSession, ID: aSession, At: clock()})
	records, err := client.Messages(t.Context(), hostile)
	if err != nil {
		t.Fatal(err)
	}
	h.Sessions().Record(history.LoadedSession{
		ID:      hostile,
		At:      clock(),
		Records: records,
		Describe: func() history.SessionContent {
			return history.SessionContent{Session: history.Session{ID: hostile, At: clock()}}
		},
	})
	h.Close(t.Context())
	d.Close()
	return env
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	env := completionEnv(t)
	for _, tt := range []struct {
		words string
		has   string // one that is offered
		n     int    // how many are; 0 for any number, -1 for some
	}{
		{"", "prices", 0},
		{"pri", "prices", 1},
		{"options ", "pinterest", 14},
		{"options pint", "pinterest", 1},
		{"options pinterest ", "", 0},
		{"options pinterest --example ", "boardId", 1},
		{"options pinterest --check board", "boardId", 1},
		{"work y", "youtube", 1},
		{"work ", "wxSph", 9},
		{"accounts --platform ", "douyin", 14},
		{"accounts --status ", "outage", 4},
		{"accounts --group ", "", -1},
		{"accounts --sort fans", "fansCount", 1},
		{"accounts --columns ", "nickname", 0},
		{"accounts --columns nickname,fansC", "nickname,fansCount", 1},
		{"accounts -o ", "markdown", 6},
		{"prices --model vela-1", "vela-1-fast", 2},
		{"prices --mode ", "lf2video", 0},
		{"prices --aspect 9", "9:16", 0},
		{"prices --sort per", "perSecond", 1},
		{"prices ", "lf2video", 0},
		{"prices 8s ", "1080p", 0},
		{"prices 8s i2v vela-1", "vela-1-fast", 2},
		{"prices 8s image2video im", "", 0},
		{"prices 8s 1080p i2v 10", "", 0},
		{"session ", aSession, 2}, {"session ", hostile, 2},
		{"session x --depth ", "summary", 4},
		{"groups --sort abn", "abnormal", 1},
		{"platforms --columns platform,sta", "platform,status", 1},
		{"completion ", "fish", 4},
		{"--pane ", "accounts", 0},
		{"--lang ", "zh", 2},
		{"--theme ", "mono", 7},
	} {
		got := complete(t, env, strings.Split(tt.words, " ")...)
		if tt.has != "" && !slices.Contains(got, tt.has) || tt.n > 0 && len(got) != tt.n || tt.n < 0 && len(got) == 0 ||
			tt.has == "" && tt.n == 0 && tt.words != "" && len(got) > 0 {
			t.Errorf("%q: %v", tt.words, got)
		}
	}
	for words, want := range map[string]string{
		"options --demo ":                     "douyin",
		"prices --demo --model ":              "vela-1",
		"options pinterest --demo --example ": "boardId",
	} {
		if got := complete(t, nil, strings.Split(words, " ")...); !slices.Contains(got, want) {
			t.Errorf("in the demo, %s: %v", words, got)
		}
	}
	file := write(
		t,
		t.TempDir()+"/c.toml",
		"[sites.china]\nbase_url = 'https://a.example'\n[sites.intl]\nbase_url = 'https://b.example'\n",
		0o600,
	)
	for words, want := range map[string]string{
		"accounts ":       "china intl all",
		"triage a":        "all",
		"status china,":   "china,intl",
		"accounts intl,c": "intl,china",
		"work ":           "china intl all",
		"record china,":   "china,intl",
		"history prune ":  "china intl",
		"groups create ":  "china intl",
	} {
		at := strings.LastIndexByte(words, ' ')
		args := append(strings.Fields(words[:at]), "--config", file, "--site", words[at+1:])
		if got := complete(t, nil, args...); strings.Join(got, " ") != want {
			t.Errorf("sites of %s: %v", words, got)
		}
	}
}

// Without a history platforms and modes are those of the interface. Nothing is sent,
// no message is printed and no history is created.
func TestCompletionWithoutHistory(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	for _, env := range []map[string]string{
		{},
		d.env(),
		{"CHANNELDECK_BASE_URL": d.URL, "CHANNELDECK_API_KEY_FILE": "/none/such"},
	} {
		env = withState(t, env)
		got := run(t, env, "__completeNoDesc", "options", "")
		if strings.Count(got.out, "\n") != 15 || strings.Contains(got.err, "channeldeck:") {
			t.Errorf("%v: %+v", env, got)
		}
		if got := run(t, env, "__completeNoDesc", "prices", "--mode", "text"); got.out != "text2video\n:4\n" {
			t.Errorf("%v: %+v", env, got)
		}
		if _, err := os.Stat(strings.TrimSpace(run(t, env, "history", "path").out)); err == nil {
			t.Errorf("%v: a history was created", env)
		}
	}
	if n := len(d.requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// Platforms that are hidden are not completed, nor are those without work details for work.
func TestCompletionOfHiddenPlatforms(t *testing.T) {
	env := withState(t, answering(t, `{"code":0,"message":"ok","data":[
		{"platform":"open","capabilities":{"work":{"getDetail":true}}},
		{"platform":"secret","status":"hidden","capabilities":{"work":{"getDetail":true}}},
		{"platform":"elsewhere","status":"unavailable","capabilities":{"work":{"getDetail":true}}}]}`))
	run(t, env, "record") // the other calls fail
	for command, want := range map[string]string{
		"options":             "open elsewhere",
		"accounts --platform": "open elsewhere",
		"work":                "open",
	} {
		if got := complete(t, env, append(strings.Fields(command), "")...); strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// Names that a shell would interpret are not offered.
func TestCompletionOfHostileNames(t *testing.T) {
	var list []string
	for _, name := range []string{`ok-1.2:3@4+5/6`, `$(reboot)`, `a b`, `;ls`, `-rf`, `\u001b[2J`, `x\ny`, ``, `*`} {
		list = append(
			list,
			fmt.Sprintf(`{"platform":"%s","capabilities":{},"displayName":{"en-US":"\u001b[31mred\tred"}}`, name),
		)
	}
	env := withState(t, answering(t, `{"code":0,"message":"ok","data":[`+strings.Join(list, ",")+`]}`))
	run(t, env, "record") // the other calls fail
	if got := run(t, env, "__complete", "options", ""); got.out != "ok-1.2:3@4+5/6\tred red\n:4\n" {
		t.Errorf("%q", got.out)
	}
}

func TestCompletionScripts(t *testing.T) {
	for shell, says := range map[string]string{
		"bash":       "complete -o default",
		"zsh":        "#compdef channeldeck",
		"fish":       "complete -c channeldeck",
		"powershell": "Register-ArgumentCompleter",
	} {
		if got := run(
			t,
			nil,
			"completion",
			shell,
		); got.code != ExitDone || !strings.Contains(got.out, says) || got.err != "" {
			t.Errorf("%s: %d, %s", shell, got.code, got.err)
		}
	}
	if got := run(
		t,
		nil,
		"completion",
		"csh",
	); got.code != ExitUsage || !strings.Contains(got.err, "one of bash, zsh, fish, powershell") {
		t.Errorf("%+v", got)
	}
}

// A run that completes nothing leaves nothing in the memory of a server.
func TestRunsAreForgotten(t *testing.T) {
	of := func(args ...string) weak.Pointer[app] {
		env, _, _ := newEnv(t, nil, args...)
		a := newApp(env, newWords(env))
		a.root()
		return weak.Make(a)
	}
	kept := of(cobra.ShellCompRequestCmd)
	forgotten := of("accounts")
	runtime.GC()
	if forgotten.Value() != nil {
		t.Error("a run is kept")
	}
	if kept.Value() == nil {
		t.Error("completions of flags are not kept: this test and the condition in addCompletions have no use")
	}
}
